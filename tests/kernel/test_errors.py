"""Problems are told in both languages, with the rule where there is one."""

import pickle

import pytest

from rotonde import BadOption, BadRecord, IllegalMove, Problem, UnknownGame


@pytest.mark.parametrize("kind", [BadOption, BadRecord, IllegalMove, UnknownGame])
def test_a_problem_is_told_in_both_languages(kind: type[Problem]) -> None:
    problem = kind("Non.", "No.", "T3")
    assert isinstance(problem, Problem) and isinstance(problem, ValueError)
    assert (problem.told["fr"].text, problem.told["en"].text) == ("Non.", "No.")
    assert problem.rule == problem.told["fr"].rule == "T3"
    assert str(problem) == "No. (rule T3)"
    assert str(kind("Non.", "No.")) == "No."


def test_a_problem_travels_between_processes() -> None:
    twin = pickle.loads(pickle.dumps(IllegalMove("Non.", "No.", "T3")))
    assert isinstance(twin, IllegalMove)
    assert (twin.told["fr"].text, twin.rule) == ("Non.", "T3")
