"""Prove when shooting at oneself pays, and write the page about it: python scripts/prove_self.py PAGE CERTIFICATES.

Each run writes the page again without a change, but for the versions in its last section. The second file gets a
certificate for every system that the proofs refute.
"""

from __future__ import annotations

import platform
import sys
import textwrap
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path

from find_certificates import certificates_text
from truel_ref.studies.self_pays.faces import Path as Announced

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
from truel_ref.symbolic.algebra import rational

COMMANDS = "## Commands and versions"
NEXT = "Next: [shooting at oneself among four](atlas/self-four.md)."
FOUR = ("1/10", "1/5", "1/4", "17/20")
KINDS = ("inside the cube", "its sides", "its edges", "its corners")
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
            STATED,
            surfaces(),
            RULES,
            LAST.format(
                identities=sum(case.identities for case in last),
                stalls=sum(case.stalls for case in last),
                lists=sum(case.identities + case.stalls for case in last),
            ),
            METHOD.format(
                polynomials=max(case.polynomials for case in cases),
                outcome=outcome(refuted, left),
                table=table(cases),
                refuted=sum(len(case.refuted) for case in rule_3),
            ),
            four_players(),
        ]
    )


INTRODUCTION = """\
# When does it pay to shoot at oneself?

<!-- Written by scripts/prove_self; change that and run it again. -->

This page proves that of three players with single targets nobody gains by shooting at themselves, unless later
players break ties in special ways. It gives all places where they can. With four players, or with mixed aims,
shooting at oneself can be the only best aim.

**The game.** Players shoot in turn, in the order A, B, C, until one is left. A hits with probability $a$, B with $b$,
C with $c$, each from 0 to 1, both included. A player aims at anybody, themselves included (*Self*), or misses on
purpose. Play is *announced*: each player announces an aim at their first turn, knowing the announcements before, and
keeps it until somebody is hit. A list of aims such as (Miss, C, B) says that A misses on purpose, B shoots at C and C
at B, as long as all three live. In *stationary* play nobody announces; there Self is never better than another option
([theorem 1](atlas/self-four.md#where-it-can-pay)).
"""


def outcome(refuted: Sequence[SystemAnswer], left: Sequence[SystemAnswer]) -> str:
    """Return in a sentence how many systems are refuted, and how many are left."""
    if left:
        kinds = [answer.kind for answer in left]
        return (
            f"**Not everything is proved**: of {len(refuted) + len(left)} systems {len(left)} are left, "
            f"{kinds.count('possible')} possible and {kinds.count('undecided')} undecided."
        )
    return f"All {len(refuted)} systems that occur are refuted; none is left."


STATED = r"""## The statements

A *decision* is a player and the announcements before. An announcement that can only end in a stalemate is not allowed
while there is another. A later reply is *tied* if several options of that player are equally good. A *way of breaking
ties* picks a best option at every later decision; the picks at different decisions are independent. For an allowed
option $x$ let $u(x)$ be the set of the payoffs of the player with $x$ over all ways of breaking later ties. It is
finite, and it has one element if nothing is tied. In what follows $x$ stands for an allowed option, and Self and
another option are allowed.

**Theorem 1** ([T16](theorems.md)). *At every decision, for all* $(a, b, c) \in [0, 1]^3$,

$$\max u(\mathrm{Self}) \le \max_{x \ne \mathrm{Self}} \max u(x).$$

*If nothing is tied, Self is therefore not better than every other option. If each player breaks ties by one order of
their four options, the same at all their decisions, then Self is not strictly better than every other option,
either.*

For given hit probabilities the tie rules 1, 2, 4, -1 and -4 are such orders; rule 3 is not.

**Theorem 2** ([T17](theorems.md)). *There is a way of breaking ties under which Self is strictly better than
every other option, in a formula*

$$\max u(\mathrm{Self}) > \max_{x \ne \mathrm{Self}} \min u(x),$$

*at all points of the four sets of the table, at the decision named there, and nowhere else.*

The formula says the same as the sentence because replies to different options are different decisions. The sets lie
in the planes $a = c$ and $a = b$ and on two curves. The last three columns have a point of each set, whether Self is
best there under tie rule 3, and by how much Self can win more often than with every other option.
"""


