"""Mastermind: breakers as trees, their costs, how to shorten them, and the best breakers."""
