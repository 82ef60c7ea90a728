"""What one viewer sees of a table now: the parts of the page, and the moves the viewer may make.

Everything is drawn from what the viewer's seat may know; what is hidden is not in the bytes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from zlib import crc32

from markupsafe import Markup, escape

import rotonde
from rotonde.kernel.handle import Seen
from rotonde.kernel.telling import Preview, Standing
from rotonde.players.levels import level
from rotonde.server.house import BotState
from rotonde.server.story import Line
from rotonde.server.table import Guest, LiveTable

from . import i18n
from .render import templates

LOG_LENGTH = 40
"""So many lines of the log are sent; the replay shows the rest."""

MOST_PREVIEWS = 24
"""Of so many moves a view tells what they will do; when there are more, the page asks for those that it shows."""

_ONCE = re.compile(r'(<(\w+)\b[^<>]*\bdata-once="([^"]*)"[^<>]*>).*?(</\2><!--/once \3-->)', re.DOTALL)
_STATIONS = 24


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
class Player:
    """One line of the players' panel."""

    seat: int
    name: str
    bot: str
    acts: bool
    standing: Standing


@dataclass(frozen=True)
class Told:
    """One line of the log panel."""

    number: int
    seat: int
    text: str
    chapter: str
    """Set on the first line (from the top) of a chapter."""


def version(live: LiveTable, viewer: Viewer, bots: BotState) -> str:
    """Equal versions look equal; the number in front grows with everything that happens at the table.

    A viewer's orders are in the viewer's own versions only: nobody else can see that any were given.
    """
    orders = sorted(live.orders(viewer.viewpoint(live)))
    return ".".join([str(live.number), str(viewer.guest.look.count), bots, *orders])


def lean(view: dict[str, Any]) -> dict[str, Any]:
    """The view for a page that has what never changes on the board: those parts are left empty."""
    return {**view, "board_html": _ONCE.sub(r"\1\4", view["board_html"])}


def view(live: LiveTable, viewer: Viewer, bots: BotState, next_table: str | None = None) -> dict[str, Any]:
    """The newest view of a table, ready for JSON."""
    with live.lock:
        lang = viewer.lang
        viewpoint = viewer.viewpoint(live)
        seen = live.seen_by(viewpoint)
        lines = live.story(viewpoint, lang)
        handover = viewer.guest.next_person(live)
        acts = live.actor == viewpoint
        board = _board(live, seen, lang, lines)
        moves = _moves(seen, lang) if acts else []
        gestures = live.game.gestures if acts else None
        undo_seat = viewer.guest.looking(live)
        undoable = undo_seat is not None and live.undoable(undo_seat) > 0
        failed = viewer.owns and bots == "failed"
        parts = {
            "live": live,
            "failed": failed,
            "over": live.over,
            "viewer": viewer,
            "actor": live.actor,
            "acts": acts,
            "bots": bots,
            "handover": handover,
            "can_undo": undoable,
            "can_resign": viewer.owns and not live.over and viewpoint in live.people,
            "next_table": next_table,
            "prompt": _prompt(live, seen, lang),
            "facts": live.game.words.facts(seen, lang),
            "winner": _winner(live),
            "players": _players(live, seen, lang),
            "told": _told(live, lines, lang),
            "orders": [
                (order, order.id in live.orders(viewpoint)) for order in live.offered_orders(viewpoint, lang)
            ],
        }
        return {
            "version": version(live, viewer, bots),
            "number": live.number,
            "seat": viewpoint if viewpoint >= 0 else None,
            "actor": live.actor if live.actor >= 0 else None,
            "over": live.over,
            "turn_html": _render("table/turn.html", lang, **parts),
            "board_html": board,
            "side_html": _render("table/side.html", lang, **parts),
            "orders_html": _render("table/orders.html", lang, **parts) if parts["orders"] else "",
            "log_html": _render("table/log.html", lang, **parts),
            "handover_html": _render("table/handover.html", lang, **parts) if handover is not None else "",
            "done_html": _render("table/done.html", lang, **parts) if live.over or undoable or failed else "",
            "proof_html": _render("table/proof.html", lang, **parts),
            "moves": moves,
            "targets": gestures.targets(seen) if gestures else [],
            "proposals": proposals(seen, None, lang) if acts else [],
            "handover": handover,
            "bots": bots,
            "can_undo": undoable,
            "can_resign": parts["can_resign"],
        }


def replay_view(
    live: LiveTable, viewpoint: int, lang: str, count: int, links: dict[str, Any]
) -> dict[str, Any]:
    """The table after its first `count` events, to look at."""
    with live.lock:
        seen = live.at(count).seen_by(viewpoint)
        lines = [line for line in live.story(viewpoint, lang) if line.entry.number <= _number_at(live, count)]
        told = _told(live, lines, lang)
        parts = {
            "live": live,
            "count": count,
            "total": len(live.events),
            "links": links,
            "told": told,
            "players": _players(live, seen, lang, acting=seen.actor),
            "facts": live.game.words.facts(seen, lang),
            "over": True,
        }
        return {
            "version": f"replay {count}",
            "number": count,
            "seat": viewpoint if viewpoint >= 0 else None,
            "turn_html": _render("table/replay_turn.html", lang, **parts),
            "board_html": _board(live, seen, lang, lines),
            "side_html": _render("table/players.html", lang, **parts),
            "orders_html": "",
            "log_html": _render("table/log.html", lang, **parts),
            "handover_html": "",
            "done_html": _render("table/replay_bar.html", lang, **parts),
            "proof_html": _render("table/proof.html", lang, **parts),
            "moves": [],
            "targets": [],
            "proposals": [],
            "handover": None,
        }


