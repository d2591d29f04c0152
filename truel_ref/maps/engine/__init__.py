"""How most pixels are decided by floats that prove it, many at once: one by one (`pixels`) or by boxes (`cells`)."""
