"""The same answers sooner."""
