"""Larger games: standings against independent solvers, the table of the page, and what is refused."""

import json
import math
import random
from fractions import Fraction
from itertools import combinations, product

import pytest
from pages import assert_numbers, assert_rounded, is_rounded, numbers, page_text, spelled
from surds import value

from truel_ref import Problem, all_outcomes, equilibria, solve
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.studies.larger_games import (
    GRID,
    LIMITS,
    ORDERS,
    SPACINGS,
    GameStanding,
    LargerGames,
    distinct_equilibria,
    evenly_spaced,
    random_draws,
    standing,
    standings,
)
from truel_ref.studies.rules_of_fire import shooter_wins

PAGE = page_text("atlas/larger.md")
FIVE = ["1/5", "7/10", "2/5", "3/5", "1/2"]


def ways_without_a_miss(hits, announced=False):
    """Return what each can win where all take a best kill, over all ways of breaking ties; no code of the package.

    A player breaks a tie in one way for each set of living players, and where aims are announced for each order. What
    an order is worth is kept by the ways of those ties on which it depends.
    """
    everybody = range(len(hits))
    known = {(m,): ((), {(): tuple(Fraction(int(m == other)) for other in everybody)}) for m in everybody}
    ways = {}
    for living in (some for size in everybody[1:] for some in combinations(everybody, size + 1)):
        orders = {m: living[place:] + living[:place] for place, m in enumerate(living)}
        after = {m: [without(order, m, victim) for victim in order[1:]] for m, order in orders.items()}
        for m, orders_after in after.items():  # what can be best in some way
            least = max(min(win[m] for win in known[order][1].values()) for order in orders_after)
            after[m] = [order for order in orders_after if max(win[m] for win in known[order][1].values()) >= least]
        on = tuple(sorted({tie for some in after.values() for order in some for tie in known[order][0]}))
        best = {}
        for way in product(*(range(ways[tie]) for tie in on)):
            taken = dict(zip(on, way, strict=True))
            for m, some in after.items():
                wins = [known[order][1][tuple(taken[tie] for tie in known[order][0])] for order in some]
                most = max(win[m] for win in wins)
                best.setdefault(m, {})[way] = list(dict.fromkeys(win for win in wins if win[m] == most))
        for order in orders.values():
            own = {(order if announced else living, one): max(map(len, best[one].values())) for one in living}
            own = {tie: count for tie, count in own.items() if count > 1}
            ways |= own
            wins = {}
            for way, more in product(next(iter(best.values())), product(*map(range, own.values()))):
                picked = dict(zip([one for _, one in own], more, strict=True))
                kills = [best[one][way][min(picked.get(one, 0), len(best[one][way]) - 1)] for one in order]
                wins[way + more] = value([(hits[one], kill) for one, kill in zip(order, kills, strict=True)])
            known[order] = needed(on + tuple(own), wins)
    return set(known[tuple(everybody)][1].values())


def without(order, shooter, victim):
    place = order.index(shooter) + 1
    return tuple(m for m in order[place:] + order[:place] if m != victim)


def needed(ties, wins):
    """Return the ties on which wins depend, and the wins by the ways of just those."""
    for place in reversed(range(len(ties))):
        fewer = {}
        for way, win in wins.items():
            fewer.setdefault(way[:place] + way[place + 1 :], set()).add(win)
        if all(len(some) == 1 for some in fewer.values()):
            ties, wins = ties[:place] + ties[place + 1 :], {way: some.pop() for way, some in fewer.items()}
    return ties, wins


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("spacing", SPACINGS)
def test_play_without_a_miss_is_derived_a_second_time(players, order, spacing):
    turn = 1 if order == "up" else -1
    wins = ways_without_a_miss(evenly_spaced(players, spacing)[::turn])
    assert {*standing(players, spacing, order, "without a miss").wins} == {win[::turn] for win in wins}


def listed_once(hits, **fields):
    """Check that all equilibria are listed, each once, and return them."""
    listed, found = equilibria(hits, cap=1000, **fields), distinct_equilibria(Problem(hits, **fields))
    assert (listed.complete, listed.distinct) == (True, len(found))
    of_found, of_listed = ({(one.aims, tuple(map(tuple, one.values))) for one in some} for some in (found, listed))
    assert of_found == of_listed
    return listed


@pytest.mark.parametrize("hits", [["1/2"] * 3, ["1/3", "1/2", "2/3", "3/4"], ["1/2", "1/3", "1/3", 1]], ids=str)
def test_equilibria_with_ties_are_those_of_every_way_of_breaking_them(hits):
    listed = listed_once(hits, search="others")
    assert listed.distinct > 1
    assert {play.win for play in listed} == ways_without_a_miss([*map(Fraction, hits)])


