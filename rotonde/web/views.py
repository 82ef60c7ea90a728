"""What one viewer sees of a table now: the parts of the page, and the moves the viewer may make.

Everything is drawn from what the viewer's seat may know; what is hidden is not in the bytes.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any, Literal
from zlib import crc32

from rotonde.kernel.telling import Standing
from rotonde.players.levels import level
from rotonde.server.house import BotState
from rotonde.server.storage import Remark
from rotonde.server.table import Guest, LiveTable

from . import i18n, journal
from .render import templates
from .scene import Scene, draw_board, lean_board, scene
from .subpath import root

_STATIONS, _TRACKS = 24, 20
_LONG = 1000
"""Shorter texts are sent whole."""
_ANCHOR = 100
"""By so many characters a place in a text is found again."""
HOUR, DAY = 3600, 24 * 3600


@dataclass(frozen=True)
class Viewer:
    """Who looks, and in which language."""

    guest: Guest
    lang: str

    @property
    def owns(self) -> bool:
        """Whether the viewer plays here, and does not only watch."""
        return bool(self.guest.held)

    def viewpoint(self, live: LiveTable) -> int:
        return self.guest.viewpoint(live)


@dataclass(frozen=True)
class Around:
    """What a view needs to know beside the table."""

    bots: BotState = "ready"
    present: frozenset[int] = frozenset()
    """The seats before a screen now."""
    remarks: Sequence[Remark] = ()
    """What was said since the page last heard something."""
    last_remark: int = 0
    next_table: str | None = None


@dataclass(frozen=True)
class Player:
    """One line of the players' panel."""

    seat: int
    name: str
    bot: str
    acts: bool
    standing: Standing
    present: bool | None = None
    """Whether the person is before a screen; None for a bot and where it does not matter."""
    late: bool = False
    left: str = ""
    """The time on a live clock when somebody last did something."""
    until: str = ""
    """When a slow clock is up."""


def version(live: LiveTable, viewer: Viewer, around: Around) -> str:
    """Equal versions look equal; the number in front grows with everything that happens at the table.

    A viewer's orders are in the viewer's own versions only: nobody else can see that any were given.
    """
    present = "".join(map(str, sorted(around.present)))
    orders = sorted(live.orders(viewer.viewpoint(live)))
    return ".".join(
        [
            str(live.number),
            str(viewer.guest.look.count),
            str(around.last_remark),
            present,
            around.bots,
            "next" if around.next_table else "",
            *orders,
        ]
    )


def heard(version: str) -> int:
    """The last remark that a page with this version knows."""
    parts = version.split(".")
    known = parts[2] if len(parts) > 2 else ""
    return int(known) if known.isascii() and known.isdigit() and len(known) < 10 else 0


def lean(view: dict[str, Any]) -> dict[str, Any]:
    """The view for a page that has what never changes on the board: those parts are left empty."""
    return {**view, "board_html": lean_board(view["board_html"])} if "board_html" in view else view


def view(live: LiveTable, viewer: Viewer, around: Around) -> dict[str, Any]:
    """The newest view of a table, whole, ready for JSON."""
    with live.lock:
        now = scene(live, viewer.viewpoint(live), viewer.lang)
        return {
            **_view(live, viewer, around, now),
            "board_html": now.board,
            "moves": now.moves_with_previews,
            **_offers(now),
        }


def stream_view(live: LiveTable, viewer: Viewer, around: Around) -> dict[str, Any]:
    """The newest view for a page that listens: what never changes is left out, and `offers` come after it."""
    with live.lock:
        now = scene(live, viewer.viewpoint(live), viewer.lang)
        return {**_view(live, viewer, around, now), "board_html": now.lean_board, "moves": now.moves}


def offers(live: LiveTable, viewer: Viewer) -> dict[str, Any] | None:
    """What the moves of the viewer will do, and what can be done in one go; None for who does not act."""
    with live.lock:
        now = scene(live, viewer.viewpoint(live), viewer.lang)
        if not now.moves:
            return None
        return {"posed": live.posed, "seat": now.viewpoint, "previews": now.previews, **_offers(now)}


