// Check certificates of truels: `node check.mjs FILE ...`, or `import { check } from "./check.mjs"` in a browser.
// docs/check/certificate.md is the format (version 1), docs/rules.md are the rules; their numbers stand in the code. This
// program needs no library. A fraction is a pair of BigInt, [numerator, denominator], not always in lowest terms. A
// turn (R2.1) is { r, k, d }, the integers r[i] and k over the denominator d; turns in a row compose to { v, k, d }.
// A player with the turn (r, k), while those of the others compose to (v, κ), wins (r + k v) / (1 - k κ) at it, and 0
// where k κ = 1 (R8.2). This holds for announced play, too: there the others keep what they announced.

const [LINE, LINES, WORK] = [20_000_000, 1_000_000, 20_000_000]; // at most: characters of a line, lines, worths
const [AT_ONCE, WAYS, DIGITS] = [2_000_000, 100_000, 10_000]; // profiles of a phase, selections, digits of a fraction
const LARGE = 100; // digits; arithmetic with larger numbers counts as more work
const SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"; // of options; "-" is no choice
const WORDS = ["Others", "Strongest", "Self", "Miss", "Random"];
const PROBLEM = ["certificate", "kind", "hits", "targets", "later", "search", "search_later", "ties"];

let work = 0;
class Refused extends Error {}
const need = (holds, reason) => { if (!holds) throw new Refused(reason); };
const sure = (value, holds, reason) => need(holds, reason) ?? value;
const count = (more) => need((work += more) <= WORK, "this is too much work");

// -- numbers
const [ZERO, ONE] = [[0n, 1n], [1n, 1n]];
const digits = (number) => number.toString(16).length * 1.2;
const squared = (size) => Math.floor((size / LARGE) ** 2);
const compare = ([a, b], [c, d]) => Number(a * d > c * b) - Number(a * d < c * b);
const minus = ([a, b], [c, d]) => [a * d - c * b, b * d];
const written = ([n, d]) => (d === 1n ? `${n}` : `${n}/${d}`);
function gcd(a, b) {
  count(squared(digits(b)));
  while (b) [a, b] = [b, a % b];
  return a;
}
function lcm(a, b) {
  need(digits(a) <= 2 * DIGITS, "the numbers are too large");
  return a % b ? (a / gcd(a, b)) * b : a;
}
/** Fractions as numerators over one denominator. */
function together(fractions) {
  const d = fractions.reduce((all, [, one]) => lcm(all, one), 1n);
  return { n: fractions.map(([n, one]) => n * (d / one)), d };
}

// -- reading: JSON lines in canonical form, fractions as text in lowest terms
const short = (value, most = 40) => String(JSON.stringify(value)).slice(0, most);
const list = (value, length = value?.length) =>
  sure(value, Array.isArray(value) && value.length === length, `${short(value)} is not a list, or not of ${length}`);
const integer = (value, below) =>
  sure(value, Number.isInteger(value) && value >= 0 && value < below, `${short(value)}: no integer below ${below}`);
function fraction(text) {
  need(typeof text === "string" && /^(0|[1-9][0-9]*)(\/[1-9][0-9]*)?$/.test(text), `${short(text)} is not a fraction`);
  need(text.length <= DIGITS, `a fraction has more than ${DIGITS} digits`);
  const [n, d] = text.split("/").map(BigInt);
  return sure([n, d ?? 1n], d === undefined || (d > 1n && gcd(n, d) === 1n), `${short(text)} is not in lowest terms`);
}
/** The values of an object that must have these keys, in this order. */
const fields = (entry, keys) =>
  sure(Object.values(entry ?? {}), short(Object.keys(entry ?? {}), 200) === short(keys, 200), `the keys must be ${keys}`);
