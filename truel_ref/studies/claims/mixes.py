"""Claims about random mixes and about shooting at oneself.

**Claims about four players.**

**Claims about ties.**
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.explain.gains import decision
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import number_text
from truel_ref.studies.claims.areas import HITS_OF_C, enclosed, percent, read, square_readings, within
from truel_ref.studies.claims.pictures import ClaimPicture, Count, Pictures
from truel_ref.studies.claims.record import ClaimFinding, ClaimLine, checks, judged, listed, written
from truel_ref.studies.claims.single import WITH_RANDOM, sentence

if TYPE_CHECKING:
    import numpy as np

WITH_SELF = "Others, Miss, Self"


def with_random(pictures: Pictures, hit: str, level: int | None = None, points: int = 300) -> ClaimPicture:
    """Return the picture with Random in the search, with levels or without."""
    levels = None if level is None else [level] * 3
    return pictures.square(hit, points=points, search=WITH_RANDOM, random_levels=levels)


def somebody(picture: ClaimPicture) -> Count:
    """Count the pixels where somebody's aim is a mix."""
    return picture.count(picture.somebody(picture.mixes))


def winner(picture: ClaimPicture) -> Count:
    """Count the pixels where the winner's aim is a mix."""
    return picture.count(picture.the_winner(picture.mixes))


def a_mix(player: int, aim: Aim) -> bool:
    """Return whether an aim is a mix."""
    return aim.is_mix


def example(picture: ClaimPicture, place: tuple[int, int]) -> str:
    """Return a pixel in words: its aims, win probabilities, and the number of optimal outcomes over all ties."""
    solution = picture.data.answer_at(*place)
    wins = " / ".join(map(written, solution.win))
    outcomes = len(all_outcomes(solution.problem).outcomes)
    many = f"one of {outcomes} optimal outcomes" if outcomes > 1 else "the only optimal outcome"
    return f"{picture.named(*place)}: {sentence(solution)} Exactly {wins}; {many}."


Places: TypeAlias = "list[tuple[int, int]]"
"""Pixels, each by its row and its column."""


def mixed(picture: ClaimPicture, of_winner: bool = True) -> tuple[Count, Places, Places]:
    """Return the number of pixels with a mix for the winner, or for anybody; these, and those under all ties."""
    which = picture.the_winner(picture.mixes) if of_winner else picture.somebody(picture.mixes)
    return picture.count(which), picture.places(which), picture.however(which, a_mix, of_winner)


