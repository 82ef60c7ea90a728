"""A game can stop after any move and go on elsewhere: positions by name, records as text."""

import copy
import json
import random
from functools import partial
from typing import Any

import pytest

from rotonde import BadRecord
from rotonde.kernel import fairness
from rotonde.kernel.handle import Table
from rotonde.kernel.record import Record, parse
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.verify import verify
from tests.conformance.cases import Case, any_move, good_move, positions, walk


def _saved(table: Table) -> dict[str, Any]:
    """A position as it comes back from a disk."""
    return json.loads(json.dumps(table.position()))


def _read(case: Case, text: str) -> Record:
    return parse(text, lambda name: case.game("python").verbs)


def test_a_position_saved_and_loaded_is_the_same(any_case: Case) -> None:
    for table in positions(any_case):
        for engine in ("native", "python"):
            twin = any_case.game(engine).load(_saved(table))
            assert bytes(twin.state) == bytes(table.state)
            assert (twin.players, twin.options) == (table.players, table.options)
            assert (twin.actor, twin.moves(), twin.chances()) == (table.actor, table.moves(), table.chances())
        if table.actor != OVER:
            move = any_move(table, random.Random(1))
            there, here = any_case.game().load(_saved(table)), table.copy()
            there.play(move)
            here.play(move)
            assert bytes(there.state) == bytes(here.state)


def test_a_position_of_older_rules_loads(case: Case) -> None:
    """A field that is new keeps what the set-up gives it; a field that is gone is left out."""
    table = positions(case)[-1]
    laid = case.new().state.by_name()
    for name in table.state.fields:
        old = _saved(table)
        old["rules"] -= 1
        del old["state"][name]
        old["state"]["nobody_knows_this_field"] = [1, 2, 3]
        then = case.game().load(old).state.by_name()
        assert then[name] == laid[name]
        assert {**then, name: None} == {**table.state.by_name(), name: None}


def test_a_damaged_position_is_refused(case: Case) -> None:
    good = _saved(positions(case)[-1])
    damaged: list[dict[str, Any]] = []

    def damage(**changes: Any) -> None:
        damaged.append({**copy.deepcopy(good), **changes})

    for name in good:
        damaged.append({key: value for key, value in good.items() if key != name})
    for name in good["state"]:
        damage(state={key: value for key, value in good["state"].items() if key != name})
    damage(game="another-game")
    damage(players=99)
    damage(players="2")
    damage(options={"no such option": 1})
    damage(state=None)
    damage(state={**good["state"], "no_such_field": 1})
    for inner in ("array", "views", "cells", "fields", "dtype"):
        damage(state={**good["state"], inner: 1})
    for name, value in good["state"].items():
        for wrong in (None, "1", 2**70, 1.5, [], [[]], [1] * 500, {}, [None] * 4):
            if wrong != value:
                damage(state={**good["state"], name: wrong})
    for position in damaged:
        with pytest.raises(BadRecord) as refused:
            case.game().load(position)
        assert refused.value.told["fr"].text and refused.value.told["en"].text


@pytest.mark.parametrize("choose", [any_move, good_move])
def test_a_record_read_back_is_the_same_game(any_case: Case, choose: Any) -> None:
    *_, table = walk(any_case, 31, 400, choose)
    record = table.record(any_case.names)
    read = _read(any_case, record.text())
    assert read == record
    assert read.text() == record.text()
    assert read.result == (table.scores() if table.actor == OVER else [])
    with_notes = record.text().replace("moves:\n", "moves:\n\n# a note\n") + "   # the end\n"
    assert _read(any_case, with_notes).moves == record.moves
    for engine in ("native", "python"):
        assert bytes(any_case.game(engine).replay(read).state) == bytes(table.state)


def test_a_record_replays_to_any_point_and_any_viewpoint(case: Case) -> None:
    views: list[list[bytes]] = []
    played = case.new()
    for played in walk(case, 32, 150):
        views.append([bytes(played.seen_by(seat).state) for seat in case.seats])
    record = _read(case, played.record().text())
    table = case.new("python")
    for number in range(len(record.moves) + 1):
        assert [bytes(table.seen_by(seat).state) for seat in case.seats] == views[number]
        if number < len(record.moves):
            case.game("python").replay_step(table, record, number)
    for number in (0, 1, len(record.moves) // 2, len(record.moves)):
        table = case.game().replay(record, number)
        assert [bytes(table.seen_by(seat).state) for seat in case.seats] == views[number]
        assert table.history == played.history[:number]


def test_a_record_with_an_impossible_move_says_where(case: Case) -> None:
    *_, table = walk(case, 33, 120)
    good = _read(case, table.record().text())
    for number in range(0, len(good.moves), 7):
        actor, move = good.moves[number]
        before = case.game().replay(good, number)
        wrong_move = next(one for one in range(move + 1, move + 5000) if one not in before.moves())
        wrong_actor = CHANCE if actor >= 0 else 0
        for wrong in ((actor, wrong_move), (wrong_actor, move)):
            moves = [*good.moves[:number], wrong, *good.moves[number + 1 :]]
            bad = Record(**{**good.__dict__, "moves": moves})
            with pytest.raises(BadRecord) as refused:
                case.game().replay(bad)
            place = (str(good.lines[number]), str(number + 1))
            for lang in ("fr", "en"):
                assert all(part in refused.value.told[lang].text for part in place)


def test_a_record_with_its_key_is_proved(any_case: Case) -> None:
    key, rng = bytes(range(32)), random.Random(34)
    table = any_case.new()
    while table.actor != OVER:
        if table.actor == CHANCE:
            table.play(table.outcome(partial(fairness.place, key, len(table.history))))
        else:
            table.play(good_move(table, rng))
    record = _read(any_case, table.record(any_case.names, key, fairness.commitment(key)).text())
    assert bytes(verify(any_case.game(), record).state) == bytes(table.state)
