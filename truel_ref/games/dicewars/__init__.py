"""Dice Wars: odds of an attack, the best turn, and tournaments.

In the order in which they build on one another: `odds` (one attack), `board` (who owns what), `position` (attacks done
and undone), `search` and `best_turn`, `setup` (boards from a seed), `players`, `game`, `kept` and `standings`
(tournaments); and `pictures`, which builds on the first ones.
"""
