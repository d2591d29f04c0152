"""Exact numbers: what a person types, what is computed with, what is written."""
