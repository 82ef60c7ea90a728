"""rotonde backup, rotonde restore."""

import argparse

from rotonde.lab.wording import Wording

from .arguments import Parser
from .place import database, declare_place
from .trouble import FINE, USAGE, complain, os_trouble


def declare_backup(parser: Parser, say: Wording) -> None:
    parser.add_file(
        say("où écrire la copie ; ne doit pas exister", "where to write the copy; must not exist yet")
    )
    declare_place(parser, say)


def run_backup(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.server.backup import backup

    try:
        with database(args) as opened:
            kept = backup(opened, args.file)
    except FileExistsError:
        return complain(say(f"{args.file} existe déjà.", f"{args.file} exists already."), USAGE, say)
    except OSError as failure:
        return complain(os_trouble(args.file, failure, say), USAGE, say)
    print(
        say(
            f"Copie faite : {kept.rows} lignes de {kept.tables} tables de données, dans {args.file}.\n"
            "Elle contient tout ce que des joueurs doivent ignorer : gardez-la à l’abri.",
            f"Copied: {kept.rows} rows of {kept.tables} tables of data, into {args.file}.\n"
            "It holds everything that players must not know: keep it safe.",
        )
    )
    return FINE


def declare_restore(parser: Parser, say: Wording) -> None:
    parser.add_file(say("une copie faite par « rotonde backup »", "a copy made by 'rotonde backup'"))
    declare_place(parser, say)


def run_restore(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.server.backup import restore

    try:
        with database(args) as opened:
            kept = restore(opened, args.file)
    except OSError as failure:
        return complain(os_trouble(args.file, failure, say), USAGE, say)
    print(
        say(
            f"Tout est revenu : {kept.rows} lignes de {kept.tables} tables de données.",
            f"Everything is back: {kept.rows} rows of {kept.tables} tables of data.",
        )
    )
    return FINE
