"""Four other games on the same kernels: darts, Goofspiel, Mastermind, Dice Wars."""