def _offers(now: Scene) -> dict[str, Any]:
    return {"targets": now.targets, "proposals": now.proposals}


def _view(live: LiveTable, viewer: Viewer, around: Around, now: Scene) -> dict[str, Any]:
    lang, viewpoint = viewer.lang, now.viewpoint
    handover = viewer.guest.next_person(live)
    undo_seat = viewer.guest.takes_back(live)
    undoable = undo_seat is not None and live.undoable(undo_seat) > 0
    failed = viewer.owns and around.bots == "failed"
    parts: dict[str, Any] = {
        "live": live,
        "failed": failed,
        "over": live.over,
        "viewer": viewer,
        "actor": live.actor,
        "acts": now.acts,
        "obeyed": now.obeyed,
        "bots": around.bots,
        "handover": handover,
        "can_undo": undoable,
        "can_ask": not undoable and asking_seat(live, viewer) is not None,
        "can_resign": viewer.owns and not live.over and viewpoint in live.people,
        "next_table": around.next_table,
        "prompt": now.prompt,
        "facts": now.facts,
        "winner": _winner(live),
        "players": _players(live, now, around.present),
        "clock": _clock_words(live, lang),
        "done": now.last_done if undoable else "",
        "latest": now.latest,
        "orders": [(order, order.id in live.orders(viewpoint)) for order in now.orders],
    }
    draw = partial(_render, lang=lang, **parts)
    return {
        "version": version(live, viewer, around),
        "number": live.number,
        "posed": live.posed,
        "obeyed": now.obeyed,
        "seat": viewpoint if viewpoint >= 0 else None,
        "actor": live.actor if live.actor >= 0 else None,
        "over": live.over,
        "next_table": around.next_table,
        "turn_html": draw("table/turn.html"),
        "side_html": draw("table/side.html"),
        "question_html": _question(live, viewer) if live.asked else "",
        "orders_html": draw("table/orders.html") if parts["orders"] else "",
        "seat_html": _seat_html(root(), live.id, viewpoint, lang) if parts["can_resign"] else "",
        "log_html": now.log_html,
        "remarks_html": remarks_html(around.remarks),
        "talks": _talks(live, viewer, around),
        "clock": _clock(live),
        "handover_html": draw("table/handover.html") if handover is not None else "",
        "done_html": draw("table/done.html") if live.over or undoable or failed or now.latest else "",
        "proof_html": _proof(live, lang),
        "handover": handover,
        "bots": around.bots,
        "can_undo": undoable,
        "can_resign": parts["can_resign"],
    }


