"""The record of a game: its header and its moves, chance included, as one small readable text.

    rotonde record 1
    game: game-of-trains
    …
    moves:
    * deal 45
    0 keep 45 3

A line is who acts (a seat, or * for chance), the verb, its operands. What stands behind a # is for people.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import BadRecord, UnknownGame
from .moves import a_of, b_of, c_of, pack, verb_of
from .subset import CHANCE

FORMAT = "rotonde record 1"
LONGEST = 4_000_000  # characters; the longest game we have takes a hundredth of this


def _no_verbs() -> dict[int, str]:
    return {}


@dataclass
class Record:
    """A game that was or is being played."""

    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seats: list[str]
    commitment: str = ""
    key: str = ""
    result: list[int] = field(default_factory=list[int])
    ended: str = ""  # how the game ended if not by its rules, e.g. "resigned 0"
    verbs: Mapping[int, str] = field(default_factory=_no_verbs)
    moves: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    lines: list[int] = field(default_factory=list[int], compare=False)

    def line_of(self, number: int) -> int:
        """The line of the file on which move `number` (from 1) stands."""
        return self.lines[number - 1] if self.lines else number

    def text(self) -> str:
        """The record as a file."""
        header = {
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "options": json.dumps(self.options, ensure_ascii=False, sort_keys=True),
            "seats": json.dumps(self.seats, ensure_ascii=False),
            "commitment": self.commitment,
            "key": self.key,
            "result": " ".join(map(str, self.result)),
            "ended": self.ended,
        }
        lines = [FORMAT]
        lines += [f"{name}: {value}" for name, value in header.items() if value != ""]
        lines.append("moves:")
        lines += [self._move_text(actor, move) for actor, move in self.moves]
        return "\n".join(lines) + "\n"

    def _move_text(self, actor: int, move: int) -> str:
        operands = [a_of(move), b_of(move), c_of(move)]
        while operands and operands[-1] == 0:
            operands.pop()
        who = "*" if actor == CHANCE else str(actor)
        return " ".join([who, self.verbs[verb_of(move)], *map(str, operands)])


def parse(text: str, verbs_of: Any) -> Record:
    """Read a record; BadRecord says where it fails. `verbs_of(game)` gives a game's verbs by number, or UnknownGame."""
    if len(text) > LONGEST:
        raise BadRecord("Ce fichier est trop long pour une partie.", "This file is too long for a game.")
    # Not splitlines(): a name may hold what Unicode calls the end of a line.
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if lines[0].strip() != FORMAT:
        raise BadRecord(
            f"Ligne 1 : ce n’est pas une partie de Rotonde, elle commencerait par « {FORMAT} ».",
            f"Line 1: this is no Rotonde record, it would begin with {FORMAT!r}.",
        )
    header, start = _header(lines)
    record = _from_header(header)
    try:
        record.verbs = verbs_of(record.game)
    except UnknownGame as problem:
        line, told = header["game"][0], problem.told
        raise BadRecord(f"Ligne {line} : {told['fr'].text}", f"Line {line}: {told['en'].text}") from problem
    by_name = {name: number for number, name in record.verbs.items()}
    for number, line in enumerate(lines[start:], start + 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        record.moves.append(_move(words, by_name, record.players, number))
        record.lines.append(number)
    return record


def _header(lines: list[str]) -> tuple[dict[str, tuple[int, str]], int]:
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], 2):
        name, colon, value = line.partition(":")
        name = name.strip()
        if name == "moves" and colon:
            return header, number
        if not colon:
            raise BadRecord(
                f"Ligne {number} : il faudrait « nom: valeur » ou « moves: ».",
                f"Line {number}: expected 'name: value' or 'moves:'.",
            )
        if name in header:
            raise BadRecord(
                f"Ligne {number} : « {name} » y est deux fois.", f"Line {number}: {name!r} stands twice."
            )
        header[name] = (number, value.strip())
    raise BadRecord("La ligne « moves: » manque.", "The line 'moves:' is missing.")


def _from_header(header: dict[str, tuple[int, str]]) -> Record:
    fields: dict[str, Any] = {"commitment": "", "key": "", "ended": "", "result": []}
    for name, (line, value) in header.items():
        if name not in _READERS:
            raise BadRecord(
                f"Ligne {line} : l’en-tête « {_short(name)} » est inconnu.",
                f"Line {line}: the header {_short(name)!r} is unknown.",
            )
        try:
            fields[name] = _READERS[name](value)
        except (ValueError, TypeError, RecursionError) as problem:
            raise BadRecord(
                f"Ligne {line} : « {_short(value)} » ne convient pas pour « {name} ».",
                f"Line {line}: {_short(value)!r} does not fit {name!r}.",
            ) from problem
    for name in ("game", "rules", "players", "options", "seats"):
        if name not in fields:
            raise BadRecord(f"L’en-tête « {name} » manque.", f"The header {name!r} is missing.")
    record = Record(**fields)
    if len(record.seats) != record.players:
        raise BadRecord(
            f"Le fichier nomme {len(record.seats)} joueurs, mais la partie en a {record.players}.",
            f"The file names {len(record.seats)} players, but the game has {record.players}.",
        )
    return record


def _short(text: str) -> str:
    """Enough of a text to find it in the file."""
    return text if len(text) <= 60 else text[:59] + "…"


def _names(value: str) -> list[str]:
    names = json.loads(value)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
        raise ValueError("a list of names")
    return names  # pyright: ignore[reportUnknownVariableType]


def _options(value: str) -> dict[str, Any]:
    options = json.loads(value)
    if not isinstance(options, dict):
        raise ValueError("a table of options")
    return options  # pyright: ignore[reportUnknownVariableType]


def _hex(value: str) -> str:
    number = bytes.fromhex(value)
    if len(number) != 32:
        raise ValueError("32 bytes")
    return number.hex()


def _numbers(value: str) -> list[int]:
    return [int(number) for number in value.split()]


_READERS: dict[str, Any] = {
    "game": str,
    "rules": int,
    "players": int,
    "options": _options,
    "seats": _names,
    "commitment": _hex,
    "key": _hex,
    "result": _numbers,
    "ended": str,
}


def _move(words: list[str], verbs: dict[str, int], players: int, line: int) -> tuple[int, int]:
    who, *rest = words
    known = who == "*" or (who.isdecimal() and len(who) < 3 and int(who) < players)
    if not known:
        raise BadRecord(
            f"Ligne {line} : « {_short(who)} » n’est ni un siège ni * (le hasard).",
            f"Line {line}: {_short(who)!r} is neither a seat nor * (chance).",
        )
    if not rest or rest[0] not in verbs:
        raise BadRecord(
            f"Ligne {line} : « {_short(' '.join(rest))} » n’est pas un coup de ce jeu.",
            f"Line {line}: {_short(' '.join(rest))!r} is not a move of this game.",
        )
    verb, *operands = rest
    if len(operands) > 3 or not all(
        word.isdecimal() and len(word) < 5 and int(word) < 4096 for word in operands
    ):
        raise BadRecord(
            f"Ligne {line} : un coup a au plus trois nombres, de 0 à 4095.",
            f"Line {line}: a move has at most three numbers, 0 to 4095.",
        )
    return (CHANCE if who == "*" else int(who)), pack(verbs[verb], *map(int, operands))
