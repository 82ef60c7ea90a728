"""What the native engine does its own way: compiling, copying a struct, and room on the stack for small sums."""

import numba
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


def compile_rule(twin, folder, inline):
    """Compile for this processor, or read from the folder what was compiled before.

    With every call inlined the optimiser keeps what a rule counts with in registers: random play gets twice as fast.
    Compiling takes twice as long and search gains nothing, so only loops that ask for it get it.
    """
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
    try:
        return njit(twin, cache=True, nogil=True, error_model="numpy", forceinline=inline)
    finally:
        numba.config.CACHE_DIR = before


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


@intrinsic
def _copy_of(typingctx, source):
    if not isinstance(source, types.Record):
        return None
    words = (source.size + 7) // 8

    def generate(context, builder, signature, args):
        room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), words))
        made = builder.bitcast(room, args[0].type)
        cgutils.raw_memcpy(builder, made, args[0], ir.Constant(ir.IntType(64), source.size), 1)
        return made

    return source(source), generate


copy_of = _copy_of


@intrinsic
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
