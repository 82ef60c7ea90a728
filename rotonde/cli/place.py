"""Where everything is kept: --data and --database."""

import argparse
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rotonde.kernel.errors import Problem
from rotonde.lab.wording import Wording

from .arguments import Parser

if TYPE_CHECKING:
    from rotonde.server.database import Database


def setting(name: str, otherwise: str | None = None) -> str | None:
    """What the environment says; an option says more."""
    return os.environ.get(f"ROTONDE_{name}") or otherwise


def declare_place(parser: Parser, say: Wording) -> None:
    """Where everything is kept."""
    parser.options.add_argument(
        "--data",
        metavar=say("DOSSIER", "FOLDER"),
        type=Path,
        default=setting("DATA") or data_folder(),
        help=say(
            "où garder les parties (par défaut %(default)s)", "where games are kept (by default %(default)s)"
        ),
    )
    parser.options.add_argument(
        "--database",
        metavar=say("ADRESSE", "ADDRESS"),
        type=_postgresql(say),
        default=setting("DATABASE"),
        help=say(
            "garder les parties dans PostgreSQL : postgresql://utilisateur@machine/base "
            "(plutôt dans ROTONDE_DATABASE, s’il y a un mot de passe)",
            "keep games in PostgreSQL: postgresql://user@machine/database "
            "(better in ROTONDE_DATABASE when there is a password)",
        ),
    )


def _postgresql(say: Wording) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not text.startswith(("postgresql://", "postgres://")):
            # Without repeating it: there may be a password in it.
            raise argparse.ArgumentTypeError(
                say("il faut une adresse postgresql://…", "a postgresql://… address is needed")
            )
        return text

    return read


def data_folder() -> Path:
    """Where programs of this system keep what belongs to a person."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "rotonde"


class Unusable(Problem):
    """The database cannot be used."""


@contextmanager
def database(args: argparse.Namespace) -> Generator["Database"]:
    """The database that --data or --database names. Unusable says why it is; OSError when the folder is."""
    from rotonde.server.database import StorageError, open_database

    args.data.mkdir(parents=True, exist_ok=True)
    try:
        opened = open_database(args.database or args.data / "rotonde.sqlite3")
        try:
            yield opened
        finally:
            opened.close()
    except StorageError as failure:
        raise Unusable(
            f"la base de données ne peut pas servir : {failure}", f"the database cannot be used: {failure}"
        ) from failure
