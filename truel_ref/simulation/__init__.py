"""Dice: the rules played at random, knowing nothing of the algebra, to be set beside the exact numbers.

A simulation takes the hit probabilities and a **policy**, the aims of everybody in every phase, and plays. A **turn**
is one player's turn, a deliberate miss included; the length of a game is its number of turns. A game ends when one
player is left, or when a phase begins in which nobody can ever be hit: a stalemate (R1.10), seen at once and by
structure (R2.3), so that no limit on turns is needed.

Every way to play, announced play and the other rules of fire, is positions with chances (`rules`), with aims that
`policy` reads and checks. One game stands in `story`, many of them in `engines`, and what they say in `estimate`.
"""
