"""What follows from a game for its people: being told that others wait for them, and a result that counts."""

import rotonde

from .notify import Notifier
from .ratings import Outcome, places, record_result
from .storage import Storage
from .table import LiveTable


class Aftermath:
    """Every method reads or writes the database: call it in a thread."""

    def __init__(self, storage: Storage, notifier: Notifier) -> None:
        self._storage = storage
        self._notifier = notifier

    def call(self, live: LiveTable, present: frozenset[int]) -> None:
        """Tell whoever must act or answer and is not there; and nobody else any more. Fast games need no telling."""
        if live.row.clock.kind == "live":
            return
        table = live.id, live.game.info.title, f"/t/{live.id}"
        for seat, people in self._storage.holders(live.id).items():
            away = seat not in present and live.seats[seat].is_person
            for person in people:
                if away and live.asked and seat in live.silent:
                    self._notifier.asked(person, *table, live.names[live.asked.seat])
                elif away and seat == live.actor:
                    self._notifier.your_turn(person, *table)
                else:
                    self._notifier.no_longer(person, live.id)

    def settle(self, live: LiveTable) -> None:
        """Keep how a game ended, once; not that of a game that was brought here from a file."""
        if live.row.imported or not live.over:
            return
        holders = self._storage.holders(live.id)
        ended = live.table.actor == rotonde.OVER
        seats = range(len(live.seats))
        if ended and live.game.info.cooperative:
            place = [1 if seat in live.winners else 2 for seat in seats]
        else:
            ranks = live.table.ranks() if ended else [0 for _ in seats]
            place = places([(seat in live.contenders, ranks[seat]) for seat in seats])
        outcomes = [
            Outcome(
                place=place[seat],
                person=self._with_account(holders.get(seat, [])),
                bot=live.row.seats[seat].bot,
                gone=seat not in live.contenders,
                score=live.table.scores()[seat] if ended else None,
            )
            for seat in seats
        ]
        with self._storage.database.writing() as db:
            record_result(db, live.id, live.row.game, outcomes, live.game.info.cooperative)

    def _with_account(self, people: list[str]) -> str | None:
        """Of several who hold a seat the one with an account: its games are kept together."""
        for person in people:
            if self._storage.database.rows("SELECT 1 FROM accounts WHERE person = ?", person):
                return person
        return people[0] if people else None
