// The page: the question is in the address; a worker answers it, part by part.
import { HitMap, copied, made, shares, tree } from "./drawing.js";

const PLAYERS = ["A", "B", "C", "D", "E", "F"];
const FIRST = "#1/3,2/3,1";
const byId = (id) => document.getElementById(id);
const form = byId("question");
const map = new HitMap(document.querySelector("canvas"), byId("legend"));
let [worker, id, question, begun, at] = [null, 0, read(FIRST), 0, null];
let mapKey = "";

for (const [place, name] of PLAYERS.entries()) {
  const input = made("input", { name: "hits", autocomplete: "off", "aria-describedby": "hits-hint" });
  byId("hits").append(made("label", {}, name, input));
  input.required = place < 2;
}

// -- the question, in the address and in the form

/** An address is #1/3,2/3,1 and then, where they are not the usual ones, &play=stationary&search=Others and the like. */
function read(hash) {
  const [hits, ...rest] = (hash || FIRST).slice(1).split("&");
  const { play = "announced", ...more } = Object.fromEntries(new URLSearchParams(rest.join("&")));
  if ("if_eq" in more) more.if_eq = Number(more.if_eq) || more.if_eq;
  return { problem: { hits: decodeURIComponent(hits).split(","), ...more }, play };
}

function address({ problem: { hits, ...more }, play }) {
  const parts = play === "announced" ? more : { play, ...more };
  const plain = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%2C/g, ",");
  return `#${[plain(hits.join(",")), ...Object.entries(parts).map(([name, value]) => `${name}=${plain(value)}`)].join("&")}`;
}

function stated() {
  const data = new FormData(form);
  const hits = data.getAll("hits").map((hit) => hit.trim().replace(/^(\d*),(\d+ ?%?)$/, "$1.$2")); // a decimal comma
  const several = hits.find((hit) => hit.includes(","));
  if (several) throw new Error(`'${several}': a field takes one number; write 1/3, 0.55 or 55%`);
  while (hits.length && !hits.at(-1)) hits.pop();
  const problem = { hits };
  const search = data.getAll("search").join(",");
  if (search !== "Others,Miss") problem.search = search;
  const rule = data.get("if_eq") ?? question.problem.if_eq; // an address may name the rule
  if (rule !== "1") problem.if_eq = Number(rule) || rule;
  if (data.get("target_later") !== "Optimal") problem.target_later = data.get("target_later");
  for (const name of ["targets", "search_later", "names", "order"])
    if (data.get(name).trim()) problem[name] = data.get(name).trim();
  for (const [name, value] of Object.entries(question.problem)) if (!form.elements[name]) problem[name] = value;
  return { problem, play: data.get("play") };
}

function fill({ problem, play }) {
  form.reset();
  [...form.querySelectorAll("[name=hits]")].forEach((input, place) => (input.value = problem.hits[place] ?? ""));
  const words = (problem.search ?? "Others,Miss").toLowerCase().split(/[\s,]+/);
  for (const box of form.querySelectorAll("[name=search]")) box.checked = words.includes(box.value.toLowerCase());
  for (const [name, value] of Object.entries({ ...problem, play }))
    if (!["hits", "search"].includes(name) && form.elements[name]) form.elements[name].value = value;
}

function ask() {
  try {
    question = read(location.hash);
  } catch {
    return refused("address: it is not a question; write it like #1/3,2/3,1");
  }
  fill(question);
  id += 1;
  begun = performance.now();
  for (const name of ["why", "compare"]) byId(name).hidden = true;
  byId("answer").setAttribute("aria-busy", "true");
  const { hits, ...more } = question.problem;
  const key = JSON.stringify([question.play, hits.length, hits.slice(2), more]);
  if (key !== mapKey) {
    byId("map").hidden = true;
    map.begin();
  }
  mapKey = key;
  say("Computing the answer …");
  worker.postMessage({ id, key, ...question });
  byId("stop").disabled = false;
}

// -- the worker

function start() {
  worker?.terminate();
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = (event) => heard({ name: "failed", said: event.message || "worker.js does not load; load the page again" });
}

function stop() {
  id += 1;
  start();
  ended();
  say("Stopped. Python starts again for the next question.");
}

/** Nothing is computed any more. */
function ended() {
  byId("stop").disabled = true;
  byId("progress").hidden = true;
  byId("answer").removeAttribute("aria-busy");
}

/** Refuse a question before it is asked; what the worker still says of an earlier one is not heard. */
function refused(text) {
  [id, mapKey] = [id + 1, ""];
  ended();
  show("answer", [error(text)]);
  say("The question has no answer.");
}

/** Show what is being computed, and how much of it is done; without a number the bar only moves. */
function busy(text, share) {
  byId("progress").hidden = false;
  if (share === undefined) byId("progress").removeAttribute("value");
  else byId("progress").value = share;
  say(text);
}

const say = (text) => (byId("status").textContent = text);
const error = (text) => made("p", { class: "error", role: "alert" }, text);
function show(name, children) {
  byId(name).hidden = false;
  byId(name).querySelector(".body").replaceChildren(...children);
}