class Sent:
    """What a page has got over its stream: of the next view only what is new is sent."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def news(self, view: dict[str, Any]) -> dict[str, Any]:
        """The parts that changed; the first time, all of them."""
        known, self._known = self._known, view
        new = {
            part: _patch(known.get(part), value)
            for part, value in view.items()
            if part not in known or value != known[part]
        }
        return {**new, "version": view["version"], "number": view["number"]}


def _patch(known: Any, value: Any) -> Any:
    """A long text of which the page has most, as pieces: new text, or from where to where it stands in what is there.

    Any piece of what is there will do: a log drops its oldest line with every new one, a card moves with its drawing.
    """
    if not (isinstance(known, str) and isinstance(value, str) and len(value) >= _LONG):
        return value
    pieces = _pieces(known, value)
    # Scripts count characters outside the basic plane twice.
    if sum(len(new) for new in pieces if isinstance(new, str)) > len(value) / 2 or not (
        _is_plain(known) and _is_plain(value)
    ):
        return value
    return pieces


def _pieces(known: str, value: str) -> list[str | tuple[int, int]]:
    if len(value) < 2 * _ANCHOR:
        return [value] if value else []
    for begin in ((len(value) - _ANCHOR) // 2, 0, len(value) - _ANCHOR):
        at = known.find(value[begin : begin + _ANCHOR])
        if at >= 0:
            before = _alike(known, at, value, begin, -1)
            after = _alike(known, at, value, begin, 1)
            same = (at - before, at + after)
            return [*_pieces(known, value[: begin - before]), same, *_pieces(known, value[begin + after :])]
    return [value]


def _alike(one: str, here: int, other: str, there: int, way: Literal[1, -1]) -> int:
    """How many characters are the same from a place in each, onwards or backwards."""
    alike, step = 0, _ANCHOR
    most = min(len(one) - here, len(other) - there) if way > 0 else min(here, there)
    while alike < most and step:
        step = min(step, most - alike)
        begin = alike if way > 0 else -alike - step
        if one[here + begin : here + begin + step] == other[there + begin : there + begin + step]:
            alike, step = alike + step, 2 * step
        else:
            most, step = alike + step - 1, step // 2
    return alike


def _is_plain(text: str) -> bool:
    return len(text.encode("utf-16-le")) == 2 * len(text)


def replay_view(
    live: LiveTable, viewpoint: int, lang: str, count: int, links: dict[str, Any]
) -> dict[str, Any]:
    """The table after its first `count` events, to look at."""
    with live.lock:
        seen = live.at(count).seen_by(viewpoint).called(live.names)
        last = live.events[count - 1].number if count else 0
        lines = [line for line in live.story(viewpoint, lang) if line.entry.number <= last]
        told = journal.told(live, lines, [aside for aside in live.asides if aside.number <= last], lang)
        words = live.game.words
        standings = [words.standing(seen, seat, lang) for seat in range(len(live.seats))]
        parts = {
            "live": live,
            "count": count,
            "total": len(live.events),
            "older": 0 < count <= live.since,
            "links": links,
            "told": told,
            "players": [
                _player(live, seat, lang, standings[seat], seat == seen.actor)
                for seat in _from(live, seen.seat)
            ],
            "facts": words.facts(seen, lang),
            "over": True,
        }
        draw = partial(_render, lang=lang, **parts)
        return {
            "version": f"replay {count}",
            "number": count,
            "posed": count,
            "obeyed": False,
            "seat": viewpoint if viewpoint >= 0 else None,
            "turn_html": draw("table/replay_turn.html"),
            "board_html": draw_board(live, seen, lang, lines),
            "side_html": draw("table/players.html"),
            "orders_html": "",
            "seat_html": "",
            "question_html": "",
            "log_html": journal.html(told, lang),
            "handover_html": "",
            "done_html": draw("table/replay_bar.html"),
            "proof_html": _proof(live, lang),
            "moves": [],
            "targets": [],
            "proposals": [],
            "handover": None,
        }


def table_name(table_id: str, lang: str) -> str:
    """A station and a track, so that people can speak of a table and tell it from their others."""
    track, station = divmod(crc32(table_id.encode()), _STATIONS)
    return f"{i18n.text(lang, f'table.station.{station}')} {1 + track % _TRACKS}"


def bot_label(bot: str, lang: str) -> str:
    return i18n.text(lang, "table.bot", level=level(bot).name[lang].lower())


def _render(template: str, lang: str, **parts: object) -> str:
    return templates.get_template(template).render(lang=lang, t=partial(i18n.text, lang), **parts)


def _proof(live: LiveTable, lang: str) -> str:
    key = live.row.key.hex() if live.over else ""
    return _proof_html(root(), live.id, live.commitment, key, live.over, lang)


@lru_cache(maxsize=2048)
def _proof_html(_root: str, table_id: str, commitment: str, key: str, over: bool, lang: str) -> str:
    return _render("table/proof.html", lang, id=table_id, commitment=commitment, key=key, over=over)


@lru_cache(maxsize=4096)
def _seat_html(_root: str, table_id: str, seat: int, lang: str) -> str:
    return _render("table/seat.html", lang, id=table_id, seat=seat)


def _winner(live: LiveTable) -> int | None:
    """The seat that won alone, when the game was played to its end."""
    if not live.over:
        return None
    winners = live.winners
    return winners[0] if len(winners) == 1 else None


# ---- who plays ----


def _from(live: LiveTable, first: int) -> list[int]:
    """The seats in the order of play, from the viewer on."""
    count = len(live.seats)
    return [(max(first, 0) + step) % count for step in range(count)]


def _player(live: LiveTable, seat: int, lang: str, standing: Standing, acts: bool) -> Player:
    bot = live.seats[seat].bot
    return Player(seat, live.names[seat], bot_label(bot, lang) if bot else "", acts, standing)


def _players(live: LiveTable, now: Scene, present: frozenset[int]) -> list[Player]:
    clock, due = live.row.clock.kind, live.deadline
    players: list[Player] = []
    for seat in _from(live, now.viewpoint):
        who, acts = live.seats[seat], seat == live.actor
        plain = _player(live, seat, now.lang, now.standings[seat], acts)
        players.append(
            replace(
                plain,
                present=seat in present if who.is_person and not live.over else None,
                late=seat in live.late,
                left=minutes(live.times.left(seat)) if clock == "live" and who.is_person else "",
                until=_until(due) if clock == "days" and acts and due is not None else "",
            )
        )
    return players


# ---- clocks ----


def minutes(seconds: float) -> str:
    """Seconds as a clock shows them."""
    whole = int(abs(seconds))
    sign = "\u2212" if seconds <= -1 else ""
    hours, rest = divmod(whole, HOUR)
    return sign + (f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}")


def _until(due: float) -> str:
    """For a page without scripts, which cannot tell in which zone it is read."""
    return datetime.fromtimestamp(due, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _clock(live: LiveTable) -> dict[str, Any] | None:
    """What the page needs to count by itself: how long each seat has, and when the actor's time is up."""
    clock = live.row.clock
    if clock.kind == "none":
        return None
    due = live.deadline
    return {
        "kind": clock.kind,
        "now": round(time.time(), 2),
        "actor": None if due is None else live.actor,
        "due": None if due is None else round(due, 2),
        "left": [round(live.times.left(seat), 2) for seat in range(len(live.seats))]
        if clock.kind == "live"
        else [],
    }


