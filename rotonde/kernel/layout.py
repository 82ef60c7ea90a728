# pyright: reportPrivateUsage=false
"""Layouts: what lies on the table, declared as an annotated class, kept in one flat numpy struct.

    class State(Layout):
        active: i1          # one signed byte
        train: i1[4, 7]     # a small table of them

An instance is a view of such a struct: the compiled engines get its `record`, people and the python engine read and
write the named fields as plain Python integers. Two rules keep the engines equal byte for byte:

- only signed integers, because mixing signed and unsigned numbers means something else in each engine;
- no field is read or written out of its range or shape: the python engine raises where compiled code would go astray.
"""

import inspect
import math
from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt


class _Integer:
    """A signed integer of `size` bytes; `i1[4, 7]` is a small table of them."""

    def __init__(self, size: int, shape: tuple[int, ...] = ()) -> None:
        self.size = size
        self.shape = shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> "_Integer":
        return _Integer(self.size, shape if isinstance(shape, tuple) else (shape,))


i1: Any = _Integer(1)
i2: Any = _Integer(2)
i4: Any = _Integer(4)
i8: Any = _Integer(8)

_MEMORY_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


class Cells:
    """A row or a table of integers inside a struct, read and written with exact bounds."""

    __slots__ = ("_start", "_view", "shape")

    def __init__(self, view: memoryview, start: int, shape: tuple[int, ...]) -> None:
        self._view = view
        self._start = start
        self.shape = shape

    def __getitem__(self, key: int | tuple[int, ...]) -> Any:
        key = key if isinstance(key, tuple) else (key,)
        return self._view[self._flat(key)] if len(key) == len(self.shape) else self._part(key)

    def __setitem__(self, key: int | tuple[int, ...], value: int) -> None:
        self._view[self._flat(key if isinstance(key, tuple) else (key,))] = value

    def _flat(self, key: tuple[int, ...]) -> int:
        if len(key) != len(self.shape):
            raise IndexError(f"{len(self.shape)} indices are needed, not {len(key)}")
        place = 0
        for index, size in zip(key, self.shape, strict=True):
            if not 0 <= index < size:
                raise IndexError(f"{index} is outside 0..{size - 1}")
            place = place * size + index
        return self._start + place

    def _part(self, key: tuple[int, ...]) -> "Cells":
        if len(key) > len(self.shape):
            raise IndexError(f"{len(self.shape)} indices are needed, not {len(key)}")
        inner = self.shape[len(key) :]
        size = math.prod(inner)
        place = 0
        for index, length in zip(key, self.shape, strict=False):
            if not 0 <= index < length:
                raise IndexError(f"{index} is outside 0..{length - 1}")
            place = place * length + index
        return _cells(self._view, self._start + place * size, inner)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._row()) if len(self.shape) == 1 else (self[index] for index in range(self.shape[0]))

    def _row(self) -> memoryview:
        return self._view[self._start : self._start + self.shape[0]]

    def __eq__(self, other: object) -> bool:
        return self.tolist() == (other.tolist() if isinstance(other, Cells) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.tolist())

    def tolist(self) -> list[Any]:
        """The numbers as (nested) lists."""
        # In one go: a list of offers has room for many moves, and is asked for at every step.
        return self._row().tolist() if len(self.shape) == 1 else [cell.tolist() for cell in self]

    def fill(self, numbers: list[Any]) -> None:
        """Write (nested) lists of the same shape."""
        if len(numbers) != len(self):
            raise ValueError(f"{len(self)} values are needed, not {len(numbers)}")
        for index, number in enumerate(numbers):
            if isinstance(number, list):
                self[index].fill(number)
            else:
                self[index] = number


# The python engine does little else than read and write cells: in a row and in a table they are found without detour.


class _Row(Cells):
    __slots__ = ("_length",)

    def __init__(self, view: memoryview, start: int, shape: tuple[int, ...]) -> None:
        self._view = view
        self._start = start
        self.shape = shape
        self._length = shape[0]

    def __getitem__(self, key: int | tuple[int, ...]) -> Any:
        if key.__class__ is int and 0 <= key < self._length:  # type: ignore[operator]
            return self._view[self._start + key]  # type: ignore[operator]
        return super().__getitem__(key)

    def __setitem__(self, key: int | tuple[int, ...], value: int) -> None:
        if key.__class__ is int and 0 <= key < self._length:  # type: ignore[operator]
            self._view[self._start + key] = value  # type: ignore[operator]
        else:
            super().__setitem__(key, value)


class _Grid(Cells):
    __slots__ = ("_columns", "_rows")

    def __init__(self, view: memoryview, start: int, shape: tuple[int, ...]) -> None:
        self._view = view
        self._start = start
        self.shape = shape
        self._rows, self._columns = shape

    def __getitem__(self, key: int | tuple[int, ...]) -> Any:
        if key.__class__ is tuple and len(key) == 2:  # type: ignore[arg-type]
            row, column = key  # type: ignore[misc]
            if 0 <= row < self._rows and 0 <= column < self._columns:
                return self._view[self._start + row * self._columns + column]
        elif key.__class__ is int and 0 <= key < self._rows:  # type: ignore[operator]
            return _Row(self._view, self._start + key * self._columns, self.shape[1:])  # type: ignore[operator]
        return super().__getitem__(key)

    def __setitem__(self, key: int | tuple[int, ...], value: int) -> None:
        if key.__class__ is tuple and len(key) == 2:  # type: ignore[arg-type]
            row, column = key  # type: ignore[misc]
            if 0 <= row < self._rows and 0 <= column < self._columns:
                self._view[self._start + row * self._columns + column] = value
                return
        super().__setitem__(key, value)


