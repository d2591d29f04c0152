// Python, apart from the page: it loads truel-ref once, and answers one question after another, part by part.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const STEPS = 160; // of the map, on each side
const PATIENCE = 80; // milliseconds of a batch of points; between batches a newer question is heard
const MEMORY = "truel-ref memory"; // the cache for the memory of Python
const FIRST = { problem: { hits: ["1/3", "2/3", "1"] }, points: [["1/2", "1/2"]] };

async function fetched(name, as) {
  const got = await fetch(name);
  if (!got.ok) throw new Error(`${name}: the server answers ${got.status}; load the page again`);
  return got[as]();
}

/** Start Python. Its memory is kept when it is ready to answer: later visits, with the same files and browser, begin there. */
async function started() {
  const listed = await fetched("files.json", "text");
  const names = Object.keys(JSON.parse(listed)).filter((name) => name.endsWith(".whl"));
  const files = await Promise.all([fetched("answers.py", "text"), ...names.map((name) => fetched(name, "arrayBuffer"))]);
  const place = `memory?${encodeURIComponent(navigator.userAgent + listed.match(/sha256-[^"]+/g))}`;
  const cache = await globalThis.caches?.open(MEMORY).catch(() => undefined); // none without https, or where it is forbidden
  const memory = await (await cache?.match(place))?.arrayBuffer();
  if (memory) {
    try {
      return (await loaded(files, { _loadSnapshot: new Uint8Array(memory) })).pyimport("answers").ask;
    } catch {
      await cache.delete(place);
    }
  }
  const python = await loaded(files, { _makeSnapshot: true });
  const answers = python.pyimport("answers");
  const ask = answers.ask;
  for (const part of ["answer", "why", "compare", "map"]) ask(JSON.stringify({ part, ...FIRST })); // imports what they need
  for (const proxy of [ask, answers]) proxy.destroy(); // which the memory cannot hold
  if (cache) keep(cache, place, python.makeMemorySnapshot()).catch(() => {}); // without room for it there is none
  return python.pyimport("answers").ask;
}

async function loaded([source, ...wheels], options) {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href, ...options });
  for (const wheel of wheels) python.unpackArchive(wheel, "wheel");
  python.FS.writeFile("answers.py", source);
  return python;
}

async function keep(cache, place, memory) {
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(place, new Response(memory));
}

const ready = started();
ready.then(
  () => postMessage({ name: "ready" }),
  (error) => postMessage({ name: "failed", said: error.message }),
);
let latest = 0;
let before = ready;
let drawn = { key: "" }; // the map, with the points that are left: a question that differs at the first two players goes on

onmessage = ({ data }) => {
  latest = data.id;
  const done = (said) => postMessage({ id: data.id, ...said });
  before = before.then(() => answered(data)).then(
    () => done({ name: "done" }),
    (error) => done({ name: "failed", said: error.message.trim().split("\n").at(-1) }),
  );
};

async function answered({ id, problem, play, key, source }) {
  const ask = await ready;
  if (source !== undefined) return postMessage({ id, name: "cell", got: JSON.parse(ask(JSON.stringify({ part: "cell", source }))) });
  const part = (name, more) => JSON.parse(ask(JSON.stringify({ part: name, problem, play, ...more })));
  const isNewest = () => new Promise((resolve) => setTimeout(() => resolve(id === latest)));
  for (const name of ["answer", "why", "compare"]) {
    postMessage({ id, name: "begun", part: name });
    if (!(await isNewest())) return;
    const got = part(name);
    postMessage({ id, name, got });
    if (name === "answer" && got.error) return;
  }
  if (drawn.key !== key) drawn = { key, passes: [...passes()], size: 4, asked: 0 };
  for (const { step, places } of drawn.passes) {
    while (places.length) {
      if (!(await isNewest())) return;
      const begun = performance.now();
      const batch = places.splice(0, drawn.size);
      const got = part("map", { points: batch.map((place) => place.map((at) => `${at}/${STEPS}`)) });
      drawn.asked += batch.length;
      postMessage({ id, name: "map", key, got: { ...got, step, steps: STEPS, places: batch, asked: drawn.asked } });
      if (got.error) return (drawn.key = "");
      drawn.size = Math.ceil(Math.min(400, (batch.length * PATIENCE) / (performance.now() - begun)));
    }
  }
}

/** The points of the map, each once: first a coarse picture, then finer ones. */
function* passes() {
  for (let step = 32; step >= 1; step /= 2) {
    const places = [];
    for (let y = 0; y <= STEPS; y += step)
      for (let x = 0; x <= STEPS; x += step)
        if (step === 32 || x % (2 * step) || y % (2 * step)) places.push([x, y]);
    yield { step, places };
  }
}
