"""Claims about four players."""

from __future__ import annotations

from fractions import Fraction

from truel_ref.fast.solving import solve
from truel_ref.studies.claims.areas import percent, read, square_readings, within
from truel_ref.studies.claims.mixes import a_mix, example, somebody, with_random
from truel_ref.studies.claims.pictures import Count, Picture, Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged, listed
from truel_ref.studies.claims.solutions import WITH_RANDOM, sentence

RULES = (2, 3, 4, -1)
JUST_ABOVE = "500001/1000000"
ABOVE_HALF = f"if pD is {JUST_ABOVE} in place of 1/2, so that ties between C and D are broken for D"


def missing(picture: Picture) -> Count:
    """Count the pixels where the winner misses on purpose."""
    return picture.count(picture.the_winner(picture.misses))


@checks("Q1", slow=True)
def _q1(pictures: Pictures) -> Finding:
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
    less = Line.fact("for somebody with three players", "more often", with_three, own.share < with_three.share)
    return judged(
        [*stated, less],
        f"For somebody in {own}, for the winner in {missing(picture)}.",
        [(name, [*lines, less]) for name, lines in others],
        counterexample=f"Miss is optimal for the winner at {missing(picture)} pixels.",
    )


@checks("Q2", slow=True)
def _q2(pictures: Pictures) -> Finding:
    settings = {"pC = 1/2, pD = 1": ("1/2", 1), "pC = 1/4, pD = 1": ("1/4", 1), "pC = pD = 1/2": ("1/2", "1/2")}
    counts = {name: missing(pictures.square(*hits, points=100)) for name, hits in settings.items()}
    half, quarter, equal = counts.values()
    more = Line.fact(
        "the winner misses, pC = 1/4, pD = 1", f"more than at pC = 1/2: {half}", quarter, quarter.share > half.share
    )

    def most(what: str, count: Count) -> Line:
        return Line.fact(
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


def _random(picture: Picture) -> tuple[Count, Count, Count, Count]:
    """Count Random for somebody, without a tie, for the winner, without a tie."""
    which, own = picture.somebody(picture.mixes), picture.the_winner(picture.mixes)
    untied = ~picture.data.tie
    return picture.count(which), picture.count(which & untied), picture.count(own), picture.count(own & untied)


@checks("Q3", slow=True)
def _q3(pictures: Pictures) -> Finding:
    picture = pictures.square("1/2", 1, points=100, search=WITH_RANDOM)
    which = picture.somebody(picture.mixes)
    every, own = picture.count(which), picture.count(picture.the_winner(picture.mixes))
    sure = picture.however(which, a_mix, of_winner=False)
    places = picture.places(which)
    shown = ", ".join(picture.named(*place) for place in places[:4])
    return judged(
        [
            Line.fact("Random for somebody, however ties are broken", "nowhere", f"{len(sure)} pixels", not sure),
            Line.fact("Random for somebody", "a single spot, read as one pixel", every, every.some <= 1),
            Line.note("Random for the winner", own),
        ],
        f"It is optimal at {every} pixels, at {len(sure)} of them however ties are broken.",
        counterexample=example(picture, (sure or places)[len(sure or places) // 2]) if places else "",
        explanation=f"The pixels: {shown}{' and more' if len(places) > 4 else ''}.",
    )


@checks("Q4", slow=True)
def _q4(pictures: Pictures) -> Finding:
    equal = _random(pictures.square("1/2", "1/2", points=60, search=WITH_RANDOM))
    near = _random(pictures.square("1/2", "0.51", points=60, search=WITH_RANDOM))
    can = Line.fact("pC = pD = 1/2: Random for somebody", "somewhere", equal[0], bool(equal[0].some))
    less = Line.fact("pD = 0.51: Random for somebody", "less often", near[0], near[0].share < equal[0].share)
    own = Line.note("for the winner, pD = 1/2 and 0.51", f"{equal[2]}; {near[2]}")
    readings = []
    near_coarse = _random(pictures.square("1/2", "0.51", points=30, search=WITH_RANDOM))[0]
    for rule in RULES:
        count = _random(pictures.square("1/2", "1/2", points=30, search=WITH_RANDOM, tie_rule=rule))[0]
        readings.append(
            (
                f"under tie rule {rule}",
                [
                    Line.fact(
                        f"pC = pD = 1/2, tie rule {rule}: Random for somebody", "somewhere", count, bool(count.some)
                    ),
                    Line.fact(
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
        f"{equal[0]} at pD = 1/2, {near[0]} at pD = 0.51.",
        readings,
        counterexample=f"Under tie rule 1: {equal[0]} pixels at pD = 1/2, {near[0]} at pD = 0.51.",
    )


@checks("Q5", slow=True)
def _q5(pictures: Pictures) -> Finding:
    picture = pictures.square("1/2", 1, points=100, search=WITH_RANDOM, random_levels=[2] * 4)
    which = picture.the_winner(picture.mixes)
    every, own = picture.count(picture.somebody(picture.mixes)), picture.count(which)
    others = Count(every.some - own.some, every.every)
    sure = picture.however(which, a_mix, of_winner=True)
    places = picture.places(which)
    return judged(
        [
            Line.fact("a mix for somebody, not for the winner", "some pixels", others, bool(others.some)),
            Line.fact("a mix for the winner, however ties are broken", "nowhere", f"{len(sure)} pixels", not sure),
            Line.fact("a mix for the winner at all", "isolated, read as below 1 %", own, own.share < Fraction(1, 100)),
            Line.note("a mix for somebody", every),
        ],
        f"For somebody at {every} pixels, for the winner at {own.some}, at {len(sure)} of them however "
        "ties are broken.",
        counterexample=example(picture, (sure or places)[len(sure or places) // 2]) if places else "",
    )


def _of_winners(picture: Picture) -> tuple[Count, list[tuple[int, int]]]:
    """Count the pixels where the winner's aim is a mix, and return those where it is one however ties are broken."""
    which = picture.the_winner(picture.mixes)
    return picture.count(which), picture.however(which, a_mix, of_winner=True)


@checks("Q6", slow=True)
def _q6(pictures: Pictures) -> Finding:
    picture = pictures.square("1/2", 1, points=100, search=WITH_RANDOM)
    own, sure = _of_winners(picture)
    others = Count(picture.count(picture.somebody(picture.mixes)).some - own.some, own.every)
    return judged(
        [
            Line.fact("Random for the winner", "nowhere", own, not own.some),
            Line.fact("Random for the winner, however ties are broken", "nowhere", f"{len(sure)} pixels", not sure),
            Line.fact("Random for another player alone", "some pixels", others, bool(others.some)),
        ],
        f"It is optimal for the winner at {own} pixels, at {len(sure)} of them however ties are broken.",
        counterexample=example(picture, sure[len(sure) // 2]) if sure else "",
    )


@checks("Q7", slow=True)
def _q7(pictures: Pictures) -> Finding:
    lines = []
    for hits in (("1/2", "0.51"), ("1/4", 1), (1, 1)):
        own, sure = _of_winners(pictures.square(*hits, points=60, search=WITH_RANDOM))
        name = f"pC = {hits[0]}, pD = {hits[1]}: equal Random for the winner, however ties are broken"
        lines.append(Line.fact(name, "nowhere", Count(len(sure), own.every), not sure))
    unequal = solve(["1/10", "3/5", "1/2", "0.51"], search=WITH_RANDOM, random_levels=[2] * 4)
    aim = unequal.aims[unequal.win.index(max(unequal.win))]
    name = "levels [2, 2, 2, 2] at [1/10, 3/5, 1/2, 51/100]: the winner's aim"
    mixes = aim is not None and aim.is_mix
    shown = example(pictures.square("1/2", "0.51", points=60, search=WITH_RANDOM), (35, 5))
    return judged(
        [*lines, Line.fact(name, "no mix", listed([aim]), not mixes)],
        "; ".join(f"{line.what}: {line.exact}" for line in lines) + ".",
        counterexample=f"Equal Random, {shown} With levels [2, 2, 2, 2], [1/10, 3/5, 1/2, 51/100]: {sentence(unequal)}",
    )


@checks("Q8", slow=True)
def _q8(pictures: Pictures) -> Finding:
    three = somebody(with_random(pictures, "1"))
    settings: dict[tuple[object, object], int] = {("1/2", 1): 100, ("1/4", 1): 60, (1, 1): 60}
    near: dict[tuple[object, object], int] = {("1/2", "0.51"): 60, ("1/2", "1/2"): 60}

    def less(hits: tuple[object, object], points: int) -> Line:
        count = somebody(pictures.square(*hits, points=points, search=WITH_RANDOM))
        name = f"Random for somebody, pC = {hits[0]}, pD = {hits[1]}"
        return Line.fact(name, f"less often than {three}", count, count.share < three.share)

    sure = [less(hits, points) for hits, points in settings.items()]
    lines = [*sure, *(less(hits, points) for hits, points in near.items())]
    return judged(
        lines,
        f"With three players, pC = 1, at {three}; with four at {'; '.join(line.exact for line in lines)}.",
        [("with pD = 1, not with pC = 1/2 and pD = 0.51 or 1/2", sure)],
        counterexample=f"pC = 1/2, pD = 0.51: {lines[3].exact}.",
    )
