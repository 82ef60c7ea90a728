"""The `cuda` engine: whole batches of games on a GPU, one thread a game, the same rules from the same source.

It needs the `cuda` extra and an NVIDIA GPU. There is no stepping move by move here: a GPU pays for whole games.
"""

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still asks for the name that numpy 2 dropped
    np.row_stack = np.vstack

import numba
from llvmlite import ir
from numba import cuda, types
from numba.cuda import cgutils
from numba.cuda.extending import intrinsic
from numba.cuda.np.arrayobj import populate_array

from . import loops, subset
from .engines import Binder

THREADS_A_BLOCK = 256


@intrinsic
def _copy(typingctx, target, source):
    if not (isinstance(target, types.Record) and target.size == source.size):
        return None
    words = target.size // 8

    def generate(context, builder, signature, args):
        word = ir.IntType(64).as_pointer()
        to, from_ = (builder.bitcast(pointer, word) for pointer in args)
        with cgutils.for_range(builder, ir.Constant(ir.IntType(64), words)) as loop:
            builder.store(builder.load(builder.gep(from_, [loop.index])), builder.gep(to, [loop.index]))
        return context.get_dummy_value()

    return types.void(target, source), generate


@cuda.jit(device=True)
def _copy_struct(target, source):
    _copy(target, source)


@intrinsic
def _local_cells(typingctx, size):
    if not isinstance(size, types.IntegerLiteral):
        return None
    count = size.literal_value
    array_type = types.Array(types.int64, 1, "C")

    def generate(context, builder, signature, args):
        word = ir.IntType(64)
        room = cgutils.alloca_once(builder, ir.ArrayType(word, count))
        for place in range(count):
            cell = builder.gep(room, [ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), place)])
            builder.store(ir.Constant(word, 0), cell)
        made = context.make_array(array_type)(context, builder)
        length = context.get_constant(types.intp, count)
        step = context.get_constant(types.intp, 8)
        populate_array(
            made,
            data=builder.bitcast(room, word.as_pointer()),
            shape=[length],
            strides=[step],
            itemsize=step,
            meminfo=None,
        )
        return made._getvalue()

    return array_type(size), generate


def is_there():
    """Whether this machine has a GPU that can be used."""
    return cuda.is_available()


class Gpu:
    """One game's rules on a GPU."""

    def __init__(self, game):
        self.game = game
        own_ways = {subset.copy: _copy_struct, subset.scratch: _local_cells}
        binder = Binder(game.contract, cuda.jit(device=True), own_ways)
        self._games = _kernel_of_random_games(game, binder)

    def random_games(self, table, games, most, first, block=THREADS_A_BLOCK):
        """Games of random moves, game k from seed (first, k): the moves each took, and the states at the end."""
        box = cuda.to_device(table.box.array)
        laid = cuda.to_device(table.state.array)
        made = cuda.device_array(games, np.int64)
        ends = cuda.device_array(games, self.game.state_layout.dtype)
        blocks = (games + block - 1) // block
        self._games[blocks, block](box, laid, made, ends, most, first)
        cuda.synchronize()
        return made, ends


def _kernel_of_random_games(game, binder):
    state_type = numba.from_dtype(game.state_layout.dtype)
    copy = _copy_struct
    random_game = binder.bind(loops.random_game)

    @cuda.jit
    def random_games(box, laid, made, ends, most, first):
        number = cuda.grid(1)
        if number >= made.size:
            return
        s = cuda.local.array(1, state_type, alignment=8)
        rng = cuda.local.array(4, types.int64)
        made[number] = random_game(box[0], laid[0], s[0], rng, most, first, number)
        copy(ends[number], s[0])

    return random_games