/** The objects of lines. What JSON writes again as it was has each key once, no spaces, no odd numbers. */
function* objects(lines) {
  let number = 0;
  for (const line of lines) {
    need(++number <= LINES, `more than ${LINES} lines`);
    let entry = null;
    try {
      const read = JSON.parse(line);
      if (JSON.stringify(read) === line) entry = read;
    } catch {} // not JSON, or nested too deeply
    need(line.startsWith("{") && entry, `line ${number} is not an object of JSON in canonical form`);
    yield entry;
  }
}
function* linesOf(parts) {
  let rest = "";
  for (const part of parts) {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop();
    need(rest.length < LINE, "a line is too long");
    yield* lines;
  }
  need(!rest, "the last line does not end");
}

/** A text that is smaller for fewer players, and for players with smaller numbers. */
const rank = (players) => String.fromCharCode(players.length, ...players);

// -- the rules
class Game {
  constructor(head) {
    need(head?.certificate === "truel 1", "this is not a certificate of version 1");
    this.kind = head.kind;
    need(["fixed", "announced", "stationary", "periodic"].includes(this.kind), `this program does not check ${short(this.kind)}`);
    this.players = list(head.hits).length;
    const most = ["stationary", "periodic"].includes(this.kind) ? 12 : 39;
    need(this.players > 1 && this.players <= most, `hits must be 2 to ${most} numbers`);
    this.hits = head.hits.map(fraction);
    need(this.hits.every((hit) => compare(hit, ONE) <= 0), "hits must be numbers from 0 to 1");
    this.everybody = [...this.hits.keys()];
    this.miss = this.aimOf([]);
    this.known = new Map(); // options and smaller sets of living players
    const [, , , targets, later, search, searchLater, ties] =
      this.kind === "fixed" ? fields(head, PROBLEM.slice(0, 3)) : fields(head, PROBLEM);
    if (this.kind === "fixed") return;
    this.targets = list(targets, this.players).map((said) => (said === "Optimal" ? null : this.aim(said)));
    need(["Optimal", "Strongest", "Random", "Self", "Miss"].includes(later), "later: not a word for all players");
    this.searches = [search, searchLater].map((sets) => list(sets, this.players).map((words) => new Set(list(words))));
    for (const words of this.searches.flat()) {
      need([...words].every((word) => WORDS.includes(word)), "search: an unknown word");
      need(WORDS.slice(0, 4).some((word) => words.has(word)), "search: a set without Others, Strongest, Self and Miss");
    }
    need([1, 2, 3, 4, -1, -4].includes(ties), "ties: not a tie rule");
    Object.assign(this, { later, ties });
  }
  once(name, compute) {
    if (!this.known.has(name)) this.known.set(name, compute());
    return this.known.get(name);
  }

