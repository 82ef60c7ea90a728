"""Figures are there and are figures; how large they are is no matter for a test."""

import pytest

import rotonde
from rotonde import games
from rotonde.lab import bench, report
from rotonde.lab.wording import Wording


def test_every_engine_is_measured():
    game = next(
        iter(games.PLAYABLE)
    )  # what is measured is the same for all of them, and takes long to compile
    found = list(bench.bench(game, seconds=0.02))
    assert [figures["engine"] for figures in found] == ["python", "native"]
    for figures in found:
        assert figures["game"] == game
        assert figures["state_bytes"] > 0
        for name in ("moves_per_second", "copies_per_second", "playouts_per_second"):
            assert figures[name] > 0
    assert found[1]["search_iterations_per_second"] > 0
    assert found[1]["greedy_moves_per_second"] > 0
    for lang in ("fr", "en"):
        lines = report.speed(found, Wording(lang)).split("\n")
        assert len(lines) == 3
        assert len({len(line) for line in lines[1:]}) <= 2


@pytest.mark.parametrize("game", games.PLAYABLE)
def test_the_middle_of_a_game_is_a_choice(game: str):
    middle = bench.middle_of_a_game(rotonde.game(game))
    assert middle.actor >= 0
    assert len(middle.moves()) > 1


def test_the_middle_of_a_game_is_the_same_on_every_engine():
    game = next(iter(games.PLAYABLE))  # a whole game on the python engine takes long, and one tells
    native, python = (bench.middle_of_a_game(rotonde.game(game, engine)) for engine in ("native", "python"))
    assert native.state == python.state
