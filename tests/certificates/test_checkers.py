"""The checkers in Python and JavaScript: both accept the package's certificates, and neither a false statement."""

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import chain, product
from random import Random

import pytest
from plain_data import places
from source_code import ROOT

from truel_ref import Problem, certificate, equilibria, periodic_equilibria, solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import next_order
from truel_ref.oracle.corpus import lines
from truel_ref.play import phase
from truel_ref.play.phases import wins_also
from truel_ref.play.responses import StationaryNode, choices, others, turn_of, values_at_every_turn, worth
from truel_ref.play.stationary import reachable_sets

NODE = shutil.which("node")
CHECKERS = ROOT / "truel_ref" / "certificates" / "checkers"
COMMANDS = ([sys.executable, "-I", CHECKERS / "check.py"], [NODE, CHECKERS / "check.mjs"])
WORDS = ("Others", "Strongest", "Self", "Miss", "Random")

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed; it runs check.mjs")


# -- running both checkers


def verdicts(texts, folder):
    """Return for each text what both checkers say it shows, None if they refuse it; they must agree."""
    names = [f"{number}.jsonl" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(text, encoding="utf-8", newline="")
    python, script = (spoken(command, names, folder) for command in COMMANDS)
    for text, one, other in zip(texts, python, script, strict=True):
        assert (one[0], other[0]) in {("holds", "holds"), ("refused", "refused")}, f"{one} and {other}: {text[:2000]}"
        assert one == other or one[0] == "refused", text[:2000]
    return [said if word == "holds" else None for word, said in python]


def spoken(command, names, folder, seconds=600):
    """Return the verdict on each file, holds or refused, and what the checker says."""
    run = subprocess.run([*command, *names], cwd=folder, capture_output=True, text=True, check=False, timeout=seconds)
    said = [line.split(": ", 2) for line in run.stdout.splitlines()]
    assert [name for name, *_ in said] == names, run.stderr[-2000:]
    assert (run.stderr, run.returncode) == ("", int(any(word == "refused" for _, word, _ in said)))
    return [(word, reason) for _, word, reason in said]


# -- certificates of the package


def certified(vector):
    """Return the certificate of a test vector, or None for irrational numbers and random levels."""
    problem = Problem.from_data(vector["problem"])
    if problem.irrational or problem.random_levels:
        return None
    return certificate(equilibria(problem) if vector.get("play") == "stationary" else solve(problem))


def written(rows):
    return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def of_up_to(players, group=None):
    every = [vector for vector in map(json.loads, lines(group)) if "hits" in vector.get("problem", {})]
    plays = {"stationary"} if group else {None}
    return [one for one in every if one.get("play") in plays and len(one["problem"]["hits"]) <= players]


def corners(rng):
    """Yield certificates of tie rules, words of all kinds, zeros, ones, equal players, two players and mixes."""
    searches = [["Others", "Miss"], *([word] for word in WORDS[:4]), ["Others", "Random"], WORDS, ["Self", "Random"]]
    hits = ["0 0 1", "1 1 1", "1/2 1/2 1/2", "1/3 2/3 1", "0 1/2 1/2", "1/2 1/3", "0 0", "1 0", "0 1/4 1/2 1"]
    for number, (rule, later, one) in enumerate(
        product((1, 2, 3, 4, -1, -4), ("Optimal", "Strongest", "Random", "Self", "Miss"), hits)
    ):
        players = len(one.split())
        targets = ["Optimal", rng.choice(["Optimal", "Miss", "Self", "Random", "Strongest", 0, 1])]
        problem = Problem(
            one,
            targets=[rng.choice(targets) for _ in range(players)],
            search={"AB"[number % 2]: rng.choice(searches), "BA"[number % 2]: rng.choice(searches)},
            search_later=rng.choice([None, rng.choice(searches)]),
            target_later=later,
            tie_rule=rule,
        )
        yield certificate(solve(problem) if number % 3 else equilibria(problem))
    for one in ("13/25 1/2 11/25 2/5", "1/5 7/10 2/5 3/5 1/2", "1/3 1/2 1/2"):
        everything = equilibria(one, mixed=True)
        yield from (certificate(each) for each in everything.equilibria if not each.is_continuum)
        yield certificate(equilibria(one))
        yield certificate(periodic_equilibria(one, period=1))
    for one in ("1/5 4/5 1/2 7/10 3/5", "1/2 1/2 1/2", "0 0 1", "1 1 1", "1/2 1/3"):
        yield certificate(periodic_equilibria(one))
    yield certificate(periodic_equilibria(Problem("1/2 1/2 0", search="others,self,miss", targets="Optimal,Optimal,A")))


def test_both_accept_certificates_of_every_kind(tmp_path):
    texts = list(corners(Random(31)))
    said = verdicts(texts, tmp_path)
    assert None not in said
    assert {re.match(r"\w+", one)[0] for one in said} == {"fixed", "announced", "stationary", "periodic"}


@pytest.mark.parametrize("share", [pytest.param(1, marks=pytest.mark.slow), 40], ids=["all", "some"])
def test_both_accept_what_the_vectors_say(share, tmp_path):
    announced, stationary = of_up_to(4), of_up_to(5 if share == 1 else 4, "stationary")
    chosen = [Random(31).sample(every, len(every) // share) for every in (announced, stationary)]
    texts = [text for vector in chain(*chosen) if (text := certified(vector))]
    assert len(texts) > 0.8 * sum(map(len, chosen)) > 60
    assert None not in verdicts(texts, tmp_path)


def test_a_page_checks_a_text_without_node():
    text = certificate(solve("1/3 2/3 1"))
    path = json.dumps((CHECKERS / "check.mjs").as_uri())
    code = f"""
        const say = console.log;
        globalThis.process = undefined;
        const {{ check }} = await import({path});
        say(JSON.stringify([check({json.dumps(text)}), check({json.dumps(text.replace("25/63", "24/63"))})]));
    """
    run = subprocess.run([NODE, "--input-type=module", "-e", code], capture_output=True, text=True, check=True)
    good, bad = json.loads(run.stdout)
    said = "announced play of 1/3, 2/3, 1: backward induction in 7 phases, with ties by rule 1"
    assert good == {"holds": True, "said": said}
    assert bad == {"holds": False, "said": '"24/63" is not in lowest terms'}


# -- what an accepted certificate states must be true


def is_true(text, said):
    """Return whether the solver of the package agrees with an accepted certificate and what a checker says of it."""
    head, *entries = map(json.loads, text.splitlines())
    if head["kind"] == "fixed":
        return is_value_of_aims(head, entries)
    problem = stated_by(head)
    if head["kind"] == "announced":
        return is_solution(problem, entries)
    if head["kind"] == "periodic":
        return are_plans(problem, entries)
    if "exactly" in said:
        return is_complete_list(problem, entries) and f"exactly {len(equilibria(problem))} pure" in said
    return are_equilibria(problem, entries)


def stated_by(head):
    def by_player(sets):
        return {"ABCDE"[player]: words for player, words in enumerate(sets)}

    return Problem(
        head["hits"],
        targets=head["targets"],
        search=by_player(head["search"]),
        search_later=by_player(head["search_later"]),
        target_later=head["later"],
        tie_rule=head["ties"],
    )


def aim_of(said, players):
    """Return an aim of a certificate as weights."""
    if said == "Miss":
        return Aim.miss(players)
    return Aim.at(said, players) if isinstance(said, int) else Aim(tuple(map(Fraction, said)))


def is_value_of_aims(head, entries):
    hits = [Fraction(hit) for hit in head["hits"]]
    everybody = range(len(hits))
    wins = {(last,): [Fraction(player == last) for player in everybody] for last in everybody}
    for entry in entries:
        order, aims = tuple(entry["order"]), [aim_of(said, len(hits)) for said in entry["aims"]]
        if len(order) == 2 < len(hits) and [aim.target for aim in aims] != list(reversed(order)):
            return False
        turns = []
        for player, aim in zip(order, aims, strict=True):
            aimed = [
                (aim.weights[target], wins[next_order(order, player, target)])
                for target in (aim.targets if hits[player] else ())
            ]
            turns.append(phase.turn(hits[player], aimed, len(hits)))
        wins[order] = phase.value(turns)
        if wins[order] != [Fraction(win) for win in entry["win"]]:
            return False
    return order == tuple(everybody)


def is_solution(problem, entries):
    """Compare with the certificate of the solver, and the values of phases that nobody can reach."""
    solution = solve(problem)
    stated = {tuple(entry["order"]): entry for entry in entries}
    ours = {tuple(entry["order"]): entry for entry in map(json.loads, certificate(solution).splitlines()[1:])}
    wins = wins_also(solution, stated)
    return ours.keys() <= stated.keys() and all(
        [Fraction(win) for win in entry["win"]] == list(wins[order])
        and ("choices" not in ours.get(order, ()) or ours[order]["choices"] == entry["choices"])
        for order, entry in stated.items()
    )


def is_complete_list(problem, entries):
    """Compare the equilibria of the set of all players, by their aims and values, and how many selections there are."""
    everybody = list(range(problem.players))
    listed = [one for entry in entries if entry["set"] == everybody for one in entry["equilibria"]]
    stated = [(tuple(aim_of(said, problem.players) for said in one["aims"]), one["values"]) for one in listed]
    ours = equilibria(problem)
    expected = [(one.aims, [[str(win) for win in row] for row in one.values]) for one in ours]
    return all(stated.count(one) == expected.count(one) for one in stated + expected)


def are_equilibria(problem, entries):
    """Compute anew what every option is worth against the stated aims."""
    nodes = []
    for entry in entries:
        living = tuple(entry["set"])
        below = dict(zip(reachable_sets(problem, living)[:-1], (nodes[one] for one in entry["below"]), strict=True))
        seen = set()
        for one in entry["equilibria"]:
            aims = tuple(aim_of(said, problem.players) for said in one["aims"])
            turns = [turn_of(problem, living, who, aim, below) for who, aim in zip(living, aims, strict=True)]
            values = values_at_every_turn(turns)
            if values != [[Fraction(win) for win in row] for row in one["values"]] or aims in seen:
                return False
            seen.add(aims)
            for place, who in enumerate(living):
                options = choices(problem, living, who)
                v, kappa = others(turns, place, who)
                worths = [
                    worth(r[who], k, v, kappa) for r, k in (turn_of(problem, living, who, y, below) for y in options)
                ]
                if max(worths) > values[place][who] or not is_mix_of(options, aims[place]):
                    return False
            nodes.append(StationaryNode(living, aims, values, False, tuple(below.values())))
    return True


def are_plans(problem, entries):
    """Compute anew what every option is worth at every turn of the stated plans, from the values at the next turn."""
    plans = []
    for entry in entries:
        living, size = tuple(entry["set"]), len(entry["set"])
        aims = [aim_of(said, problem.players) for row in entry["aims"] for said in row]
        below, stated = {}, [[Fraction(win) for win in won] for row in entry["values"] for won in row]
        for (which, begins), left in zip(entry["below"], reachable_sets(problem, living)[:-1], strict=True):
            at = [plans[which][begin * len(left) + place] for place, begin in enumerate(begins)]
            below[left] = StationaryNode(left, (), at, False, ())
        turns = [turn_of(problem, living, living[i % size], aim, below) for i, aim in enumerate(aims)]
        if stated != [phase.value(turns[i:] + turns[:i]) for i in range(len(turns))]:
            return False
        for i, aim in enumerate(aims):
            who, later = living[i % size], stated[(i + 1) % len(turns)]
            options = [turn_of(problem, living, who, option, below) for option in choices(problem, living, who)]
            if max(r[who] + k * later[who] for r, k in options) > stated[i][who]:
                return False
            if aim not in choices(problem, living, who):
                return False
        plans.append(stated)
    return living == tuple(range(problem.players))


def is_mix_of(options, aim):
    """Whether an aim is an option, or a mix of the player's single targets and, if it is an option, Miss."""
    targets = {target for option in options for target in option.targets}
    misses = any(option.is_miss for option in options)
    mixes = len(options) > 1 and set(aim.targets) <= targets and (misses or sum(aim.weights) == 1)
    return aim in options or mixes


FALSE = {
    "an equilibrium twice": lambda rows, mixed: rows[-1].update(equilibria=rows[-1]["equilibria"] * 2),
    "a mixed one among the pure": lambda rows, mixed: rows[-1]["equilibria"].append(mixed),
    "one that nobody gains from": lambda rows, mixed: rows[-1].update(
        equilibria=rows[-1]["equilibria"][1:], refuted=[[0, 1, "0"], *rows[-1]["refuted"]]
    ),
    "twice in a list of some": lambda rows, mixed: rows[-1].update(equilibria=[mixed, mixed], refuted=None),
    "none where there are two": lambda rows, mixed: rows[-1].update(equilibria=[]),
    "an aim that is no option": lambda rows, mixed: rows[-1]["equilibria"][0]["aims"].__setitem__(0, 0),
    "nothing for an equilibrium": lambda rows, mixed: rows[-1]["equilibria"].__setitem__(0, None),
    "nothing for its aims": lambda rows, mixed: rows[-1]["equilibria"][0].update(aims=None),
    "nothing for a gain": lambda rows, mixed: rows[-1]["refuted"].__setitem__(0, None),
    "a smaller set less": lambda rows, mixed: rows.pop(1),
}


@pytest.mark.parametrize("change", FALSE.values(), ids=FALSE)
def test_a_false_list_of_equilibria_is_refused(change, tmp_path):
    everything = equilibria("13/25 1/2 11/25 2/5", mixed=True)
    [mixed] = [certificate(one) for one in everything if not one.is_pure]
    good = certificate(equilibria(everything.problem))
    bad = in_data(lambda rng, rows: change(rows, json.loads(mixed.splitlines()[-1])["equilibria"][0]))(None, good)
    assert [one is None for one in verdicts([good, bad], tmp_path)] == [False, True]


def test_the_last_two_shoot_at_each_other_with_fixed_aims_too(tmp_path):
    good = certificate(solve(Problem("1/2 1/3 0", targets="B,A,Miss")))
    bad = good.replace('{"order":[2,0],"aims":[0,2]', '{"order":[2,0],"aims":["Miss",2]')
    assert "fixed" in good
    assert good != bad
    assert [one is None for one in verdicts([good, bad], tmp_path)] == [False, True]


def test_equilibria_below_must_go_together(tmp_path):
    """A's first target leads to four players only, so that the values are the same for any equilibrium of three."""
    targets = ["E", "Miss", "Miss", "Miss", "Miss"]
    first, *others = equilibria(Problem("1/2 1/2 1/2 0 0", targets=targets))
    head, *rows = map(json.loads, certificate(first).splitlines())
    three = next(number for number, row in enumerate(rows) if row["set"] == [0, 1, 2])
    again = (json.loads(certificate(one).splitlines()[1 + three]) for one in others)
    rows[three]["equilibria"] += next(row["equilibria"] for row in again if row != rows[three])
    for row in rows[three + 1 :]:
        row["below"] = [one + (one > three) for one in row["below"]]
    good = written([head, *rows])
    rows[-1]["below"] = [one + (one == three) for one in rows[-1]["below"]]
    assert [one is None for one in verdicts([good, written([head, *rows])], tmp_path)] == [False, True]


@pytest.mark.parametrize("times", [pytest.param(3000, marks=pytest.mark.slow), 400], ids=["many", "some"])
def test_every_other_choice_is_refused(times, tmp_path):
    """The rules leave one choice at each node, wherever it is."""
    rng = Random(times)
    searches = (["Strongest", "Miss"], ["Others", "Miss"], ["Others", "Random"])
    hits = ("1/3 2/3 1", "1/2 1/2 1/2", "0 1/2 1/2", "1 1/4 0")
    several = [
        [json.loads(row) for row in certificate(solve(Problem(one, search=search, tie_rule=rule))).splitlines()]
        for one, search, rule in product(hits, searches, (1, 3, -4))
    ]
    spots = [
        (rows, row["choices"], place, signs[:node] + sign + signs[node + 1 :])
        for rows in several
        for row in rows[1:]
        for place, signs in enumerate(row["choices"])
        for node, sign in product(range(len(signs)), "01234-")
        if sign != signs[node]
    ]
    texts = []
    for rows, choices_, place, signs in rng.sample(spots, min(times, len(spots))):
        before, choices_[place] = choices_[place], signs
        texts.append(written(rows))
        choices_[place] = before
    assert verdicts(texts, tmp_path) == [None] * len(texts)


@pytest.mark.parametrize("times", [pytest.param(3000, marks=pytest.mark.slow), 300], ids=["many", "some"])
def test_profiles_with_their_values_are_accepted_if_nobody_gains(times, tmp_path):
    rng = Random(times)
    searches = (["Others", "Miss"], ["Others"], ["Others", "Self"], ["Others", "Miss", "Random"])
    hits = ("1/3 2/3 1", "1/2 1/2 1/2", "1 1 1", "0 1/2 1/2", "1/2 2/5 3/5", "1/2 1/2", "0 0 1/2")
    several = [equilibria(Problem(one, search=search)) for one, search in product(hits, searches)]
    several = [one for one in several if len(one)]
    texts = []
    while len(texts) < times:
        answer = rng.choice(several)
        players = answer.problem.players
        *rows, last = map(json.loads, certificate(rng.choice(list(answer))).splitlines())
        said = last["equilibria"][0]["aims"]
        for _ in range(rng.choice([1, 1, 2])):
            weights = [rng.choice(["0", "1/3"]) for _ in range(players)]
            weights[rng.randrange(players)] = rng.choice(["1/4", "1/3"])
            said[rng.randrange(players)] = rng.choice(["Miss", rng.randrange(players), rng.randrange(players), weights])
        nodes = [(row["set"], row["equilibria"][0]) for row in rows[1:]]
        below = {
            tuple(living): StationaryNode(
                tuple(living), (), [list(map(Fraction, win)) for win in one["values"]], strict=False, below=()
            )
            for living, one in nodes
        }
        aims = [aim_of(one, players) for one in said]
        everybody = tuple(range(players))
        victims = {target for who, aim in enumerate(aims) if answer.problem.hits[who] for target in aim.targets}
        left = {tuple(who for who in everybody if who != victim) for victim in victims}
        if players > 2 and not left <= below.keys():
            continue  # nobody has an option that leads there
        turns = [turn_of(answer.problem, everybody, who, aim, below) for who, aim in zip(everybody, aims, strict=True)]
        last["equilibria"][0]["values"] = [[str(win) for win in row] for row in values_at_every_turn(turns)]
        texts.append(written([*rows, last]))
    said = verdicts(texts, tmp_path)
    assert [one is not None for one in said] == [is_true(text, "") for text in texts]
    assert 0.05 * times < sum(one is not None for one in said) < 0.6 * times


# -- hostile files


def hostile():
    head, *rest = certificate(equilibria("1/3 2/3 1")).splitlines(keepends=True)
    announced = json.loads(head) | {"kind": "announced"}
    many = [f"1/{2 + player}" for player in range(40)]
    yield "a line of 10 MB", " " * 10**7
    yield "a line of 25 MB", "[" * 25 * 10**6
    yield "a word of 10 MB", head.replace("Optimal", "x" * 10**7, 1)
    yield "nested", head.replace('"later":', '"later":' + "[" * 10**5 + "]" * 10**5 + ',"later":')
    yield "nested alone", "[" * 10**5 + "]" * 10**5 + "\n"
    yield "an integer of a million digits", head.replace('"ties":1', '"ties":' + "1" * 10**6)
    yield "a fraction of a million digits", head.replace("1/3", "1/" + "3" * 10**6)
    yield "hits of 9,000 digits", head.replace("1/3", "1/" + "3" * 9_000) + "".join(rest)
    for players in (9, 13, 39, 40):
        everybody = list(range(players))
        words = {"hits": many[:players], "targets": ["Optimal"] * players}
        words |= {key: [["Others", "Miss"]] * players for key in ("search", "search_later")}
        phase_ = {"order": everybody, "win": ["0"] * players, "choices": ["0"] * players}
        set_ = {"set": everybody, "below": [], "equilibria": [], "refuted": None}
        for start, entry in ((announced, phase_), (json.loads(head), set_)):
            rows = (start | words, entry)
            yield f"{players}, {start['kind']}", written(rows)


def test_a_hostile_file_ends_in_a_line(tmp_path):
    names, texts = zip(*hostile(), strict=True)
    assert dict(zip(names, verdicts(texts, tmp_path), strict=True)) == dict.fromkeys(names)


@pytest.mark.parametrize("line", ["y", '"' + "x" * 10**6], ids=["many lines", "no line ends"])
@pytest.mark.parametrize("command", COMMANDS, ids=["Python", "JavaScript"])
def test_an_endless_file_ends_in_a_line(command, line, tmp_path):
    end = "tr -d '\\n'" if len(line) > 1 else "cat"
    script = f"yes '{line[:100_000]}' | {end} | {' '.join(map(str, command))} /dev/stdin"
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert re.fullmatch("/dev/stdin: refused: .*\n", run.stdout)


# -- mutations


def changed(rng, text):
    """Return a certificate with a mistake, and what it is."""
    name = rng.choice(sorted(MUTATIONS))
    return name, MUTATIONS[name](rng, text)


def at(rng, text, pattern, new):
    """Put something in place of a match of a pattern, if there is any."""
    matches = list(re.finditer(pattern, text))
    if not matches:
        return text
    match = rng.choice(matches)
    return text[: match.start()] + new(match[0]) + text[match.end() :]


def in_lines(change):
    def mutate(rng, text):
        rows = text.splitlines(keepends=True)
        change(rng, rows)
        return "".join(rows)

    return mutate


def in_data(change):
    """Change the data of a line and write it in canonical form, so that a checker cannot refuse the form alone."""

    def mutate(rng, text):
        rows = [json.loads(row) for row in text.splitlines()]
        change(rng, rows)
        return written(rows)

    return mutate


def leaf(rng, rows, only=lambda way: True):
    """Return the part that holds a random number or word, and its key."""
    ways = [way for way in places(rows) if not isinstance(part_of(rows, way), list | dict) and only(way)]
    return part_of(rows, (way := rng.choice(ways))[:-1]), way[-1]


def part_of(data, way):
    for step in way:
        data = data[step]
    return data


def another_leaf(rng, rows):
    (part, key), (other, its) = leaf(rng, rows), leaf(rng, rows)
    part[key] = other[its]


def another_type(rng, rows):
    way = rng.choice([way for way in places(rows) if way])
    part_of(rows, way[:-1])[way[-1]] = rng.choice([None, True, 7, "1/2", "Miss", [], {}, [None], ["1/2"], {"aims": []}])


def another_in_head(rng, rows):
    key = rng.choice(list(rows[0])[2:])
    new = {
        "ties": [1, 2, 3, 4, -1, -4],
        "later": ["Optimal", "Strongest", "Random", "Self", "Miss"],
        "targets": ["Optimal", "Miss", 0, 1],
        "search": [["Others", "Miss"], ["Others"], ["Miss"], ["Self", "Others"], ["Others", "Random"], ["Strongest"]],
    }
    if key == "hits":
        rows[0][key][rng.randrange(len(rows[0][key]))] = rng.choice(["0", "1", "1/2", "2/3"])
    elif key in ("later", "ties"):
        rows[0][key] = rng.choice(new[key])
    else:
        rows[0][key][rng.randrange(len(rows[0][key]))] = rng.choice(new[key.partition("_")[0]])


def another_player(rng, rows):
    part, key = leaf(rng, rows, lambda way: way[0] and type(part_of(rows, way)) is int)
    part[key] = rng.randrange(len(rows[0]["hits"]))


def another_aim(rng, rows):
    places_of_aims = [
        way for way in places(rows) if way[-2:-1] == ("aims",) or (way[1:2] == ("refuted",) and len(way) > 2)
    ]
    if places_of_aims:
        way = rng.choice(places_of_aims)
        one, key = part_of(rows, way[:-1]), way[-1]
        if way[1] == "refuted" and len(way) == 3:
            one, key = one[key], 1
        half = ["0"] * len(rows[0]["hits"])
        half[rng.randrange(len(half))] = "1/2"
        one[key] = rng.choice(["Miss", rng.randrange(len(half)), half])


def other_choice(rng, rows):
    with_choices = [row for row in rows if "choices" in row]
    if with_choices:
        choices = rng.choice(with_choices)["choices"]
        place = rng.randrange(len(choices))
        choices[place] = at(rng, choices[place], ".", lambda old: rng.choice([sign for sign in "0123-" if sign != old]))


def again_or_away(rng, rows):
    lists = [way for way in places(rows) if isinstance(part_of(rows, way), list) and part_of(rows, way)]
    one = part_of(rows, rng.choice(lists))
    place = rng.randrange(len(one))
    if rng.random() < 0.5:
        del one[place]
    else:
        one.insert(place, one[place])


def equilibria_again_or_away(rng, rows):
    lists = [row[key] for row in rows for key in ("equilibria", "refuted") if row.get(key)]
    if lists:
        one = rng.choice(lists)
        rng.choice([one.pop, lambda: one.append(one[0]), one.reverse])()


def complete_or_not(rng, rows):
    sets = [row for row in rows if "refuted" in row]
    if sets:
        rng.choice(sets)["refuted"] = rng.choice([None, []])


def swapped(rng, rows):
    i, j = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[i], rows[j] = rows[j], rows[i]


def doubled(text):
    numerator, _, denominator = text.strip('"').partition("/")
    factor = 2 if denominator else 1
    return f'"{factor * int(numerator)}/{factor * int(denominator or 1)}"'


def nested(rng, text):
    return at(rng, text, r"\d+|\[", lambda old: "[" * (depth := rng.choice([1, 50, 100_000])) + old + "]" * depth)


MUTATIONS = {
    "digit": lambda rng, text: at(rng, text, r"\d", lambda old: rng.choice("0123456789")),
    "not in lowest terms": lambda rng, text: at(rng, text, r'"\d+(/\d+)?"', doubled),
    "sign": lambda rng, text: at(rng, text, r"\d+", lambda old: f"-{old}"),
    "text": lambda rng, text: at(
        rng, text, r"(?s).", lambda old: rng.choice(['"', ",", "[", "]", "{", " ", "\u00e9", "\\u0041", ""])
    ),
    "cut": lambda rng, text: text[: rng.randrange(len(text))],
    "cut after a line": in_lines(lambda rng, rows: rows.__delitem__(slice(rng.randrange(len(rows)), None))),
    "line away": in_lines(lambda rng, rows: rows.pop(rng.randrange(len(rows)))),
    "line twice": in_lines(lambda rng, rows: rows.insert(rng.randrange(len(rows)), rng.choice(rows))),
    "lines swapped": in_lines(swapped),
    "key twice": lambda rng, text: at(rng, text, r'"[a-z_]+":', lambda old: f"{old}{rng.choice(['0', '[]'])},{old}"),
    "huge": lambda rng, text: at(rng, text, r"\d+", lambda old: old * rng.choice([2, 400, 30_000])),
    "float": lambda rng, text: at(rng, text, r"\d+", lambda old: old + rng.choice([".0", "e0", "e+21", ".5"])),
    "nested": nested,
    "another leaf": in_data(another_leaf),
    "another type": in_data(another_type),
    "another problem": in_data(another_in_head),
    "another player": in_data(another_player),
    "another aim": in_data(another_aim),
    "other choice": in_data(other_choice),
    "again or away": in_data(again_or_away),
    "equilibria again or away": in_data(equilibria_again_or_away),
    "complete or not": in_data(complete_or_not),
}


@pytest.mark.parametrize("times", [pytest.param(3000, marks=pytest.mark.slow), 400], ids=["many", "some"])
def test_a_mutated_certificate_is_refused_or_true(times, tmp_path):
    rng = Random(times)
    every = [text for text in corners(rng) if len(text) < 20_000]
    mutants = []
    while len(mutants) < times:
        text = rng.choice(every)
        name, mutant = changed(rng, text)
        if mutant != text:
            mutants.append((name, mutant))
    said = verdicts([mutant for _, mutant in mutants], tmp_path)
    accepted = [(*mutant, what) for mutant, what in zip(mutants, said, strict=True) if what is not None]
    assert 0.02 * times < len(accepted) < 0.3 * times
    for name, text, what in accepted:
        assert is_true(text, what), f"{name}: {what}: {text}"
