// A client of the judge in JavaScript: one question per line of input, one answer per line of output, both JSON.
//
//     truel-ref check -- node truel_client.js
//
// `solve` at the top is the solver; put your own in its place. The harness at the end can stay as it is. Nothing is
// needed but Node.js; the numbers are doubles, and what differs by less than 9e-13 is a tie.
"use strict";

const HELLO = {
  name: "truel-client",
  version: "1.0",
  language: "JavaScript",
  supports: { players: 26 }, // at most; what else is not for it is skipped below
};

// ---------------------------------------------------------------------------------------------------------
// Your solver

// The answer to a problem of announced play: only `win` is needed, `aims` and `stalemate` may be left out.
function solve(problem) {
  const truel = new Truel(problem);
  const order = truel.hits.map((_, player) => player);
  const win = truel.win(order);
  const turns = truel.known.get(order.join());
  const aims = problem.targets.map((said, player) => {
    if (said !== "Optimal") return said;
    if (order.length === 2) return truel.single(1 - player); // of two, each aims at the other, even in a stalemate
    return turns ? turns[player].aim : null;
  });
  return { win, aims, stalemate: Math.max(0, 1 - sum(win)) };
}

// One problem, and the phases of it that have been solved, by shooting order: the turns, null for a stalemate. A turn
// has an aim (one weight per player), the gains (what it wins for each player when it hits) and the chance to hit.
class Truel {
  constructor(problem) {
    this.problem = problem;
    this.hits = problem.hits.map(number);
    this.known = new Map();
  }

  // The win probabilities at the start of the phase with a shooting order.
  win(order) {
    if (order.length === 1) return this.single(order[0]);
    const name = order.join();
    if (!this.known.has(name)) {
      const choices = order.map((player) => this.options(order, player).map((aim) => this.turn(order, player, aim)));
      this.known.set(name, this.announced(order, choices, []));
    }
    const turns = this.known.get(name);
    return this.hits.map((_, player) => (turns ? value(turns, 0, player) : 0));
  }

  turn(order, player, aim) {
    const hit = this.hits[player];
    const next = order.indexOf(player) + 1;
    const round = [...order.slice(next), ...order.slice(0, next)];
    const gains = this.hits.map(() => 0);
    aim.forEach((weight, victim) => {
      if (!weight || !hit) return;
      const after = this.win(round.filter((other) => other !== victim));
      after.forEach((chance, other) => (gains[other] += hit * weight * chance));
    });
    return { aim, gains, chance: hit * sum(aim) };
  }

