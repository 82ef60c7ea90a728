# pyright: basic
"""What the native engine does its own way: copying a struct, and room for small sums on the stack."""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def _copy(typingctx, target, source):
    if not (isinstance(target, types.Record) and target == source):
        return None
    size = target.size

    def generate(context, builder, signature, args):
        cgutils.raw_memcpy(builder, args[0], args[1], ir.Constant(ir.IntType(64), size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@njit
def copy(target, source):
    _copy(target, source)


@intrinsic(prefer_literal=True)
def _stack_cells(typingctx, size):
    if not isinstance(size, types.IntegerLiteral):
        return None
    count = size.literal_value
    array_type = types.Array(types.int64, 1, "C")

    def generate(context, builder, signature, args):
        word = ir.IntType(64)
        room = cgutils.alloca_once(builder, ir.ArrayType(word, count))
        builder.store(ir.Constant(ir.ArrayType(word, count), None), room)
        made = context.make_array(array_type)(context, builder)
        length = context.get_constant(types.intp, count)
        step = context.get_constant(types.intp, 8)
        from numba.np.arrayobj import populate_array

        populate_array(
            made,
            data=builder.bitcast(room, word.as_pointer()),
            shape=cgutils.pack_array(builder, [length]),
            strides=cgutils.pack_array(builder, [step]),
            itemsize=step,
            meminfo=None,
        )
        return made._getvalue()

    return array_type(size), generate


scratch = _stack_cells
assert np.dtype(np.int64).itemsize == 8
