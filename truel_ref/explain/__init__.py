"""Why an aim is optimal, and what else could have come out."""
