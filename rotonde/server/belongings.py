"""All that the house keeps of people: what comes along into an account, goes with it, and may be taken away."""

from typing import Any

from . import notify, people, ratings
from .accounts import Belongings
from .database import Transaction


def _merge(db: Transaction, guest: str, person: str) -> None:
    people.merge(db, guest, person)


def _forget(db: Transaction, person: str) -> None:
    """Games stay, with the names and what was said at them."""


def _export(db: Transaction, person: str) -> list[dict[str, Any]]:
    seats = db.run(
        "SELECT t.id, t.game, h.seat, t.created FROM holders h JOIN tables t ON t.id = h.table_id"
        " WHERE h.person = ? ORDER BY t.created, h.seat",
        person,
    )
    said = db.run("SELECT table_id, words, at FROM chat WHERE person = ? ORDER BY at", person)
    return [
        *({"table": id_, "game": game, "seat": seat, "laid": laid} for id_, game, seat, laid in seats),
        *({"table": id_, "said": words, "at": at} for id_, words, at in said),
    ]


SEATS = Belongings("tables", _merge, _forget, _export)

ALL = (SEATS, ratings.BELONGINGS, notify.BELONGINGS)
