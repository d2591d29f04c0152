"""The rules, case by case: worked values, corners, stalemates, ties, and what holds for every problem."""

from fractions import Fraction
from functools import partial

import cases
import pytest
import strategies
from cases import computed_in
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, all_outcomes, decision, solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import next_order
from truel_ref.numbers import backend_names, fraction_text, public
from truel_ref.oracle.mutants import MUTANTS, Mutant
from truel_ref.play import announced
from truel_ref.play.phases import solve_phases
from truel_ref.play.ties import break_tie

F = Fraction
OTHERS_MISS = st.just({"Others", "Miss"})


def words(aims):
    return tuple("none" if aim is None else str(aim) for aim in aims)


@pytest.mark.parametrize("backend", backend_names())
@pytest.mark.parametrize("case", [*cases.WORKED, *cases.CORNERS], ids=str)
def test_known_answers(case, backend):
    with computed_in(backend):
        solution = solve(case.problem)
    assert solution.win == tuple(map(F, case.win))
    assert words(solution.aims) == case.aims
    assert solution.backend == backend


# -- the choice among the 27 profiles of the original problem, as the rules tell it


def test_the_choice_of_the_original_problem():
    solution = solve(cases.ORIGINAL)
    replies = {
        first: {second: words([decision(solution, [first, second]).chosen])[0] for second in ("A", "C", "Miss")}
        for first in ("B", "C", "Miss")
    }
    assert replies["B"] == {"A": "Miss", "C": "B", "Miss": "Miss"}
    by_c = [decision(solution, ["B", second]) for second in ("A", "C", "Miss")]
    assert [max(worth.value for worth in one.worths) for one in by_c] == [1, F(2, 3), 1]
    first = decision(solution)
    assert [words(worth.replies) for worth in first.worths] == [("C", "B"), ("C", "B"), ("C", "B")]
    assert [round(float(worth.value), 3) for worth in first.worths] == [0.265, 0.312, 0.397]
    assert str(first.chosen) == "Miss"
    # the value 0.481 of the rules is the same profile seen from A's turn
    seen_from_a = solve(cases.ORIGINAL, targets=["B", "C", "B"])
    assert seen_from_a.win[2] == F(13, 27)


# -- what holds for every problem


@given(strategies.problems(most=4))
def test_probabilities_sum_to_one(problem):
    for phase in solve(problem).phases:
        assert all(0 <= win <= 1 for win in phase.win)
        assert 0 <= phase.stalemate <= 1
        assert sum(phase.win) + phase.stalemate == 1
        assert all(phase.win[player] == 0 for player in range(problem.players) if player not in phase.order)


@given(strategies.problems(least=2, most=4, levels=False))
def test_phases_are_all_that_can_follow_and_sorted(problem):
    solution = solve(problem)
    expected, fresh = {problem.first_order}, [problem.first_order]
    while fresh:
        order = fresh.pop()
        for shooter in order:
            for aim in problem.options(order, shooter):
                for victim in order:
                    follows = next_order(order, shooter, victim)
                    if problem.hits[shooter] and aim.weights[victim] and len(follows) > 1 and follows not in expected:
                        expected.add(follows)
                        fresh.append(follows)
    orders = [phase.order for phase in solution.phases]
    assert orders == sorted(expected, key=lambda order: (-len(order), order))


@given(strategies.problems(most=4, levels=False), st.data())
def test_nobody_gains_by_another_announcement(problem, data):
    """At every node asked for, the chosen option is allowed and no allowed one is worth more."""
    solution = solve(problem)
    phase = data.draw(st.sampled_from(solution.phases))
    earlier = []
    for player in phase.order:
        found = decision(solution, earlier, phase.order)
        allowed = [worth for worth in found.worths if worth.allowed]
        if not allowed:
            assert found.chosen is None
            break
        chosen = next(worth for worth in allowed if worth.aim == found.chosen)
        assert chosen.value == max(worth.value for worth in allowed)
        assert found.chosen in found.best
        on_path = all(aim in phase.aims for aim in earlier) and tuple(earlier) == phase.aims[: len(earlier)]
        if on_path and None not in phase.aims:
            assert found.chosen == phase.aims[len(earlier)]
            # value at his own turn, seen from the start of the phase by the first announcer
            if not earlier:
                assert chosen.win == phase.win
        earlier.append(data.draw(st.sampled_from(problem.options(phase.order, player))))


@given(strategies.hits(most=2))
def test_a_duel_has_its_closed_form(hits):
    p, q = hits
    expected = p / (p + q - p * q) if p or q else 0
    assert solve(hits).win[0] == expected


# -- equivalences of the words


def same(first, second):
    """Tell whether two solutions agree in all but the problem that they state."""
    return (first.phases, first.ties) == (second.phases, second.ties)


