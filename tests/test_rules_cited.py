"""Every numbered rule of every game with a rules page is cited by a test; no test cites a rule that is not there."""

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from rotonde import games

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
LISTED = games.PLAYABLE | games.ANNOUNCED
WRITTEN = [game for game in LISTED if (RULES / f"{game}.en.md").exists()]


def numbers_on_page(game: str, lang: str) -> list[str]:
    """The rules of a page in their order: each is a paragraph that starts with its number, `**S1.** …`."""
    page = (RULES / f"{game}.{lang}.md").read_text("utf-8")
    return re.findall(r"^\*\*([A-Z]+\d+)\.\*\*", page, re.MULTILINE)


@cache
def cited() -> Counter[str]:
    """How many tests are marked with each rule. Read from the sources: what is not collected today counts too."""
    found: Counter[str] = Counter()
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                found.update(_rules_of(node, path))
    return found


def _rules_of(test: ast.FunctionDef | ast.AsyncFunctionDef, path: Path) -> list[str]:
    rules: list[str] = []
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            name = ast.literal_eval(mark.args[0])
            assert isinstance(name, str), f"{path}:{mark.lineno}"
            rules.append(name)
    return rules


@pytest.mark.parametrize("game", WRITTEN)
def test_both_languages_have_the_same_rules(game: str) -> None:
    french, english = numbers_on_page(game, "fr"), numbers_on_page(game, "en")
    assert french == english
    assert len(english) == len(set(english)) > 0


@pytest.mark.parametrize("game", WRITTEN)
def test_every_rule_is_cited_by_a_test(game: str) -> None:
    missing = [rule for rule in numbers_on_page(game, "en") if not cited()[f"{game}:{rule}"]]
    assert missing == [], f"no test cites these rules of {game}"


def test_every_cited_rule_exists() -> None:
    known = {f"{game}:{rule}" for game in WRITTEN for rule in numbers_on_page(game, "en")}
    assert sorted(set(cited()) - known) == []


def test_every_page_belongs_to_a_game() -> None:
    pages = {path.name.removesuffix(".md").rpartition(".")[0] for path in RULES.glob("*.??.md")}
    assert set(games.PLAYABLE) <= pages <= set(LISTED)


@pytest.mark.parametrize("game", WRITTEN)
def test_every_rule_that_the_sources_name_exists(game: str) -> None:
    """The rules file cites the rules page in its docstrings and comments: `S4. …` or `R1-R3`."""
    folder = Path(str(import_module(LISTED[game]).__file__)).parent
    source = (folder / "rules.py").read_text("utf-8")
    named = re.findall(r"\b([A-Z]\d{1,2})\b(?=[.,\-]| and )", source)
    assert set(named) <= set(numbers_on_page(game, "en"))
    assert named
