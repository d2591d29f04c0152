"""Prove when shooting at oneself pays, and write the page about it: python scripts/prove_self.py PAGE CERTIFICATES.

All but the last section of the page, which tells the times and the versions, comes out the same every time. The second
file gets a certificate for every system that the proofs refute.
"""

from __future__ import annotations

import platform
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path

from find_certificates import certificates_text

from truel_ref import Aim, Problem, decision, solve
from truel_ref.cli import main as command
from truel_ref.errors import SymbolicError, shown
from truel_ref.explain.reasons import profile_results, target_options
from truel_ref.files import write_text
from truel_ref.game.people import label
from truel_ref.game.reading import TIE_RULES
from truel_ref.numbers import fraction_text, percent_text
from truel_ref.play.ties import guaranteed
from truel_ref.studies.self_pays import (
    FACES,
    SEARCH,
    STATEMENTS,
    SURFACES,
    Case,
    LastCase,
    Surface,
    SystemAnswer,
    last_announcer,
    load_z3,
    prove,
    prove_rule_3,
)
from truel_ref.studies.self_pays.faces import Path as Announced
from truel_ref.symbolic.algebra import rational

TIMES = "## How long it took, and with what"
FOUR = ("1/10", "1/5", "1/4", "17/20")
KINDS = ("the inside of the cube", "its sides", "its edges", "its corners")
WHO = ("first", "second")


# ---------------------------------------------------------------------------------------------------------
# What Self gains at one decision, in numbers: nothing symbolic is used


@dataclass(frozen=True)
class SelfGain:
    """How much more Self, or Miss, is worth at one decision than every other allowed option, in win probability.

    Fields: `favourable`, with its best best replies against the others with theirs; `some_way`, against the others
    with their worst best replies, so the most that any way of breaking ties can give. Both are exact; it pays where
    they are positive.
    """

    favourable: Fraction
    some_way: Fraction


def gain_at(hits: Sequence[object], earlier: Sequence[object] = (), option: str = "Self") -> SelfGain | None:
    """Return what Self, or Miss, gains at a decision of the first phase, in numbers, for any number of players.

    Every profile is solved exactly, and the best replies are found by going through all of them; nothing symbolic is
    used. Ties of later phases are broken by rule 1; phases of two have none.

    Parameters: `hits`, exact hit probabilities in [0, 1]; `earlier`, the announcements before; `option`, "Self" or
    "Miss".

    Returns None where the option, or everything else, is not allowed.

    Raises `SymbolicError` for another option, and what `solve` and `decision` raise.

    >>> gain_at(["1/4", "3/4", "1/4"])
    SelfGain(favourable=Fraction(-48, 385), some_way=Fraction(384, 5005))
    """
    if option not in ("Self", "Miss"):
        raise SymbolicError(f"{shown(option)} is neither 'Self' nor 'Miss'")
    solution = solve(Problem(hits, search=SEARCH))
    options = target_options(solution.problem)
    profiles = profile_results(solution)
    earlier_aims = decision(solution, earlier).earlier
    before = tuple(options[place].index(aim) for place, aim in enumerate(earlier_aims))
    player = len(before)
    asked = Aim.miss(len(options)) if option == "Miss" else Aim.at(player, len(options))
    own = options[player].index(asked)

    def worth(path: Announced, place: int) -> Fraction:
        return rational(profiles[path].wins[place][place])

    def replies(announced: Announced) -> list[Announced]:
        """Return the lists of best replies, ties broken in any way."""
        if len(announced) == len(options):
            return [] if profiles[announced].stalls else [()]
        place = len(announced)
        after = [[(option, *rest) for rest in replies((*announced, option))] for option in range(len(options[place]))]
        least = guaranteed([worth(announced + path, place) for path in paths] for paths in after if paths)
        if least is None:
            return []
        return [path for paths in after for path in paths if worth(announced + path, place) >= least]

    values = [
        [worth((*before, option, *rest), player) for rest in replies((*before, option))]
        for option in range(len(options[player]))
    ]
    others = [worths for option, worths in enumerate(values) if worths and option != own]
    if not values[own] or not others:
        return None
    best, least = max(values[own]), guaranteed(others)
    assert least is not None  # there is another option
    return SelfGain(best - max(map(max, others)), best - least)


# ---------------------------------------------------------------------------------------------------------
# The page