@given(strategies.hits(least=3, most=4), strategies.TIE_RULE, st.data())
def test_words_equal_the_aims_they_mean(hits, rule, data):
    players = len(hits)
    problem = Problem(hits, if_eq=rule)
    player = data.draw(st.integers(0, players - 1))
    best = max((hit, other) for other, hit in enumerate(hits) if other != player)[1]
    mix = [F(int(other != player), players) for other in range(players)]  # the others and Miss, equally likely
    unit = [F(int(other == best)) for other in range(players)]
    for word, aim in [("Strongest", best), ("Strongest", unit), ("Random", mix), ("Miss", [0] * players)]:
        given_word = [Word.OPTIMAL] * players
        given_aim: list = [Word.OPTIMAL] * players
        given_word[player], given_aim[player] = word, aim
        assert same(
            solve(problem.hits, targets=given_word, if_eq=rule), solve(problem.hits, targets=given_aim, if_eq=rule)
        )


def test_random_equals_its_equal_mix_in_the_published_case():
    with_word = solve(cases.SECOND, targets=["Random", "C", "A"], **cases.WITH_RANDOM)
    with_aim = solve(cases.SECOND, targets=[[0, "1/3", "1/3"], "C", "A"], **cases.WITH_RANDOM)
    assert same(with_word, with_aim)
    assert with_aim.to_json()["aims"] == ["Random", "C", "A"]


@given(strategies.hits(least=3, most=4))
@examples(30)
def test_search_sets_that_mean_the_same(hits):
    everything = Problem(hits, search=["All"])
    for spelled in (
        ["miss", "RANDOM", "others", "self"],
        {"Self", "Others", "Random", "Miss", "Strongest"},
        "all,miss",
    ):
        assert Problem(hits, search=spelled) == everything
    # one level adds nothing but the single options, so it is the search without Random
    assert same(solve(hits, search=["Others", "Miss", "Random"], random_levels=[1] * len(hits)), solve(hits))


# -- stalemates and the announcements they forbid


def test_the_last_may_not_miss_if_everybody_before_him_did():
    solution = solve(["1/2", "1/2", "1/2"], targets=["Miss", "Miss", "Optimal"])
    assert [worth.allowed for worth in decision(solution, ["Miss", "Miss"]).worths] == [True, True, False]
    assert str(solution.aims[2]) != "Miss"
    assert sum(solution.win) == 1


def test_who_never_hits_cannot_prevent_a_stalemate():
    solution = solve(["1/2", "1/2", "0"], targets=["Miss", "Miss", "Optimal"])
    assert solution.stalemate == 1
    assert words(solution.aims) == ("Miss", "Miss", "none")
    assert decision(solution, ["Miss", "Miss"]).chosen is None
    assert solution.ties == ()


def test_a_stalemate_of_many_is_seen_by_structure():
    """Thirty who never hit: there is nothing to compare, so nothing is."""
    solution = solve([0] * 30)
    assert solution.stalemate == 1
    assert solution.aims == (None,) * 30
    assert len(solution.phases) == 1


def test_announcements_can_be_given_in_one_text():
    solution = solve(cases.ORIGINAL)
    assert repr(decision(solution, "miss, C")) == repr(decision(solution, ["Miss", 2]))


def test_a_later_stalemate_counts_as_nothing_won():
    """Four players, Miss for everybody later: who eliminates anybody ends in a stalemate of three."""
    solution = solve(["1/4", "1/2", "3/4", "1"], target_later="Miss")
    assert solution.stalemate == 1
    assert None not in solution.aims  # this phase itself does not stall: somebody shoots
    assert [phase.stalemate for phase in solution.phases if len(phase.order) == 3] == [1] * 12


# -- ties


TIES = [
    # A never hits, so whatever he announces is worth the same to him
    (1, ["0", "1/2", "1/4"], "B"),  # the better shot
    (2, ["0", "1/2", "1/4"], "B"),
    (4, ["0", "1/4", "1/2"], "B"),  # the earlier label
    (1, ["0", "1/4", "1/2"], "C"),
    (-1, ["0", "1/2", "1/4"], "Random"),  # a mix first
    (1, ["0", "1/2", "1/2"], "C"),  # equal shots: the later label
    (-1, ["0", "1/2", "1/2"], "Random"),
]


@pytest.mark.parametrize(("rule", "hits", "chosen"), TIES)
def test_each_rule_breaks_a_tie_in_its_way(rule, hits, chosen):
    solution = solve(hits, search={"Others", "Miss", "Random"}, if_eq=rule)
    assert str(solution.aims[0]) == chosen
    tie = solution.ties[0]
    assert (tie.order, tie.earlier, tie.on_path) == ((0, 1, 2), (), True)
    assert words(tie.equal) == ("B", "C", "Miss", "Random")
    assert tie.chosen == solution.aims[0]


