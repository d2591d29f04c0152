"""Problems that share shapes, caches and fields of numbers, and differ in what must not be mixed up: `QUESTIONS`.

A program, too: `python hammer.py THREADS ROUNDS` asks them in threads that begin together, with all caches empty in
each round, and prints what every thread gets in every round as a line of JSON.
"""

import json
import sys
import threading
from random import Random

import truel_ref
from truel_ref.fast import recursion

NAMES, HITS = ["Ann", "Bob", "Cleo"], ["1/3", "2/3", 1]
STATED = [
    *({"names": NAMES, "targets": targets} for targets in (["Cleo", "Cleo", "Bob"], ["Bob", "Cleo", "Ann"], [])),
    *({"names": NAMES[::step], "search": search} for step in (1, -1) for search in (["Others"], ["All"])),
    *({"order": order} for order in ("C, A, B", "B, C, A")),
    *({"target_later": word, "tie_rule": rule} for word in ("Strongest", "Self") for rule in (2, -1)),
    *({"search": ["Others", "Miss", "Random"], "random_levels": [level] * 3} for level in (2, 3)),
]
IRRATIONAL = [["sqrt(2)/2", "1/2", 1], ["sqrt(3)/2", "sqrt(2)/2", "1/2"], ["root(1 0 1 -1; 0)", "sqrt(5)/3", 1]]
OTHERS = ["why", "all_outcomes", "equilibria", "random_shooter", "simultaneous_fire", "opinion_contest"]
QUESTIONS = [
    *(("solve", HITS, stated) for stated in STATED),
    *(("solve", hits, {}) for hits in IRRATIONAL),
    *(("solve", ["1/5", "2/5", "3/5", last], {}) for last in ("4/5", 1)),
    *((name, ["1/2", "2/3", last], {}) for name in OTHERS for last in ("4/5", 1)),
]


def answer(question):
    name, hits, stated = question
    try:
        return json.dumps(getattr(truel_ref, name)(hits, **stated).to_json())
    except Exception as error:  # an answer, too: the wrong one
        return f"{type(error).__name__}: {error}"


def forget():
    """Empty every cache of the package."""
    recursion._known.clear()
    for module in [module for name, module in list(sys.modules.items()) if name.startswith("truel_ref.")]:
        for value in list(vars(module).values()):
            for each in (value, *(vars(value).values() if isinstance(value, type) else ())):
                getattr(getattr(each, "__func__", each), "cache_clear", lambda: None)()


def hammered(threads, rounds):
    """Return what each thread gets in each round; the first two ask in one order, so that they fill the same caches."""
    start, results = threading.Barrier(threads, action=forget), []

    def work(number):
        for turn in range(rounds):
            order = list(range(len(QUESTIONS)))
            if number > 1:
                Random(number + turn * threads).shuffle(order)
            start.wait()
            found = {place: answer(QUESTIONS[place]) for place in order}
            results.append([found[place] for place in sorted(found)])

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    sys.setswitchinterval(1e-6)
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return results


if __name__ == "__main__":
    for result in hammered(*map(int, sys.argv[1:])):
        print(json.dumps(result))
