"""Answers to vectors: one of them judged, and numbers as floats."""

import json
from fractions import Fraction

from truel_ref import Problem
from truel_ref.oracle import check
from truel_ref.oracle.corpus import kind_of
from truel_ref.oracle.judge import Terms, judge_answer
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.kinds.courses import AnnouncedCourse
from truel_ref.oracle.kinds.equilibria import StationaryPlay

OF_A_PROBLEM = {"announced": AnnouncedPlay, "stationary": StationaryPlay, "course": AnnouncedCourse}


def judged(vector, answer, tolerance="1e-9"):
    """Return the result for one answer; where a problem says all, the judgement is the same for the problem alone."""
    [result] = check(lambda question: answer, [vector], tolerance).results
    assert str(result)
    json.dumps(result.to_json())
    if kind := OF_A_PROBLEM.get(kind_of(vector)):
        alone = judge_answer(kind(Problem.from_data(vector["problem"])), answer, Terms(Fraction(tolerance)))
        assert alone.judgement is result.judgement
    return result


def in_floats(data):
    """Return an answer with every fraction, or text of one, as a float; aims stay as they are."""
    if isinstance(data, dict):
        return {key: value if key == "aims" else in_floats(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [in_floats(entry) for entry in data]
    is_number = isinstance(data, Fraction) or (isinstance(data, str) and "/" in data)
    return float(Fraction(data)) if is_number else data