def test_rule_minus_one_reverses_preferences_but_not_canonical_order():
    # without a mix, Miss is preferred to any single player, and the worse shot to the better one
    assert str(solve(["0", "1/2", "1/4"], if_eq=-1).aims[0]) == "Miss"
    assert str(solve(["0", "1/2", "1/4"], search={"Others"}, if_eq=-1).aims[0]) == "C"
    assert str(solve(["0", "1/2", "1/2"], search={"Others"}, if_eq=-1).aims[0]) == "B"


def test_rule_three_takes_the_likeliest_winner():
    solution = solve(["0", "1/2", "1/4"], if_eq=3)
    worths = {str(worth.aim): worth for worth in decision(solution).worths}
    likeliest = max("BC", key=lambda name: worths[name].win["ABC".index(name)])
    assert str(solution.aims[0]) == likeliest


def test_random_mixes_of_equal_value_under_each_rule():
    levels = {"search": {"Others", "Miss", "Random"}, "random_levels": [2, 1, 1]}
    chosen = {rule: str(solve(["0", "1/4", "1/2"], if_eq=rule, **levels).aims[0]) for rule in (1, 2, 4, -1)}
    # -1 takes the mix with the smallest mean hit probability: half at B, who hits 1/4
    assert chosen == {1: "C", 2: "C", 4: "B", -1: "(0, 1/2, 0)"}


ONE_OF_EACH = [  # in canonical order, B the worse shot
    Aim.at(1, 3),
    Aim.at(2, 3),
    Aim.miss(3),
    Aim((F(0), F(1, 2), F(1, 2))),
    Aim((F(0), F(1, 4), F(1, 4))),
]


@pytest.mark.parametrize(
    ("rule", "best_first"),
    [(1, [1, 0, 2, 3, 4]), (2, [1, 3, 0, 4, 2]), (4, [0, 1, 3, 4, 2]), (-1, [4, 3, 2, 0, 1])],
)
def test_the_whole_ranking_of_a_rule(rule, best_first):
    """Take the preferred option away, again and again."""
    problem = Problem(["1/2", "1/4", "3/4"], if_eq=rule)
    left = list(ONE_OF_EACH)
    order = []
    while left:
        order.append(left.pop(break_tie(problem, left, [])))
    assert order == [ONE_OF_EACH[index] for index in best_first]


def test_the_whole_ranking_of_rule_three():
    problem = Problem(["1/2", "1/4", "3/4"], if_eq=3)
    wins = [(F(1, 4), F(3, 4), 0), (F(1, 4), F(3, 4), 0), (F(1, 4), 0, F(3, 4)), (F(1, 4), F(1, 4), F(1, 2))]
    # B aimed at wins 3/4; C aimed at 0; a miss counts as 0; the half-half mix (1/4 + 1/2) / 2
    assert break_tie(problem, ONE_OF_EACH[:4], wins) == 0
    assert break_tie(problem, ONE_OF_EACH[1:4], wins[1:]) == 2
    assert break_tie(problem, ONE_OF_EACH[1:3], wins[1:3]) == 0  # equal scores: canonical order


@given(strategies.optimal_problems(least=3, most=3))
def test_a_tie_on_the_path_is_reported_and_resolved_as_chosen(problem):
    solution = solve(problem)
    for phase in solution.phases:
        on_path = {tie.earlier: tie for tie in solution.ties if tie.order == phase.order and tie.on_path}
        if len(phase.order) == 2 or None in phase.aims:
            assert not on_path
            continue
        for place in range(len(phase.order)):
            found = decision(solution, phase.aims[:place], phase.order)
            tie = on_path.get(phase.aims[:place])
            assert (tie is not None) == (len(found.best) > 1)
            if tie:
                assert (tie.equal, tie.chosen) == (found.best, found.chosen)


def test_all_outcomes_says_when_it_is_not_complete():
    problem = Problem(["1/2", "1/2", "1/2", "1/2"])
    capped = all_outcomes(problem, cap=3)
    assert not capped.complete
    assert capped.combinations == 3
    own = solve(problem)
    assert (capped.outcomes[0].win, capped.outcomes[0].aims) == (own.win, own.aims)
    wide = all_outcomes(problem, cap=200)
    assert set(capped.outcomes) <= set(wide.outcomes)


def test_all_outcomes_without_ties_is_the_solution():
    outcomes = all_outcomes(cases.ORIGINAL)
    assert (len(outcomes.outcomes), outcomes.complete, outcomes.combinations) == (1, True, 1)


# -- shooting at oneself


