"""Other rules of fire, each solved exactly."""