def page(cases: Sequence[Case], last: Sequence[LastCase], rule_3: Sequence[Case]) -> str:
    """Return the page without its last section."""
    left = [answer for case in (*cases, *rule_3) for answer in case.left]
    refuted = [answer for case in (*cases, *rule_3) for answer in case.refuted]
    return "\n".join(
        [
            INTRODUCTION,
            outcome(refuted, left),
            STATED,
            LAST.format(
                identities=sum(case.identities for case in last),
                stalls=sum(case.stalls for case in last),
                lists=sum(case.identities + case.stalls for case in last),
            ),
            METHOD.format(polynomials=max(case.polynomials for case in cases)),
            table(cases),
            "",
            listed(cases),
            AT_TIES,
            surfaces(),
            RULES.format(
                refuted=sum(len(case.refuted) for case in rule_3),
                left=sum(len(case.left) for case in rule_3),
                console=SHOWN,
            ),
            four_players(),
        ]
    )


INTRODUCTION = """\
# When does it pay to shoot at oneself?

<!-- Written by scripts/prove_self; change that and run it again. -->

The published analysis says, from pictures, that nobody ever does best to aim at himself. For three players and
single targets this is right wherever nothing is tied, and here is the proof: for all hit probabilities at once, the
values 0 and 1 included. At ties it depends on how they are broken, and the places where it can go wrong are pieces
of two planes and of two curves. With four players it is false, and with mixed aims it is false for three.
"""


def outcome(refuted: Sequence[SystemAnswer], left: Sequence[SystemAnswer]) -> str:
    """Return what came out, in a sentence."""
    if left:
        kinds = [answer.kind for answer in left]
        said = paragraph(
            f"**Not everything is proved**: of {len(refuted) + len(left)} systems {len(left)} are left,",
            f"{kinds.count('possible')} possible and {kinds.count('undecided')} undecided.",
        )
        return said + "\n"
    return (
        f"**Everything below is proved**: {len(refuted)} systems of polynomial conditions are refuted, none is left.\n"
    )


STATED = """\
## The statements

Three players announce in the order A, B, C; any other order is a renaming. Each may aim at anybody, himself
included, or miss (`search` is {Others, Miss, Self}). The hit probabilities are any point `(a, b, c)` of the closed
cube. A *decision* is a player together with the announcements made before him. *Best replies* to an option are
announcements of the players after him, each of which is optimal at its own node, given some best replies after each
option there: any way of breaking ties counts. Announcements that can only end in a stalemate are not allowed while
there is another, as everywhere.

- **Untied.** Where no later reply is tied, Self is not strictly better than every other allowed option.
- **Favourable.** At no decision is Self, with any best replies to it, strictly better than every other allowed
  option with the best replies to it that favour the player most. In a formula: with `u(x, s)` what option `x` is
  worth to him under the replies `s`, and `S(x)` the best replies to `x`,

      max over s in S(Self) of u(Self, s)  <=  max over x other than Self, and s in S(x), of u(x, s)

- **Fixed order.** If each player breaks his ties by an order of his four options, the same at all his nodes,
  whatever the orders are, Self is not strictly better than every other allowed option with the replies that the
  orders choose. The tie rules 1, 2, 4, -1 and -4 are such orders for given hit probabilities; rule 3 is not.
- **Some way.** There is a way of breaking ties, any choice at any node, under which Self is strictly better than
  everything else that is allowed, at the points listed [below](#at-ties) and nowhere else.

*Favourable* implies *Untied*: where nothing is tied there is one list of best replies.
"""

LAST = """\
## The last announcer, by an identity

Let the announcements before C compose to `(v, κ)`, as in [the mathematics](theorems.md). His shot at himself has
`r = 0` and `k = 1 - c`, his miss has `r = 0` and `k = 1`. The difference of the two has the sign of

    0 - 0 + (1 - (1 - c)) v + (1 * 0 - (1 - c) * 0) κ  =  c v  >=  0

so the miss is never worse. If the miss would stall, nobody before him can hit, so `v = 0`: Self is worth 0, and
nothing is worth less. There are no replies, so all statements hold. On each of the 27 faces of the cube and for
each of the 16 lists of announcements before him ({lists} in all) the identity is checked as one of rational
functions, and `v >= 0` by Bernstein coefficients: {identities} times, and {stalls} times the miss stalls.
"""