function heard({ id: of, name, key, part, got, said }) {
  if (of !== undefined && of !== id && key !== mapKey) return;
  if (name === "begun") busy(`Computing ${{ answer: "the answer", why: "the reasons", compare: "stationary play" }[part]} …`);
  if (name === "failed") {
    show("answer", [error(said)]);
    ended();
    say("The answer failed.");
  }
  if (name === "done") {
    ended();
    map.show();
    const isRefused = byId("answer").querySelector(".error");
    say(isRefused ? "The question has no answer." : `Done in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  }
  if (!got) return;
  const isShort = got.error && name !== "answer";
  if (got.error) show(name, [isShort ? made("p", { class: "hint" }, got.error) : error(got.error)]);
  else PARTS[name](got, of === id);
  if (name === "map") byId("drawn").hidden = Boolean(got.error);
}

const PARTS = {
  answer({ plays, notes, version }) {
    byId("version").textContent = version;
    show("answer", [...plays.map(shares), ...listed(notes)]);
    byId("answer").removeAttribute("aria-busy");
    if (!document.body.dataset.firstAnswer) offline(); // after the first answer, which it would delay
    document.body.dataset.firstAnswer ??= Math.round(performance.now());
    map.names = plays[0]?.rows.map(([name]) => name) ?? PLAYERS;
  },
  why(got) {
    if (got.html) return show("why", copied(got.html));
    if (!got.conclusion) return;
    const steps = made("ul", {}, ...got.steps.map((step) => made("li", {}, step)));
    const note = got.whole ? "" : `The tree shows each announcement of ${got.players[0]} with the replies to it.`;
    const drawn = got.rows.length > 1 ? [tree(got), made("p", { class: "hint" }, `Bold: the player chooses this announcement. At the right, the win probability of each player at their own first turn. ${note}`)] : [];
    show("why", [made("p", { class: "conclusion" }, got.conclusion), steps, ...drawn]);
  },
  compare: ({ html }) => show("compare", copied(html)),
  map(got, isNewest) {
    if (byId("map").hidden) framed();
    map.add(got);
    const points = (got.steps + 1) ** 2;
    if (isNewest) busy(`The map: ${got.asked.toLocaleString("en")} of ${points.toLocaleString("en")} points`, got.asked / points);
  },
};

/** The frame of a new map: its axes, and a slider for the hit probability of each other player. */
function framed() {
  show("map", []);
  const axis = (name) => ["0", `${name} hits`, "1"].map((text) => made("span", {}, text));
  document.querySelector(".axes .up").replaceChildren(...axis(map.names[0]));
  document.querySelector(".axes .right").replaceChildren(...axis(map.names[1]));
  byId("point").textContent = "";
  byId("map-text").textContent = "Click a point, or use the arrow keys and Enter, to ask about it; the map stays.";
  const sliders = map.names.slice(2, question.problem.hits.length).map((name, place) => {
    const slider = made("input", { type: "range", min: 0, max: 1, step: 0.01, value: valueOf(question.problem.hits[place + 2]) });
    slider.addEventListener("change", () => moved(place + 2, `${Math.round(slider.value * 100)}/100`));
    return made("label", {}, `${name} hits`, slider);
  });
  byId("others").replaceChildren(...sliders);
}

/** Roughly the value of a hit probability, for a slider: 1/3, 0.55 or 55%; others stand in the middle. */
function valueOf(hit) {
  const [, top, bottom = 1, percent] = hit.match(/^([\d.]+)(?:\/(\d+))?\s*(%?)$/) ?? [];
  return top === undefined ? 0.5 : top / bottom / (percent ? 100 : 1);
}

function moved(...changes) {
  const hits = [...question.problem.hits];
  for (let place = 0; place < changes.length; place += 2) hits[changes[place]] = changes[place + 1];
  location.hash = address({ ...question, problem: { ...question.problem, hits } });
}

/** Lines below a table; many lines are folded. */
function listed(notes) {
  const lines = made("ul", {}, ...notes.map((note) => made("li", {}, note.trim())));
  if (!notes.length) return [];
  return notes.length < 6 ? [lines] : [made("p", {}, notes[0]), made("details", {}, made("summary", {}, `${notes.length} notes`), lines)];
}

// -- the map under pointer and keys

function point(place) {
  at = place;
  const known = map.cells?.get(`${place}`);
  if (!known) return;
  const [who, aims, percent] = known.cell;
  const [up, right] = place.map((part) => `${part}/${map.steps}`);
  byId("point").textContent = `${up}, ${right}: ${percent ? `${who} (${percent}); aims ${aims}` : who}`;
}
const choose = () => moved(0, `${at[0]}/${map.steps}`, 1, `${at[1]}/${map.steps}`);
map.canvas.addEventListener("pointermove", (event) => point(map.under(event)));
map.canvas.addEventListener("click", (event) => {
  point(map.under(event));
  choose();
});
map.canvas.addEventListener("keydown", (event) => {
  const move = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
  if (event.key === "Enter" && at) choose();
  if (!move || !map.steps) return;
  event.preventDefault();
  const middle = Math.round(map.steps / 2);
  point((at ?? [middle, middle]).map((part, place) => Math.max(0, Math.min(map.steps, part + move[place]))));
});
byId("colours").addEventListener("change", (event) => map.show({ shown: Number(event.target.value) }));
byId("edges").addEventListener("change", (event) => map.show({ edges: event.target.checked }));

// -- without a network, and new versions

async function offline() {
  const kept = await navigator.serviceWorker?.register("sw.js");
  const announce = () => {
    if (kept.waiting && navigator.serviceWorker.controller) byId("newer").hidden = false;
  };
  announce();
  kept?.addEventListener("updatefound", () => kept.installing.addEventListener("statechange", announce));
}
byId("newer").querySelector("button").addEventListener("click", async () => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  (await navigator.serviceWorker.getRegistration()).waiting.postMessage("take over");
});

// -- begin

form.addEventListener("submit", (event) => {
  event.preventDefault();
  let next;
  try {
    next = address(stated());
  } catch (slip) {
    return refused(slip.message);
  }
  if (next === (location.hash || FIRST)) ask();
  else location.hash = next;
});
byId("stop").addEventListener("click", stop);
addEventListener("hashchange", ask);
start();
ask();
