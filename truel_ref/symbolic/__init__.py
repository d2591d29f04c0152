"""Truels over symbols: closed forms, deciding polynomials, exact regions, proofs."""
