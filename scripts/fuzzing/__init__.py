"""Hostile inputs for every door of truel-ref: scripts/fuzz.

In the order in which they build on one another: `plain` (cases as JSON), `hostile` (what to put in), `mutation` (where
to put it), `grammar` (numbers and problems from nothing), `door` (what a door is), the doors themselves (`reading`,
`asking`, `judging`, `filing`, `commanding`), `limits` (what an input may use and touch), `worker` (the process that
tries), `driver` (who watches it and keeps what fails).
"""