  // The aims that a player may announce; there is one where his target is predefined.
  options(order, player) {
    const { problem, hits } = this;
    const first = order.length === hits.length;
    const said = first ? problem.targets[player] : problem.target_later;
    const search = first ? problem.search : problem.search_later;
    const others = order.filter((other) => other !== player);
    if (order.length === 2 && (said === "Optimal" || !first)) return [this.single(others[0])];
    const strongest = others.reduce((best, other) => {
      const less = compared(problem.hits[other], problem.hits[best]);
      return less > 0 || (less === 0 && other > best) ? other : best;
    });
    const at = search.includes("Others") ? [...others] : search.includes("Strongest") ? [strongest] : [];
    if (search.includes("Self")) at.push(player);
    const miss = hits.map(() => 0);
    const aims = [...at.map((target) => this.single(target)), ...(search.includes("Miss") ? [miss] : [])];
    const mix = hits.map((_, target) => (at.includes(target) ? 1 / aims.length : 0));
    if (Array.isArray(said)) return [said.map(number)];
    const words = { Miss: miss, Strongest: this.single(strongest), Self: this.single(player), Random: mix };
    if (said !== "Optimal") return [words[said] ?? this.single("ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(said))];
    const level = problem.random_levels && problem.random_levels[player];
    if (!search.includes("Random") || aims.length === 1) return aims;
    if (!level) return [...aims, mix];
    return shares(level, hits.length, at, search.includes("Miss")).map((counts) => counts.map((n) => n / level));
  }

  single(target) {
    return this.hits.map((_, player) => Number(player === target));
  }

  // The turns that all announce, given the first ones; null where nobody can ever be hit.
  announced(order, choices, turns) {
    const place = turns.length;
    if (place === order.length) return turns.some(({ chance }) => chance > 0) ? turns : null;
    const completed = choices[place].map((turn) => this.announced(order, choices, [...turns, turn]));
    const allowed = completed.filter((every) => every !== null);
    const worths = allowed.map((every) => value(every, place, order[place]));
    const equal = allowed.filter((_, option) => worths[option] > Math.max(...worths) - 9e-13);
    if (equal.length < 2) return equal[0] ?? null;
    const keys = new Map(equal.map((every) => [every, this.preference(every, place)]));
    return equal.reduce((best, every) => (ordered(keys.get(every), keys.get(best)) < 0 ? every : best));
  }

  // What orders options of equal worth, the preferred one first: by the tie rule, then canonically.
  preference(turns, place) {
    const { aim } = turns[place];
    const rule = this.problem.if_eq;
    const kind = aim.includes(1) ? 0 : aim.some((weight) => weight > 0) ? 2 : 1; // a single aim, Miss, a mix
    const target = kind === 0 ? aim.indexOf(1) : 0;
    // Who shoots better is exact: doubles may be equal. A single aim is as strong as he is.
    const worse = (other) => compared(this.problem.hits[other], this.problem.hits[target]) < 0;
    const rank = kind === 0 ? aim.filter((_, other) => worse(other)).length : 0;
    const strength = sum(aim.map((weight, other) => weight * this.hits[other]));
    const likely = () => sum(aim.map((weight, other) => weight * value(turns, place, other)));
    const first = {
      1: () => [kind, kind === 0 ? -rank : -strength, -target],
      2: () => [-strength],
      3: () => [-likely()],
      4: () => [[0, 2, 1][kind], target],
    }[Math.abs(rule)]();
    return [...first.map((key) => (rule < 0 ? -key : key)), kind, ...aim.map((weight) => -weight)];
  }
}

// All lists of counts, above 0 only for the targets, that add up to the level, or to less where that is a choice.
function shares(level, players, targets, orLess) {
  let partial = [{ counts: [], left: level }];
  for (let player = 0; player < players; player++) {
    const most = targets.includes(player) ? level : 0;
    partial = partial.flatMap(({ counts, left }) =>
      Array.from({ length: Math.min(most, left) + 1 }, (_, n) => ({ counts: [...counts, n], left: left - n })),
    );
  }
  return partial.filter(({ left }) => orLess || left === 0).map(({ counts }) => counts);
}

// Below 0 if the first of two lists of numbers comes first; what differs by less than 9e-13 is equal.
function ordered(first, second) {
  const at = first.findIndex((number, place) => Math.abs(number - second[place]) > 9e-13);
  return at < 0 ? 0 : first[at] - second[at];
}

// How likely a player wins at the turn of a place: what a round wins over the chance that it hits.
function value(turns, place, player) {
  let won = 0;
  let passed = 1;
  let hit = 0;
  for (let step = 0; step < turns.length; step++) {
    const { gains, chance } = turns[(place + step) % turns.length];
    won += passed * gains[player];
    hit += passed * chance;
    passed *= 1 - chance;
  }
  return won / hit;
}

function sum(numbers) {
  return numbers.reduce((total, more) => total + more, 0);
}

// A fraction in text as a double.
function number(text) {
  const [top, bottom] = parts(text);
  return Number(top) / Number(bottom);
}

// Above 0 if the first of two fractions is the larger one, below 0 if it is the smaller one; exact.
function compared(first, second) {
  const [[a, b], [c, d]] = [parts(first), parts(second)];
  return a * d > c * b ? 1 : a * d < c * b ? -1 : 0;
}

function parts(text) {
  const [top, bottom = "1"] = text.split("/");
  return [BigInt(top), BigInt(bottom)];
}

// ---------------------------------------------------------------------------------------------------------
// The harness

function answer(question) {
  const other = ["play", "ask", "model", "game"].find((key) => key in question);
  return other ? { skipped: `${other} ${question[other]} is not supported` } : solve(question);
}

// `console.log` writes a line at once; JSON has no NaN and no Infinity, and would say null in their place.
console.log(JSON.stringify({ hello: HELLO }));
require("readline")
  .createInterface({ input: process.stdin, terminal: false })
  .on("line", (line) => {
    const question = JSON.parse(line);
    console.log(JSON.stringify({ id: question.id, ...answer(question) }));
  });