def surfaces() -> str:
    """Return the table of the sets, each with a point; all points that are known are examined."""
    lines = ["| set | decision | point | rule 3 | gain, at most |", "|---|---|---|---|---|"]
    for surface in SURFACES:
        rows = []
        for point in surface.points:
            gain = gain_at(point, surface.earlier)
            if gain is None or not surface.holds(list(map(Fraction, point))) or gain.favourable > 0:
                raise SystemExit(f"{point} is no example of {surface.text}")
            likeliest = "Self" if pays_under_rule_3(point, surface) else ""
            if bool(likeliest) != surface.holds_with_rule_3(list(map(Fraction, point))):
                raise SystemExit(f"rule 3 does at {point} what is not proved")
            cells = [typeset(surface.text), asked(surface), ", ".join(point), likeliest]
            rows.append("| " + " | ".join([*cells, percent_text(gain.some_way, 2)]) + " |")
        lines.append(next((row for row in rows if "| Self |" in row), rows[0]))
    return "\n".join([*lines, ""])


def typeset(conditions: str) -> str:
    """Return conditions in words as formulas."""
    return ", ".join(f"${one}$" for one in conditions.replace("<=", r"\le").split(" and "))


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


RULES = r"""At each point of a set a later player is indifferent. After Self they break the tie in one way, after the
other options in another. One order of their options cannot do that. Rule 3 can, because it looks at who is likely to
win.

**Theorem 3.** *Under tie rule 3 Self is strictly better than every other option*

- *on the first set where also* $b\,(1 - a)(3 - a) < a^2 - 4a + 2$,
- *on the last set where also* $c\,(1 - a)(3 - a) \le a^2 - 4a + 2$,

*and nowhere else.*
"""

LAST = r"""## Proof: the last announcer

Let the turns of A and B, with the aims announced, compose to $(v, \kappa)$: C wins $v$ if one of those turns hits,
and they pass with probability $\kappa$ ([theorems](theorems.md)). A turn $(r, k)$ of C wins $r$ and passes with
probability $k$. Self is $(0, 1 - c)$, Miss is $(0, 1)$. What Miss is worth less what Self is worth has the sign of

$$(1 - (1 - c))\,v = c\,v \ge 0,$$

so Miss is never worse. If Miss would stall, A and B cannot hit. Then $v = 0$, Self is worth 0, and nothing is worth
less. There are no later replies, so all statements hold for C. The program checks the identity for each of the 16
lists of announcements on each of the 27 faces of the cube, {lists} in all: {identities} times with rational functions
and $v \ge 0$ by Bernstein coefficients; {stalls} times Miss stalls.
"""

METHOD = r"""## The first and the second announcer, by machine

Each hit probability is 0, or 1, or strictly between; this divides the cube into 27 faces.

1. *Comparisons.* On a face it is known which announcements stall. Two options, each with replies, compare by the sign
   of a rational function. Bernstein coefficients prove the signs of its denominator and of some factors of the
   numerator. Inside the cube the signs of {polynomials} polynomials decide everything.
2. *Logic.* The negation of a statement is a formula in *and*, *or*, *not* over these signs. It uses two facts about
   options: the best of finitely many exists, and an order has no cycle. A solver of propositional logic proposes
   signs that satisfy it.
3. *Refutation.* A few of the proposed signs form a system of polynomial conditions without a solution in the face.
   From then on no proposal may contain it. If no proposal is left, the statement holds on the face.

{outcome}
The table counts systems where they first occur. The other faces need none: proved signs and logic suffice.

{table}

Theorem 3 rests on {refuted} more, with the coordinates of each set as letters.

**Two witnesses for each layer.** z3's decision procedure for polynomials over the reals refutes each system in exact
integers. An identity refutes it again. For example, no point with $0 < a, b, c < 1$ satisfies $a < b$ and $P < 0$,
where $P = ab^2c - ab^2 - ac - b^2c + b^2 + bc$, because

$$P = c\,(b - a) + b^2(1 - a)(1 - c).$$

In general a sum of products of the conditions, of $a$, $1 - a$ and so on, with positive coefficients, is identically
0, and one term is positive (a certificate in the sense of Handelman and of the Positivstellensatz).
`truel_ref/studies/self_pays/certificates.json` has all of them; multiplying out checks them:

```python
>>> from truel_ref.studies.self_pays import stored_certificates
>>> all(certificate.proves() for certificate in stored_certificates())
True

```

The tests multiply out a second time with code that shares nothing with the library. They prove all statements again
from the identities alone, and decide the logic with sympy's solver, too.
"""


