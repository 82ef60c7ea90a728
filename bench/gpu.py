"""The `cuda` engine on this machine's GPU: the same games as `native`, byte for byte, and how fast it plays them.

python bench/gpu.py [--game GAME] [--players N] [--games 1048576] [--most 400]
"""

import argparse
import time

import numpy as np

import rotonde
from rotonde.kernel import loops
from rotonde.kernel.cuda import Gpu

COMPARED = 10_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="game-of-trains")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--most", type=int, default=400, help="moves a game, chance counted")
    asked = parser.parse_args()

    native = rotonde.game(asked.game, "native")
    table = native.new(asked.players)
    gpu = Gpu(native)

    started = time.perf_counter()
    made, ends = gpu.random_games(table, COMPARED, asked.most, first=1)
    print(f"compiled and ran {COMPARED} games in {time.perf_counter() - started:.1f} s")
    same = compare(native, table, made.copy_to_host(), ends.copy_to_host(), asked.most)
    print(f"identical to native: {same} of {COMPARED} games")

    for block in (64, 128, 256):
        best = 0.0
        for repeat in range(3):
            started = time.perf_counter()
            made, _ = gpu.random_games(table, asked.games, asked.most, first=2 + repeat, block=block)
            seconds = time.perf_counter() - started
            best = max(best, int(made.copy_to_host().sum()) / seconds)
        print(
            f"{asked.games} games at once, {block} threads a block: {best / 1e9:.2f} thousand million moves a second"
        )

    engine = native.engine
    state = native.state_layout()
    best = 0.0
    for games in (1, 10_000, 10_000):  # the first only compiles
        started = time.perf_counter()
        moves = engine.run_inlined(
            loops.random_games, table.box, table.state, state, engine.rng(1), games, asked.most, 2
        )
        best = max(best, moves / (time.perf_counter() - started))
    print(f"native, one core: {best / 1e6:.1f} million moves a second")


def compare(native: rotonde.Game, table: rotonde.Table, made: np.ndarray, ends: np.ndarray, most: int) -> int:
    """How many games took the same number of moves and ended in the same bytes."""
    engine = native.engine
    state, rng = native.state_layout(), engine.rng(0)
    same = 0
    for number in range(len(made)):
        moves = engine.run(loops.random_game, table.box, table.state, state, rng, most, 1, number)
        same += int(moves == made[number] and bytes(state) == ends[number].tobytes())
    return same


if __name__ == "__main__":
    main()