_KINDS = {1: _Row, 2: _Grid}


def _cells(view: memoryview, start: int, shape: tuple[int, ...]) -> Cells:
    return _KINDS.get(len(shape), Cells)(view, start, shape)


class _Views(dict[int, memoryview]):
    """The bytes of a struct as integers of 1, 2, 4 and 8 bytes, each made when it is first needed."""

    def __init__(self, memory: bytes | bytearray) -> None:
        super().__init__()
        self.memory = memory

    def __missing__(self, size: int) -> memoryview:
        raw: Any = memoryview(self.memory)
        self[size] = raw.cast(_MEMORY_CODES[size])
        return self[size]


def _scalar(size: int, index: int) -> property:
    def get(self: "Layout") -> int:
        return self._views[size][index]

    return property(get)


class _Table:
    """A field that is a table. An instance makes its view when it is first asked for, and then has it as its own."""

    def __init__(self, name: str, size: int, start: int, shape: tuple[int, ...]) -> None:
        self._name, self._size, self._start, self._shape = name, size, start, shape

    def __get__(self, layout: "Layout | None", kind: type["Layout"]) -> Any:
        if layout is None:
            return self
        made = _cells(layout._views[self._size], self._start, self._shape)
        layout.__dict__[self._name] = made
        return made


def _narrowness(field: tuple[str, Any]) -> int:
    return -field[1].size


class Layout:
    """Base of every state and box. Fields are declared by annotations; an instance owns (or shares) one struct."""

    dtype: ClassVar[np.dtype[np.void]]
    fields: ClassVar[tuple[str, ...]]
    _bytes: ClassVar[int]
    _scalars: ClassVar[dict[str, tuple[int, int]]]
    """The size of each field that is one number, and its place among the numbers of that size."""

    _views: _Views

    def __init_subclass__(cls) -> None:
        declared: dict[str, Any] = inspect.get_annotations(cls)
        for name, kind in declared.items():
            if not isinstance(kind, _Integer):
                raise TypeError(f"{cls.__name__}.{name}: a field is i1, i2, i4 or i8, or a table of these")
            if hasattr(Layout, name) or name in inspect.get_annotations(Layout):
                raise TypeError(f"{cls.__name__}.{name}: every layout has something else of this name")
        # Widest first: no holes between the fields, and every number lies where a GPU can load it.
        ordered = sorted(declared.items(), key=_narrowness)
        spec: list[tuple[str, str, tuple[int, ...]]] = [(n, f"i{k.size}", k.shape) for n, k in ordered]
        used = sum(k.size * math.prod(k.shape) for _, k in ordered)
        if used % 8:
            spec.append(("_rest", "i1", (8 - used % 8,)))
        cls.dtype = np.dtype(spec, align=True)
        cls.fields = tuple(declared)
        cls._bytes = cls.dtype.itemsize
        cls._scalars = {}
        offsets: Any = cls.dtype.fields
        for name, kind in declared.items():
            start = offsets[name][1] // kind.size
            if kind.shape:
                setattr(cls, name, _Table(name, kind.size, start, kind.shape))
            else:
                setattr(cls, name, _scalar(kind.size, start))
                cls._scalars[name] = kind.size, start

    def __init__(self, memory: bytes | bytearray | None = None) -> None:
        """On these bytes, which nobody else may use; in `bytes` nothing can be written."""
        self.__dict__["_views"] = _Views(bytearray(self._bytes) if memory is None else memory)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has {', '.join(self.fields)}")

    def __setattr__(self, name: str, value: Any) -> None:
        place = self._scalars.get(name)
        if place is not None:
            self._views[place[0]][place[1]] = value
        elif name in self.fields:
            getattr(self, name).fill(value)
        else:
            raise AttributeError(
                f"{type(self).__name__} has no field {name!r}; it has {', '.join(self.fields)}"
            )

    @property
    def array(self) -> npt.NDArray[np.void]:
        """The struct as numpy's, on the same bytes."""
        array = self.__dict__.get("_array")
        if array is None:
            # Made when asked for: the python engine copies states by the thousand and does without.
            array = self.__dict__["_array"] = np.frombuffer(self._views.memory, self.dtype)
        return array

    @property
    def record(self) -> Any:
        """The struct as the compiled engines take it."""
        return self.array[0]

    def copy(self) -> Self:
        """The same numbers in a struct of its own."""
        return type(self)(bytearray(self._views.memory))

    def take(self, other: Self) -> None:
        """Become equal to `other`."""
        self._views[1][:] = other._views[1]

    def frozen(self) -> Self:
        """A copy that nobody can write to."""
        return type(self)(bytes(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.dtype == other.dtype and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __bytes__(self) -> bytes:
        return bytes(self._views.memory)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.fields)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _thaw, (type(self), bytes(self))

    def by_name(self) -> dict[str, Any]:
        """The fields by name, as numbers and lists: how positions are saved."""
        return {n: v.tolist() if isinstance(v := getattr(self, n), Cells) else v for n in self.fields}

    def set_by_name(self, values: dict[str, Any]) -> None:
        """Write the named fields; the others keep what they have."""
        for name, value in values.items():
            if name not in self.fields:
                raise AttributeError(
                    f"{type(self).__name__} has no field {name!r}; it has {', '.join(self.fields)}"
                )
            setattr(self, name, value)


def _thaw(kind: type[Layout], data: bytes) -> Layout:
    return kind(bytearray(data))
