import os
from random import Random
from unittest import mock

import pytest
from dicewars_plain import game

from truel_ref.games.dicewars import standings as module
from truel_ref.games.dicewars.board import Board, Position
from truel_ref.games.dicewars.standings import (
    PLAYERS,
    ROUNDS,
    DicewarsRules,
    PlayedGame,
    kept_games,
    play_game,
    play_turn,
    refill,
    seating,
    tournament,
)

SMALL = DicewarsRules.stated("random,single,best1,best2", fields=2, dice=5)


def position(*stated):
    return Position(Board.stated(*stated))


# ---------------------------------------------------------------------------------------------------------
# Games


def test_the_last_round_is_played(monkeypatch):
    """A game that was won in its round 18 is won if there are 18 rounds, and counted out if there are 17."""
    won = play_game(SMALL, 0)
    monkeypatch.setattr("truel_ref.games.dicewars.standings.ROUNDS", won.rounds)
    assert play_game(SMALL, 0) == won
    monkeypatch.setattr("truel_ref.games.dicewars.standings.ROUNDS", won.rounds - 1)
    assert play_game(SMALL, 0).rounds == won.rounds - 1


def once(position, seat, made, rng):
    """Attack on boards on which everybody has two fields, once a turn, with eight dice."""
    even = len(position.fields_of(seat)) == 2 and max(position.dice) == 8 and not made
    return next(iter(position.attacks(seat)), None) if even else None


def test_after_the_last_round_most_fields_win(monkeypatch):
    """One attack in the first round, and none later: who has made it has two fields of four, or three."""
    monkeypatch.setitem(PLAYERS, "random", once)
    games = [play_game(DicewarsRules.stated("random,random", fields=2, dice=16), number) for number in range(12)]
    assert {game.rounds for game in games} == {ROUNDS}
    assert len({game.winner for game in games}) > 1


@pytest.mark.parametrize(("drawn", "owner"), [(180, 0), (181, 1)])
def test_an_attack_succeeds_with_its_exact_chance(drawn, owner):
    """Of 216 equally likely numbers, 181 make 2 dice beat 1."""
    made, dice = position("AB", [2, 1], [(0, 1)]), mock.Mock(**{"randrange.return_value": drawn})
    assert play_turn(made, 0, PLAYERS["best1"], dice) == 1
    assert (made.owners, dice.mock_calls) == ([0, owner], [mock.call.randrange(216)])


def test_what_finds_no_room_is_kept_up_to_64():
    full = position("AAB", [8, 8, 1], [(0, 1), (1, 2)])
    assert [refill(full, 0, kept, Random(1)) for kept in (0, 61, 62, 63, 64)] == [2, 63, 64, 64, 64]
    room = position("AAB", [3, 8, 1], [(0, 2), (1, 2)])
    assert refill(room, 0, 7, Random(1)) == 3
    assert room.dice == [8, 8, 1]


def same_games(rules, numbers):
    """Tell whether games end as those of somebody else do, who draws the same numbers."""
    for number in numbers:
        seats, winner, rounds = game(rules.players, rules.seed, rules.fields, rules.dice, number)
        assert (seating(rules, number), play_game(rules, number)) == (seats, PlayedGame(winner, rounds)), number


@pytest.mark.parametrize(
    ("names", "fields", "dice", "games"),
    [
        pytest.param("random,single,best1,best2", 2, 5, 8, marks=pytest.mark.slow),
        ("best3,best2,single", 2, 9, 4),
        ("random,random,random", 3, 24, 2),
        ("single,random,single", 5, 20, 8),
        ("random,single", 1, 1, 20),
    ],
)
def test_games_are_those_of_a_plain_player(names, fields, dice, games):
    same_games(DicewarsRules.stated(names, 7, fields, dice), range(games))


@pytest.mark.slow
def test_the_tournament_of_the_page_is_that_of_a_plain_player():
    """All 40 games, and with them every number of wins that the page prints."""
    same_games(DicewarsRules.stated("random,single,best1,best2", 1, 4, 12), range(40))
    made = tournament(DicewarsRules.stated("random,single,best1,best2", 1, 4, 12), 40)
    assert made.wins == ((1, 0, 0, 0), (0, 1, 3, 3), (5, 3, 1, 1), (7, 8, 4, 3))
    assert made.seated == ((7, 6, 11, 16), (7, 7, 16, 10), (14, 13, 7, 6), (12, 14, 6, 8))


# ---------------------------------------------------------------------------------------------------------
# Players


def test_the_single_best_attack():
    star = [(0, 1), (0, 2), (1, 3)]
    boards = {
        ("ABBB", (4, 1, 1, 8)): (0, 2),  # field 1 borders on an enemy with eight dice and would not be held
        ("ABBB", (4, 1, 1, 1)): (0, 1),
        ("ABBB", (4, 2, 1, 1)): (0, 2),
        ("ABBA", (4, 1, 2, 8)): (3, 1),
        ("ABBB", (2, 1, 4, 8)): (0, 2),  # 2 on 4 hardly succeeds, but one die is never held against eight
        ("ABBB", (1, 1, 1, 8)): None,
    }
    assert {board: PLAYERS["single"](position(*board, star), 0, 0, Random(1)) for board in boards} == boards
    assert PLAYERS["single"](position("ABBB", [4, 1, 1, 8], star), 0, 1, Random(1)) is None


