"""The same algebra over symbols: closed forms, the polynomials that decide, exact regions, proofs."""
