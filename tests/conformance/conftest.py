import pytest

from tests.conformance.cases import CASES, OUTERMOST


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case` runs a test for every game with fewest and most players, `any_case` for every number and option."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", OUTERMOST, ids=str)
    if "any_case" in metafunc.fixturenames:
        metafunc.parametrize("any_case", CASES, ids=str)
