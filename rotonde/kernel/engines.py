"""The engines: one source, run three ways.

`python` runs a rule as it stands. `native` compiles it with Numba for this processor, `cuda` for a GPU. An engine binds
a rule to a game: it looks at the names the rule calls, puts the game's functions in the place of the contract's,
compiles those, and so on down. Nothing is imported twice and a rules file needs nothing but `@rule`.

Compiled code is kept on disk in a folder named by a hash of every source file that goes into it, because Numba itself
looks only at the file of the function that is called: a change in a shared helper would not be seen.
"""

import ast
import hashlib
import os
import sys
import threading
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from . import chance, contract, subset
from .contract import score
from .layout import Layout
from .subset import Rule, is_rule

ENGINES = ("python", "native")  # `cuda` runs whole batches and has its own door: lab/gpu.py

_compiling = threading.RLock()


class Binder:
    """Binds rules to one game's functions and compiles each once."""

    def __init__(
        self,
        replace: Mapping[Rule, Rule],
        compile_rule: Callable[[Rule], Rule],
        own_ways: Mapping[Rule, Any],
        suffix: str = "",
        plain: "Binder | None" = None,
    ) -> None:
        """With a `plain` binder, that one binds all rules that never offer a move."""
        self._plain = plain
        self._replace = replace
        self._compile = compile_rule
        self._own_ways = own_ways
        self._suffix = suffix
        self._bound: dict[Rule, Any] = dict(own_ways)

    def bind(self, rule: Rule) -> Any:
        """The engine's version of a rule."""
        if rule in self._bound:
            return self._bound[rule]
        if rule in _OFFERING_OTHERWISE:
            self._bound[rule] = self._offering_otherwise(rule)
            return self._bound[rule]
        if rule in self._replace:
            return self.bind(self._replace[rule])
        if self._plain is not None and not _offers(rule):
            return self._plain.bind(rule)
        if not isinstance(rule, types.FunctionType) or not is_rule(rule):
            raise TypeError(f"{rule!r} is no @rule")
        names = dict(rule.__globals__)
        twin = types.FunctionType(rule.__code__, names, rule.__name__, rule.__defaults__, rule.__closure__)
        # Numba's disk cache tells functions apart by file, name and line.
        twin.__qualname__ = rule.__qualname__ + self._suffix
        twin.__module__ = rule.__module__
        bound = self._bound[rule] = self._compile(twin)
        for name in rule.__code__.co_names:
            called: Any = names.get(name)
            if is_rule(called):
                names[name] = self.bind(called)
        return bound

    def _offering_otherwise(self, rule: Rule) -> Any:
        """The game's `moves` with something else done to what is offered than to list it."""
        replace = {**self._replace, **_OFFERING_OTHERWISE[rule]}
        suffix = f"_to_{rule.__name__}{self._suffix}"
        other = Binder(replace, self._compile, self._own_ways, suffix, plain=self)
        return other.bind(contract.moves)


@cache
def _offers(rule: Rule) -> bool:
    """Whether a rule offers moves, itself or through what it calls."""
    seen, waiting = {rule}, [rule]
    while waiting:
        one: Any = waiting.pop()
        for name in one.__code__.co_names:
            called = one.__globals__.get(name)
            if is_rule(called) and called not in seen:
                seen.add(called)
                waiting.append(called)
    return bool(seen & {chance.offer, chance.offer_marked, chance.offer_to_find, chance.find_marked})


_OFFERING_OTHERWISE: dict[Rule, dict[Rule, Rule]] = {
    contract.find: {chance.offer: chance.offer_to_find, chance.offer_marked: chance.find_marked},
}


def contract_of(rules: types.ModuleType, guide: types.ModuleType) -> dict[Rule, Rule]:
    """The game's functions for the contract's names. Some have a default: a game where all is open hides nothing."""
    replace: dict[Rule, Rule] = {}
    for name in ("setup", "actor", "moves", "play", "hide", "guess", "mask", "score", "rank"):
        replace[getattr(contract, name)] = getattr(rules, name, None) or _DEFAULTS[name]
    for name in ("values", "progress", "priors", "explore"):
        replace[getattr(contract, name)] = getattr(guide, name, None) or _DEFAULTS[name]
    return replace


@subset.rule
def _hide_nothing(box: Any, s: Any, player: int) -> None:
    pass


@subset.rule
def _guess_nothing(box: Any, s: Any, player: int, rng: Any) -> None:
    pass


@subset.rule
def _mask_nothing(box: Any, s: Any, player: int, move: int) -> int:
    return move


@subset.rule
def _rank_by_score(box: Any, s: Any, player: int) -> int:
    return score(box, s, player)


