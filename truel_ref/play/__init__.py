"""Who aims at whom, told plainly: the rules as code."""
