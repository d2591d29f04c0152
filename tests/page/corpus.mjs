// Commands of tests/corpus under Pyodide: node corpus.mjs PAGE REPOSITORY FILE; FILE has the blocks, the answer is JSON.
import fs from "node:fs";
const [page, repository, file] = process.argv.slice(2);
const { loadPyodide } = await import(`${page}/pyodide/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${page}/pyodide/` });
for (const name of fs.readdirSync(`${page}/wheels`))
  python.unpackArchive(new Uint8Array(fs.readFileSync(`${page}/wheels/${name}`)), "wheel");
python.FS.mkdir("/repository");
python.FS.mount(python.FS.filesystems.NODEFS, { root: repository }, "/repository");
python.globals.set("blocks", fs.readFileSync(file, "utf8"));
process.stdout.write(
  python.runPython(`
import json, shlex, sys
sys.path.append("/repository/scripts")
import write_corpus
words = [shlex.split(block.partition("\\n")[0].removeprefix(write_corpus.PROMPT)) for block in json.loads(blocks)]
json.dumps([write_corpus.printed(each) for each in words])
`),
);
