"""Problems and aims as the plain data that the second derivation takes."""

from truel_ref.game.aims import Word


def plain(problem):
    """Return a problem as the arguments of the second derivation."""
    return {
        "hits": list(problem.hits),
        "targets": [str(entry) if isinstance(entry, Word) else entry for entry in problem.targets],
        "search": _searched(problem.searches),
        "target_later": str(problem.target_later),
        "search_later": _searched(problem.searches_later),
        "random_levels": problem.random_levels,
    }


def _searched(searches):
    """Return the search set of every player."""
    return {player: tuple(map(str, words)) for player, words in enumerate(searches)}


def places(data, way=()):
    """Yield the way to every part of some data, the whole first."""
    yield way
    steps = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for step in steps:
        yield from places(data[step], (*way, step))


def weights(aims):
    return tuple(None if aim is None else aim.weights for aim in aims)


def assert_derived(solution, expected):
    """Compare a solution, field by field, ties and later phases included, with one of the second derivation.

    The second derivation knows players by their place in the first order.
    """
    order = solution.problem.order

    def people(places):
        return tuple(order[place] for place in places)

    def by_player(values):
        return None if values is None else tuple(values[order.index(player)] for player in range(len(order)))

    def aimed(aims):
        return tuple(map(by_player, aims))

    assert solution.win == by_player(expected.win)
    assert weights(solution.aims) == by_player(aimed(expected.aims))
    assert solution.stalemate == expected.stalemate
    phases = {people(phase): (aimed(aims), by_player(win)) for phase, (aims, win) in expected.phases.items()}
    assert {phase.order: (weights(phase.aims), phase.win) for phase in solution.phases} == phases
    assert [phase.order for phase in solution.phases] == sorted(phases, key=lambda phase: (-len(phase), phase))
    ties = [
        (tie.order, weights(tie.earlier), weights(tie.equal), tie.chosen.weights, tie.on_path) for tie in solution.ties
    ]
    assert len(set(ties)) == len(ties)
    assert set(ties) == {
        (people(phase), aimed(earlier), aimed(equal), by_player(chosen), on_path)
        for phase, earlier, equal, chosen, on_path in expected.ties
    }