  // -- aims and options
  /** An aim (R1.3): its targets with their weights over a common denominator. Equal aims have equal keys. */
  aimOf(pairs) {
    const { n, d } = together(pairs.map(([, weight]) => weight));
    const sum = n.reduce((all, one) => all + one, 0n);
    const target = n.length === 1 && sum === d ? pairs[0][0] : null;
    const key = pairs.map(([who, weight]) => `${who}:${written(weight)}`).join();
    return { at: pairs.map(([who], i) => [who, n[i]]), over: d, sum, target, key };
  }
  single(target) { return this.aimOf([[target, ONE]]); }
  aim(said) {
    if (said === "Miss") return this.miss;
    if (typeof said === "number") return this.single(integer(said, this.players));
    const weights = list(said, this.players).map(fraction);
    const aim = this.aimOf([...weights.entries()].filter(([, weight]) => weight[0]));
    return sure(aim, aim.at.length && aim.target === null && aim.sum <= aim.over, `${short(said)} is not a mix`);
  }
  /** The options of a player in canonical order (R1.8, R1.9, R3.1, R3.6, R3.8, R4). */
  options(living, player) {
    return this.once(`${living}:${player}`, () => {
      const others = living.filter((other) => other !== player).sort((a, b) => a - b);
      const isFirst = living.length === this.players;
      const target = isFirst ? this.targets[player] : null;
      if (others.length === 1 && (this.players > 2 || !target)) return [this.single(others[0])];
      if (target) return [target];
      const words = this.searches[isFirst ? 0 : 1][player];
      const best = others.reduce((one, other) => (compare(this.hits[other], this.hits[one]) >= 0 ? other : one));
      const meant = { Others: others, Strongest: [best], Self: [player], Miss: [], Random: [] };
      const at = this.everybody.filter((who) => [...words].some((word) => meant[word].includes(who)));
      const singles = [...at.map((who) => this.single(who)), ...(words.has("Miss") ? [this.miss] : [])];
      const Random = this.aimOf(at.map((who) => [who, [1n, BigInt(singles.length)]]));
      const later = { Strongest: this.single(best), Self: this.single(player), Miss: this.miss, Random };
      if (!isFirst && this.later !== "Optimal") return [later[this.later]];
      return words.has("Random") && singles.every(({ key }) => key !== Random.key) ? [...singles, Random] : singles;
    });
  }
  /** Which of equally good aims the tie rule takes (R3.7): the first of those that it leaves equal (R3.8). */
  taken(aims, wins) {
    const rule = Math.abs(this.ties);
    const kinds = rule === 1 ? ["single", "Miss", "mix"] : ["single", "mix", "Miss"];
    const kind = ({ target, at }) => kinds.indexOf(target !== null ? "single" : at.length ? "mix" : "Miss");
    if (aims.length === 1) return 0;
    const scores = aims.map(({ at, over }, i) => {
      const { n, d } = together(at.map(([target]) => (rule === 3 ? wins[i] : this.hits)[target]));
      return [n.reduce((all, one, j) => all + one * at[j][1], 0n), d * over];
    });
    const order = (i, j) => {
      const [score, label] = [compare(scores[j], scores[i]), aims[i].target - aims[j].target]; // null counts as 0
      return rule === 2 || rule === 3 ? score : kind(aims[i]) - kind(aims[j]) || (rule === 1 ? score || -label : label);
    };
    return aims.reduce((best, _, i) => (order(i, best) * Math.sign(this.ties) < 0 ? i : best), 0);
  }

  // -- turns and values
  /** The turn of a player (R2.1); `after` gives the values of the next phase (R1.7) as { n, d }. */
  turn(order, place, aim, after) {
    const [hit, all] = this.hits[order[place]];
    let [r, d, shot] = [this.everybody.map(() => 0n), 1n, 0n];
    for (const [target, weight] of hit ? aim.at : []) {
      need(order.includes(target), `player ${order[place]} aims at ${target}, who is eliminated`);
      const next = [...order.slice(place + 1), ...order.slice(0, place + 1)].filter((who) => who !== target);
      const win = next.length > 1 ? after(next) : { n: this.everybody.map((who) => BigInt(who === next[0])), d: 1n };
      const common = lcm(d, win.d);
      r = r.map((won, i) => won * (common / d) + hit * weight * win.n[i] * (common / win.d));
      [d, shot] = [common, shot + hit * weight];
    }
    d *= all * aim.over;
    return { r, d, k: d - (d / (all * aim.over)) * shot, size: digits(d) };
  }
  turns(order, aims, after) { return aims.map((aim, place) => this.turn(order, place, aim, after)); }
  /** The turns of all but one player, composed from the next one on. */
  others(turns, place) {
    let rest = { v: this.everybody.map(() => 0n), k: 1n, d: 1n, size: 0 };
    for (const { r, k, d, size } of [...turns.slice(place + 1), ...turns.slice(0, place)]) {
      rest = { v: rest.v.map((v, i) => v * d + rest.k * r[i]), k: rest.k * k, d: rest.d * d, size: rest.size + size };
      count(squared(rest.size));
    }
    return rest;
  }
  /** What a turn is worth to a player, while the others' turns compose to (v, κ) (R8.2). */
  worth({ r, k, d, size }, others, player) {
    count(1 + squared(size + others.size));
    const ends = d * others.d - k * others.k;
    return ends ? [r[player] * others.d + k * others.v[player], ends] : ZERO;
  }
  worths(turn, others) { return this.everybody.map((player) => this.worth(turn, others, player)); }
  stated(said, values, whose) {
    const read = list(said, this.players).map(fraction);
    return sure(read, read.every((one, i) => compare(one, values[i]) === 0), `the values of ${whose} differ`);
  }
  /** Read the living players of a line; smaller sets of players come first. */
  living(said, before) {
    const players = list(said).map((player) => integer(player, this.players));
    const falls = players.filter((player, i) => players[(i + 1) % players.length] <= player);
    need(players.length > 1 && falls.length === 1, `${short(players)}: not two or more players in the cycle`);
    return sure(players, rank(before) <= rank(players), `${players}: out of order`);
  }

