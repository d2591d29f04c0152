"""Programs that check certificates; they import nothing of this package and can be copied away."""
