"""Mathematics that is not about truels."""
