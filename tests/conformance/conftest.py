import pytest

from tests.conformance.cases import CASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case` runs a test for every game and number of players, `any_case` for several sets of options too."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", [case for case in CASES if not case.options], ids=str)
    if "any_case" in metafunc.fixturenames:
        metafunc.parametrize("any_case", CASES, ids=str)