def _clock_words(live: LiveTable, lang: str) -> str:
    """How the clock of this table goes, and what happens when somebody's time is up."""
    clock = live.row.clock
    if clock.kind == "none" or live.over:
        return ""
    key = "live.plus" if clock.kind == "live" and clock.increment else clock.kind
    runs = i18n.text(
        lang, f"table.clock.{key}", time=_duration(clock.seconds, lang), increment=clock.increment
    )
    words = [runs, i18n.text(lang, f"table.clock.up.{clock.when_up}")]
    if clock.kind == "live":
        words.append(i18n.text(lang, "table.clock.head_start"))
    return " ".join(words)


def _duration(seconds: int, lang: str) -> str:
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", 60)):
        count, rest = divmod(seconds, size)
        if count and not rest:
            one = ".one" if count == 1 else ""
            return i18n.text(lang, f"table.clock.n.{unit}{one}", n=count)
    return i18n.text(lang, "table.clock.n.seconds", n=seconds)


# ---- what was said, what is asked ----


def remarks_html(remarks: Sequence[Remark]) -> str:
    return templates.get_template("table/remarks.html").render(remarks=remarks) if remarks else ""


def _talks(live: LiveTable, viewer: Viewer, around: Around) -> bool:
    """Whether there is anybody to talk with, or something to read."""
    if around.last_remark:
        return True
    others = set(live.people) - set(viewer.guest.held)
    return viewer.owns and bool(others or live.open_seats)


def asking_seat(live: LiveTable, viewer: Viewer) -> int | None:
    """The seat of the viewer's that may ask to take its last move back; of several, the one that moved last."""
    found = [(count, seat) for seat in viewer.guest.held if (count := live.askable(seat))]
    return min(found)[1] if found else None


def answering_seat(live: LiveTable, viewer: Viewer) -> int | None:
    """The seat of the viewer's that has not yet said what it thinks of what was asked."""
    return next((seat for seat in viewer.guest.held if seat in live.silent), None)


def _question(live: LiveTable, viewer: Viewer) -> str:
    asked = live.asked
    assert asked is not None
    return _render(
        "table/question.html",
        viewer.lang,
        seat=asked.seat,
        name=live.names[asked.seat],
        own=asked.seat in viewer.guest.held,
        answers=answering_seat(live, viewer) is not None,
        silent=[live.names[seat] for seat in live.silent],
    )
