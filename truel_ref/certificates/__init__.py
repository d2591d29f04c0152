"""Answers that travel with their proof: files that a small program checks without this package."""
