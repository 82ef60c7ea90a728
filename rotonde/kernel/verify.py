"""Proves a record: every move legal, every draw from the key, the key the one whose hash was shown at the start."""

from functools import partial

from . import fairness
from .errors import BadRecord
from .handle import Game, Table
from .record import Record
from .subset import CHANCE, OVER


def verify(game: Game, record: Record) -> Table:
    """The table at the end of a record that is proved; BadRecord says what was tampered with, and where."""
    if not record.key:
        raise BadRecord(
            "La clé manque : elle n’est montrée qu’après la fin de la partie, alors seulement les tirages se prouvent.",
            "The key is missing: it is shown after the end of the game, and only then can the draws be proved.",
        )
    if not record.commitment:
        raise BadRecord(
            "L’empreinte montrée au départ manque : rien ne dit que la clé est celle du début.",
            "The hash shown at the start is missing: nothing says that this is the key of the start.",
        )
    key = bytes.fromhex(record.key)
    if fairness.commitment(key) != record.commitment:
        raise BadRecord(
            "La clé n’est pas celle dont l’empreinte fut montrée au départ : le fichier a été modifié.",
            "The key is not the one whose hash was shown at the start: the file was tampered with.",
        )
    theirs, ours = record.rules, game.rules_version
    if theirs != ours:
        raise BadRecord(
            f"Cette partie suit la version {theirs} des règles, ici c’est la {ours} : impossible de juger.",
            f"This game follows version {theirs} of the rules, here it is {ours}: it cannot be judged.",
        )
    table = game.new(record.players, record.options)
    for number, (actor, move) in enumerate(record.moves):
        if actor == CHANCE and table.actor == CHANCE:
            _check_draw(table, key, number, move, record)
        game.replay_step(table, record, number)
    if not record.ended and table.actor != OVER:
        raise BadRecord(
            "La partie n’est pas finie, or la clé ne se montre qu’après la fin : il manque des coups.",
            "The game is not over, yet a key is shown only after the end: moves are missing.",
        )
    # However it is said to have ended: a game that its rules have ended has the result that they give it.
    if record.result and table.actor == OVER and record.result != table.scores():
        raise BadRecord(
            f"Le résultat annoncé {record.result} n’est pas {table.scores()}, celui de la partie : fichier modifié.",
            f"The claimed result {record.result} is not {table.scores()}, the game's: the file was tampered with.",
        )
    return table


def _check_draw(table: Table, key: bytes, number: int, move: int, record: Record) -> None:
    if table.outcome(partial(fairness.place, key, number)) != move:
        line = record.line_of(number + 1)
        raise BadRecord(
            f"Ligne {line}, coup {number + 1} : ce tirage ne suit pas de la clé : le fichier a été modifié.",
            f"Line {line}, move {number + 1}: this draw does not follow from the key: the file was tampered with.",
        )