# ---------------------------------------------------------------------------------------------------------
# Tournaments


def test_a_tournament_counts_its_games():
    made = tournament(SMALL, 25)
    games = [play_game(SMALL, number) for number in range(25)]
    assert made.games == 25
    assert made.rounds == sum(game.rounds for game in games)
    assert made.drawn == sum(game.winner is None for game in games)
    for player in range(4):
        seats = [seating(SMALL, number).index(player) for number in range(25)]
        assert made.seated[player] == tuple(map(seats.count, range(4)))
        won = [seat for seat, game in zip(seats, games, strict=True) if game.winner == seat]
        assert made.wins[player] == tuple(map(won.count, range(4)))
        assert made.rate(player) == (len(won), 25)


def test_full_games_and_the_wins_of_seats_are_counted(monkeypatch):
    """Two games to the last round, one of them with a winner; and every seat's wins, whoever sat there."""
    ends = [PlayedGame(0, ROUNDS), PlayedGame(None, ROUNDS), PlayedGame(1, 3), PlayedGame(0, 7), PlayedGame(0, 9)]
    monkeypatch.setattr(module, "play_game", lambda rules, number: ends[number])
    made = tournament(SMALL, 5)
    assert (made.full, made.drawn, made.rounds) == (2, 1, 2 * ROUNDS + 19)
    anybody = made.to_records()[-4:]
    assert [row["seat"] for row in anybody] == ["A", "B", "C", "D"]
    assert [row["wins"] for row in anybody] == [3, 1, 0, 0]


def test_several_processes_play_the_same(tmp_path):
    alone = tournament(SMALL, 12)
    assert tournament(SMALL, 12, jobs=2, keep=tmp_path / "games") == alone
    assert kept_games(SMALL, tmp_path / "games").pieces == [play_game(SMALL, number) for number in range(12)]


def test_it_goes_on_with_what_was_kept(tmp_path, monkeypatch):
    keep = tmp_path / "games.jsonl"
    first = tournament(SMALL, 5, keep=keep)
    assert first == tournament(SMALL, 5)
    begun = keep.read_bytes()
    asked = []
    monkeypatch.setattr(module, "play_game", lambda rules, number: asked.append(number) or play_game(rules, number))
    assert tournament(SMALL, 9, keep=keep) == tournament(SMALL, 9)
    assert asked == [5, 6, 7, 8, *range(9)]
    more = keep.read_bytes()
    assert tournament(SMALL, 5, keep=keep) == first  # fewer than there are: nothing is played or lost
    assert (keep.read_bytes(), begun == more) == (more, False)


def test_an_interrupt_keeps_what_was_played(tmp_path, monkeypatch):
    keep = tmp_path / "games.jsonl"

    def interrupted(rules, number):
        if number == 3:
            raise KeyboardInterrupt
        return play_game(rules, number)

    monkeypatch.setattr(module, "play_game", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tournament(SMALL, 9, keep=keep)
    assert kept_games(SMALL, keep).pieces == [play_game(SMALL, number) for number in range(3)]
    monkeypatch.undo()
    assert tournament(SMALL, 9, keep=keep) == tournament(SMALL, 9)


@pytest.mark.skipif(os.name != "posix", reason="signals go to a group of processes on POSIX only")
def test_ctrl_c_ends_all_processes_and_keeps_what_was_played(interrupted, tmp_path):
    """As in a terminal every process gets the signal; choose from too many games to end before it."""
    keep = tmp_path / "games.jsonl"
    code = (
        "import sys\n"
        "from truel_ref.games.dicewars.standings import DicewarsRules\n"
        "from truel_ref.games.dicewars.standings import tournament\n"
        "if __name__ == '__main__':\n"
        "    rules = DicewarsRules.stated('random,single,best1,best2', 1, 2, 5)\n"
        "    tournament(rules, 20_000, 2, sys.argv[1],\n"
        "        progress=lambda more: more and print('played', flush=True))"
    )
    begun, complaints = interrupted(code, keep)
    assert begun == "played\n"
    assert complaints.count("Traceback") == 1
    played = kept_games(SMALL, keep).pieces
    assert played
    assert played[:20] == [play_game(SMALL, number) for number in range(min(20, len(played)))]
    assert tournament(SMALL, 5, keep=keep) == tournament(SMALL, 5)


def test_the_intervals_that_are_shown_hold_the_exact_ones():
    """They are rounded outwards to the three decimals that a table shows."""
    made = tournament(SMALL, 30)
    rows = [row for row in made.to_records() if row["seat"] == "all"]
    for player, row in enumerate(rows):
        low, high = made.interval(player)
        assert 0 <= 100 * low - row["low"] < 0.001
        assert 0 <= row["high"] - 100 * high < 0.001
        assert row["share"] == pytest.approx(100 * sum(made.wins[player]) / 30)


def test_the_same_player_twice():
    made = tournament(DicewarsRules.stated("random,random", fields=1, dice=2), 4)
    assert made.names == ("random", "random 2")
