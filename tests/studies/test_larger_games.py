"""Larger games: standings against independent solvers, the table of the page, and what is refused."""

import json
import math
from fractions import Fraction

import pytest
from pages import is_rounded, numbers, page_text, section, spelled, table

from truel_ref import Problem, equilibria, random_shooter
from truel_ref.errors import ProblemError
from truel_ref.studies.larger_games import (
    CAP,
    LIMITS,
    ORDERS,
    SPACINGS,
    evenly_spaced,
    random_draws,
    standing,
    standings,
)
from truel_ref.studies.rules_of_fire import shooter_wins

PAGE = page_text("atlas/larger.md")


def wins_without_a_miss(hits):
    """Return what each wins where all take their best kill, by recursion over orders; no code of the package."""
    known = {}

    def value(order):
        if len(order) == 1:
            return {order[0]: Fraction(1)}
        if order not in known:
            turns = []
            for place, player in enumerate(order):
                after = order[place + 1 :] + order[:place]
                best = max(
                    (value(tuple(other for other in (*after, player) if other != victim)) for victim in after),
                    key=lambda win: win.get(player, 0),
                )
                turns.append((player, best))
            keeps, total = Fraction(1), dict.fromkeys(order, Fraction(0))
            for player, best in turns:
                for winner, chance in best.items():
                    total[winner] += keeps * hits[player] * chance
                keeps *= 1 - hits[player]
            known[order] = {player: chance / (1 - keeps) for player, chance in total.items()}
        return known[order]

    return [value(tuple(range(len(hits))))[player] for player in range(len(hits))]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("spacing", SPACINGS)
def test_play_without_a_miss_is_derived_a_second_time(players, order, spacing):
    hits = evenly_spaced(players, spacing)[:: 1 if order == "up" else -1]
    again = wins_without_a_miss(hits)[:: 1 if order == "up" else -1]
    assert standing(players, spacing, order, "without a miss").wins == (tuple(again),)


def test_a_random_shooter_is_derived_a_second_time():
    for players in (3, 5):
        hits = evenly_spaced(players, "k/(n+1)")
        own = standing(players, "k/(n+1)", "up", "random shooter").wins
        assert own == (tuple(shooter_wins(hits[::-1])[::-1]),)


def test_players_are_told_by_strength():
    """Three of the original problem: the weakest is the favourite of stationary play, the strongest comes last."""
    up = standing(3, "k/n", "up", "stationary")
    assert up.wins == ((Fraction(25, 63), Fraction(8, 21), Fraction(2, 9)),)
    assert (up.favourites, up.last, up.complete) == ((1,), (3,), True)


def check_table(most):
    """Check the favourites of the page and how often they win, up to so many players; return the rows."""
    head, *shown = [row for row in table(section(PAGE, "Without a miss")) if len(row) == 5]
    columns = []
    for title in head[1:]:
        order, spacing = title.split(", ")
        columns.append((spacing, {"weakest first": "up", "strongest first": "down"}[order]))
    assert sorted(columns) == sorted((spacing, order) for spacing in SPACINGS for order in ORDERS)
    rows = {(row.players, row.spacing, row.order): row for row in standings("without a miss", most).standings}
    for players, *cells in shown[: most - 2]:
        for (spacing, order), cell in zip(columns, cells, strict=True):
            row = rows[int(players), spacing, order]
            favourite, wins = cell.removesuffix(" %)").split(" (")
            assert (int(favourite),) == row.favourites
            assert is_rounded(wins, 100 * max(row.wins[0]))
            if order == "up":
                assert 1 < int(favourite) < int(players)
    assert [int(row[0]) for row in shown] == list(range(3, LIMITS["without a miss"] + 1))
    return rows


def test_what_the_page_says_up_to_eight():
    rows = check_table(8)
    assert all(row.last == (players,) for (players, _, order), row in rows.items() if order == "up")


@pytest.mark.slow
def test_what_the_page_says_up_to_twelve():
    rows = check_table(12)
    exceptions = {key: row.last for key, row in rows.items() if key[2] == "up" and row.last != (key[0],)}
    assert exceptions == {(10, "k/n", "up"): (9,)}
    leads = [
        players for (players, *how), row in rows.items() if how == ["k/(n+1)", "down"] and (players,) == row.favourites
    ]
    said = numbers(
        PAGE, "the strongest is the favourite for {}, {}, {} and {} players with k/(n+1), and not for the other"
    )
    assert said == leads
    for text, players in zip(spelled(PAGE, "first he wins {} % among three, {} % among twelve."), (3, 12), strict=True):
        assert is_rounded(text, 100 * max(rows[players, "k/(n+1)", "up"].wins[0]))
    (players,) = numbers(PAGE, "the strongest who shoots first still is the favourite of {}.")
    assert all(rows[players, spacing, "down"].favourites == (players,) for spacing in SPACINGS)


