"""Dice Wars: odds of an attack, the best turn, and tournaments.

Modules, each building on those before it: `odds` (one attack), `board` (fields and owners, attacks done and undone,
boards from a seed), `best_turn` (the search), `standings` (players, games, tournaments).
"""
