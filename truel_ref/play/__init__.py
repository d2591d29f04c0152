"""Who aims at whom: the rules as code."""
