"""Claims about random mixes and about shooting at oneself."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from truel_ref.explain.decisions import decision
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.numbers import number_text
from truel_ref.studies.claims.areas import HITS_OF_C
from truel_ref.studies.claims.enclosures import enclosed
from truel_ref.studies.claims.pictures import Count, Picture, Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged, listed, written
from truel_ref.studies.claims.solutions import WITH_RANDOM, sentence

WITH_SELF = "Others, Miss, Self"


def with_random(pictures: Pictures, hit: str, level: int | None = None, points: int = 300) -> Picture:
    """Return the picture with Random in the search, with levels or without."""
    levels = None if level is None else [level] * 3
    return pictures.square(hit, points=points, search=WITH_RANDOM, random_levels=levels)


def somebody(picture: Picture) -> Count:
    """Count the pixels where somebody's aim is a mix."""
    return picture.count(picture.somebody(picture.mixes))


def winner(picture: Picture) -> Count:
    """Count the pixels where the winner's aim is a mix."""
    return picture.count(picture.the_winner(picture.mixes))


def a_mix(player: int, aim: Aim) -> bool:
    """Tell whether an aim is a mix."""
    return aim.is_mix


def example(picture: Picture, place: tuple[int, int]) -> str:
    """Tell a pixel: its aims, win probabilities, and how many optimal outcomes there are, ties broken in any way."""
    solution = picture.data.solution_at(*place)
    wins = " / ".join(map(written, solution.win))
    outcomes = len(all_outcomes(solution.problem).outcomes)
    many = f"one of {outcomes} optimal outcomes" if outcomes > 1 else "the only optimal outcome"
    return f"{picture.named(*place)}: {sentence(solution)} Exactly {wins}; {many}."


@checks("R1", slow=True)
def _r1(pictures: Pictures) -> Finding:
    stated: list[Line] = []
    inner: list[Line] = []
    for hit in HITS_OF_C:
        picture = with_random(pictures, hit)
        which = picture.somebody(picture.mixes)
        for lines, name, part in ((stated, "", None), (inner, ", without the edges", picture.inner)):
            count = picture.count(which, part)
            lines.append(Line.within(f"pC = {hit}{name}", count.share, "1-3 %", "0.5", "3.5", str(count)))
    shares = [
        Line.note(
            f"pC = {hit}: exact share of the square", enclosed(pictures.regions(hit, WITH_RANDOM), _somebody_mixes)
        )
        for hit in HITS_OF_C
    ]
    return judged(
        [*stated, *shares],
        "; ".join(f"{line.what}: {line.exact}" for line in stated) + ".",
        [("without the edges", inner)],
        counterexample="; ".join(f"{line.what}: {line.exact}" for line in stated if not line.holds) + ".",
    )


def _somebody_mixes(aims: Iterable[object]) -> bool:
    """Tell whether one of some aims is Random."""
    return any(str(aim) == "Random" for aim in aims)