  // -- fixed aims and announced play
  checkPhases(entries) {
    const [values, isFixed] = [new Map(), this.kind === "fixed"];
    const after = (next) => values.get(`${next}`) ?? need(false, `the phase ${next} can follow and is missing`);
    let order = [];
    for (const entry of entries) {
      fields(entry, isFixed ? ["order", "aims", "win"] : ["order", "win", "choices"]);
      order = this.living(entry.order, order);
      need(!values.has(`${order}`), `the phase ${order} occurs twice`);
      const isForced = isFixed && order.length === 2 && this.players > 2;
      const aims = isFixed ? list(entry.aims, order.length).map((one) => this.aim(one)) : [];
      need(!isForced || aims.every(({ target }, i) => target === order[1 - i]), "the last two must shoot (R1.8)");
      const turns = isFixed ? this.turns(order, aims, after) : this.announced(order, entry.choices, after);
      const wins = turns ? this.worths(turns[0], this.others(turns, 0)) : this.everybody.map(() => ZERO);
      values.set(`${order}`, together(this.stated(entry.win, wins, `the phase ${order}`)));
    }
    need(`${order}` === `${this.everybody}`, "the last line must be the first phase");
    if (isFixed) return `the values of ${values.size} phases with these aims`;
    return `backward induction in ${values.size} phases, with ties by rule ${this.ties}`;
  }
  /** The turns that follow the choices of a phase, null in a stalemate, after a check of each choice (R3). */
  announced(order, choices, after) {
    const options = order.map((player) => this.options(order, player));
    const sizes = options.map(({ length }) => length);
    const profiles = sizes.reduce((all, size) => all * size, 1);
    need(profiles <= AT_ONCE, `a phase has more than ${AT_ONCE} profiles`);
    count(profiles);
    const turns = options.map((aims, place) => aims.map((aim) => this.turn(order, place, aim, after)));
    for (const [place, signs] of list(choices, order.length).entries()) {
      const nodes = sizes.slice(0, place).reduce((all, size) => all * size, 1);
      need(typeof signs === "string" && signs.length === nodes, "not a choice for each node");
    }
    const settle = (earlier, node) => {
      const place = earlier.length;
      if (place === order.length) return earlier.some(({ k, d }) => k !== d) ? earlier : null; // R3.3
      const follow = turns[place].map((turn, option) => settle([...earlier, turn], node * sizes[place] + option));
      const allowed = [...follow.keys()].filter((option) => follow[option]);
      const sign = choices[place][node];
      need((sign === "-") === !allowed.length, "no choice where there is one, or a choice where all stall (R3.5)");
      if (!allowed.length) return null;
      const [player, chosen] = [order[place], SIGNS.indexOf(sign)];
      need(allowed.includes(chosen), `player ${player} chooses no option, or stalls (R3.4)`);
      if (allowed.length === 1) return follow[chosen];
      const plays = allowed.map((option) => [follow[option][place], this.others(follow[option], place)]);
      const worths = plays.map(([turn, others]) => this.worth(turn, others, player));
      const mine = worths[allowed.indexOf(chosen)];
      need(worths.every((worth) => compare(worth, mine) <= 0), `player ${player} gains by another announcement (R3.1)`);
      const equal = [...allowed.keys()].filter((i) => compare(worths[i], mine) === 0);
      const wins = this.ties === 3 ? equal.map((i) => this.worths(...plays[i])) : [];
      const taken = equal[this.taken(equal.map((i) => options[place][allowed[i]]), wins)];
      need(allowed[taken] === chosen, `tie rule ${this.ties} takes another option of player ${player}`);
      return follow[chosen];
    };
    return settle([], 0);
  }

