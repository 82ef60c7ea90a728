"""What a game's `rules.py` and `value.py` offer. Loops that serve every game call these names; an engine puts the
game's own functions in their place.
"""

from typing import Any

from .subset import rule


@rule
def setup(box: Any, s: Any) -> None:
    """Lay the table: nothing drawn yet."""
    raise NotImplementedError


@rule
def actor(box: Any, s: Any) -> int:
    """Who must act: a seat, CHANCE or OVER."""
    raise NotImplementedError


@rule
def moves(box: Any, s: Any, out: Any) -> None:
    """Offer every legal move of the actor; for chance every outcome with its weight."""
    raise NotImplementedError


@rule
def find(box: Any, s: Any, sieve: Any) -> None:
    """`moves`, but only the one at a certain place is wanted. Made from `moves` by the engine."""
    raise NotImplementedError


@rule
def play(box: Any, s: Any, move: int) -> None:
    """Carry out one of the offered moves."""
    raise NotImplementedError


@rule
def hide(box: Any, s: Any, player: int) -> None:
    """Erase what that player (or PUBLIC) may not know."""
    raise NotImplementedError


@rule
def guess(box: Any, s: Any, player: int, rng: Any) -> None:
    """Fill what was erased for that player with a fair sample of what may be true."""
    raise NotImplementedError


@rule
def mask(box: Any, s: Any, player: int, move: int) -> int:
    """A move as that player sees it when it is made: secret operands become 0."""
    raise NotImplementedError


@rule
def score(box: Any, s: Any, player: int) -> int:
    """The result of that player."""
    raise NotImplementedError


@rule
def rank(box: Any, s: Any, player: int) -> int:
    """What decides who won: the highest does, equal ones share. The score, unless the rules break ties."""
    raise NotImplementedError


@rule
def values(box: Any, s: Any, worth: Any) -> None:
    """Write how well each player stands, 0..10000, about the chance to win: a guide for bots, not a rule."""
    raise NotImplementedError


@rule
def progress(box: Any, s: Any, player: int) -> int:
    """How far that player has come by itself, 0..10000: all that a greedy player looks at."""
    raise NotImplementedError


@rule
def priors(box: Any, s: Any, out: Any) -> None:
    """Write how promising each offered move looks to the actor at first sight, in points of value: a guide only."""
    raise NotImplementedError


@rule
def explore(box: Any, s: Any) -> int:
    """How far search looks around before it believes what it has seen, in points of value: a guide only.

    Much where one move can win or lose the game, little where it takes many to make a difference; 0 where looking ahead
    does not pay, and search plays as greedy does.
    """
    raise NotImplementedError
