"""Decide most pixels with proved bounds in floats, many at once: pixel by pixel (`pixels`) or in boxes (`cells`)."""