  // -- stationary play
  checkStationary(entries) {
    const [found, table] = [[], new Map()]; // equilibria; their numbers by the set and the equilibria below
    let [living, isComplete] = [[], true];
    for (const entry of entries) {
      const [said, below, equilibria, refuted] = fields(entry, ["set", "below", "equilibria", "refuted"]);
      living = this.living(said, living);
      need(living[0] < living.at(-1) && !living.some((who, i) => who < living[i - 1]), `${living}: not ascending`);
      const sets = this.smaller(living);
      const chosen = new Map(list(below, sets.length).map((id, i) => [`${sets[i]}`, found[integer(id, found.length)]]));
      for (const [left, one] of chosen) {
        const goesWith = [...one.below].every(([inside, other]) => chosen.get(inside) === other);
        need(one.set === left && goesWith, "below: equilibria of other sets, or that do not go together");
      }
      need(!table.has(`${living}:${below}`), `the set ${living} occurs twice with the same equilibria below`);
      const after = (next) => chosen.get(`${[...next].sort((a, b) => a - b)}`).at.get(next[0]);
      const mine = list(equilibria).map((one) => this.equilibrium(living, one, chosen, after));
      need(new Set(mine.map(({ key }) => key)).size === mine.length, "an equilibrium occurs twice");
      table.set(`${living}:${below}`, mine.map((_, i) => found.length + i));
      for (const one of mine) found.push(one);
      if (refuted === null) isComplete = false;
      else this.refute(living, mine, list(refuted), after);
    }
    const sets = new Set([...table.keys()].map((key) => key.split(":")[0]));
    need(isComplete || `${living}` === `${this.everybody}`, "the last line must be the set of all players");
    if (!isComplete) return `${found.length} equilibria of ${sets.size} sets, and nothing of others`;
    let ways = [new Map()];
    for (const left of [...this.smaller(this.everybody), this.everybody]) {
      const ids = ways.map((way) => table.get(`${left}:${this.smaller(left).map((set) => way.get(`${set}`))}`));
      need(!ids.includes(undefined), `the set ${left} is missing with some equilibria below`);
      need(ids.reduce((all, { length }) => all + length, 0) <= WAYS, `more than ${WAYS} selections`);
      ways = ways.flatMap((way, i) => ids[i].map((id) => new Map([...way, [`${left}`, id]])));
    }
    return `exactly ${ways.length} pure equilibria, over all equilibria of smaller sets`;
  }
  /** The smaller sets of two or more players that can be reached, the smallest first (R3.11, R8.6). */
  smaller(living) {
    return this.once(`${living}:smaller`, () => {
      const seen = new Map([[`${living}`, living]]);
      for (const set of seen.values()) { // sees what the loop adds, too
        count(20);
        const aims = set.flatMap((who) => (this.hits[who][0] ? this.options(set, who) : []));
        for (const left of aims.flatMap(({ at }) => at.map(([target]) => set.filter((who) => who !== target)))) {
          if (left.length > 1) seen.set(`${left}`, left);
        }
      }
      return [...seen.values()].slice(1).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
    });
  }
  /** The options that a profile may have: one, if the player never hits (R8.5). */
  choices(living, player) {
    const aims = this.options(living, player);
    return this.hits[player][0] ? aims : [aims[this.taken(aims, aims.map(() => this.everybody.map(() => ONE)))]];
  }
  /** Check that nobody has an option that is worth more (R8.3, R8.7), and the values at every turn. */
  equilibrium(living, entry, chosen, after) {
    const [said, values] = fields(entry, ["aims", "values"]);
    const aims = list(said, living.length).map((one) => this.aim(one));
    const options = living.map((player) => this.choices(living, player));
    for (const [place, { at, over, sum, key }] of aims.entries()) {
      const likely = options[place].flatMap((option) => option.at.map(([target]) => target));
      const mayMiss = sum === over || options[place].some((option) => !option.sum);
      const isMix = options[place].length > 1 && mayMiss && at.every(([target]) => likely.includes(target));
      need(isMix || options[place].some((option) => option.key === key), `player ${living[place]} has no such aim`);
    }
    const turns = this.turns(living, aims, after);
    const wins = new Map();
    for (const [place, row] of list(values, living.length).entries()) {
      const [player, others] = [living[place], this.others(turns, place)];
      const stated = this.stated(row, this.worths(turns[place], others), `an equilibrium of ${living}`);
      wins.set(player, together(stated));
      for (const option of options[place]) {
        const worth = this.worth(this.turn(living, place, option, after), others, player);
        need(compare(worth, stated[player]) <= 0, `player ${player} gains in ${living} (R8.3)`);
      }
    }
    return { set: `${living}`, key: aims.map(({ key }) => key).join(" "), at: wins, below: chosen };
  }
  /** Check that somebody gains in every other profile. Of options with equal k, those with the largest r can be best. */
  refute(living, equilibria, refuted, after) {
    const rows = living.map((player, place) => {
      const all = this.choices(living, player).map((aim) => ({ aim, turn: this.turn(living, place, aim, after) }));
      const isBetter = ({ turn: a }, { turn: b }) =>
        compare([a.k, a.d], [b.k, b.d]) === 0 && compare([a.r[player], a.d], [b.r[player], b.d]) > 0;
      return all.filter((one) => !all.some((other) => isBetter(other, one)));
    });
    const listed = new Set(equilibria.map(({ key }) => key));
    let [next, met] = [0, 0];
    const visit = (profile) => {
      if (profile.length < rows.length) return rows[profile.length].forEach((one) => visit([...profile, one]));
      count(1);
      if (listed.has(profile.map(({ aim }) => aim.key).join(" "))) return void (met += 1);
      const [who, said, gain] = list(refuted[next++], 3);
      const [place, { key }] = [living.indexOf(who), this.aim(said)];
      need(place >= 0, "refuted: no living player");
      const better = rows[place].find(({ aim }) => aim.key === key) ?? profile[place];
      const others = this.others(profile.map(({ turn }) => turn), place);
      const more = minus(this.worth(better.turn, others, who), this.worth(profile[place].turn, others, who));
      need(more[0] > 0n && compare(more, fraction(gain)) === 0, `${who} does not gain ${short(gain)} in ${living}`);
    };
    visit([]);
    need(next === refuted.length, `refuted: ${living} has fewer profiles`);
    need(met === equilibria.length, `a mixed equilibrium of ${living} in a list of pure ones`);
  }

