// Keeps the files of a version of the page, so that it works without a network. scripts/play writes FILES above: the
// hash of files.json, which has the hash of every file.
const PREFIX = "truel-ref play ";
const VERSION = `${PREFIX}${FILES}`;

async function kept() {
  const cache = await caches.open(VERSION);
  const keep = async (name, integrity) => {
    const address = name === "index.html" ? "./" : name;
    const got = await fetch(address, { integrity });
    if (!got.ok) throw new Error(`${name}: the server answers ${got.status}`);
    await cache.put(address, got.clone());
    return got;
  };
  const files = await (await keep("files.json", FILES)).json();
  for (const [name, integrity] of Object.entries(files)) await keep(name, integrity);
}

async function tidied() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== VERSION) await caches.delete(name);
}

async function answered(request) {
  const address = request.url.replace(/(index\.html)?([?#].*)?$/, "");
  return (await (await caches.open(VERSION)).match(address)) ?? fetch(request);
}

// A new version waits until no page of the old one is open, or until a page asks for it and all pages load again: files
// of two versions never meet.
addEventListener("message", () => skipWaiting());
addEventListener("install", (event) => event.waitUntil(kept()));
addEventListener("activate", (event) => event.waitUntil(tidied()));
addEventListener("fetch", (event) => event.respondWith(answered(event.request)));
