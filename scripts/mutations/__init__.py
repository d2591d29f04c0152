"""Mutation testing: faults that a program puts into the package, and which of them the tests notice.

The faults are made by cosmic-ray, whose operators change one place of a file and leave the rest as it stands. mutmut
was tried on paper and not taken: it wraps every function in a switch and copies the package, and here tests read the
sources, count statements and start programs. cosmic-ray's own session runs one command for all mutations; which tests
run a line, the sample, and what is known to be harmless are ours (`plan`, `trial`), and so is the table (`__main__`).
"""
