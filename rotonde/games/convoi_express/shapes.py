"""What a board file must look like, field by field, before anything in it is compared with anything else."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True)
class Field:
    """A single value: what it must be, in French and English, and whether a value is that."""

    fr: str
    en: str
    fits: Callable[[Any], bool]


@dataclass(frozen=True)
class Misfit:
    """Something in a file that is not as it must be: where, and what is to be said about it."""

    path: tuple[str, ...]
    fr: str
    en: str


LONGEST = 60
FURTHEST = 100_000


def _is_whole(value: Any) -> bool:
    return type(value) is int and abs(value) <= FURTHEST


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= FURTHEST


TEXT = Field(
    f"un texte de 1 à {LONGEST} lettres",
    f"a text of 1 to {LONGEST} letters",
    lambda value: isinstance(value, str) and value.strip() != "" and len(value) <= LONGEST,
)
WHOLE = Field("un nombre entier", "a whole number", _is_whole)
NUMBER = Field("un nombre", "a number", _is_number)
TRUTH = Field("true ou false", "true or false", lambda value: isinstance(value, bool))
BOTH_LANGUAGES = {"fr": TEXT, "en": TEXT}
POINT = (NUMBER, NUMBER)
GOODS = {"yellow": WHOLE, "blue": WHOLE, "red": WHOLE, "white": WHOLE}

# A name with ? may be missing; * is any name. [one] is a list of such, a tuple a list of exactly these.
BOARD: Any = {
    "game": TEXT,
    "id": TEXT,
    "name": BOTH_LANGUAGES,
    "size": POINT,
    "rules": {
        "ports": [TEXT],
        "pass_through_cities": TRUTH,
        "empty_train_may_stay_in_port": TRUTH,
        "green_discs": WHOLE,
        "switch_discs": WHOLE,
        "port_slots": {"*": GOODS},
        "agents": [TEXT],
    },
    "nodes": [
        {"id": TEXT, "kind": TEXT, "label": TEXT, "x": NUMBER, "y": NUMBER, "goods?": TEXT, "number?": WHOLE}
    ],
    "lines": [
        {
            "id": TEXT,
            "a": TEXT,
            "b": TEXT,
            "sections": WHOLE,
            "signals": [{"id": TEXT, "gate?": TEXT, "joint?": WHOLE}],
        }
    ],
    "first_setup": {"green": [TEXT], "switches": {"*": {"open": [TEXT], "discs_on": [TEXT]}}},
    "ground?": {
        "seas?": [[POINT]],
        "hills?": [(NUMBER, NUMBER, NUMBER)],
        "names?": [{"text": BOTH_LANGUAGES, "x": NUMBER, "y": NUMBER, "turn": NUMBER}],
    },
}


def misfits(value: Any, shape: Any = BOARD, path: tuple[str, ...] = ()) -> Iterator[Misfit]:
    """All that is missing or of another kind than the file needs; other names than these may be there."""
    if isinstance(shape, Field):
        if not shape.fits(value):
            yield Misfit(path, f"il faut {shape.fr}", f"must be {shape.en}")
    elif isinstance(shape, dict):
        yield from _in_object(value, cast(dict[str, Any], shape), path)
    elif not isinstance(value, list):
        yield Misfit(path, "il faut une liste [ … ]", "must be a list [ … ]")
    elif isinstance(shape, list):
        (each,) = cast(list[Any], shape)
        for place, one in enumerate(cast(list[Any], value)):
            yield from misfits(one, each, (*path, _name_in_list(one, place)))
    else:
        parts, values = cast(tuple[Any, ...], shape), cast(list[Any], value)
        if len(values) != len(parts):
            yield Misfit(path, f"il faut {len(parts)} nombres", f"must be {len(parts)} numbers")
        else:
            for place, (one, part) in enumerate(zip(values, parts, strict=True)):
                yield from misfits(one, part, (*path, str(place + 1)))


def _in_object(value: Any, shape: dict[str, Any], path: tuple[str, ...]) -> Iterator[Misfit]:
    if not isinstance(value, dict):
        yield Misfit(path, "il faut un objet { … }", "must be an object { … }")
        return
    fields = cast(dict[str, Any], value)
    for name, part in shape.items():
        if name == "*":
            for key, one in fields.items():
                yield from misfits(one, part, (*path, key))
        elif name.rstrip("?") in fields:
            yield from misfits(fields[name.rstrip("?")], part, (*path, name.rstrip("?")))
        elif not name.endswith("?"):
            yield Misfit((*path, name), "ce champ manque", "is missing")


def _name_in_list(one: Any, place: int) -> str:
    """What a person looks for in the file: the id of an entry, or which one it is."""
    name = cast(dict[str, Any], one).get("id") if isinstance(one, dict) else None
    return name if isinstance(name, str) else str(place + 1)