@pytest.mark.parametrize("hits", [["1/2"] * 3, [1, 1, "1/2"], ["13/25", "1/2", "11/25", "2/5"], FIVE], ids=str)
def test_equilibria_with_misses_are_each_listed_once(hits):
    listed_once(hits)


def test_the_tie_of_the_page():
    """The third of 1/3, 1/2, 2/3 and 3/4 is indifferent, announced play has both outcomes, and the others care."""
    hits = numbers(PAGE, "With {}, {}, {} and {} left")
    after = [ways_without_a_miss(rest) for rest in ([hits[3], *hits[0:3:2]], hits[:3])]  # the second, the last was hit
    (third,) = numbers(PAGE, "the third player wins {} of the games after hitting")
    assert [{win[-1] for win in wins} for wins in after] == [{third}] * 2
    assert len(ways_without_a_miss(hits)) == len(distinct_equilibria(Problem(hits, search="others"))) == 2
    for begins in range(4):
        order = hits[begins:] + hits[:begins]
        outcomes = all_outcomes(order, search="others")
        assert outcomes.complete
        assert {one.win for one in outcomes.outcomes} == {play.win for play in equilibria(order, search="others")}


def test_a_share_that_depends_on_the_equilibrium_is_a_range():
    wins = ((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)))
    rows = LargerGames((GameStanding(3, "k/n", "up", "stationary", wins),))
    assert rows.to_text("csv", digits=1).splitlines()[1] == "3,k/n,up,2,1 or 2,1 or 3,25.0 to 50.0,50.0,16.7 to 25.0"
    [row] = rows.to_records()
    assert (row["weakest"], row["favourite_wins"]) == ("25.000 to 50.000 %", 50.0)


@pytest.mark.parametrize("players", [3, 5])
def test_a_random_shooter_is_derived_a_second_time(players):
    own = standing(players, "k/(n+1)", "up", "random shooter").wins
    assert own == (tuple(shooter_wins(evenly_spaced(players, "k/(n+1)")[::-1])[::-1]),)


def test_players_are_told_by_strength():
    """Three of the original problem: the weakest is the favourite of stationary play, the strongest comes last.

    Of five, k/n, the weakest, who shoots last, is indifferent between two, and nothing but his aim depends on it.
    """
    up, row = standing(3, "k/n", "up", "stationary"), standing(5, "k/n", "down", "without a miss")
    wins = ((Fraction(25, 63), Fraction(8, 21), Fraction(2, 9)),)
    assert (up.wins, up.favourites, up.last) == (wins, (1,), (3,))
    assert (len(row.wins), len({*row.wins})) == (2, 1)


def favourites_up_to(most):
    """Check who is never the favourite, up to so many players; return the rows."""
    rows = {(row.players, row.spacing, row.order): row for row in standings("without a miss", most).standings}
    assert sorted(rows) == sorted(product(range(3, most + 1), SPACINGS, ORDERS))
    for (players, _, order), row in rows.items():
        assert order == "down" or not {1, players} & {*row.favourites}
    return rows


def test_what_the_page_says_up_to_seven():
    rows = favourites_up_to(7)
    assert all(row.last == (players,) for (players, _, order), row in rows.items() if order == "up")


@pytest.mark.slow
def test_what_the_page_says_up_to_twelve():
    rows = favourites_up_to(12)
    exceptions = {key: row.last for key, row in rows.items() if key[2] == "up" and row.last != (key[0],)}
    assert exceptions == {(10, "k/n", "up"): (9,)}
    leads = [
        players for (players, *how), row in rows.items() if how == ["k/(n+1)", "down"] and (players,) == row.favourites
    ]
    sentence = "the strongest is the favourite for {}, {}, {} and {} players, and not for the other"
    assert_numbers(PAGE, {sentence: leads})
    first = [100 * max(rows[players, "k/(n+1)", "up"].wins[0]) for players in (3, 12)]
    assert_rounded(PAGE, {"first they win {} % among three, {} % among twelve.": first})
    (players,) = numbers(PAGE, "the strongest who shoots first still is the favourite of {}.")
    assert all(rows[players, spacing, "down"].favourites == (players,) for spacing in SPACINGS)


