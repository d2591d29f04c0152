// What the page draws: tables, bars, the tree of announcements, the map. Text enters the page only as text.
export const COLORS = ["#d55e00", "#009e73", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9"]; // of players, as in all pictures
const OTHER = { nobody: "#404040", "several equilibria": "#8a8a8a", "no pure equilibrium": "#d0d0d0" };

/** An element with attributes and children; a text child is text. */
export function made(tag, attributes = {}, ...children) {
  const isDrawn = ["svg", "g", "line", "rect", "text", "path"].includes(tag);
  const element = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
const scrolled = (child, label) => made("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, child);

/** A table; a cell is a text or an element. */
function table(columns, rows, caption = "") {
  const kindOf = (content) => (content instanceof Node ? "bar" : /^-?[\d.]+ %$/.test(content) ? "number" : "");
  const kinds = columns.map((_, at) => rows.map((row) => kindOf(row[at])).find(Boolean) ?? "");
  const cell = (content, at) => made("td", { class: content.length > 24 ? "long" : kinds[at + 1] }, content);
  const heading = (name, at) => made("th", { scope: "col", class: kinds[at] }, name);
  const head = made("tr", {}, ...columns.map(heading));
  const body = rows.map(([first, ...rest]) => made("tr", {}, made("th", { scope: "row" }, first), ...rest.map(cell)));
  const parts = [made("thead", {}, head), made("tbody", {}, ...body)];
  if (caption) parts.unshift(made("caption", {}, caption));
  return scrolled(made("table", {}, ...parts), caption || "Table");
}

/** The table of a play, with a bar for each win probability. */
export function shares({ title, rows, nobody }) {
  const bar = (percent, color) => {
    const rect = made("rect", { width: percent.replace(" ", ""), height: "100%", fill: color });
    return made("svg", { "aria-hidden": "true" }, rect);
  };
  const all = rows.map((row, at) => [...row, bar(row[4], COLORS[at])]);
  if (nobody) all.push(["nobody", "", "", ...nobody, bar(nobody[1], OTHER.nobody)]);
  return table(["player", "hits", "aims at", "wins", "percent", ""], all, title);
}

/** A table of the package with its paragraphs, from its HTML: only the texts are taken over. */
export function copied(html) {
  const unstyled = html.replaceAll(/ style="[^"]*"/g, ""); // texts have no quotes here, and the policy refuses styles
  const source = new DOMParser().parseFromString(unstyled, "text/html");
  return [...source.body.children].map((element) => {
    if (element.tagName !== "TABLE") return made("p", {}, element.textContent);
    const [columns, ...rows] = [...element.rows].map((row) => [...row.cells].map((cell) => cell.textContent));
    return table(columns, rows);
  });
}

/** The announcements from left to right; chosen ones are bold, in the colour of their player. */
export function tree({ players, numbers, rows, conclusion }) {
  const [wide, high, left] = [(520 - 30) / players.length, 19, 30];
  const nodes = new Map(); // by the aims so far: height, number of leaves below, and whether the last aim is chosen
  rows.forEach((row, at) => {
    for (let depth = 0; depth <= players.length; depth++) {
      const key = row.aims.slice(0, depth).join("|");
      const node = nodes.get(key) ?? { key, depth, sum: 0, leaves: 0, on: false, aim: row.aims[depth - 1], from: row.aims.slice(0, depth - 1).join("|") };
      node.sum += (at + 1.7) * high;
      node.leaves += 1;
      node.on ||= depth > 0 && row.chosen[depth - 1];
      nodes.set(key, node);
    }
  });
  const placeOf = (node) => [left + node.depth * wide, node.sum / node.leaves];
  const lines = [];
  const texts = players.map((name, at) => made("text", { x: left + (at + 0.5) * wide, y: 12, class: "strong" }, name));
  const wins = (row, y, kind) =>
    row.map((win, at) => made("text", { x: left + players.length * wide + 56 + 56 * at, y, class: `end ${kind}` }, win));
  texts.push(...wins(players.map((name) => `${name} wins`), 12, "strong"));
  for (const node of [...nodes.values()].sort((a, b) => a.on - b.on)) {
    if (!node.depth) continue;
    const [[x, y], [x0, y0]] = [placeOf(node), placeOf(nodes.get(node.from))];
    const color = node.on ? { class: "on", stroke: COLORS[numbers[node.depth - 1]] } : { class: "off" };
    lines.push(made("path", { ...color, d: `M${x0} ${y0}L${x - wide * 0.45} ${y}L${x - 4} ${y}` }));
    const kind = node.on ? "strong" : "faint";
    texts.push(made("text", { x: x - wide * 0.42, y: y - 3, class: kind }, node.aim));
    if (node.depth < players.length) continue;
    const row = rows.find(({ aims }) => aims.join("|") === node.key);
    const isPlayed = row.chosen.every(Boolean);
    texts.push(...wins(row.stalls ? ["stalemate"] : row.wins, y + 4, isPlayed ? "strong" : "faint"));
  }
  const size = `0 0 ${540 + 56 * players.length} ${(rows.length + 1.5) * high}`;
  const drawn = made("svg", { class: "tree", viewBox: size, role: "img", "aria-label": `The tree of announcements. ${conclusion}` });
  drawn.append(...lines, ...texts);
  return scrolled(drawn, "The tree of announcements");
}

/** The map: hit probabilities of the first player up, of the second to the right. */
export class HitMap {
  constructor(canvas, legend) {
    Object.assign(this, { canvas, legend, context: canvas.getContext("2d"), shown: 0, edges: false, names: [] });
  }
  begin() {
    Object.assign(this, { cells: new Map(), kinds: [], steps: 0 });
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.legend.replaceChildren();
  }
  add({ steps, step, places, cells }) {
    if (this.steps !== steps) this.canvas.width = this.canvas.height = (this.steps = steps) + 1;
    places.forEach((place, at) => {
      this.cells.set(`${place}`, { place, step, cell: cells[at] });
      this.paint(place, step, cells[at][this.shown]);
    });
  }
  paint([up, right], step, kind) {
    if (!this.kinds.includes(kind)) {
      this.kinds.push(kind);
      const mark = made("svg", { "aria-hidden": "true" }, made("rect", { width: "100%", height: "100%", fill: this.color(kind) }));
      this.legend.append(made("li", {}, mark, kind));
    }
    this.context.fillStyle = this.color(kind);
    const half = Math.floor(step / 2);
    this.context.fillRect(right - half, this.steps - up - half, step, step);
  }
  color(kind) {
    const [player, place] = [this.names.indexOf(kind), this.kinds.indexOf(kind)];
    if (OTHER[kind]) return OTHER[kind];
    if (this.shown === 0 && player >= 0) return COLORS[player];
    return `hsl(${(place * 222.5) % 360} ${45 + (place % 3) * 20}% ${38 + ((place * 17) % 40)}%)`;
  }
  show(changes = {}) {
    Object.assign(this, changes, { kinds: [] });
    this.legend.replaceChildren();
    for (const { place, step, cell } of [...this.cells.values()].sort((a, b) => b.step - a.step))
      this.paint(place, step, cell[this.shown]);
    this.context.fillStyle = "#000";
    if (this.edges) for (const { place } of this.cells.values()) if (this.isEdge(place)) this.context.fillRect(place[1], this.steps - place[0], 1, 1);
  }
  /** Whether the point above or the point at the right has another colour; points that are not known yet have none. */
  isEdge([up, right]) {
    const kind = (place) => this.cells.get(`${place}`)?.cell[this.shown];
    const own = kind([up, right]);
    return [kind([up + 1, right]), kind([up, right + 1])].some((other) => other !== undefined && other !== own);
  }
  /** The point nearest to a pointer. */
  under({ offsetX, offsetY }) {
    const at = (offset, size) => Math.max(0, Math.min(this.steps, Math.floor((offset / size) * (this.steps + 1))));
    return [this.steps - at(offsetY, this.canvas.clientHeight), at(offsetX, this.canvas.clientWidth)];
  }
}
