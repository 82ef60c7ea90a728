"""`@rule`: the mark on every function that all three engines run.

Such a function is ordinary Python and runs as it stands. It keeps to a small subset, so that the other engines can
compile the same source: integers and the cells of layouts; if, for, while; calls of other rules by their plain names.
No floats, lists, dicts, strings, exceptions, closures, or anything that depends on time or on the order of a hash.
"""

from collections.abc import Callable
from typing import Any

Rule = Callable[..., Any]

CHANCE = -1
OVER = -2
PUBLIC = -3  # the seat of those who only watch


def rule(function: Rule) -> Rule:
    """Mark a function as one that every engine runs."""
    setattr(function, "__rule__", True)
    return function


def is_rule(value: object) -> bool:
    return getattr(value, "__rule__", False) is True


@rule
def copy(target: Any, source: Any) -> None:
    """Make one struct equal to another of the same layout. Each engine has its own way to do this."""
    target.take(source)


@rule
def copy_of(source: Any) -> Any:
    """A struct of its own, equal to another, to try something on inside one rule. Each engine has its own way to do
    this, but for the GPU: there only rules are run, and trying things out is for bots."""
    return source.copy()


@rule
def scratch(size: int) -> Any:
    """`size` zeros to work with inside one rule; `size` must be a constant. Each engine has its own way to do this."""
    return [0] * size
