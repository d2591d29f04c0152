"""Who fires when: other rules of fire, each solved exactly."""
