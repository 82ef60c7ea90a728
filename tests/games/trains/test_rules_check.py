"""Trains: the check finds what is wrong with a table."""

from collections.abc import Callable
from typing import Any

import pytest

from rotonde.games.trains.check import problems
from tests.games.trains.laying import KICHIJOJI, SHINAGAWA, YOKOHAMA, lay


def _lose_a_card(s: Any) -> None:
    s.supply[2] -= 1


def _hold_too_many(s: Any) -> None:
    s.hand_count[0] += 1


def _empty_known_top(s: Any) -> None:
    s.top_count[0] += 1


def _rail_at_sea(s: Any) -> None:
    s.rail[46], s.rails[0] = 1, 2


def _rail_far_away(s: Any) -> None:
    s.rail[YOKOHAMA], s.rails[0] = 1, 2


def _rail_of_nobody(s: Any) -> None:
    s.rail[KICHIJOJI] = 8


def _rail_not_counted(s: Any) -> None:
    s.rail[43] = 1


def _too_many_stations(s: Any) -> None:
    s.station[SHINAGAWA], s.stations = 3, 3


def _station_not_counted(s: Any) -> None:
    s.station[SHINAGAWA] = 1


def _debts(s: Any) -> None:
    s.money = -1


def _known_but_not_held(s: Any) -> None:
    s.shown[0, 9] = 1


def _nobody_acts(s: Any) -> None:
    s.active = 3


def _effect_of_nothing(s: Any) -> None:
    s.effect = 3


@pytest.mark.parametrize(
    "damage",
    [
        _lose_a_card,
        _hold_too_many,
        _empty_known_top,
        _rail_at_sea,
        _rail_far_away,
        _rail_of_nobody,
        _rail_not_counted,
        _too_many_stations,
        _station_not_counted,
        _debts,
        _known_but_not_held,
        _nobody_acts,
        _effect_of_nothing,
    ],
)
def test_damage_is_found(damage: Callable[[Any], None]) -> None:
    table = lay(["normal-train"])
    assert problems(table) == []
    damage(table.state)
    assert problems(table) != []