METHOD = """\
## The first and the second announcer, by machine

The cube is cut into its 27 faces: each hit probability is 0, or 1, or strictly between. On a face it is known by
structure which announcements stall, and two options, each with replies, compare by the sign of a rational function.
Its denominator is a product of factors whose sign is *proved* (by Bernstein coefficients) before anything is
multiplied by them; an unsettled one is refused. Factors of the numerator with a proved sign are divided out. Inside
the cube {polynomials} polynomials are left whose signs decide everything.

A statement denies a claim, "Self pays", that is a formula in and, or, not over these signs. A solver for plain
logic proposes signs that make the claim true. A small part of the proposal is refuted: there is no point of the
face with these signs. From then on no proposal may contain that part. When no proposal is left, the claim is
refuted everywhere on the face. What is taken as a fact about replies is only this: of finitely many options one is
best, and an order does not go round in a circle. Parts are refuted by z3's decision procedure for polynomials over
the reals, with exact integers. It finds a refutation or a point; if it found neither in time, this page would say
so. That logic alone refutes most of the claims (a 0 in the table) is due to the proved signs.

**A second witness.** Each part that z3 refutes is refuted again without it, by an identity of polynomials. For the
first one in the list below it is, with `P` the second polynomial,

    (-P)  +  c (b - a)  +  b^2 (1 - a) (1 - c)  =  0

where at a point that meets both conditions the first two terms are positive and the third is not negative. (It is a
certificate in the sense of Handelman and of the Positivstellensatz: sums of products of the conditions, of `a`, `1 - a`
and so on, with positive coefficients.) All of them are data, in `truel_ref/studies/self_pays/certificates.json`, and
are checked by multiplying out:

```python
>>> from truel_ref.studies.self_pays import stored_certificates
>>> all(certificate.proves() for certificate in stored_certificates())
True

```

The tests check them a second time with a few lines that share nothing with the library, prove all statements again
from them alone, so that no polynomial is given to z3, and decide the plain logic by sympy's solver, too.
"""


def table(cases: Sequence[Case]) -> str:
    """Return the numbers of systems per place, statement and kind of face."""
    lines = [
        "| where | faces | announcer | statement | decisions | systems refuted by z3 | possible | undecided |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for fixed, kind in enumerate(KINDS):
        for player in (1, 0):
            for statement in STATEMENTS:
                some = [
                    case
                    for case in cases
                    if 3 - case.face.count(None) == fixed and (case.player, case.statement) == (player, statement)
                ]
                left = [answer.kind for case in some for answer in case.left]
                row = (
                    kind,
                    len(some),
                    WHO[player],
                    statement,
                    sum(case.nodes for case in some),
                    sum(len(case.refuted) for case in some),
                    left.count("possible"),
                    left.count("undecided"),
                )
                lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines)


def listed(cases: Iterable[Case]) -> str:
    """Return the systems refuted inside the cube for the first three statements."""
    lines = [
        paragraph(
            "The systems are counted where they are first needed; a face keeps what was refuted before.",
            "Inside the cube",
            "the first three statements rest on these alone, each of them impossible for `0 < a, b, c < 1`:",
        ),
        "",
    ]
    for case in cases:
        if case.face == (None, None, None) and case.statement != "some way":
            who = f"- {WHO[case.player]}, {case.statement}"
            lines += [f"{who}: `{answer.system}`" for answer in case.refuted]
    return "\n".join([*lines, ""])


AT_TIES = """\
## At ties

Self pays under some way of breaking ties exactly where the first column says so. Both directions are proved: off these
sets it never does, on every point of them it does. The examples are computed by the numeric solver, which goes through
all best replies. The last two columns say how much more Self is worth than every other option, if the ties are broken
as well as possible for it, and if they are broken in favour of each option; the second is never positive.
"""


