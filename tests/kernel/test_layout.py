"""Layouts: exact bounds, exact ranges, named fields, plain bytes."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rotonde.kernel.layout import Layout, i1, i2, i4, i8


class Thing(Layout):
    small: i1
    table: i1[3, 4]
    wide: i8
    row: i2[5]
    middle: i4
    cube: i2[2, 3, 4]


RANGES = {"small": 7, "middle": 31, "wide": 63}


def filled() -> Any:
    thing: Any = Thing()
    thing.small, thing.wide, thing.middle = -5, 2**40, 70_000
    for row in range(3):
        for column in range(4):
            thing.table[row, column] = 10 * row + column
    for place in range(5):
        thing.row[place] = -1000 * place
    thing.cube[1, 2, 3] = 99
    return thing


def test_fields_begin_with_zero_and_keep_what_is_written() -> None:
    thing: Any = Thing()
    assert set(bytes(thing)) == {0}
    thing = filled()
    assert (thing.small, thing.wide, thing.middle) == (-5, 2**40, 70_000)
    assert thing.table.tolist() == [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]
    assert thing.row == [0, -1000, -2000, -3000, -4000]
    assert thing.cube[1][2][3] == thing.cube[1, 2, 3] == thing.cube[1, 2][3] == 99
    assert type(thing.small) is type(thing.row[1]) is int


def test_fields_do_not_touch_each_other() -> None:
    """Every cell of every field set to a number of its own, all read back; also by numpy."""
    thing: Any = Thing()
    number = 0
    wanted: dict[str, Any] = {}
    for name in Thing.fields:
        shape = thing.array.dtype[name].shape
        numbers = np.arange(number, number + int(np.prod(shape)), dtype=np.int64).reshape(shape)
        number += numbers.size
        wanted[name] = numbers.tolist()
        setattr(thing, name, wanted[name])
    assert thing.by_name() == wanted
    for name in Thing.fields:
        assert thing.array[0][name].tolist() == wanted[name]


def test_a_struct_has_no_holes_and_aligned_fields() -> None:
    assert Thing.dtype.itemsize % 8 == 0
    offsets: Any = Thing.dtype.fields
    for name in Thing.fields:
        kind, offset = offsets[name][:2]
        assert offset % kind.base.itemsize == 0
    used = sum(kind.itemsize for kind, *_ in offsets.values())
    assert Thing.dtype.itemsize - used < 8, "room is left at the end only"


@pytest.mark.parametrize("name", RANGES)
def test_a_number_out_of_range_is_refused(name: str) -> None:
    thing: Any = Thing()
    limit = 2 ** RANGES[name]
    for number in (-limit, limit - 1):
        setattr(thing, name, number)
        assert getattr(thing, name) == number
    for number in (-limit - 1, limit, 2**70, -(2**70)):
        with pytest.raises((ValueError, OverflowError)):
            setattr(thing, name, number)
    assert getattr(thing, name) == limit - 1, "what was refused changed nothing"


def test_a_cell_out_of_range_is_refused() -> None:
    thing: Any = Thing()
    thing.row[0] = 32_767
    with pytest.raises(ValueError):
        thing.row[0] = 32_768
    with pytest.raises(ValueError):
        thing.table[0, 0] = -129
    assert thing.row[0] == 32_767


@pytest.mark.parametrize("wrong", [1.5, "1", None, [1]])
def test_only_integers_are_written(wrong: Any) -> None:
    thing: Any = Thing()
    with pytest.raises(TypeError):
        thing.small = wrong
    with pytest.raises(TypeError):
        thing.row[0] = wrong


@pytest.mark.parametrize("place", [-1, 5, 1000, (0, 0), ()])
def test_a_place_outside_a_row_is_refused(place: Any) -> None:
    thing = filled()
    with pytest.raises(IndexError):
        thing.row[place] = 1
    if place != ():
        with pytest.raises(IndexError):
            _ = thing.row[place]


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (3, 0), (0, 4), (0, 0, 0), -1, 3])
def test_a_place_outside_a_table_is_refused(place: Any) -> None:
    thing = filled()
    with pytest.raises(IndexError):
        _ = thing.table[place]
    with pytest.raises(IndexError):
        thing.table[place] = 1


def test_a_part_of_a_table_cannot_be_overwritten_by_a_number() -> None:
    with pytest.raises(IndexError):
        filled().table[0] = 1


def test_cells_can_be_walked_and_counted() -> None:
    thing = filled()
    assert len(thing.table) == 3 and len(thing.row) == 5
    assert list(thing.row) == thing.row.tolist()
    assert [list(row) for row in thing.table] == thing.table.tolist()
    assert thing.table == filled().table
    assert thing.table != thing.row
    assert repr(thing.row) == "[0, -1000, -2000, -3000, -4000]"


@pytest.mark.parametrize("wrong", [[1, 2, 3, 4], [1] * 6, [[1]] * 5])
def test_a_row_of_another_shape_is_refused(wrong: list[Any]) -> None:
    with pytest.raises((ValueError, AttributeError, TypeError)):
        filled().row = wrong


def test_an_unknown_field_is_refused_by_name() -> None:
    thing: Any = Thing()
    with pytest.raises(AttributeError, match=r"Thing has no field 'smal'.*small, table"):
        thing.smal = 1
    with pytest.raises(AttributeError, match="Thing has no field 'smal'"):
        _ = thing.smal


@pytest.mark.parametrize("name", ["array", "views", "cells", "nothing"])
def test_only_fields_are_set_by_name(name: str) -> None:
    with pytest.raises(AttributeError):
        Thing().set_by_name({name: 1})


def test_a_field_is_an_integer_or_a_table_of_them() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.number: a field is i1"):

        class Wrong(Layout):  # pyright: ignore[reportUnusedClass]
            number: int


@pytest.mark.parametrize("name", ["array", "_views", "fields", "dtype", "record", "copy", "take"])
def test_a_field_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(TypeError, match="something else of this name"):
        type("Wrong", (Layout,), {"__annotations__": {name: i1}})


def test_a_copy_is_its_own() -> None:
    thing = filled()
    twin = thing.copy()
    assert twin == thing and hash(twin) == hash(thing) and bytes(twin) == bytes(thing)
    twin.small = 3
    twin.row[2] = 7
    assert thing.small == -5 and thing.row[2] == -2000
    assert twin != thing
    thing.take(twin)
    assert thing == twin and thing.row[2] == 7


def test_a_frozen_copy_cannot_be_written_to() -> None:
    thing = filled()
    still = thing.frozen()
    assert still == thing
    with pytest.raises(TypeError):
        still.small = 1
    with pytest.raises(TypeError):
        still.table[0, 0] = 1
    with pytest.raises(TypeError):
        still.take(thing)
    with pytest.raises(ValueError):
        still.array[0]["small"] = 1
    thing.small = 1
    assert still.small == -5, "the original goes its own way"
    thawed = still.copy()
    thawed.small = 2
    assert still.small == -5


def test_equality_is_on_bytes_and_layout() -> None:
    class Other(Layout):
        small: i1

    assert Other() == Other()
    assert Other() != Thing() and Other() != 0


def test_pickling_keeps_the_numbers() -> None:
    thing = filled()
    twin = pickle.loads(pickle.dumps(thing))
    assert type(twin) is Thing and twin == thing
    twin.small = 1
    assert thing.small == -5


def test_by_name_and_back() -> None:
    thing = filled()
    twin: Any = Thing()
    twin.set_by_name(thing.by_name())
    assert twin == thing
    twin.set_by_name({"small": 1})
    assert twin.small == 1 and twin.wide == 2**40, "the others keep what they have"


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(-128, 127)), max_size=30))
def test_a_table_is_a_table(writes: list[tuple[int, int, int]]) -> None:
    thing: Any = Thing()
    model = [[0] * 4 for _ in range(3)]
    for row, column, number in writes:
        thing.table[row, column] = number
        model[row][column] = number
    assert thing.table.tolist() == model == thing.array[0]["table"].tolist()
