"""Board files: what is wrong with one, in words, whatever game it is for."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from rotonde import games
from rotonde.kernel.errors import Problem

from .wording import Wording


class BadBoard(Problem):
    """A board file on which nobody can play."""


LARGEST = 4_000_000  # bytes


def read(path: Path) -> Any:
    """What a board file says, not yet checked. OSError when it cannot be read."""
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    try:
        if len(data) > LARGEST:
            raise BadBoard(
                "Ce fichier est trop grand pour un plateau.", "This file is too large for a board."
            )
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as failure:
        line = data[: failure.start].count(b"\n") + 1
        raise BadBoard(
            f"Ligne {line} : ce n’est pas un texte en UTF-8.", f"Line {line}: this is no text in UTF-8."
        ) from failure
    except json.JSONDecodeError as failure:
        where = f"{failure.lineno}, {failure.colno}"
        raise BadBoard(
            f"Ce n’est pas du JSON (ligne, colonne : {where}).",
            f"This is not JSON (line, column: {where}).",
        ) from failure
    except RecursionError as failure:
        raise BadBoard("Ce JSON est trop imbriqué.", "This JSON is nested too deeply.") from failure


def game_of(board: Any) -> str:
    """The game that a board is for: its field "game" says so."""
    checked = [name for name in games.PLAYABLE if _checker(name) is not None]
    head = cast(dict[str, Any], board) if isinstance(board, dict) else {}
    name = head.get("game")
    if name not in checked:
        known = ", ".join(f'"{one}"' for one in checked)
        raise BadBoard(
            f"Il faut un champ « game » qui nomme un jeu dont les plateaux sont des fichiers : {known}.",
            f'A field "game" must name a game whose boards are files: {known}.',
        )
    return str(name)


def problems(board: Any, say: Wording) -> list[str]:
    """What is wrong with a board, in the reader's language; nothing when it can be played."""
    check = _checker(game_of(board))
    return check(board, say.lang) if check else []


def _checker(game: str) -> Any:
    """A game whose boards are data has `board_problems(board, lang)` in its package."""
    return getattr(import_module(games.PLAYABLE[game]), "board_problems", None)
