"""Faster ways to the answers of `truel_ref.play`."""