def surfaces() -> str:
    """Return the table of the surfaces, with points."""
    lines = [
        "| where | decision | point | rule 3 | broken for Self | broken for each |",
        "|---|---|---|---|---|---|",
    ]
    for surface in SURFACES:
        for point in surface.points:
            gain = gain_at(point, surface.earlier)
            if gain is None or not surface.holds(list(map(Fraction, point))):
                raise SystemExit(f"{point} is no example of {surface.text}")
            numbers = [fraction_text(gain.some_way), fraction_text(gain.favourable)]
            likeliest = "pays" if pays_under_rule_3(point, surface) else ""
            if bool(likeliest) != surface.holds_with_rule_3(list(map(Fraction, point))):
                raise SystemExit(f"rule 3 does at {point} what is not proved")
            where = f"`{surface.text}`"
            lines.append(f"| {where} | {asked(surface)} | {', '.join(point)} | {likeliest} | {' | '.join(numbers)} |")
    return "\n".join([*lines, ""])


def pays_under_rule_3(point: Sequence[str], surface: Surface) -> bool:
    """Tell whether Self is the only best option where tie rule 3 breaks the ties."""
    solution = solve(point, search=SEARCH, tie_rule=3)
    allowed = [worth for worth in decision(solution, surface.earlier).worths if worth.allowed]
    best = max(worth.win[surface.player] for worth in allowed)
    return [worth.aim.target for worth in allowed if worth.win[surface.player] == best] == [surface.player]


def asked(surface: Surface) -> str:
    """Return the decision of a surface in words."""
    before = f", after {label(0)} at {surface.earlier[0]}" if surface.earlier else ""
    return label(surface.player) + before


RULES = """\
What happens there: a later player is indifferent, and after Self he breaks the tie one way and after the other options
another way. An order of his options cannot do that. Rule 3 can, since it looks at who is likely to win. It makes Self
pay

- on the first set where also `b (1 - a) (3 - a) < a^2 - 4 a + 2`,
- on the last set where also `c (1 - a) (3 - a) <= a^2 - 4 a + 2`,
- and nowhere else.

This is proved in the same way, with the coordinates of each set as symbols (systems refuted: {refuted}, left: {left}).
At [9/200, 31/50, 9/200], on the first set, A aims at himself:

{console}
"""


def console(*arguments: str) -> str:
    """Return a command and what it prints."""
    printed = StringIO()
    with redirect_stdout(printed):
        command(list(arguments))
    return f"```console\n$ scripts/truel {' '.join(arguments)}\n{printed.getvalue()}```"


SHOWN = console("solve", "9/200", "31/50", "9/200", "--search", "others,miss,self", "--if-eq", "3")


def four_players() -> str:
    """Return the section about four players, with numbers from the exact solver."""
    fields = {"search": SEARCH}
    solution = solve(FOUR, **fields)
    worths = decision(solution).worths
    best = max(worth.win[0] for worth in worths)
    lines = ["| A announces | B, C, D reply | A wins | B wins | C wins | D wins |", "|---|---|---|---|---|---|"]
    for worth in worths:
        own = "Self" if worth.aim.target == 0 else str(worth.aim)
        replies = ", ".join(map(str, worth.replies or ()))
        wins = [percent_text(win, 2) for win in worth.win]
        if worth.win[0] == best:
            own, wins[0] = f"**{own}**", f"**{wins[0]}**"
        lines.append(f"| {own} | {replies} | {' | '.join(wins)} |")
    after = {
        (first, option): next(one for one in decision(solution, [first]).worths if str(one.aim) == option)
        for first in ("A", "D")
        for option in ("A", "D", "Miss")
    }
    at_a, waits, at_d = (after["A", option] for option in ("A", "Miss", "D"))
    usual = after["D", "A"]
    if at_a.replies is None or usual.replies != after["D", "Miss"].replies or waits.replies != at_d.replies:
        raise SystemExit("the four-player example is not what the page says")
    gain = gain_at(FOUR)
    rules = [rule for rule in sorted(TIE_RULES) if solve(FOUR, tie_rule=rule, **fields).aims[0] == solution.aims[0]]
    if gain is None or len(rules) < len(TIE_RULES):
        raise SystemExit("the four-player example does not hold")
    return "\n".join(
        [
            "## Four players: it pays without any tie",
            "",
            paragraph(
                "A hits one time in ten, B one in five, C one in four, and D 17 times in 20. Each may aim at",
                "anybody, or miss.",
            ),
            "",
            console("solve", *FOUR, "--search", "others,miss,self"),
            "",
            paragraph(
                "A's only best announcement is to aim at himself.",
                f"It is worth {percent_text(gain.favourable, 2)} more than the next best",
                f"(exactly {fraction_text(gain.favourable)}), and every tie rule says the same.",
                "What each announcement leads to:",
            ),
            "",
            *lines,
            "",
            paragraph(
                "Whatever else A announces, B aims at A. After A has announced D, say, C and D shoot at each",
                "other whether B",
                "aims at A or waits, and aiming at A is worth more to B:",
                f"{percent_text(usual.win[1], 2)} against {percent_text(after['D', 'Miss'].win[1], 2)}.",
            ),
            "",
            paragraph(
                "After A has announced himself, the same shot would backfire. With A and B both shooting at A,",
                "the replies",
                f"are no longer the same: C would aim at {at_a.replies[0]}, and D would announce {at_a.replies[1]}.",
                f"B's chance falls to {percent_text(at_a.win[1], 2)}. Waiting is worth {percent_text(waits.win[1], 2)}",
                f"to him, a hair more than aiming at D ({percent_text(at_d.win[1], 2)}), because after both of",
                "these C and D",
                "shoot at each other as before. So B waits.",
            ),
            "",
            paragraph(
                "Now nobody aims at A but A himself, and he hits only one time in ten, while C and D thin each",
                "other out.",
                "With these replies a miss would be better still for A. But he does not get them for a miss:",
                "after it, B aims",
                "at A again. The threat against himself is what keeps B away.",
            ),
            "",
            "The region around this point is thin, but it is a region and not a line:",
            "",
            "![Where A aims at himself, for pC = 1/4 and pD = 17/20](figures/self-pays.png)",
            "",
            paragraph(
                "[Shooting at oneself among four](atlas/self-four.md) has its exact ends, and how often, at which",
                "denominators and why it pays.",
            ),
            "",
            paragraph(
                "With mixed aims three players are enough: at [63/200, 63/100, 69/200], with everything",
                "allowed, the equal",
                "mix, which has weight on himself, is A's best announcement:",
            ),
            "",
            console("solve", "63/200", "63/100", "69/200", "--search", "all"),
            "",
        ]
    )


