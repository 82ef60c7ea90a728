"""Moves: one integer, a verb and up to three operands.

The verb takes the lowest 8 bits, each operand 12 bits above it: every number a game counts with (cards, hexes, seats)
is below 4096, and the whole stays below 2**53, so that a browser reads it exactly.
"""

from .subset import rule


@rule
def pack(verb: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """The move that does `verb` with these operands."""
    return verb | (a << 8) | (b << 20) | (c << 32)


@rule
def verb_of(move: int) -> int:
    return move & 255


@rule
def a_of(move: int) -> int:
    return (move >> 8) & 4095


@rule
def b_of(move: int) -> int:
    return (move >> 20) & 4095


@rule
def c_of(move: int) -> int:
    return (move >> 32) & 4095
