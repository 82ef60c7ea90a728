"""What a seat may know: hiding, guessing, masking, and a view that holds no way back to the table."""

import pickle
import random
import re
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rotonde.kernel import contract
from rotonde.kernel.handle import Game, Seen, Table
from rotonde.kernel.layout import Layout
from rotonde.kernel.moves import a_of, b_of, c_of
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from tests.conformance.cases import LANGUAGES, Case, any_move, positions, walk


def hidden(table: Table, seat: int) -> bytes:
    return bytes(table.seen_by(seat).state)


def hide_again(seen: Seen, seat: int) -> bytes:
    state = seen.state.copy()
    seen.game.engine.run(contract.hide, seen.box, state, seat)
    return bytes(state)


def everything_shown(case: Case, table: Table, seat: int) -> list[Any]:
    """All that the person in that seat gets to see and to read."""
    seen, words = table.seen_by(seat), table.game.words
    shown: list[Any] = [bytes(seen.state), seen.actor, seen.moves()]
    for lang in LANGUAGES:
        shown += [
            table.game.picture.board(seen, lang, case.names, set()),
            words.prompt(seen, lang, case.names),
            words.facts(seen, lang),
            [words.standing(seen, other, lang) for other in range(case.players)],
            [(seen.words(move, lang), words.preview(seen, move, lang)) for move in seen.moves()],
        ]
    return shown


def after(table: Table, move: int) -> Table:
    twin = table.copy()
    twin.play(move)
    return twin


# ---------------------------------------------------------------- hiding


def test_hiding_twice_hides_no_more(case: Case) -> None:
    for table in positions(case):
        for seat in case.seats:
            seen = table.seen_by(seat)
            assert hide_again(seen, seat) == bytes(seen.state)


def test_a_view_knows_who_acts_and_what_it_may_do(case: Case) -> None:
    for table in positions(case):
        for seat in case.seats:
            seen = table.seen_by(seat)
            assert seen.actor == table.actor
            assert seen.moves() == (table.moves() if table.actor == seat else [])
            if table.actor == OVER:
                assert seen.scores() == table.scores()


def test_watchers_see_no_more_than_any_seat(case: Case) -> None:
    for table in positions(case):
        for seat in range(case.players):
            assert hide_again(table.seen_by(seat), PUBLIC) == hidden(table, PUBLIC)


def test_there_is_no_other_seat(case: Case) -> None:
    table = case.new()
    for seat in (case.players, -1, -2, -4):
        with pytest.raises(IndexError):
            table.seen_by(seat)


# ---------------------------------------------------------------- guessing


def test_a_guess_looks_the_same_from_that_seat(case: Case) -> None:
    rng = random.Random(1)
    for table in positions(case):
        for seat in case.seats:
            for _ in range(2):
                guessed = table.seen_by(seat).guess(rng)
                assert case.check.problems(guessed) == []
                assert everything_shown(case, guessed, seat) == everything_shown(case, table, seat)
                assert guessed.actor == table.actor


def test_a_guess_is_not_the_truth_by_magic(case: Case) -> None:
    """Where something is hidden, some guess differs from the truth: the laws above say something."""
    rng, differs, hides = random.Random(2), 0, 0
    for table in positions(case):
        for seat in case.seats:
            if hidden(table, seat) != bytes(table.state):
                hides += 1
                guesses = [table.seen_by(seat).guess(rng) for _ in range(8)]
                differs += any(bytes(guessed.state) != bytes(table.state) for guessed in guesses)
    assert differs > 0 or hides == 0


def test_a_guess_can_be_played_on(case: Case) -> None:
    rng = random.Random(3)
    for table in positions(case):
        guessed = table.seen_by(rng.choice(case.seats)).guess(rng)
        for _ in range(8):
            if guessed.actor == OVER:
                break
            guessed.play(any_move(guessed, rng))
            assert case.check.problems(guessed) == []


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 400))
def test_laws_hold_anywhere_in_any_game(case: Case, seed: int, steps: int) -> None:
    *_, table = walk(case, seed, steps)
    rng = random.Random(seed)
    for seat in case.seats:
        seen = table.seen_by(seat)
        guessed = seen.guess(rng)
        assert case.check.problems(guessed) == []
        assert hidden(guessed, seat) == bytes(seen.state) == hide_again(seen, seat)
        assert seen.actor == table.actor
    if table.actor >= 0:
        seen = table.seen_by(table.actor)
        assert seen.moves() == table.moves()
        for move in table.moves():
            assert bytes(seen.after(move).state) == hidden(after(table, move), seen.seat)


# ---------------------------------------------------------------- moves


def test_ones_own_move_does_the_same_to_what_one_sees(case: Case) -> None:
    for table in positions(case):
        if table.actor < 0:
            continue
        seen = table.seen_by(table.actor)
        for move in table.moves():
            then = seen.after(move)
            assert bytes(then.state) == hidden(after(table, move), table.actor), f"move {move}"
            assert then.seat == seen.seat
        assert bytes(seen.state) == hidden(table, table.actor)