@subset.rule
def _no_priors(box: Any, s: Any, out: Any) -> None:
    for k in range(out.count):
        out.prior[k] = 0


@subset.rule
def _explore_much(box: Any, s: Any) -> int:
    return 4000


_DEFAULTS: dict[str, Rule] = {
    "hide": _hide_nothing,
    "guess": _guess_nothing,
    "mask": _mask_nothing,
    "rank": _rank_by_score,
    "priors": _no_priors,
    "explore": _explore_much,
}


class Engine:
    """One game's rules on the `python` engine: the interpreter, unchanged."""

    name = "python"

    def __init__(self, binder: Binder) -> None:
        self._binder = binder

    def run(self, rule: Rule, *args: Any) -> Any:
        """Run a rule, bound to this game."""
        return self._binder.bind(rule)(*args)

    def run_inlined(self, rule: Rule, *args: Any) -> Any:
        """Run a loop as fast as the engine can, at the price of a longer compilation."""
        return self.run(rule, *args)

    def cells(self, numbers: Sequence[int]) -> Any:
        """These numbers in the form that the engine works with."""
        return list(numbers)

    def rng(self, first: int, second: int = 0) -> Any:
        """A generator for playouts and guesses: four words."""
        words = [0, 0, 0, 0]
        chance.seed(words, first, second)
        return self.cells(words)


class NativeEngine(Engine):
    """One game's rules compiled by Numba for this processor; what was compiled before is read from disk."""

    name = "native"

    def __init__(self, binder: Binder, inlining: Binder) -> None:
        super().__init__(binder)
        self._inlining = inlining

    def run(self, rule: Rule, *args: Any) -> Any:
        return _run_native(self._binder, rule, args)

    def run_inlined(self, rule: Rule, *args: Any) -> Any:
        return _run_native(self._inlining, rule, args)

    def cells(self, numbers: Sequence[int]) -> Any:
        return np.array(numbers, np.int64)


def _run_native(binder: Binder, rule: Rule, args: Sequence[Any]) -> Any:
    with _compiling:
        bound = binder.bind(rule)
    return bound(*(arg.record if isinstance(arg, Layout) else arg for arg in args))


def engine_named(name: str, package: str, replace: dict[Rule, Rule]) -> Engine:
    """The rules of the game in that package on one of the ENGINES."""
    if name == "python":
        own_ways = {primitive: primitive for primitive in (subset.copy, subset.copy_of, subset.scratch)}
        return Engine(Binder(replace, lambda twin: twin, own_ways))
    if name == "native":
        return NativeEngine(
            _native_binder(replace, package, inline=False), _native_binder(replace, package, inline=True)
        )
    raise ValueError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")


def _native_binder(replace: dict[Rule, Rule], package: str, inline: bool) -> Binder:
    from . import native as untyped

    native: Any = untyped
    folder = str(cache_folder(package))
    own_ways: dict[Rule, Any] = {
        subset.copy: native.copy,
        subset.copy_of: native.copy_of,
        subset.scratch: native.scratch,
    }
    suffix = "_inlined" if inline else ""
    return Binder(replace, lambda twin: native.compile_rule(twin, folder, inline), own_ways, suffix)


def cache_folder(package: str) -> Path:
    """Where compiled code of this version of the sources is kept."""
    base = os.environ.get("ROTONDE_CACHE")
    if base is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        base = os.path.join(base, "rotonde")
    return Path(base) / "native" / sources_hash(package) / package


@cache
def sources_hash(package: str) -> str:
    """A hash of all that is compiled for the game in that package, and of the versions that compile it."""
    import numba

    digest = hashlib.sha256(f"{sys.version} numba {numba.__version__} numpy {np.__version__}".encode())
    ours = Path(__file__).parent.parent
    game = Path(str(import_module(package).__file__)).parent
    for folder in (ours / "kernel", ours / "players", ours / "lab", game):
        for path in sorted(_compiled(folder)):
            digest.update(f"{folder.name}/{path.name}".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _compiled(folder: Path) -> set[Path]:
    """The files of a folder that compiled code depends on: those with rules, what they import, and the engines."""
    found = {path for path in folder.glob("*.py") if "@rule\n" in path.read_text("utf-8")}
    found |= {path for name in ("engines.py", "native.py") if (path := folder / name).exists()}
    waiting = list(found)
    while waiting:
        tree = ast.parse(waiting.pop().read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                for name in [node.module] if node.module else [alias.name for alias in node.names]:
                    path = folder / f"{name}.py"
                    if path.exists() and path not in found:
                        found.add(path)
                        waiting.append(path)
    return found