def example_of(picture: ClaimPicture, *lists: Places) -> str:
    """Return the middle pixel of the first list that is not empty, in words; empty if all lists are empty."""
    return next((example(picture, places[len(places) // 2]) for places in lists if places), "")


@checks("R1", slow=True)
def _r1(pictures: Pictures) -> ClaimFinding:
    stated: list[ClaimLine] = []
    inner: list[ClaimLine] = []
    for hit in HITS_OF_C:
        picture = with_random(pictures, hit)
        which = picture.somebody(picture.mixes)
        for lines, name, part in ((stated, "", None), (inner, ", without the edges", picture.inner)):
            count = picture.count(which, part)
            lines.append(ClaimLine.within(f"pC = {hit}{name}", count.share, "1-3 %", "0.5", "3.5", str(count)))
    shares = [
        ClaimLine.note(f"pC = {hit}: exact share of the square", enclosed(pictures.regions(hit, WITH_RANDOM), "Random"))
        for hit in HITS_OF_C
    ]
    return judged(
        [*stated, *shares],
        "; ".join(f"{line.what}: {line.exact}" for line in stated) + ".",
        [("without the edges", inner)],
        counterexample="; ".join(f"{line.what}: {line.exact}" for line in stated if not line.holds) + ".",
    )


@checks("R2")
def _r2(pictures: Pictures) -> ClaimFinding:
    picture = with_random(pictures, "1")
    own, places, sure = mixed(picture)
    line = ClaimLine.fact("Random for the winner", "no pixel", own, not places)
    without = ClaimLine.fact("the same however ties are broken", "no pixel", len(sure), not sure)
    if not places:
        return judged([line], "Nowhere on the grid.")
    rows, columns = zip(*places, strict=True)
    return judged(
        [line, without],
        f"It is at {line.exact} pixels, at {len(sure)} of them however ties are broken.",
        [("but for ties", [without])],
        counterexample=example_of(picture, sure, places),
        explanation=f"The pixels lie at {min(rows)}/{picture.points} <= pA <= {max(rows)}/{picture.points} and "
        f"{min(columns)}/{picture.points} <= pB <= {max(columns)}/{picture.points}.",
    )


@checks("R3")
def _r3(pictures: Pictures) -> ClaimFinding:
    picture = with_random(pictures, "1/2")
    which = picture.the_winner(picture.mixes)
    untied = picture.count(which & ~picture.data.tie)
    count = picture.count(which)
    line = ClaimLine.fact("Random for the winner", "some pixel", count, bool(count.some))
    return judged(
        [line, ClaimLine.note("of them without a tie on the path", untied.some)],
        f"It is at {count} pixels, {untied.some} untied.",
    )


FINER = (5, 7)


@checks("R4", slow=True)
def _r4(pictures: Pictures) -> ClaimFinding:
    more = []
    for hit in HITS_OF_C:
        equal, twos = somebody(with_random(pictures, hit)), somebody(with_random(pictures, hit, 2))
        enough = twos.share >= equal.share * Fraction(3, 2)
        more.append(
            ClaimLine.fact(f"pC = {hit}: somebody, levels 2", "noticeably more", f"{twos} against {equal}", enough)
        )
    coarse = {level: with_random(pictures, "1", level, 20) for level in (2, 3, *FINER)}
    changes: dict[int, list[ClaimLine]] = {2: [], 3: []}
    for base, lines in changes.items():
        for level in FINER:
            same = coarse[level].count(coarse[level].winner == coarse[base].winner)
            what = f"same winner, level {level} against {base}"
            lines.append(ClaimLine.fact(what, "not significantly changed", same, same.share >= Fraction(19, 20)))
    counts = "; ".join(
        f"level {level}: {somebody(picture).some} and {winner(picture).some}" for level, picture in coarse.items()
    )
    tell = ClaimLine.note("pixels with Random for somebody and for the winner, 21 x 21", counts)
    return judged(
        [*more, *changes[2], tell],
        f"{more[-1].exact} at pC = 1; from level 2 to {FINER[0]} the winner stays at {changes[2][0].exact}.",
        [
            (
                "finer levels change nothing significant from level 3 on, but level 2 differs from all of them",
                [*more, *changes[3]],
            )
        ],
    )


@checks("R5", slow=True)
def _r5(pictures: Pictures) -> ClaimFinding:
    whole, half = (winner(with_random(pictures, hit, 3)) for hit in ("1", "1/2"))
    picture = with_random(pictures, "1", 3)
    untied = picture.count(picture.the_winner(picture.mixes) & ~picture.data.tie)
    return judged(
        [
            ClaimLine.fact("pC = 1: for the winner", "some pixels", whole, bool(whole.some)),
            ClaimLine.fact("pC = 1/2: for the winner", "more", half, half.share > whole.share),
            ClaimLine.note("pC = 1: of them without a tie", untied),
        ],
        f"At pC = 1 {whole}, at pC = 1/2 {half}.",
    )


@checks("F1", slow=True)
def _f1(pictures: Pictures) -> ClaimFinding:
    lines: list[ClaimLine] = []
    untied_lines: list[ClaimLine] = []
    example = ""
    for hit in HITS_OF_C:
        plain = pictures.square(hit)
        for name, picture in (
            ("Self", pictures.square(hit, search=WITH_SELF)),
            ("All", pictures.square(hit, search="All")),
        ):
            which = picture.somebody(picture.selfs)
            count, untied = picture.count(which), picture.count(which & ~picture.data.tie)
            what = f"pC = {hit}, {'{Others, Miss, Self}' if name == 'Self' else '{All}'}: Self"
            lines.append(ClaimLine.fact(what, "no pixel", count, not count.some))
            untied_lines.append(
                ClaimLine.fact(f"{what}, without a tie on the path", "no pixel", untied, not untied.some)
            )
            if count.some and not example:
                place = picture.places(which)[0]
                solution = picture.data.answer_at(*place)
                ties = [tie for tie in solution.ties if tie.order == solution.problem.order]
                example = (
                    f"{picture.named(*place)}, search "
                    f"{{{solution.problem.search_text()}}}: {sentence(solution)} "
                    f"There are {len(ties)} ties in the first phase: {ties[0] if ties else 'none'}."
                )
            if name == "Self":
                differ = picture.count((picture.data.win != plain.data.win).any(axis=-1))
                tied = picture.count((picture.data.win != plain.data.win).any(axis=-1) & ~picture.data.tie)
                lines.append(ClaimLine.fact(f"pC = {hit}: pixels that differ", "none", differ, not differ.some))
                untied_lines.append(
                    ClaimLine.fact(
                        f"pC = {hit}: pixels that differ, without a tie on the path", "none", tied, not tied.some
                    )
                )
            else:
                own = picture.marked(lambda player, aim: aim.is_mix and bool(aim.weights[player]))
                lines.append(
                    ClaimLine.note(
                        f"pC = {hit}, {{All}}: a mix with weight on oneself", picture.count(picture.somebody(own))
                    )
                )
    return judged(
        lines,
        f"{sum(not line.holds for line in lines if line.holds is not None)} of "
        f"{sum(line.holds is not None for line in lines)} statements fail, at single tied pixels.",
        [("but for pixels with a tie", untied_lines)],
        counterexample=example,
        explanation="Between the pixels, for three players without mixes, "
        "[the proof](../mathematics/self-shots.md) settles it.",
    )


@checks("F2")
def _f2(pictures: Pictures) -> ClaimFinding:
    four = solve(["1/10", "1/5", "1/4", "17/20"], search=WITH_SELF)
    worths = sorted((worth for worth in decision(four).worths if worth.allowed), key=lambda worth: -worth.value)
    strict = worths[0].aim.target == 0 and worths[0].value > worths[1].value
    mix = solve(["63/200", "63/100", "69/200"], search="All")
    of_mix = sorted((worth for worth in decision(mix).worths if worth.allowed), key=lambda worth: -worth.value)
    mixed = of_mix[0].aim.is_mix and bool(of_mix[0].aim.weights[0]) and of_mix[0].value > of_mix[1].value
    rule = solve(["9/200", "31/50", "9/200"], search=WITH_SELF, tie_rule=3)
    himself = rule.aims[0] is not None and rule.aims[0].target == 0
    untied = not any(tie.order == four.problem.order for tie in four.ties)
    lines = [
        ClaimLine.fact(
            "[1/10, 1/5, 1/4, 17/20], {Others, Miss, Self}: the only best aim of A",
            "never Self",
            f"{worths[0].aim}, {written(worths[0].value)}; next {worths[1].aim}, {written(worths[1].value)}",
            not strict,
        ),
        ClaimLine.fact(
            "[63/200, 63/100, 69/200], {All}: the only best aim of A",
            "no weight on Self",
            f"{of_mix[0].aim} = ({', '.join(map(number_text, of_mix[0].aim.weights))}), "
            f"{written(of_mix[0].value)}; next "
            f"{of_mix[1].aim}, {written(of_mix[1].value)}",
            not mixed,
        ),
        ClaimLine.fact(
            "[9/200, 31/50, 9/200], {Others, Miss, Self}, tie rule 3: A's aim",
            "never Self",
            listed(rule.aims),
            not himself,
        ),
    ]
    return judged(
        lines,
        f"With four players A's only best aim can be Self: {number_text(worths[0].value)} against "
        f"{number_text(worths[1].value)}.",
        counterexample=f"truel-ref solve 1/10 1/5 1/4 17/20 --search others,miss,self: {sentence(four)} By threatening "
        "nobody "
        f"A makes B wait. The first phase has {'no tie' if untied else 'ties'}.",
        explanation="For three players without mixes it is true wherever no later reply is tied: "
        "[the proof](../mathematics/self-shots.md) has the places where it fails at ties.",
    )


RULES = (2, 3, 4, -1)
JUST_ABOVE = "500001/1000000"
ABOVE_HALF = f"if pD is {JUST_ABOVE} in place of 1/2, so that ties between C and D are broken for D"


def missing(picture: ClaimPicture) -> Count:
    """Count the pixels where the winner misses on purpose."""
    return picture.count(picture.the_winner(picture.misses))


@checks("Q1", slow=True)
def _q1(pictures: Pictures) -> ClaimFinding:
    picture, three = pictures.square("1/2", 1), pictures.square(1)
    stated, others = read(
        [
            (
                "Miss for somebody",
                within("about 10 %", 9, 11),
                square_readings(picture, picture.somebody(picture.misses)),
            ),
            ("Miss for the winner", percent("5.6 %"), square_readings(picture, picture.the_winner(picture.misses))),
        ]
    )
    with_three = three.count(three.somebody(three.misses))
    own = picture.count(picture.somebody(picture.misses))
    less = ClaimLine.fact("for somebody with three players", "more often", with_three, own.share < with_three.share)
    return judged(
        [*stated, less],
        f"For somebody in {own}, for the winner in {missing(picture)}.",
        [(name, [*lines, less]) for name, lines in others],
        counterexample=f"Miss is optimal for the winner at {missing(picture)} pixels.",
    )


@checks("Q2", slow=True)
def _q2(pictures: Pictures) -> ClaimFinding:
    settings = {"pC = 1/2, pD = 1": ("1/2", 1), "pC = 1/4, pD = 1": ("1/4", 1), "pC = pD = 1/2": ("1/2", "1/2")}
    counts = {name: missing(pictures.square(*hits, points=100)) for name, hits in settings.items()}
    half, quarter, equal = counts.values()
    more = ClaimLine.fact(
        "the winner misses, pC = 1/4, pD = 1", f"more than at pC = 1/2: {half}", quarter, quarter.share > half.share
    )

    def most(what: str, count: Count) -> ClaimLine:
        return ClaimLine.fact(
            f"the winner misses, {what}", "most often", count, count.share > max(quarter.share, half.share)
        )

    above = missing(pictures.square("1/2", JUST_ABOVE, points=100))
    lines = [most("pC = pD = 1/2", equal), more]
    otherwise = [
        (
            f"under tie rule {rule}",
            [
                most(
                    f"pC = pD = 1/2, tie rule {rule}", missing(pictures.square("1/2", "1/2", points=40, tie_rule=rule))
                ),
                more,
            ],
        )
        for rule in RULES
    ]
    return judged(
        lines,
        f"{equal} at pC = pD = 1/2 under rule 1, {above} with pD just above.",
        [*otherwise, (ABOVE_HALF, [most(f"pC = 1/2, pD = {JUST_ABOVE}", above), more])],
        counterexample="Under tie rule 1: " + "; ".join(f"{name}: {count}" for name, count in counts.items()) + ".",
    )


@checks("Q3", slow=True)
def _q3(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square("1/2", 1, points=100, search=WITH_RANDOM)
    every, places, sure = mixed(picture, of_winner=False)
    shown = ", ".join(picture.named(*place) for place in places[:4])
    return judged(
        [
            ClaimLine.fact("Random for somebody, however ties are broken", "nowhere", f"{len(sure)} pixels", not sure),
            ClaimLine.fact("Random for somebody", "a single spot, read as one pixel", every, every.some <= 1),
            ClaimLine.note("Random for the winner", winner(picture)),
        ],
        f"It is optimal at {every} pixels, at {len(sure)} of them however ties are broken.",
        counterexample=example_of(picture, sure, places),
        explanation=f"The pixels: {shown}{' and more' if len(places) > 4 else ''}.",
    )


@checks("Q4", slow=True)
def _q4(pictures: Pictures) -> ClaimFinding:
    pair = [pictures.square("1/2", hit, points=60, search=WITH_RANDOM) for hit in ("1/2", "0.51")]
    equal, near = map(somebody, pair)
    can = ClaimLine.fact("pC = pD = 1/2: Random for somebody", "somewhere", equal, bool(equal.some))
    less = ClaimLine.fact("pD = 0.51: Random for somebody", "less often", near, near.share < equal.share)
    own = ClaimLine.note("for the winner, pD = 1/2 and 0.51", "; ".join(str(winner(picture)) for picture in pair))
    readings = []
    near_coarse = somebody(pictures.square("1/2", "0.51", points=30, search=WITH_RANDOM))
    for rule in RULES:
        count = somebody(pictures.square("1/2", "1/2", points=30, search=WITH_RANDOM, tie_rule=rule))
        readings.append(
            (
                f"under tie rule {rule}",
                [
                    ClaimLine.fact(
                        f"pC = pD = 1/2, tie rule {rule}: Random for somebody", "somewhere", count, bool(count.some)
                    ),
                    ClaimLine.fact(
                        f"pD = 0.51, against tie rule {rule}",
                        "less often",
                        near_coarse,
                        near_coarse.share < count.share,
                    ),
                ],
            )
        )
    return judged(
        [can, less, own],
        f"{equal} at pD = 1/2, {near} at pD = 0.51.",
        readings,
        counterexample=f"Under tie rule 1: {equal} pixels at pD = 1/2, {near} at pD = 0.51.",
    )


@checks("Q5", slow=True)
def _q5(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square("1/2", 1, points=100, search=WITH_RANDOM, random_levels=[2] * 4)
    own, places, sure = mixed(picture)
    every = somebody(picture)
    others = Count(every.some - own.some, every.every)
    return judged(
        [
            ClaimLine.fact("a mix for somebody, not for the winner", "some pixels", others, bool(others.some)),
            ClaimLine.fact("a mix for the winner, however ties are broken", "nowhere", f"{len(sure)} pixels", not sure),
            ClaimLine.fact(
                "a mix for the winner at all", "isolated, read as below 1 %", own, own.share < Fraction(1, 100)
            ),
            ClaimLine.note("a mix for somebody", every),
        ],
        f"For somebody at {every} pixels, for the winner at {own.some}, at {len(sure)} of them however "
        "ties are broken.",
        counterexample=example_of(picture, sure, places),
    )


@checks("Q6", slow=True)
def _q6(pictures: Pictures) -> ClaimFinding:
    picture = pictures.square("1/2", 1, points=100, search=WITH_RANDOM)
    own, _, sure = mixed(picture)
    others = Count(somebody(picture).some - own.some, own.every)
    return judged(
        [
            ClaimLine.fact("Random for the winner", "nowhere", own, not own.some),
            ClaimLine.fact(
                "Random for the winner, however ties are broken", "nowhere", f"{len(sure)} pixels", not sure
            ),
            ClaimLine.fact("Random for another player alone", "some pixels", others, bool(others.some)),
        ],
        f"It is optimal for the winner at {own} pixels, at {len(sure)} of them however ties are broken.",
        counterexample=example_of(picture, sure),
    )


@checks("Q7", slow=True)
def _q7(pictures: Pictures) -> ClaimFinding:
    lines = []
    for hits in (("1/2", "0.51"), ("1/4", 1), (1, 1)):
        own, _, sure = mixed(pictures.square(*hits, points=60, search=WITH_RANDOM))
        name = f"pC = {hits[0]}, pD = {hits[1]}: equal Random for the winner, however ties are broken"
        lines.append(ClaimLine.fact(name, "nowhere", Count(len(sure), own.every), not sure))
    unequal = solve(["1/10", "3/5", "1/2", "0.51"], search=WITH_RANDOM, random_levels=[2] * 4)
    aim = unequal.aims[unequal.win.index(max(unequal.win))]
    name = "levels [2, 2, 2, 2] at [1/10, 3/5, 1/2, 51/100]: the winner's aim"
    mixes = aim is not None and aim.is_mix
    shown = example(pictures.square("1/2", "0.51", points=60, search=WITH_RANDOM), (35, 5))
    return judged(
        [*lines, ClaimLine.fact(name, "no mix", listed([aim]), not mixes)],
        "; ".join(f"{line.what}: {line.exact}" for line in lines) + ".",
        counterexample=f"Equal Random, {shown} With levels [2, 2, 2, 2], [1/10, 3/5, 1/2, 51/100]: {sentence(unequal)}",
    )


@checks("Q8", slow=True)
def _q8(pictures: Pictures) -> ClaimFinding:
    three = somebody(with_random(pictures, "1"))
    settings: dict[tuple[object, object], int] = {("1/2", 1): 100, ("1/4", 1): 60, (1, 1): 60}
    near: dict[tuple[object, object], int] = {("1/2", "0.51"): 60, ("1/2", "1/2"): 60}

    def less(hits: tuple[object, object], points: int) -> ClaimLine:
        count = somebody(pictures.square(*hits, points=points, search=WITH_RANDOM))
        name = f"Random for somebody, pC = {hits[0]}, pD = {hits[1]}"
        return ClaimLine.fact(name, f"less often than {three}", count, count.share < three.share)

    sure = [less(hits, points) for hits, points in settings.items()]
    lines = [*sure, *(less(hits, points) for hits, points in near.items())]
    return judged(
        lines,
        f"With three players, pC = 1, at {three}; with four at {'; '.join(line.exact for line in lines)}.",
        [("with pD = 1, not with pC = 1/2 and pD = 0.51 or 1/2", sure)],
        counterexample=f"pC = 1/2, pD = 0.51: {lines[3].exact}.",
    )


def _differ(first: ClaimPicture, second: ClaimPicture) -> np.ndarray:
    """Per pixel whether the win probabilities differ."""
    apart: np.ndarray = (first.data.win != second.data.win).any(axis=-1)
    return apart


@checks("T1", slow=True)
def _t1(pictures: Pictures) -> ClaimFinding:
    import numpy as np

    lines: list[ClaimLine] = []
    rare: list[ClaimLine] = []
    example, counts_of_rules, on_curves, diagonal = "", [], [], 0
    for hits, points in ((("1",), 300), (("1/2",), 300), (("1/2", "1"), 100)):
        name = ", ".join(f"p{label(player)} = {hit}" for player, hit in enumerate(hits, start=2))
        first = pictures.square(*hits, points=points)
        others = {rule: pictures.square(*hits, points=points, tie_rule=rule) for rule in RULES}
        differ = {rule: _differ(first, other) for rule, other in others.items()}
        anywhere = np.any(list(differ.values()), axis=0)
        count = first.count(anywhere)
        rare.append(ClaimLine.fact(f"{name}: the rule matters", "rare", count, count.share < Fraction(1, 100)))
        elsewhere = first.places(anywhere & ~first.boundary_like())
        mostly = 2 * len(elsewhere) < count.some
        lines += [
            rare[-1],
            ClaimLine.fact(f"{name}: of them not boundary-like", "fewer than half", len(elsewhere), mostly),
        ]
        if len(hits) == 1:
            partition = pictures.regions(hits[0])
            diagonal += int(np.trace(anywhere))
            on_curves += [partition.at(*first.data.spec.at(*place).hits[:2]) is None for place in elsewhere]
        each = ", ".join(f"rule {rule} at {int(pixels.sum())}" for rule, pixels in differ.items())
        counts_of_rules.append(f"{name}: other win probabilities than under rule 1 by {each}")
        if elsewhere and not example:
            place = elsewhere[len(elsewhere) // 2]
            problem = first.data.spec.at(*place)
            rule = next(rule for rule, pixels in differ.items() if pixels[place])
            own, other = solve(problem), others[rule].data.answer_at(*place)
            example = (
                f"{first.named(*place)}: rule 1 takes {listed(own.aims)}, rule {rule} takes {listed(other.aims)}; "
                f"{first.tie_towards(*place, other.aims)}."
            )
    return judged(
        lines,
        "; ".join(f"{line.what} at {line.exact}" for line in rare) + ".",
        [("for three players", lines[:4])],
        counterexample=f"{rare[-1].what} at {rare[-1].exact}.",
        explanation="; ".join(counts_of_rules)
        + f". Of the {len(on_curves)} pixels of three players that are not boundary-like {sum(on_curves)} "
        f"lie on a curve between [the exact regions](../mathematics/regions.md), where the coordinates "
        f"are rational. {diagonal} of the pixels of three players lie on the diagonal pA = pB; see A7. "
        f"One that is not boundary-like: {example}",
    )


@checks("T2", slow=True)
def _t2(pictures: Pictures) -> ClaimFinding:
    by_rule = {rule: pictures.square("1/2", 1, points=100, search=WITH_RANDOM, tie_rule=rule) for rule in (1, 2, 3, 4)}
    counts = {rule: by_rule[1].count(_differ(by_rule[1], by_rule[rule])) for rule in (2, 3, 4)}
    two = counts[2]
    aims = {rule: by_rule[1].count(_aims(by_rule[1]) != _aims(by_rule[rule])) for rule in (2, 3, 4)}
    return judged(
        [
            ClaimLine.fact("rule 2 against rule 1", "practically the same", two, two.share < Fraction(1, 100)),
            *(
                ClaimLine.fact(
                    f"rule {rule} against rule 1", "more pixels", counts[rule], counts[rule].share > two.share
                )
                for rule in (3, 4)
            ),
            ClaimLine.note("different aims, rules 2, 3, 4 against 1", "; ".join(map(str, aims.values()))),
        ],
        "; ".join(f"rule {rule}: {count}" for rule, count in counts.items()) + " differ from rule 1.",
        counterexample="; ".join(f"rule {rule} differs from rule 1 at {count}" for rule, count in counts.items()) + ".",
    )


def _aims(picture: ClaimPicture) -> np.ndarray:
    """Per pixel the aims of the first phase, as text."""
    import numpy as np

    names = np.array([", ".join(map(str, aims)) for aims in picture.data.aims])
    aims: np.ndarray = names[picture.data.index]
    return aims


@checks("T3")
def _t3(pictures: Pictures) -> ClaimFinding:
    steps = [Fraction(step, 4) for step in range(1, 5)]
    problems = [Problem([equal, equal, other], tie_rule=4) for equal in steps for other in steps]
    problems += [Problem([equal, other, equal], tie_rule=4) for equal in steps for other in steps if equal != other]
    problems += [Problem([other, equal, equal], tie_rule=4) for equal in steps for other in steps if equal != other]
    ties = [tie for problem in problems for tie in solve(problem).ties]
    single = [tie for tie in ties if sum(aim.target is not None for aim in tie.equal) > 1]
    kept = [
        tie for tie in single if tie.chosen.target == min(aim.target for aim in tie.equal if aim.target is not None)
    ]
    choices = sorted({(label(tie.player), str(tie.chosen)) for tie in single})
    return judged(
        [
            ClaimLine.fact(
                "the earlier label is taken",
                "always",
                f"{len(kept)} of {len(single)} ties",
                bool(single) and kept == single,
            )
        ],
        f"This library's own rule 4 does, at {len(kept)} of {len(single)} ties of {len(problems)} problems.",
        explanation="A test of a definition of this library. Choices that occur: "
        + ", ".join(f"{player} takes {chosen}" for player, chosen in choices)
        + ".",
    )


@checks("T4")
def _t4(pictures: Pictures) -> ClaimFinding:
    steps = [Fraction(step, 5) for step in range(6)]
    same, apart = 0, []
    for hits in product(steps, repeat=3):
        solution = solve(hits)
        for tie in solution.ties:
            players = [aim.target for aim in tie.equal if aim.target is not None]
            if len(players) > 1:
                better = max(players, key=lambda player: (hits[player], player))
                if better == max(players):
                    same += 1
                else:
                    apart.append((solution, tie, better, max(players)))
    example = ""
    if apart:
        # The plainest example: everybody can hit, and the numbers are small.
        solution, tie, better, later = max(apart, key=lambda case: min(case[0].problem.hits))
        example = (
            f"[{', '.join(map(number_text, solution.problem.hits))}], order "
            f"{''.join(map(label, tie.order))}: {label(tie.player)} is indifferent between {listed(tie.equal)}; the "
            f"better shot is {label(better)}, the higher index is {label(later)}."
        )
    every = same + len(apart)
    return judged(
        [ClaimLine.fact("ties at which both take the same player", "all", f"{same} of {every}", not apart)],
        f"The definitions part at {len(apart)} of {every} ties.",
        counterexample=example,
        explanation="Miss comes before mixes in all of them. This library follows the first, and for equal shots the "
        "second.",
    )