def table(cases: Sequence[Case]) -> str:
    """Return the numbers of systems by place, announcer and statement."""
    lines = ["| where | announcer | theorem 1 | one order | theorem 2 |", "|---|---|---|---|---|"]
    for fixed, kind in enumerate(KINDS):
        for player in (1, 0):
            some = [case for case in cases if (3 - case.face.count(None), case.player) == (fixed, player)]
            counts = [
                sum(len(case.refuted) for case in some if case.statement == statement)
                for statement in ("favourable", "fixed order", "some way")
            ]
            if any(counts):
                lines.append("| " + " | ".join([kind, WHO[player], *map(str, counts)]) + " |")
    return "\n".join(lines)


def console(*arguments: str) -> str:
    """Return a command and what it prints."""
    printed = StringIO()
    with redirect_stdout(printed):
        command(list(arguments))
    return f"```console\n$ scripts/truel {' '.join(arguments)}\n{printed.getvalue()}```"


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
    more = percent_text(gain.favourable, 2).removesuffix(" %")
    return "\n".join(
        [
            "## Four players: it pays without any tie",
            "",
            console("solve", *FOUR, "--search", "others,miss,self"),
            "",
            paragraph(
                f"A's only best announcement is Self, by {more} percentage points (exactly",
                f"{fraction_text(gain.favourable)}) and under every tie rule. What each announcement leads to:",
            ),
            "",
            *lines,
            "",
            paragraph(
                "After every other announcement B aims at A. After D, for example, C and D shoot at each other",
                f"whatever B does, and B wins {percent_text(usual.win[1], 2)} against A,",
                f"{percent_text(after['D', 'Miss'].win[1], 2)} with a miss. After Self the same shot would",
                f"change the replies: C would aim at {at_a.replies[0]}, D would announce {at_a.replies[1]},",
                f"and B would win {percent_text(at_a.win[1], 2)}.",
                f"A miss is worth {percent_text(waits.win[1], 2)} to B, more than a shot at D",
                f"({percent_text(at_d.win[1], 2)}). So B misses, and C and D shoot at each other.",
            ),
            "",
            "The region around this point is thin, but it is a region and not a line:",
            "",
            "![Where A aims at A, for c = 1/4 and d = 17/20](../figures/self-pays.png)",
            "",
            "## Three players with mixed aims",
            "",
            paragraph(
                "If mixes are allowed, three players are enough: A's best announcement is the equal mix,",
                "which has weight on A.",
            ),
            "",
            console("solve", "63/200", "63/100", "69/200", "--search", "all"),
            "",
        ]
    )


def appendix() -> str:
    """Return the last section, which depends on the versions of what the proof uses."""
    import sympy

    versions = paragraph(
        "`scripts/prove_self` proves everything and writes this page. It ran with",
        f"Python {platform.python_version()}, sympy {sympy.__version__}, z3 {load_z3().get_version_string()}.",
        "Another z3 may refute other systems, and so need another number of them.",
    )
    return "\n".join([COMMANDS, "", versions, "", NEXT, ""])


def paragraph(*parts: str) -> str:
    """Return sentences as lines of a readable length."""
    return textwrap.fill(" ".join(parts), 118, break_long_words=False, break_on_hyphens=False)


def main() -> int:
    """Prove everything, and write both files to the side and then into place."""
    path, witnesses = Path(sys.argv[1]), Path(sys.argv[2])
    last = [last_announcer(face) for face in FACES]
    cases = []
    for case in prove():
        cases.append(case)
        if not case.proved:
            print(case.face, case.statement, WHO[case.player], *map(str, case.left), sep="\n  ")
    rule_3 = list(prove_rule_3())
    text = page(cases, last, rule_3) + "\n" + appendix()
    write_text(path, text)
    write_text(witnesses, certificates_text(answer.system for case in (*cases, *rule_3) for answer in case.refuted))
    print(path, witnesses, sep="\n")
    return 0 if all(case.proved for case in (*cases, *rule_3)) else 1


if __name__ == "__main__":
    sys.exit(main())
