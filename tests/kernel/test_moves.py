"""Moves: a verb and three operands in one integer that a browser reads exactly."""

from hypothesis import given
from hypothesis import strategies as st

from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of

operands = st.integers(0, 4095)


@given(st.integers(0, 255), operands, operands, operands)
def test_what_is_packed_comes_out_again(verb: int, a: int, b: int, c: int) -> None:
    move = pack(verb, a, b, c)
    assert (verb_of(move), a_of(move), b_of(move), c_of(move)) == (verb, a, b, c)
    assert 0 <= move < 2**53
    assert int(float(move)) == move, "as JSON in a browser"


@given(
    st.tuples(st.integers(0, 255), operands, operands, operands),
    st.tuples(st.integers(0, 255), operands, operands, operands),
)
def test_different_moves_are_different_numbers(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert (pack(*one) == pack(*other)) == (one == other)


def test_operands_left_out_are_zero() -> None:
    assert pack(7) == pack(7, 0, 0, 0) == 7
    assert pack(7, 1) == 7 + 256