@pytest.mark.slow
def test_announced_play_has_more_outcomes_than_there_are_equilibria():
    """No tie but that of four is left among eleven, k/12 (there each order has two outcomes, see above)."""
    hits = evenly_spaced(11, "k/(n+1)")
    outcomes = ways_without_a_miss(hits, announced=True)
    lead = sorted((win.index(max(win)) + 1 != 7, -max(win)) for win in outcomes)
    assert [five for five, _ in lead] == [False] * 3 + [True]
    assert all(map(is_rounded, ("18.547", "18.103", "17.421", "15.063"), (-100 * wins for _, wins in lead)))
    assert {*standing(11, "k/(n+1)", "up", "without a miss").wins} == ways_without_a_miss(hits)
    for rule, favourite in ((1, 7), (2, 7), (-4, 7), (4, 5), (-1, 5)):
        win = solve(Problem(hits, search="others", if_eq=rule)).win
        assert win.index(max(win)) + 1 == favourite


@pytest.mark.parametrize("players", [7, *(pytest.param(most, marks=pytest.mark.slow) for most in (8, 9, 10))])
def test_how_many_equilibria_the_page_says_there_are(players):
    seven, *others = numbers(
        PAGE,
        "seven players and the strongest first there are {} pure equilibria, with eight {} for k/(n+1) and {} for k/n, "
        "with nine {} and {}, and with ten none",
    )
    said = {7: [seven] * 2, 8: others[:2], 9: others[2:], 10: [0, 0]}[players]
    assert [len(standing(players, spacing, "down", "stationary").wins) for spacing in SPACINGS] == said
    assert_numbers(PAGE, {"{} players take some seconds": [LIMITS["stationary"]]})


@pytest.mark.slow
@pytest.mark.parametrize(("players", "draws"), [(5, 100), (3, 200), (4, 200), (5, 200)])
def test_no_draw_of_the_page_has_a_tie(players, draws):
    """So no number of these samples depends on a tie rule."""
    rng = random.Random(f"0 {players}")
    for _ in range(draws):
        hits = [Fraction(place, GRID) for place in rng.sample(range(1, GRID), players)]
        assert not solve(Problem(hits, search="others")).ties


@pytest.mark.parametrize("most", [6, pytest.param(12, marks=pytest.mark.slow)])
def test_the_strongest_wins_less_and_less_with_a_random_shooter(most):
    table_of = standings("random shooter", most)
    one, other = ({row.players: row for row in table_of.standings if row.spacing == spacing} for spacing in SPACINGS)
    assert [row.wins for row in one.values()] == [row.wins for row in other.values()]
    wins = {players: 100 * row.wins[0][-1] for players, row in one.items()}
    assert list(wins.values()) == sorted(wins.values(), reverse=True)
    *shown, below = spelled(PAGE, "wins {} % among three, {} % among five and less than {} % among twelve")
    assert list(map(is_rounded, shown, (wins[3], wins[5]))) == [True, True]
    assert most < 12 or wins[12] < Fraction(below)
    assert [row.favourites for row in one.values()] == [(3,), *[(2,)] * (most - 3)]
    assert {row["equilibria"] for row in table_of.to_records()} == {"-"}


def test_random_draws_have_intervals_of_certainty(printed):
    """Around each mean and count; rounded outwards where they are shown. The same draws give the same every time."""
    drawn = random_draws(4, draws=30, seed=3)
    assert (sum(drawn.means), sum(drawn.favourites)) == (1, 30)
    assert drawn == random_draws(4, draws=30, seed=3) != random_draws(4, draws=30, seed=4)
    for mean, (low, high) in zip(drawn.means, drawn.mean_intervals, strict=True):
        # Hoeffding's other inequality, exp(-2 n t^2), is weaker, so its interval is never the narrower one.
        assert 0 <= low < mean < high <= min(1, low + 2 * (math.log(200) / 60) ** 0.5)
    counted = [clopper_pearson(times, 30, Fraction(99, 100)) for times in drawn.favourites]
    assert list(map(tuple, drawn.favourite_intervals)) == list(map(tuple, counted))
    shown = json.loads(printed("atlas", "larger", "--most", "4", "--draws", "30", "--seed", "3", "--json"))
    for name in ("mean_intervals", "favourite_intervals"):
        for (low, high), (shown_low, shown_high) in zip(getattr(drawn, name), shown[name], strict=True):
            assert low - 1e-6 <= shown_low <= low <= high <= shown_high <= high + 1e-6


@pytest.mark.parametrize(
    ("draws", "seed"), [(100, 1), (100, 2), (500, 0), pytest.param(2000, 0, marks=pytest.mark.slow)]
)
def test_three_random_players_win_what_the_integrals_say(draws, seed):
    """By lot, without a miss: 29.10, 29.22 and 41.68 % (which guns); here a sample."""
    drawn = random_draws(3, draws=draws, seed=seed)
    for mean, (low, high), known in zip(drawn.means, drawn.mean_intervals, (0.291047, 0.292159, 0.416794), strict=True):
        assert low < known < high
        assert abs(float(mean) - known) < 5 * 0.5 / draws**0.5
