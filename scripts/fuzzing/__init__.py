"""Hostile inputs for every door of truel-ref: scripts/fuzz.

Modules, each building on those before it: `plain` (cases as JSON), `hostile` (hostile values), `mutation` (changes of
cases), `grammar` (random numbers and problems), `door` (the class of doors), the doors themselves (`reading`, `asking`,
`judging`, `filing`, `commanding`), `limits` (the limits of an input), `worker` (the process that tries inputs),
`driver` (which watches it and stores failures).
"""
