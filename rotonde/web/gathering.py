"""What one sees of a table where somebody is still to sit down."""

from functools import partial
from typing import Any

from rotonde.kernel.info import GameInfo, Option, Value
from rotonde.players.levels import DEFAULT, LEVELS
from rotonde.server.clock import DAY, Clock
from rotonde.server.table import LiveTable

from . import i18n, seating
from .render import templates
from .views import Around, Viewer, bot_label, version


def view(live: LiveTable, viewer: Viewer, around: Around) -> dict[str, Any]:
    """The newest view of such a table, ready for JSON; `seats_html` is the part of the page that changes."""
    with live.lock:
        lang = viewer.lang
        seats = [
            {
                "number": number,
                "name": live.names[number],
                "kind": _kind(live, number),
                "bot": bot_label(who.bot, lang) if who.bot else "",
                "mine": number in viewer.guest.held,
                "present": number in around.present,
            }
            for number, who in enumerate(live.seats)
        ]
        parts: dict[str, Any] = {
            "live": live,
            "seats": seats,
            "seated": viewer.owns,
            "hosts": hosts(live, viewer),
            "missing": missing(live.game.info, len(live.open_seats), lang),
            "free": [number for number in live.open_seats if not live.seats[number].invite],
            "levels": LEVELS,
            "default_level": DEFAULT,
        }
        template = templates.get_template("meeting/seats.html")
        return {
            "version": version(live, viewer, around),
            "number": live.number,
            "gathering": True,
            "seated": viewer.owns,
            "seats_html": template.render(lang=lang, t=partial(i18n.text, lang), **parts),
        }


def hosts(live: LiveTable, viewer: Viewer) -> bool:
    """Whether the viewer may hand out invitations and begin: whoever laid the table, as long as they sit there."""
    return viewer.owns and live.hosts(viewer.guest.person)


def missing(info: GameInfo, count: int, lang: str) -> str:
    """How many are still to sit down, by what they are in that game."""
    if count == 1:
        return i18n.text(lang, "meeting.missing.1", who=info.one_who_plays[lang])
    return i18n.text(lang, "meeting.missing.n", n=count, who=info.those_who_play[lang])


Settings = list[tuple[str, str]]
"""What was settled and how, in words."""


def settled(live: LiveTable, lang: str) -> tuple[Settings, Settings]:
    """What was agreed on for this table: what one should know before sitting down, and what is as always."""
    special: Settings = [(i18n.text(lang, "meeting.clock"), _clock(live.row.clock, lang))]
    usual: Settings = []
    for option in live.game.options:
        if not option.matters(live.row.options):
            continue
        chosen = live.row.options[option.name]
        told = usual if chosen == option.default else special
        told.append((option.label[lang], _value(option, chosen, lang)))
    return special, usual


def _value(option: Option, chosen: Value, lang: str) -> str:
    return option.value_labels[chosen][lang] if chosen in option.value_labels else seating.choice(chosen)


def _clock(clock: Clock, lang: str) -> str:
    if clock.kind == "none":
        return pace(clock, lang)
    then = i18n.text(lang, f"meeting.clock.then.{clock.when_up}")
    return i18n.text(lang, "meeting.clock.then", time=pace(clock, lang), then=then)


def pace(clock: Clock, lang: str) -> str:
    """How much time everybody has, in a few words."""
    tell = partial(i18n.text, lang)
    if clock.kind == "none":
        return tell("meeting.clock.none")
    if clock.kind == "days":
        days = clock.seconds // DAY
        return tell("meeting.clock.day") if days == 1 else tell("meeting.clock.days", n=days)
    time = tell("meeting.clock.live", n=clock.seconds // 60)
    return tell("meeting.clock.increment", time=time, n=clock.increment) if clock.increment else time


def _kind(live: LiveTable, number: int) -> str:
    """How the seat is drawn: "person", "open", "invited" or the level of a bot."""
    who = live.seats[number]
    if who.open:
        return seating.INVITED if who.invite else seating.OPEN
    return who.bot or seating.PERSON