def test_moves_are_masked_alike_exactly_if_they_look_alike(case: Case) -> None:
    for table in positions(case):
        for seat in case.seats:
            if seat == table.actor:
                continue
            seen = table.seen_by(seat)
            by_mask: dict[int, set[bytes]] = defaultdict(set)
            by_view: dict[bytes, set[int]] = defaultdict(set)
            for move in table.moves():
                masked, view = seen.masked(move), hidden(after(table, move), seat)
                by_mask[masked].add(view)
                by_view[view].add(masked)
            assert all(len(views) == 1 for views in by_mask.values()), "masked alike, yet seen to differ"
            assert all(len(masks) == 1 for masks in by_view.values()), "seen alike, yet told apart"


def test_ones_own_moves_are_not_masked(case: Case) -> None:
    for table in positions(case):
        if table.actor >= 0:
            seen = table.seen_by(table.actor)
            assert [seen.masked(move) for move in table.moves()] == table.moves()


def test_a_mask_needs_no_secret(case: Case) -> None:
    """The view masks as the table itself would, and a masked move is masked for good."""
    for table in positions(case):
        for seat in case.seats:
            seen = table.seen_by(seat)
            for move in table.moves():
                masked = seen.masked(move)
                assert masked == table.game.engine.run(contract.mask, table.box, table.state, seat, move)
                assert seen.masked(masked) == masked
                if seat >= 0:
                    # Those who watch are told nothing that a player is not told.
                    watching = table.seen_by(PUBLIC)
                    assert watching.masked(masked) == watching.masked(move)


def test_masked_sentences_hold_no_secret(case: Case) -> None:
    for table in positions(case):
        for seat in case.seats:
            seen = table.seen_by(seat)
            for move in table.moves():
                masked = seen.masked(move)
                if masked == move:
                    continue
                pairs = zip(_operands(move), _operands(masked), strict=True)
                secret = {str(number) for number, shown in pairs if number != shown}
                then = after(table, move).seen_by(seat)
                for lang in LANGUAGES:
                    told = table.game.words.told(seen, then, masked, lang, "Zoé")
                    for sentence in (seen.words(masked, lang), seen.words(masked, lang, "Zoé"), told):
                        assert not secret & set(re.findall(r"\d+", sentence)), sentence


def _operands(move: int) -> tuple[int, int, int]:
    return a_of(move), b_of(move), c_of(move)


# ---------------------------------------------------------------- the view as an object


def test_a_view_pickles(case: Case) -> None:
    for table in positions(case, 1):
        for seat in case.seats:
            seen = table.seen_by(seat)
            packed = pickle.dumps(seen)
            twin = pickle.loads(packed)
            assert (twin.seat, twin.players, twin.options) == (seat, case.players, table.options)
            assert bytes(twin.state) == bytes(seen.state) and bytes(twin.box) == bytes(seen.box)
            assert (twin.actor, twin.moves()) == (seen.actor, seen.moves())
            assert twin.game is seen.game
            if bytes(table.state) != bytes(seen.state):
                assert bytes(table.state) not in packed
            assert len(packed) < len(bytes(seen.state)) + 1000, "the box need not travel"


def _reachable(root: object) -> list[object]:
    """Every object that one can get at from another through attributes and containers; classes and modules aside."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, type | str | int | bytes) or type(one).__name__ == "module":
            continue
        found[id(one)] = one
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += list(one)
        elif isinstance(one, np.ndarray):
            waiting.append(one.base)
        elif isinstance(one, memoryview):
            waiting.append(one.obj)
        else:
            waiting += list(getattr(one, "__dict__", {}).values())
            waiting += [getattr(one, name, None) for name in getattr(type(one), "__slots__", ())]
    return list(found.values())


def test_a_view_holds_no_way_back_to_the_table(case: Case) -> None:
    for table in positions(case, 1)[:5]:
        for seat in case.seats:
            seen = table.seen_by(seat)
            views = [seen, seen.on("python")]
            views += [seen.after(move) for move in seen.moves()[:1]]
            for view in views:
                reached = _reachable(view)
                assert any(isinstance(one, Game) for one in reached)
                assert not [one for one in reached if isinstance(one, Table)]
                secret = bytes(table.state)
                if secret != bytes(seen.state):
                    assert not [one for one in reached if isinstance(one, Layout) and bytes(one) == secret]
                    arrays = [one for one in reached if isinstance(one, np.ndarray)]
                    assert arrays and not [one for one in arrays if secret in one.tobytes()]
                assert not [one for one in reached if one is table.state.array]


def test_a_view_cannot_be_written_to(case: Case) -> None:
    for table in positions(case, 1):
        seen = table.seen_by(0)
        for name, value in seen.state.by_name().items():
            with pytest.raises((TypeError, ValueError)):
                setattr(seen.state, name, value)


def test_looking_changes_nothing(case: Case) -> None:
    rng = random.Random(4)
    for table in positions(case):
        before, history = bytes(table.state), table.history
        for seat in case.seats:
            seen = table.seen_by(seat)
            seen.guess(rng)
            _ = table.scores(), table.winners(), table.chances(), table.position(), table.record()
            for move in table.moves():
                seen.masked(move)
        assert (bytes(table.state), table.history) == (before, history)


def test_chance_is_not_asked_of_a_view(case: Case) -> None:
    for table in positions(case):
        if table.actor == CHANCE:
            assert all(table.seen_by(seat).moves() == [] for seat in case.seats)
