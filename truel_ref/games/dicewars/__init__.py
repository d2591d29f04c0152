"""Dice Wars: odds of an attack, the best turn, and tournaments.

In the order in which they build on one another: `odds` (one attack), `board` (who owns what, attacks done and undone,
boards from a seed), `best_turn` (the search), `standings` (players, games, tournaments).
"""
