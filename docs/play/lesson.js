// The lesson: the cells of docs/learn/lessons, run by the same worker as the questions of the page.
import { copied, made } from "./drawing.js";

const byId = (id) => document.getElementById(id);
const [cells, kept] = [[], "truel-ref lesson "];
let [worker, id, asked] = [null, 0, []]; // asked: the cells whose answers are due, the next one first

// -- the text, of which only this much of Markdown and TeX is needed

const INLINE = /\$([^$]+)\$|`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)|((?:[^$`*[]|\*(?!\*))+)/g;

function inline(text) {
  return [...text.matchAll(INLINE)].map(([, formula, code, strong, name, target, plain]) => {
    if (formula) return math(formula, "inline");
    if (code) return made("code", {}, code);
    if (strong) return made("strong", {}, strong);
    return name ? link(name, target) : plain;
  });
}

/** A link to a page of the documentation, from the folder of the lesson; without the documentation its text. */
function link(name, target) {
  const { pathname, hash } = new URL(target, "http://docs/learn/lessons/");
  if (!("documented" in document.documentElement.dataset)) return name;
  return made("a", { href: `..${pathname.replace(/\.md$/, ".html")}${hash}` }, name);
}

function math(source, display) {
  const words = source.match(/\\frac|\\[,;]|\\cdot|[A-Za-z]|[\d.]+|[^\s\\]/g);
  const name = (tag, ...children) => {
    const element = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
    element.append(...children);
    return element;
  };
  const group = () => {
    const parts = [];
    for (words.shift(); words[0] !== "}"; ) parts.push(next());
    words.shift();
    return name("mrow", ...parts);
  };
  const next = () => {
    const word = words.shift();
    if (word === "\\frac") return name("mfrac", group(), group());
    if (word === "\\cdot") return name("mo", "·");
    if (word.startsWith("\\")) return name("mspace");
    return name(/[A-Za-z]/.test(word) ? "mi" : /\d/.test(word) ? "mn" : "mo", word.replace("-", "−"));
  };
  const parts = [];
  while (words.length) parts.push(next());
  const element = name("math", ...parts);
  element.setAttribute("display", display);
  return element;
}

function block(text) {
  const heading = text.match(/^(#+) (.*)/);
  if (heading) return made(`h${heading[1].length}`, {}, heading[2]);
  if (text.startsWith("$$")) return math(text.replaceAll("$$", ""), "block");
  if (!text.startsWith("- ")) return made("p", {}, ...inline(text));
  return made("ul", {}, ...text.slice(2).split("\n- ").map((item) => made("li", {}, ...inline(item))));
}

// -- the cells

function cell(text) {
  const [at, source] = [cells.length, localStorage.getItem(kept + cells.length) ?? text];
  const field = made("textarea", { spellcheck: "false", autocapitalize: "off", "aria-label": `Cell ${at + 1}` });
  const run = made("button", {}, "Run");
  const output = made("div", { role: "status" });
  field.value = source;
  field.rows = source.split("\n").length + 1;
  cells.push({ field, output, ran: null });
  run.addEventListener("click", () => ask(at));
  field.addEventListener("input", () => localStorage.setItem(kept + at, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    ask(at);
  });
  const frame = made("div", { class: "cell" }, field, run, output);
  return at ? frame : made("details", {}, made("summary", {}, "The judge of this lesson"), frame); // runs by itself
}

/** Run a cell, and before it the cells above it that have not run as they stand. */
function ask(last) {
  asked = cells.slice(0, last + 1).filter(({ field, ran }, at) => at === last || ran !== field.value);
  next();
}

function next() {
  byId("stop").disabled = !asked.length;
  if (!asked.length) return say("Ready.");
  say(`Cell ${cells.indexOf(asked[0]) + 1} runs …`);
  asked[0].ran = asked[0].field.value;
  worker.postMessage({ id: ++id, source: asked[0].ran });
}

const say = (text) => (byId("status").textContent = text);

function start() {
  worker?.terminate();
  for (const each of cells) each.ran = null;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data: { id: of, name, got, said } }) => {
    if (name === "failed") [asked, byId("stop").disabled] = [[], true];
    if (name === "failed") return say(`Python failed: ${said}`);
    if (name !== "cell" || of !== id) return;
    const { output } = asked.shift();
    const printed = got.printed ? [made("pre", {}, got.printed)] : [];
    output.replaceChildren(...printed, ...copied(got.html));
    next();
  };
  worker.onerror = (event) => say(event.message || "worker.js does not load; load the page again");
  ask(0);
}

byId("stop").addEventListener("click", () => {
  asked = [];
  start();
});
byId("anew").addEventListener("click", () => {
  if (!confirm("Replace all cells by those of the lesson?")) return;
  cells.forEach((_, at) => localStorage.removeItem(kept + at));
  location.reload();
});

const blocks = await (await fetch("lesson.json")).json();
for (const { kind, text } of blocks)
  byId("lesson").append(...(kind === "code" ? [cell(text)] : text.split("\n\n").map(block)));
start();