  // -- plans that repeat after some rounds
  /** Check that nobody gains by another option at any turn of a plan (R13.4), and the values there (R13.2). */
  checkPeriodic(entries) {
    const found = [];
    let living = [];
    for (const entry of entries) {
      const [said, below, aims, values] = fields(entry, ["set", "below", "aims", "values"]);
      living = this.living(said, living);
      need(living[0] < living.at(-1) && !living.some((who, i) => who < living[i - 1]), `${living}: not ascending`);
      const rounds = list(aims).map((one) => list(one, living.length).map((aim) => this.aim(aim)));
      const names = rounds.map((one) => one.map(({ key }) => key).join(" "));
      const repeats = (start) => names.every((name, i) => name === names[(i + start) % names.length]);
      need(names.length && !names.some((_, i) => i && repeats(i)), `the plan of ${living} repeats earlier, or is empty`);
      const sets = this.smaller(living);
      const chosen = new Map();
      for (const [i, one] of list(below, sets.length).entries()) {
        const [which, begins] = list(one, 2);
        const plan = found[integer(which, found.length)];
        need(plan.set === `${sets[i]}`, "below: a plan of another set");
        const at = list(begins, sets[i].length).map((begin, place) => plan.rows[integer(begin, plan.rows.length)][place]);
        chosen.set(plan.set, { entered: short(one, 10_000), at: new Map(sets[i].map((who, place) => [who, at[place]])) });
        const same = [...plan.below].every(([inside, entered]) => chosen.get(inside).entered === entered);
        need(same, "below: plans that do not go together");
      }
      const after = (next) => chosen.get(`${[...next].sort((a, b) => a - b)}`).at.get(next[0]);
      const options = living.map((player) => this.choices(living, player));
      const isKnown = (aim, place) => options[place].some(({ key }) => key === aim.key);
      need(rounds.every((one) => one.every(isKnown)), `somebody has no such aim in ${living}`);
      const turns = rounds.flatMap((one) => this.turns(living, one, after));
      const rows = list(values, rounds.length).map((row) => list(row, living.length));
      const wins = this.worths(turns[0], this.others(turns, 0));
      let behind = together(this.stated(rows[0][0], wins, `the plan of ${living}`));
      for (let position = turns.length - 1; position >= 0; position--) {
        const [round, place] = [Math.floor(position / living.length), position % living.length];
        const player = living[place];
        const worth = ({ r, k, d, size }, who) => {
          count(1 + squared(size + digits(behind.d)));
          return [r[who] * behind.d + k * behind.n[who], d * behind.d];
        };
        const now = this.everybody.map((who) => worth(turns[position], who));
        const stated = this.stated(rows[round][place], now, `the plan of ${living}`);
        for (const option of options[place]) {
          const other = worth(this.turn(living, place, option, after), player);
          need(compare(other, stated[player]) <= 0, `player ${player} gains in the plan of ${living} (R13.4)`);
        }
        behind = rows[round][place] = together(stated);
      }
      const entered = new Map([...chosen].map(([left, one]) => [left, one.entered]));
      found.push({ set: `${living}`, rows, below: entered, period: rounds.length });
    }
    need(`${living}` === `${this.everybody}`, "the last line must be the set of all players");
    const periods = found.filter(({ set }) => set === `${living}`).map(({ period }) => period);
    const said = [...new Set(periods)].sort((a, b) => a - b).join(", ");
    return `${periods.length} equilibria of all players, of period ${said}, and nothing of others`;
  }
}

