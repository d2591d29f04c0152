"""Truels over symbols: closed forms, deciding polynomials, exact regions, proofs."""

__all__ = ["borders", "decisions", "formulas", "lines", "partition"]


def __dir__() -> list[str]:
    return __all__