@checks("R2")
def _r2(pictures: Pictures) -> Finding:
    picture = with_random(pictures, "1")
    which = picture.the_winner(picture.mixes)
    places = picture.places(which)
    sure = picture.however(which, a_mix, of_winner=True)
    line = Line.fact("Random for the winner", "no pixel", picture.count(which), not places)
    without = Line.fact("the same however ties are broken", "no pixel", len(sure), not sure)
    if not places:
        return judged([line], "Nowhere on the grid.")
    rows, columns = zip(*places, strict=True)
    return judged(
        [line, without],
        f"It is at {line.exact} pixels, at {len(sure)} of them however ties are broken.",
        [("but for ties", [without])],
        counterexample=example(picture, (sure or places)[len(sure or places) // 2]),
        explanation=f"The pixels lie at {min(rows)}/{picture.points} <= pA <= {max(rows)}/{picture.points} and "
        f"{min(columns)}/{picture.points} <= pB <= {max(columns)}/{picture.points}.",
    )


@checks("R3")
def _r3(pictures: Pictures) -> Finding:
    picture = with_random(pictures, "1/2")
    which = picture.the_winner(picture.mixes)
    untied = picture.count(which & ~picture.data.tie)
    count = picture.count(which)
    line = Line.fact("Random for the winner", "some pixel", count, bool(count.some))
    return judged(
        [line, Line.note("of them without a tie on the path", untied.some)],
        f"It is at {count} pixels, {untied.some} untied.",
    )


FINER = (5, 7)


@checks("R4", slow=True)
def _r4(pictures: Pictures) -> Finding:
    more = []
    for hit in HITS_OF_C:
        equal, twos = somebody(with_random(pictures, hit)), somebody(with_random(pictures, hit, 2))
        enough = twos.share >= equal.share * Fraction(3, 2)
        more.append(Line.fact(f"pC = {hit}: somebody, levels 2", "noticeably more", f"{twos} against {equal}", enough))
    coarse = {level: with_random(pictures, "1", level, 20) for level in (2, 3, *FINER)}
    changes: dict[int, list[Line]] = {2: [], 3: []}
    for base, lines in changes.items():
        for level in FINER:
            same = coarse[level].count(coarse[level].winner == coarse[base].winner)
            what = f"same winner, level {level} against {base}"
            lines.append(Line.fact(what, "not significantly changed", same, same.share >= Fraction(19, 20)))
    counts = "; ".join(
        f"level {level}: {somebody(picture).some} and {winner(picture).some}" for level, picture in coarse.items()
    )
    tell = Line.note("pixels with Random for somebody and for the winner, 21 x 21", counts)
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
def _r5(pictures: Pictures) -> Finding:
    whole, half = (winner(with_random(pictures, hit, 3)) for hit in ("1", "1/2"))
    picture = with_random(pictures, "1", 3)
    untied = picture.count(picture.the_winner(picture.mixes) & ~picture.data.tie)
    return judged(
        [
            Line.fact("pC = 1: for the winner", "some pixels", whole, bool(whole.some)),
            Line.fact("pC = 1/2: for the winner", "more", half, half.share > whole.share),
            Line.note("pC = 1: of them without a tie", untied),
        ],
        f"At pC = 1 {whole}, at pC = 1/2 {half}.",
    )


@checks("F1", slow=True)
def _f1(pictures: Pictures) -> Finding:
    lines: list[Line] = []
    untied_lines: list[Line] = []
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
            lines.append(Line.fact(what, "no pixel", count, not count.some))
            untied_lines.append(Line.fact(f"{what}, without a tie on the path", "no pixel", untied, not untied.some))
            if count.some and not example:
                place = picture.places(which)[0]
                solution = picture.data.solution_at(*place)
                ties = [tie for tie in solution.ties if tie.order == solution.problem.first_order]
                example = (
                    f"{picture.named(*place)}, search "
                    f"{{{solution.problem.search_text()}}}: {sentence(solution)} "
                    f"There are {len(ties)} ties in the first phase: {ties[0] if ties else 'none'}."
                )
            if name == "Self":
                differ = picture.count((picture.data.win != plain.data.win).any(axis=-1))
                tied = picture.count((picture.data.win != plain.data.win).any(axis=-1) & ~picture.data.tie)
                lines.append(Line.fact(f"pC = {hit}: pixels that differ", "none", differ, not differ.some))
                untied_lines.append(
                    Line.fact(f"pC = {hit}: pixels that differ, without a tie on the path", "none", tied, not tied.some)
                )
            else:
                own = picture.marked(lambda player, aim: aim.is_mix and bool(aim.weights[player]))
                lines.append(
                    Line.note(
                        f"pC = {hit}, {{All}}: a mix with weight on himself", picture.count(picture.somebody(own))
                    )
                )
    return judged(
        lines,
        f"{sum(not line.holds for line in lines if line.holds is not None)} of "
        f"{sum(line.holds is not None for line in lines)} statements fail, at single tied pixels.",
        [("but for pixels with a tie", untied_lines)],
        counterexample=example,
        explanation="Between the pixels, for three players without mixes, [the proof](self-shots.md) settles it.",
    )


@checks("F2")
def _f2(pictures: Pictures) -> Finding:
    four = solve(["1/10", "1/5", "1/4", "17/20"], search=WITH_SELF)
    worths = sorted((worth for worth in decision(four).worths if worth.allowed), key=lambda worth: -worth.value)
    strict = worths[0].aim.target == 0 and worths[0].value > worths[1].value
    mix = solve(["63/200", "63/100", "69/200"], search="All")
    of_mix = sorted((worth for worth in decision(mix).worths if worth.allowed), key=lambda worth: -worth.value)
    mixed = of_mix[0].aim.is_mix and bool(of_mix[0].aim.weights[0]) and of_mix[0].value > of_mix[1].value
    rule = solve(["9/200", "31/50", "9/200"], search=WITH_SELF, tie_rule=3)
    himself = rule.aims[0] is not None and rule.aims[0].target == 0
    untied = not any(tie.order == four.problem.first_order for tie in four.ties)
    lines = [
        Line.fact(
            "[1/10, 1/5, 1/4, 17/20], {Others, Miss, Self}: the only best aim of A",
            "never Self",
            f"{worths[0].aim}, {written(worths[0].value)}; next {worths[1].aim}, {written(worths[1].value)}",
            not strict,
        ),
        Line.fact(
            "[63/200, 63/100, 69/200], {All}: the only best aim of A",
            "no weight on himself",
            f"{of_mix[0].aim} = ({', '.join(map(number_text, of_mix[0].aim.weights))}), "
            f"{written(of_mix[0].value)}; next "
            f"{of_mix[1].aim}, {written(of_mix[1].value)}",
            not mixed,
        ),
        Line.fact(
            "[9/200, 31/50, 9/200], {Others, Miss, Self}, tie rule 3: A's aim",
            "never Self",
            listed(rule.aims),
            not himself,
        ),
    ]
    return judged(
        lines,
        f"With four players A's only best aim can be himself: {number_text(worths[0].value)} against "
        f"{number_text(worths[1].value)}.",
        counterexample=f"truel-ref solve 1/10 1/5 1/4 17/20 --search others,miss,self: {sentence(four)} By threatening "
        "nobody "
        f"A makes B wait. The first phase has {'no tie' if untied else 'ties'}.",
        explanation="For three players without mixes it is true wherever no later reply is tied: "
        "[docs/self-shots.md](self-shots.md) has the "
        "proof, and the places where it fails at ties.",
    )
