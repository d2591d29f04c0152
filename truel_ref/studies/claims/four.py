"""Claims about four players."""

from __future__ import annotations

from fractions import Fraction

from truel_ref.studies.claims.areas import percent, read, square_readings, within
from truel_ref.studies.claims.mixes import a_mix, example
from truel_ref.studies.claims.pictures import Count, Picture, Pictures
from truel_ref.studies.claims.record import Finding, Line, checks, judged
from truel_ref.studies.claims.solutions import WITH_RANDOM

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
