"""rotonde board, and --board for a board of one's own."""

import argparse
from pathlib import Path
from typing import Any

from rotonde import games
from rotonde.lab.wording import Wording

from .arguments import Parser, one_of
from .trouble import BAD, FINE, harmless, unreadable


def declare_board(parser: Parser, say: Wording) -> None:
    parser.arguments.add_argument(
        "what", metavar="check", type=one_of(say, "check"), help=say("vérifier un plateau", "check a board")
    )
    parser.add_file(say("un plateau, en JSON", "a board, in JSON"))


def run_board(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.lab import boards

    board = _read_board(args.file)
    found = boards.problems(board, say)
    for sentence in found:
        print(harmless(sentence))
    if found:
        return BAD
    title = say.of(games.info(boards.game_of(board)).title)
    print(
        say(
            f"Rien à redire : on peut y jouer à {title}, avec --board {args.file}.",
            f"Nothing is wrong: {title} can be played on it, with --board {args.file}.",
        )
    )
    return FINE


def declare_own_board(parser: Parser, say: Wording) -> None:
    parser.options.add_argument(
        "--board",
        metavar=say("FICHIER", "FILE"),
        type=Path,
        action="append",
        default=[],
        help=say(
            "un plateau à soi, de plus au choix (« rotonde board check » le vérifie) ; plusieurs fois s’il le faut",
            "a board of one’s own as a further choice ('rotonde board check' checks it); several times if need be",
        ),
    )


def add_own_boards(args: argparse.Namespace, say: Wording) -> None:
    """Before any game is loaded: it then offers them."""
    from rotonde.kernel.boards import add_board
    from rotonde.lab import boards

    for path in args.board:
        if found := boards.problems(_read_board(path), say):
            raise boards.BadBoard(f"{path} : {found[0]}", f"{path}: {found[0]}")
        add_board(path)


def _read_board(path: Path) -> Any:
    from rotonde.lab import boards

    try:
        return boards.read(path)
    except OSError as failure:
        raise unreadable(str(path), failure) from failure
