"""Why an aim is optimal, and which other outcomes are optimal."""
