"""Setting up a table: the form, and what becomes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast
from unicodedata import normalize

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

import rotonde
from rotonde import games
from rotonde.kernel.info import Option, Value, Words
from rotonde.players.levels import LEVELS
from rotonde.server.clock import DAY, NO_CLOCK, Clock, WhenUp
from rotonde.server.names import told_apart
from rotonde.server.people import hashed, new_secret
from rotonde.server.storage import Seat

from . import i18n, limits, seating, visitors
from .asking import Refused, house_of, sent_form
from .pages import A_YEAR, game_info, problem
from .render import page
from .rulebook import rulebook

MINUTES = ("5", "10", "20", "45")
INCREMENTS = ("0", "5", "15", "30")
DAYS = ("1", "3", "7")
PACES = ("none", "live", "days")
WHEN_UP = ("bot", "lose", "nothing")
FIELDS = {
    "pace": (PACES, "none"),
    "minutes": (MINUTES, "10"),
    "increment": (INCREMENTS, "5"),
    "days": (DAYS, "3"),
    "when_up": (WHEN_UP, "bot"),
    "listed": (("no", "yes"), "no"),
}
"""What may be chosen for a table where one waits for others, with what is chosen at first."""


def routes() -> list[Route]:
    return [
        Route("/new/{game}", new),
        Route("/tables", lay, methods=["POST"]),
    ]


# ---- The form ----


@dataclass(frozen=True)
class SeatField:
    """One seat in the form: seat 0 is always the person who sets the table up."""

    number: int
    kind: str
    name: str
    person_name: str
    bot_name: str


async def new(request: Request) -> Response:
    info = game_info(request)
    lang = i18n.language(request)
    if info.id not in games.PLAYABLE:
        return problem(request, 404, "soon", title=info.title[lang])
    asked = request.query_params
    people = _number(asked.get("people"), 1)
    low, high = info.players
    count = min(max(_number(asked.get("seats"), max(2, people)), low), high)
    visitor = await visitors.visitor(request)
    options = rotonde.game(info.id, engine="python").options
    return page(
        request,
        "new.html",
        info=info,
        levels=LEVELS,
        counts=range(low, high + 1),
        seats=[_seat_field(asked, lang, seat, people) for seat in range(count)],
        my_name=seating.clean_name(asked.get("name0", visitor.name if visitor else "")),
        options=options,
        chosen={option.name: _chosen(asked, option) for option in options},
        fields={name: choices for name, (choices, _) in FIELDS.items()},
        wishes={name: _wish(asked, name) for name in FIELDS},
        choice=seating.choice,
        only=_only,
        by_alphabet=_by_alphabet,
        name_length=seating.NAME_LENGTH,
        table_lang=asked["lang"] if asked.get("lang") in i18n.LANGS else lang,
        has_rules=rulebook(info.id, lang) is not None,
    )


def _only(option: Option) -> dict[str, list[str]]:
    """What must be chosen in other fields of the form for an option to matter."""
    return {
        f"opt_{name}": [seating.choice(value) for value in values] for name, values in option.only.items()
    }


def _seat_field(asked: Mapping[str, str], lang: str, seat: int, people: int) -> SeatField:
    kind = asked.get(f"seat{seat}")
    if seat == 0:
        kind = seating.PERSON
    elif kind not in seating.KINDS:
        others = seating.OPEN if "friends" in asked else seating.DEFAULT_BOT
        kind = seating.PERSON if seat < people else others
    return SeatField(
        number=seat,
        kind=kind,
        name=seating.clean_name(asked.get(f"name{seat}", "")),
        person_name=seating.default_name(lang, seat, seating.PERSON),
        bot_name=seating.default_name(lang, seat, seating.DEFAULT_BOT),
    )


def _chosen(asked: Mapping[str, str], option: Option) -> str:
    wish = asked.get(f"opt_{option.name}", "")
    if not option.choices:
        return wish[:500]
    return wish if wish in map(seating.choice, option.choices) else seating.choice(option.default)


def _by_alphabet(names: Sequence[Words], lang: str) -> list[str]:
    """As in a dictionary: É stands with E."""
    return sorted((name[lang] for name in names), key=lambda name: normalize("NFD", name.casefold()))


def _wish(asked: Mapping[str, str], name: str) -> str:
    choices, first = FIELDS[name]
    wish = asked.get(name, first)
    return wish if wish in choices else first


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 4 else otherwise


# ---- Laying it ----


async def lay(request: Request) -> Response:
    reader = i18n.language(request)
    house = house_of(request)
    try:
        limits.check_address(request)
        sent = await sent_form(request)
        game = house.tables.game(sent.pop("game", ""))
        lang = sent.pop("lang", reader)
        if lang not in i18n.LANGS:
            raise Refused(400, "table.bad.form")
        my_name = seating.clean_name(sent.get("name0", ""))
        seats = _seats(sent, lang)
        clock, listed = _clock(sent), _field(sent, "listed") == "yes"
        options = {
            option.name: _option(sent, option) for option in game.options if f"opt_{option.name}" in sent
        }
        if sent.keys() - {f"opt_{name}" for name in options}:
            raise Refused(400, "table.bad.form")
        person, secret = await visitors.welcome(request)
        await limits.check_tables(request, person)
        if all(seat.bot for seat in seats[1:]):
            # Nobody waits for anybody: the form does not even show these.
            clock, listed = NO_CLOCK, False
        create = partial(house.tables.create, listed=listed, clock=clock)
        live = await run_in_threadpool(create, game.id, options, seats, lang, person.id)
        if my_name and my_name != person.name:
            await run_in_threadpool(house.people.call, person.id, my_name)
    except rotonde.Problem as wrong:
        return problem(request, 400, "wish", text=wrong.told[reader].text)
    except Refused as refused:
        story = "refused" if refused.status == 429 else "wish"
        return problem(request, refused.status, story, text=i18n.text(reader, refused.key, **refused.values))
    house.wake_bots(live)
    answer = RedirectResponse(f"/t/{live.id}", 303)
    visitors.remember(request, answer, secret)
    if lang != reader:
        answer.set_cookie(i18n.COOKIE, lang, max_age=A_YEAR, samesite="lax", httponly=True)
    return answer


def _seats(sent: dict[str, str], lang: str) -> list[Seat]:
    """Who sits where; takes the fields of the seats out of `sent`."""
    seats: list[Seat] = []
    while f"seat{len(seats)}" in sent:
        place = len(seats)
        kind = sent.pop(f"seat{place}")
        if kind not in seating.KINDS or (place == 0 and kind in (seating.OPEN, seating.INVITED)):
            raise Refused(400, "table.bad.form")
        name = seating.clean_name(sent.pop(f"name{place}", "")) or seating.default_name(lang, place, kind)
        others = [seat.name for seat in seats if seat.name]
        seats.append(_seat(kind, told_apart(name, others, seating.NAME_LENGTH)))
    return seats


def _seat(kind: str, name: str) -> Seat:
    if kind == seating.OPEN:
        return Seat("", open=True)
    if kind == seating.INVITED:
        # Until whoever laid the table asks for a code, nobody knows one.
        return Seat(name, open=True, invite=hashed(new_secret()))
    return Seat(name, None if kind == seating.PERSON else kind.removeprefix(seating.BOT))


def _field(sent: dict[str, str], name: str) -> str:
    choices, first = FIELDS[name]
    wish = sent.pop(name, first)
    if wish not in choices:
        raise Refused(400, "table.bad.form")
    return wish


def _clock(sent: dict[str, str]) -> Clock:
    """The clock that the form describes; takes its fields out of `sent`."""
    pace, minutes, increment, days, when_up = (
        _field(sent, name) for name in ("pace", "minutes", "increment", "days", "when_up")
    )
    if pace == "live":
        return Clock("live", 60 * int(minutes), int(increment), cast(WhenUp, when_up))
    if pace == "days":
        return Clock("days", DAY * int(days), 0, cast(WhenUp, when_up))
    return NO_CLOCK


def _option(sent: Mapping[str, str], option: Option) -> Value:
    by_text = {seating.choice(choice): choice for choice in option.choices}
    wish = sent[f"opt_{option.name}"]
    return by_text.get(wish, wish)
