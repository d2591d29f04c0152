"""Dice: the same rules played at random, knowing nothing of the algebra."""
