"""AB maps: every hit probability of the first two players, the others fixed."""
