"""Engines: rules bound to a game and run as they stand or compiled; compiled code kept by what went into it."""

import shutil
import subprocess
import sys
import textwrap
import types
from pathlib import Path
from typing import Any

import pytest

from rotonde.kernel import contract, engines
from rotonde.kernel.contract import progress
from rotonde.kernel.engines import Engine, contract_of, engine_named
from rotonde.kernel.handle import load_game
from rotonde.kernel.layout import Layout, i1, i4
from rotonde.kernel.subset import copy, copy_of, is_rule, rule, scratch

both = pytest.mark.parametrize("engine", ["python", "native"])
WORDS = 6


class Pad(Layout):
    first: i4
    digits: i1[WORDS]


@rule
def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


@rule
def square(n):
    return n * n


@rule
def sum_of_squares(pad):
    total = 0
    for place in range(WORDS):
        total += square(pad.digits[place])
    return total


@rule
def histogram(pad, size):
    """The most frequent remainder, counted in fresh zeros for each of two rounds."""
    best = 0
    for _ in range(2):
        counts = scratch(8)
        for place in range(WORDS):
            counts[pad.digits[place] % size] += 1
        best = 0
        for k in range(size):
            if counts[k] > counts[best]:
                best = k
        pad.first = counts[best]
    return best


@rule
def scratch_of_a_named_size(pad):
    counts = scratch(WORDS)
    counts[WORDS - 1] = 5
    return counts[WORDS - 1] + counts[0]


@rule
def copied_and_changed(target, source):
    copy(target, source)
    target.first += 1
    target.digits[0] = 9
    return target.first


@rule
def tried_on_a_copy(pad):
    """Each digit ten higher, one at a time."""
    total = 0
    for place in range(WORDS):
        trial = copy_of(pad)
        trial.digits[place] += 10
        total += sum_of_squares(trial)
    return total


@rule
def ask_progress(box, s, player):
    return 2 * progress(box, s, player)


@rule
def my_progress(box, s, player):
    return s.first + player


def made(engine: str, replace: dict[Any, Any] | None = None) -> Engine:
    return engine_named(engine, "tests.kernel.toy", replace or {})


def pad(*numbers: int) -> Any:
    one: Any = Pad()
    for place, number in enumerate(numbers):
        one.digits[place] = number
    return one


@both
def test_a_rule_calls_itself(engine: str) -> None:
    assert made(engine).run(factorial, 10) == 3_628_800


@both
def test_a_rule_calls_others_and_reads_global_numbers(engine: str) -> None:
    assert made(engine).run(sum_of_squares, pad(1, -2, 3, 0, 5, -6)) == 75


@both
def test_scratch_is_fresh_zeros(engine: str) -> None:
    one = pad(1, 4, 7, 2, 0, 3)
    assert made(engine).run(histogram, one, 3) == 1
    assert one.first == 3, "not six: the second round began with zeros"
    assert made(engine).run(scratch_of_a_named_size, one) == 5


@both
def test_a_copy_is_tried_on_and_forgotten(engine: str) -> None:
    one = pad(1, 2, 3)
    before = bytes(one)
    assert made(engine).run(tried_on_a_copy, one) == 6 * 14 + 6 * 100 + 20 * (1 + 2 + 3)
    assert bytes(one) == before


@both
def test_copy_copies_and_does_not_tie(engine: str) -> None:
    source, target = pad(1, 2, 3), pad()
    source.first = 41
    assert made(engine).run(copied_and_changed, target, source) == 42
    assert target.digits.tolist() == [9, 2, 3, 0, 0, 0]
    assert source.first == 41 and source.digits.tolist() == [1, 2, 3, 0, 0, 0]


@both
def test_the_contract_is_replaced_by_the_games_own(engine: str) -> None:
    one = pad()
    one.first = 10
    bound = made(engine, {contract.progress: my_progress})
    assert bound.run(ask_progress, None, one, 3) == 26
    assert bound.run(contract.progress, None, one, 3) == 13


def test_what_the_game_lacks_is_not_made_up() -> None:
    with pytest.raises(NotImplementedError):
        made("python").run(ask_progress, None, pad(), 0)


@both
def test_a_plain_function_is_no_rule(engine: str) -> None:
    def plain(n: int) -> int:
        return n

    assert not is_rule(plain)
    with pytest.raises(TypeError, match="is no @rule"):
        made(engine).run(plain, 1)


def test_binding_leaves_the_rule_as_it_was() -> None:
    before = dict(globals())
    made("native").run(sum_of_squares, pad(1))
    assert sum_of_squares(pad(1, 2)) == 5
    assert globals()["square"] is before["square"]


def test_there_is_no_other_engine() -> None:
    with pytest.raises(ValueError, match="no engine 'fortran'; there are python, native"):
        made("fortran")


