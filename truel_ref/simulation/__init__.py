"""Simulation: games played with dice, by code that shares nothing with the solver, to compare with the exact numbers.

A simulation takes the hit probabilities and the aims of all players, and plays. A **turn** is one player's turn,
including a deliberate miss; the length of a game is its number of turns. A game ends when one player is left, or when
nobody can ever be hit. This is a stalemate (R1.10); the aims alone show it at once (R2.3), so a simulation needs no
limit on turns.

Every way to play is a set of positions with probabilities (`rules`), with the aims of an answer (`policies`). `story`
plays one game, `engines` play many, and `estimates` evaluates them.
"""