@pytest.mark.parametrize("spacing", SPACINGS)
def test_how_many_equilibria_the_page_says_there_are(spacing):
    players, count, more = numbers(
        PAGE, "With {} players and the strongest first there are {} pure equilibria, with {}"
    )
    row = standing(int(players), spacing, "down", "stationary")
    assert (len(row.wins), row.complete) == (count, True)
    (cap,) = numbers(PAGE, "takes more than 100 selections (`equilibria` with `cap={}`)")
    listed = equilibria(evenly_spaced(int(more), spacing)[::-1], cap=int(cap))
    assert (len(listed), listed.complete) == (0, True)
    assert standing(int(more), spacing, "down", "stationary").complete == (spacing == "k/n")
    assert numbers(PAGE, "Beyond {} selections the list is cut; {} players take") == [CAP, LIMITS["stationary"]]


def test_the_strongest_wins_less_and_less_with_a_random_shooter():
    rows = {key: [row for row in standings("random shooter", 12).standings if row.spacing == key] for key in SPACINGS}
    assert [row.wins for row in rows["k/n"]] == [row.wins for row in rows["k/(n+1)"]]
    wins = {row.players: row.wins[0][-1] for row in rows["k/n"]}
    assert list(wins.values()) == sorted(wins.values(), reverse=True)
    *shown, below = spelled(PAGE, "wins {} % among three, {} % among five and less than {} % among twelve")
    for text, players in zip(shown, (3, 5), strict=True):
        assert is_rounded(text, 100 * wins[players])
    assert 100 * wins[12] < Fraction(below)
    assert [row.favourites for row in rows["k/n"]] == [(3,), *[(2,)] * 9]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_from_four_on_everybody_at_the_strongest_is_no_equilibrium(players):
    played = random_shooter(Problem(evenly_spaced(players, "k/n"), target_later="Strongest"))
    strongest = [players - 1] * (players - 1) + [players - 2]
    assert (strongest in [[aim.target for aim in record.aims] for record in played]) == (players == 3)


def test_random_draws_add_up_and_are_the_same_every_time():
    drawn = random_draws(4, draws=30, seed=3)
    assert sum(drawn.means) == 1
    assert sum(drawn.favourites) == 30
    assert drawn == random_draws(4, draws=30, seed=3)
    assert drawn != random_draws(4, draws=30, seed=4)


def test_random_draws_have_intervals_of_certainty(run):
    """Around each mean and count; rounded outwards where they are shown."""
    drawn = random_draws(4, draws=30, seed=3)
    for mean, (low, high) in zip(drawn.means, drawn.mean_intervals, strict=True):
        assert 0 <= low < mean < high <= 1
        # Hoeffding's other inequality, exp(-2 n t^2), is weaker, so its interval is never the narrower one.
        assert high - low <= 2 * (math.log(200) / 60) ** 0.5
    for times, (low, high) in zip(drawn.favourites, drawn.favourite_intervals, strict=True):
        assert 0 <= low <= Fraction(times, 30) <= high <= 1
    _, shown, _ = run("atlas", "larger", "--most", "4", "--draws", "30", "--seed", "3", "--json")
    for name in ("mean_intervals", "favourite_intervals"):
        for (low, high), (shown_low, shown_high) in zip(getattr(drawn, name), json.loads(shown)[name], strict=True):
            assert low - 1e-6 <= shown_low <= low
            assert high <= shown_high <= high + 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_intervals_of_three_hold_what_the_integrals_say(seed):
    drawn = random_draws(3, draws=100, seed=seed)
    for (low, high), known in zip(drawn.mean_intervals, (0.291047, 0.292159, 0.416794), strict=True):
        assert low < known < high


@pytest.mark.parametrize("draws", [500, pytest.param(2000, marks=pytest.mark.slow)])
def test_three_random_players_win_what_the_integrals_say(draws):
    """By lot, without a miss: 29.10, 29.22 and 41.68 % (which guns); here a sample."""
    drawn = random_draws(3, draws=draws)
    for mean, known in zip(drawn.means, (0.291047, 0.292159, 0.416794), strict=True):
        assert abs(float(mean) - known) < 5 * 0.5 / draws**0.5


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--play", "chess"], "no play is called 'chess'"),
        (["--play", "stationary", "--most", "11"], "11"),
        (["--seed", "1"], "--seed belongs to --draws"),
        (["--play", "stationary", "--draws", "5"], "--draws: random problems are played without a miss"),
    ],
)
def test_what_the_command_refuses(refused, words, says):
    refused(["atlas", "larger", *words], says)


def test_the_command_gives_exact_numbers(run):
    _, shown, _ = run("atlas", "larger", "--most", "3", "--json")
    hits = evenly_spaced(3, "k/(n+1)")
    assert json.loads(shown)["standings"][0]["wins"] == [list(map(str, wins_without_a_miss(hits)))]


def test_other_words_are_refused():
    with pytest.raises(ProblemError, match="no spacing"):
        evenly_spaced(3, "even")
    with pytest.raises(ProblemError, match="no order"):
        standing(3, "k/n", "sideways", "stationary")