/** Check the text of a certificate, or its parts: { holds, said }, where `said` is what it shows, or why it does not. */
export function check(text) {
  work = 0;
  const entries = objects(linesOf(typeof text === "string" ? [text] : text));
  try {
    const game = new Game(entries.next().value);
    const other = { stationary: "checkStationary", periodic: "checkPeriodic" }[game.kind];
    const said = game[other ?? "checkPhases"](entries);
    return { holds: true, said: `${game.kind} play of ${game.hits.map(written).join(", ")}: ${said}` };
  } catch (error) {
    if (!(error instanceof Refused || error instanceof RangeError || error.syscall)) throw error;
    return { holds: false, said: error.message };
  } finally {
    entries.return(); // closes the file
  }
}

// -- the command, for node
function* partsOf(fs, path) {
  const [file, bytes, decoder] = [fs.openSync(path), new Uint8Array(1 << 16), new TextDecoder("latin1")];
  try {
    for (let size = 1; (size = fs.readSync(file, bytes)); ) yield decoder.decode(bytes.subarray(0, size));
  } finally {
    fs.closeSync(file);
  }
}
const script = globalThis.process?.versions?.node && process.argv[1];
if (script) {
  const [fs, url] = await Promise.all([import("node:fs"), import("node:url")]);
  const paths = import.meta.url === url.pathToFileURL(fs.realpathSync(script)).href ? process.argv.slice(2) : [];
  for (const path of paths) {
    const { holds, said } = check(partsOf(fs, path));
    if (!holds) process.exitCode = 1;
    console.log(`${path}: ${holds ? "holds" : "refused"}: ${said}`);
  }
}
