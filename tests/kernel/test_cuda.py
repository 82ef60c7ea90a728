"""The GPU plays the same games as the processor. Needs the `cuda` extra and an NVIDIA GPU."""

from importlib.util import find_spec
from typing import Any

import pytest

import rotonde
from rotonde import games
from rotonde.kernel import loops


def a_gpu() -> bool:
    if find_spec("numba_cuda") is None:
        return False
    from rotonde.kernel import cuda

    return cuda.is_there()


@pytest.mark.skipif(not a_gpu(), reason="no NVIDIA GPU, or the `cuda` extra is not installed")
@pytest.mark.parametrize("name", games.PLAYABLE)
def test_the_gpu_plays_the_same_games(name: str) -> None:
    from rotonde.kernel.cuda import Gpu

    native = rotonde.game(name, "native")
    table = native.new()
    made, ends = Gpu(native).random_games(table, 500, most=2000, first=1)
    moves, states = made.copy_to_host(), ends.copy_to_host()
    state, rng = native.state_layout(), native.engine.rng(0)
    for number in range(500):
        args: tuple[Any, ...] = (table.box, table.state, state, rng, 2000, 1, number)
        assert native.engine.run(loops.random_game, *args) == moves[number]
        assert bytes(state) == states[number].tobytes()