@both
def test_a_game_where_all_is_open_needs_no_hide_guess_and_mask(engine: str) -> None:
    rules, guide = types.ModuleType("rules"), types.ModuleType("guide")
    toy = load_game("tests.kernel.toy", "python").rules
    for name in ("setup", "actor", "moves", "play", "score"):
        setattr(rules, name, getattr(toy, name))
    guide.values = guide.progress = my_progress  # type: ignore[attr-defined]
    replace = contract_of(rules, guide)
    bound = made(engine, replace)
    table = load_game("tests.kernel.toy", "python").new(2)
    state: Any = table.state
    before = bytes(state)
    bound.run(contract.hide, table.box, state, 1)
    bound.run(contract.guess, table.box, state, 1, bound.rng(1))
    assert bytes(state) == before
    assert bound.run(contract.mask, table.box, state, 1, 777) == 777
    out: Any = table.game.offers_layout()
    out.count, out.prior[0] = 1, 99
    bound.run(contract.priors, table.box, state, out)
    assert out.prior[0] == 0, "no move looks better than another"
    state.phase, state.points = toy.ENDED, [50, 0, 0]
    assert (
        bound.run(contract.rank, table.box, state, 0) == bound.run(contract.score, table.box, state, 0) == 1
    )


# ---------------------------------------------------------------- compiled code on disk


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources that may be changed, with a small game of its own."""
    ours = Path(engines.__file__).parent.parent
    for folder in ("kernel", "players", "lab", "web"):
        shutil.copytree(ours / folder, tmp_path / "rotonde" / folder, ignore=shutil.ignore_patterns("static"))
    game = tmp_path / "somewhere" / "pocket_game"
    game.mkdir(parents=True)
    (game / "rules.py").write_text("from .helper import ONE\n\n@rule\ndef one():\n    return ONE\n")
    (game / "helper.py").write_text("ONE = 1\n")
    for name in ("__init__", "words"):
        (game / f"{name}.py").write_text(f"# {name}\n")
    monkeypatch.setattr(engines, "__file__", str(tmp_path / "rotonde" / "kernel" / "engines.py"))
    monkeypatch.syspath_prepend(str(tmp_path / "somewhere"))
    monkeypatch.delitem(sys.modules, "pocket_game", raising=False)
    return tmp_path


def folder_now() -> Path:
    engines.sources_hash.cache_clear()
    return engines.cache_folder("pocket_game")


@pytest.mark.parametrize(
    ("changed", "matters"),
    [
        ("somewhere/pocket_game/rules.py", True),
        ("somewhere/pocket_game/helper.py", True),
        ("somewhere/pocket_game/words.py", False),
        ("rotonde/kernel/chance.py", True),
        ("rotonde/kernel/native.py", True),
        ("rotonde/kernel/record.py", False),
        ("rotonde/players/search_rules.py", True),
        ("rotonde/web/views.py", False),
    ],
)
def test_a_changed_source_means_another_cache_folder(sources: Path, changed: str, matters: bool) -> None:
    before = folder_now()
    assert before == folder_now()
    with (sources / changed).open("a") as file:
        file.write("# changed\n")
    assert (folder_now() != before) == matters


def test_a_new_source_means_another_cache_folder(sources: Path) -> None:
    before = folder_now()
    (sources / "somewhere" / "pocket_game" / "more.py").write_text("@rule\ndef more():\n    return 2\n")
    assert folder_now() != before


def test_the_cache_goes_where_it_is_told(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROTONDE_CACHE", "/some/cache")
    assert folder_now().is_relative_to("/some/cache")
    monkeypatch.delenv("ROTONDE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/other")
    assert folder_now().is_relative_to("/other/rotonde")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert folder_now().is_relative_to("/home/somebody/.cache/rotonde")


def test_a_changed_helper_is_compiled_anew(tmp_path: Path) -> None:
    """Numba itself would not see it: it looks at the file of the rule that is called."""
    game = tmp_path / "pocket_game"
    game.mkdir()
    (game / "__init__.py").write_text("")
    (game / "rules.py").write_text(
        textwrap.dedent(
            """
            from rotonde.kernel.subset import rule
            from .helper import step

            @rule
            def twice(n):
                return step(step(n))
            """
        )
    )
    script = textwrap.dedent(
        """
        from pocket_game.rules import twice
        from rotonde.kernel.engines import engine_named
        print(engine_named("native", "pocket_game", {}).run(twice, 10))
        """
    )
    told: list[str] = []
    for amount in (1, 5, 5):
        helper = f"from rotonde.kernel.subset import rule\n\n@rule\ndef step(n):\n    return n + {amount}\n"
        (game / "helper.py").write_text(helper)
        env = {"ROTONDE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": f"{tmp_path}:{Path.cwd()}"}
        ran = subprocess.run(
            [sys.executable, "-B", "-c", script], env=env, capture_output=True, text=True, check=True
        )
        told.append(ran.stdout.strip())
    assert told == ["12", "20", "20"]
    assert len(list((tmp_path / "cache" / "native").iterdir())) == 2