def times(cases: Sequence[Case], seconds: float) -> str:
    """Return the last section, the one that differs from run to run."""
    import sympy

    answers = [(answer, case) for case in cases for answer in (*case.refuted, *case.left)]
    slowest, where = max(answers, key=lambda pair: pair[0].seconds)
    hardest = max(cases, key=lambda case: case.seconds)
    told = paragraph(
        f"{seconds:.0f} seconds on one core, {sum(answer.seconds for answer, _ in answers):.1f} of them in z3,",
        f"for {len(answers)} systems. The slowest case took {hardest.seconds:.1f} seconds ({named(hardest)}), most of",
        f"them for writing the comparisons as polynomials. The slowest system took {slowest.seconds:.3f} seconds",
        f"({named(where)}): `{slowest.system}`.",
    )
    versions = paragraph(
        f"Python {platform.python_version()}, sympy {sympy.__version__}, z3 {load_z3().get_version_string()}.",
        "Another z3 may refute other parts, and so need another number of them.",
    )
    return "\n".join([TIMES, "", told, "", versions, ""])


def named(case: Case) -> str:
    """Return which case it is, in words."""
    face = ", ".join("between" if hit is None else str(hit) for hit in case.face)
    return f"{case.statement}, {WHO[case.player]} announcer, face ({face})"


def paragraph(*parts: str) -> str:
    """Return sentences as lines of a readable length."""
    return textwrap.fill(" ".join(parts), 118, break_long_words=False, break_on_hyphens=False)


def main() -> int:
    """Prove everything, and write both files to the side and then into place."""
    path, witnesses = Path(sys.argv[1]), Path(sys.argv[2])
    begun = time.perf_counter()
    last = [last_announcer(face) for face in FACES]
    cases = []
    for case in prove():
        cases.append(case)
        if not case.proved:
            print(case.face, case.statement, WHO[case.player], *map(str, case.left), sep="\n  ")
    rule_3 = list(prove_rule_3())
    text = page(cases, last, rule_3) + "\n" + times([*cases, *rule_3], time.perf_counter() - begun)
    write_text(path, text)
    write_text(witnesses, certificates_text(answer.system for case in (*cases, *rule_3) for answer in case.refuted))
    print(path, witnesses, sep="\n")
    return 0 if all(case.proved for case in (*cases, *rule_3)) else 1


if __name__ == "__main__":
    sys.exit(main())
