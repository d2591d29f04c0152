"""Mastermind: breakers as trees, what they cost, how they are made short, and the best there are."""
