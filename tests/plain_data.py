"""Problems and aims as the plain data that the second derivation takes."""

from truel_ref.game.aims import Word


def plain(problem):
    """Return a problem as the arguments of the second derivation."""
    return {
        "hits": list(problem.hits),
        "targets": [str(entry) if isinstance(entry, Word) else entry for entry in problem.targets],
        "search": tuple(map(str, problem.search)),
        "later": str(problem.target_later),
        "search_later": tuple(map(str, problem.search_later)),
        "levels": problem.random_levels,
    }


def weights(aims):
    return tuple(None if aim is None else aim.weights for aim in aims)