def test_self_can_be_the_only_best_announcement_of_four():
    solution = solve(["1/10", "1/5", "1/4", "17/20"], search={"Others", "Miss", "Self"})
    assert words(solution.aims) == ("A", "Miss", "D", "C")
    assert solution.win[0] == F(1011246165, 5048370782)
    worths = sorted(((worth.value, str(worth.aim)) for worth in decision(solution).worths), reverse=True)
    assert worths[0] == (F(1011246165, 5048370782), "A")
    assert worths[1] == (F(1244649115, 6452646382), "D")


def test_a_mix_with_weight_on_himself_can_be_strictly_best():
    solution = solve(["63/200", "63/100", "69/200"], search="All")
    assert decision(solution).best == (solution.aims[0],)
    assert solution.aims[0].weights == (F(1, 4),) * 3


def test_self_pays_at_ties_under_rule_three():
    solution = solve(["9/200", "31/50", "9/200"], search={"Others", "Miss", "Self"}, if_eq=3)
    assert str(solution.aims[0]) == "A"


def nodes(problem, order, earlier=()):
    yield earlier
    if len(earlier) < len(order) - 1:
        for aim in problem.options(order, order[len(earlier)]):
            yield from nodes(problem, order, (*earlier, aim))


@given(
    strategies.optimal_problems(
        least=3,
        most=3,
        search=st.sampled_from([{"Others", "Miss", "Self"}, {"Others", "Self"}]),
        if_eq=st.sampled_from([1, 2, 4, -1]),
    )
)
@examples(60)
def test_no_node_of_three_players_strictly_prefers_self(problem):
    solution = solve(problem)
    for earlier in nodes(problem, problem.first_order):
        found = decision(solution, earlier)
        if len(found.best) == 1:
            assert found.best[0].target != found.player


# -- many players


def test_six_players_once():
    problem = Problem([F(k, 7) for k in (3, 1, 6, 2, 5, 4)])
    solution = solve(problem)
    assert sum(solution.win) == 1
    assert decision(solution).best == (solution.aims[0],)
    assert len(solution.phases) == 1 + 6 * 5 + 15 * 4 + 20 * 3 + 15 * 2


def test_many_players_who_all_aim_at_the_strongest():
    hits = [F(1, 2)] * 26 + [F(1)] * 2
    solution = solve(hits, targets=["Strongest"] * 28, target_later="Strongest")
    assert sum(solution.win) == 1
    assert words(solution.aims) == ("27",) * 27 + ("26",)
    assert solution.to_json()["phases"][0]["aims"]["27"] == "26"


def test_a_solution_prints_itself_in_a_notebook():
    solution = solve(["1/2", "1/2", "0"], targets=["Miss", "Random", "Optimal"], search={"Others", "Miss"})
    html, latex = solution._repr_html_(), solution._repr_latex_()
    assert html.count("<tr>") == 4
    for win in solution.win:
        assert f"<td>{fraction_text(win)}</td>" in html
        assert win.denominator == 1 or rf"\frac{{{win.numerator}}}{{{win.denominator}}}" in latex
    assert "<p>* predefined</p>" in html
    assert latex.startswith("$") and latex.endswith("$")
    stalled = solve(["0", "0", "0"])
    assert r"\text{stalemate: 1 (100.000 \%)}" in stalled._repr_latex_()


def test_progress_is_told():
    done = []
    solution = solve(cases.FOUR, progress=done.append)
    assert sum(done) == len(solution.phases)
    done.clear()
    outcomes = all_outcomes(["1/2", "1/2", "1/2"], progress=done.append)
    assert sum(done) >= outcomes.combinations


# -- one step replaced


def nearly_best(profiles, place, wins):
    own = {option: F(public(win[profiles.order[place]])) for option, win in wins.items()}
    return tuple(option for option, win in own.items() if win > max(own.values()) - F(1, 10**6))


@pytest.mark.parametrize(
    ("step", "mutant"),
    [
        ({"prefer": lambda problem, aims, wins, number: 0}, "first-of-equals"),
        ({"best": nearly_best, "prefer": lambda problem, aims, wins, number: 0}, "tolerance"),
    ],
    ids=["first of equals", "tolerant"],
)
def test_a_mutant_is_the_definition_with_a_step_replaced(step, mutant):
    problems = [Problem(["1/2"] * 3), Problem(["1/3", "2/3", 1]), Problem(["1/2", F(1, 2) + F(1, 10**9), "1/3"])]
    told_apart = 0
    for problem in problems:
        solution = solve_phases(problem, decide=partial(announced.decide, **step))
        answer = Mutant(problem, steps=MUTANTS[mutant]).answer()
        assert (solution.win, solution.aims) == (answer.win, answer.aims)
        told_apart += solution != solve_phases(problem)
    assert told_apart
