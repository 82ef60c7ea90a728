"""Every listed move can be made and none else; nothing is created or lost."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rotonde import IllegalMove, games
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER
from tests.conformance.cases import CASES, Case, any_move, good_move, positions, rule_numbers, walk


@pytest.mark.parametrize("choose", [any_move, good_move])
def test_nothing_is_created_or_lost(any_case: Case, choose: Any) -> None:
    for table in walk(any_case, 21, 600, choose):
        assert any_case.check.problems(table) == [], f"after {len(table.history)} moves"


def test_every_listed_game_has_a_check_of_its_own() -> None:
    for package in games.PLAYABLE.values():
        case = next(case for case in CASES if case.package == package)
        assert callable(case.check.problems), f"{package}.check needs problems(table)"


def test_listed_moves_are_well_formed(case: Case) -> None:
    for table in positions(case):
        moves = table.moves()
        assert len(set(moves)) == len(moves) <= table.game.rules.MOST_MOVES
        for move in moves:
            assert type(move) is int and 0 <= move < 2**53
            assert verb_of(move) in table.game.verbs
            assert pack(verb_of(move), a_of(move), b_of(move), c_of(move)) == move
        assert bool(moves) == (table.actor != OVER), "who must act has something to do, and nobody else"
        if table.actor == CHANCE:
            assert [move for move, _ in table.chances()] == moves
            assert all(weight > 0 for _, weight in table.chances())
        else:
            assert table.chances() == []
        assert table.actor in (CHANCE, OVER) or 0 <= table.actor < table.players


def test_every_listed_move_can_be_made(case: Case) -> None:
    for table in positions(case):
        before, history = bytes(table.state), table.history
        for move in table.moves():
            twin = table.copy()
            twin.play(move)
            assert twin.history == (*history, move)
            assert bytes(twin.state) != before, f"move {move} changed nothing"
            assert case.check.problems(twin) == [], f"move {move} after {history}"
        assert (bytes(table.state), table.history) == (before, history), "a copy is not the table"


def _strangers(moves: list[int]) -> list[Any]:
    """What is no listed move, but looks a little like one."""
    near = [
        move + step for move in moves for step in (-1, 1, -256, 256, 1 << 20, 1 << 32, 1 << 44, -(1 << 62))
    ]
    others = [-1, 0, 255, 2**31, 2**53, 2**63, 2**64 + moves[0] if moves else 1, 10**30]
    like = [make(move) for move in moves[:3] for make in (float, str, np.int64, lambda m: [m])]
    return [x for x in near + others if x not in moves] + like + [True, False, None, "", b"", object()]


def test_no_other_move_is_accepted(case: Case) -> None:
    known = rule_numbers(case.game().id)
    for table in positions(case):
        before, history = bytes(table.state), table.history
        for stranger in _strangers(table.moves()):
            with pytest.raises(IllegalMove) as refused:
                table.play(stranger)
            told = refused.value.told
            assert told["fr"].text and told["en"].text and told["fr"].text != told["en"].text
            assert not known or told["en"].rule in known | {""}
            assert told["fr"].rule == told["en"].rule
        assert (bytes(table.state), table.history) == (before, history)


verbs_and_operands = st.builds(
    pack, st.integers(0, 20), *[st.one_of(st.integers(0, 90), st.integers(0, 4095))] * 3
)


@settings(max_examples=15)
@given(which=st.integers(0, 1000), moves=st.lists(st.one_of(verbs_and_operands, st.integers()), max_size=30))
def test_a_move_is_listed_or_refused(case: Case, which: int, moves: list[int]) -> None:
    some = positions(case)
    table: Table = some[which % len(some)].copy()
    for move in moves:
        before, listed = bytes(table.state), move in table.moves()
        try:
            table.play(move)
        except IllegalMove:
            assert not listed and bytes(table.state) == before
        else:
            assert listed and case.check.problems(table) == []