def proposals(seen: Seen, thing: str | None, lang: str) -> list[dict[str, Any]]:
    """What the viewer, who acts, may do in one go: at any time, or with that thing."""
    gestures = seen.game.gestures
    return [
        {
            "moves": list(proposal.moves),
            "things": [thing] if thing else [],
            "say": str(bold_numbers(proposal.sentence, seen.names)),
            "note": proposal.note,
            "tags": dict(proposal.tags),
        }
        for proposal in (gestures.proposals(seen, thing, lang) if gestures else [])
    ]


def table_name(live: LiveTable, lang: str) -> str:
    """A station's name, so that people can speak of a table."""
    return i18n.text(lang, f"table.station.{crc32(live.id.encode()) % _STATIONS}")


def bot_label(bot: str, lang: str) -> str:
    return i18n.text(lang, "table.bot", level=level(bot).name[lang].lower())


def bold_numbers(text: str, names: Sequence[str] = ()) -> Markup:
    """A sentence with its numbers in bold, as the house writes them; a number in somebody's name is none."""
    kept = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)]
    bold, done = Markup(""), 0
    for found in re.finditer("|".join([*kept, r"(\d+)"]), text):
        if found[1]:
            bold += escape(text[done : found.start()]) + Markup("<b>{}</b>").format(found[1])
            done = found.end()
    return bold + escape(text[done:])


templates.filters["bold_numbers"] = bold_numbers


def _render(template: str, lang: str, **parts: object) -> str:
    return templates.get_template(template).render(lang=lang, t=partial(i18n.text, lang), **parts)


def _number_at(live: LiveTable, count: int) -> int:
    return live.events[count - 1].number if count else 0


def _board(live: LiveTable, seen: Seen, lang: str, lines: Sequence[Line]) -> str:
    return str(live.game.picture.board(seen, lang, live.names, _last_touched(lines)))


def _last_touched(lines: Sequence[Line]) -> set[str]:
    """What was touched since the player before the last one moved."""
    touched: set[str] = set()
    mover: int | None = None
    for line in reversed(lines):
        actor = line.entry.actor
        if actor != rotonde.CHANCE:
            if mover is not None and actor != mover:
                break
            mover = actor
        touched |= line.touched
    return touched


def _moves(seen: Seen, lang: str) -> list[dict[str, Any]]:
    """The legal moves; with what they will do, unless there are so many that the page had better ask."""
    legal = seen.moves()
    return [
        {
            "move": move,
            "things": seen.things(move),
            "say": str(bold_numbers(seen.words(move, lang), seen.names)),
            **(preview(seen, move, lang) if len(legal) <= MOST_PREVIEWS else {}),
        }
        for move in legal
    ]


def preview(seen: Seen, move: int, lang: str) -> dict[str, Any]:
    """What a move will do."""
    shown: Preview = seen.game.words.preview(seen, move, lang)
    return {"note": shown.note, "tags": dict(shown.tags)}


def _prompt(live: LiveTable, seen: Seen, lang: str) -> str:
    if live.resigned is not None:
        return i18n.text(lang, "table.resigned", name=live.names[live.resigned])
    if live.table.actor == rotonde.OVER:
        return live.game.words.result(seen, lang, live.names)
    if live.over:
        return i18n.text(lang, "table.unfinished")
    return live.game.words.prompt(seen, lang, live.names)


def _winner(live: LiveTable) -> int | None:
    """The seat that alone has the most, when the game was played to its end."""
    if live.table.actor != rotonde.OVER:
        return None
    scores = live.table.scores()
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return best[0] if len(best) == 1 else None


def _players(live: LiveTable, seen: Seen, lang: str, acting: int | None = None) -> list[Player]:
    """In the order of play, from the viewer on."""
    acting = live.actor if acting is None else acting
    first = max(seen.seat, 0)
    seats = [(first + step) % len(live.seats) for step in range(len(live.seats))]
    return [
        Player(
            seat,
            live.names[seat],
            bot_label(who.bot, lang) if who.bot else "",
            seat == acting,
            live.game.words.standing(seen, seat, lang),
        )
        for seat in seats
        for who in [live.seats[seat]]
    ]


def _told(live: LiveTable, lines: Sequence[Line], lang: str) -> list[Told]:
    """The lines worth a sentence, the newest first."""
    told: list[Told] = []
    chapter = ""
    for line in reversed(lines):
        text = line.text
        if line.entry.kind == "resign":
            key = "table.log.left" if live.resigned is None else "table.log.resigned"
            text = i18n.text(lang, key, name=live.names[line.entry.actor])
        if text:
            opens = not told or chapter != line.chapter
            told.append(Told(line.entry.number, line.seat, text, line.chapter if opens else ""))
            chapter = line.chapter
        if len(told) == LOG_LENGTH:
            break
    return told
