"""The operations of the API: everything that people can do on the pages, for programs."""

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial

import msgspec
from anyio import move_on_after
from msgspec import UNSET, UnsetType
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

import rotonde
from rotonde import games
from rotonde.players import levels
from rotonde.server import names
from rotonde.server.clock import Clock
from rotonde.server.house import House
from rotonde.server.people import Person, hashed, new_secret
from rotonde.server.storage import Listed, Seat
from rotonde.server.table import LiveTable, NotNow, NotYours, Stale
from rotonde.server.tables import UnknownTable
from rotonde.web import company, i18n, limits, seating

from . import shapes
from .endpoints import Operation, Refused

HEARTBEAT = 20
"""Seconds after which a silent stream says that it is still there."""


def _house(request: Request) -> House:
    return request.app.state.house


# ---- who asks, and where ----


async def _person(request: Request) -> Person | None:
    """Who asks. Programs say so in a header, not by a cookie: no other site's page can make them do anything."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if not secret:
        return None
    if kind.lower() != "bearer":
        raise Refused(401, "api.bearer")
    found = await run_in_threadpool(_house(request).people.known_by, secret.strip())
    if found is None:
        raise Refused(401, "api.unknown_person")
    return found


async def _known(request: Request) -> Person:
    person = await _person(request)
    if person is None:
        raise Refused(401, "api.bearer")
    return person


async def _open(request: Request) -> LiveTable:
    house = _house(request)
    try:
        live = await run_in_threadpool(house.tables.open, request.path_params["id"])
    except UnknownTable:
        raise Refused(404, "table.unknown") from None
    except rotonde.Problem as problem:
        raise Refused(409, "api.old", problem.told[i18n.language(request)].text) from None
    house.wake_bots(live)
    return live


def _seat(held: tuple[int, ...], wish: int | UnsetType) -> int:
    if wish is UNSET:
        if not held:
            raise Refused(403, "table.not_yours")
        return held[0]
    if wish not in held:
        raise Refused(403, "table.not_yours")
    return wish


# ---- people and games ----


async def come(request: Request, sent: shapes.NewPerson) -> shapes.Person:
    limits.check_address(request)
    people = _house(request).people
    person, secret = await run_in_threadpool(people.come)
    name = _clean(sent.name)
    await run_in_threadpool(people.call, person.id, name)
    return shapes.Person(name, secret)


def _clean(name: str) -> str:
    cleaned = names.clean_name(name, seating.NAME_LENGTH)
    if not cleaned:
        raise Refused(400, "api.name")
    return cleaned


async def list_games(request: Request) -> list[shapes.GameShape]:
    return [_game(_house(request).tables.game(game_id)) for game_id in games.PLAYABLE]


def _game(game: rotonde.Game) -> shapes.GameShape:
    return shapes.GameShape(
        id=game.id,
        title=dict(game.info.title),
        players=list(game.info.players),
        cooperative=game.info.cooperative,
        rules=game.rules_version,
        verbs={str(number): name for number, name in game.verbs.items()},
        options=[
            shapes.GameOption(option.name, option.default, list(option.choices), dict(option.label))
            for option in game.options
        ],
    )


# ---- tables ----


async def lay(request: Request, sent: shapes.NewTable) -> shapes.TableShape:
    person = await _known(request)
    limits.check_address(request)
    await limits.check_tables(request, person)
    house = _house(request)
    try:
        clock = Clock(sent.clock.kind, sent.clock.seconds, sent.clock.increment, sent.clock.when_up)
    except ValueError:
        raise Refused(400, "api.clock") from None
    seats = [_new_seat(seat, place, sent.lang, person) for place, seat in enumerate(sent.seats)]
    create = partial(house.tables.create, listed=sent.listed, clock=clock)
    try:
        live = await run_in_threadpool(create, sent.game, sent.options, seats, sent.lang, person.id)
    except rotonde.Problem as problem:
        raise Refused(400, "api.wish", problem.told[i18n.language(request)].text) from None
    house.wake_bots(live)
    return await _shape(request, live, person)


def _new_seat(seat: shapes.NewSeat, place: int, lang: str, person: Person) -> Seat:
    if seat.kind == "open":
        return Seat("", open=True)
    if seat.kind == "invited":
        # Nobody knows the first code: whoever laid the table asks for one to send.
        return Seat("", open=True, invite=hashed(new_secret()))
    name = names.clean_name(seat.name, seating.NAME_LENGTH)
    if seat.kind == "mine":
        return Seat(name or person.name or seating.default_name(lang, place, seating.PERSON))
    _check_level(seat.level)
    return Seat(name or names.BOT_NAMES[place % len(names.BOT_NAMES)], seat.level)


def _check_level(wish: str) -> None:
    if wish not in {level.id for level in levels.LEVELS}:
        raise Refused(400, "api.level")


async def lobby(request: Request) -> list[shapes.LineShape]:
    return [_line(one) for one in await run_in_threadpool(_house(request).storage.lobby)]


async def my_tables(request: Request) -> list[shapes.LineShape]:
    person = await _known(request)
    return [_line(one) for one in await run_in_threadpool(_house(request).storage.tables_of, person.id)]


def _line(one: Listed) -> shapes.LineShape:
    head = one.head
    return shapes.LineShape(
        one.id,
        one.game,
        [_seat_shape(seat, False) for seat in head.seats],
        head.actor if head.actor >= 0 else None,
        head.open_seats,
        list(one.held),
        head.changed,
        head.deadline,
    )


def _seat_shape(seat: Seat, present: bool) -> shapes.SeatShape:
    kind = "open" if seat.open else "bot" if seat.bot else "person"
    return shapes.SeatShape(seat.name, kind, present, seat.bot)


async def look(request: Request) -> shapes.TableShape:
    person = await _person(request)
    return await _shape(request, await _open(request), person)


async def _shape(request: Request, live: LiveTable, person: Person | None) -> shapes.TableShape:
    """The table with the eyes of the seat that the query names, or of the first one that the person holds."""
    house = _house(request)
    held = live.guest(person.id if person else None).held
    asked = request.query_params.get("seat", "")
    if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 3):
        raise Refused(400, "api.seat")
    eyes = _seat(held, int(asked)) if asked else held[0] if held else rotonde.PUBLIC
    return await run_in_threadpool(_table, house, live, held, eyes, i18n.language(request))


def _table(house: House, live: LiveTable, held: tuple[int, ...], eyes: int, lang: str) -> shapes.TableShape:
    with live.lock:
        seen = live.seen_by(eyes)
        moves = seen.moves() if live.actor == eyes else []
        present = house.live.present(live.id)
        return shapes.TableShape(
            id=live.id,
            game=live.row.game,
            rules=live.row.rules_version,
            options=dict(live.row.options),
            number=live.number,
            actor=live.actor if live.actor >= 0 else None,
            gathering=bool(live.open_seats) and not live.over,
            over=live.over,
            seats=[_seat_shape(seat, place in present) for place, seat in enumerate(live.seats)],
            held=list(held),
            seat=eyes if eyes >= 0 else None,
            state=seen.state.by_name(),
            moves=[shapes.MoveShape(move, seen.words(move, lang)) for move in moves],
            scores=live.table.scores() if live.table.actor == rotonde.OVER else None,
            winners=live.winners,
            deadline=live.deadline,
            commitment=live.commitment,
            next_table=live.besides.next_table,
        )


async def events(request: Request) -> Response:
    person = await _person(request)
    live = await _open(request)
    house = _house(request)
    held = live.guest(person.id if person else None).held
    first = await _shape(request, live, person)  # refusals come as such, not inside a stream

    async def stream() -> AsyncIterator[bytes]:
        shown: bytes | None = None
        view = first
        with house.live.viewer(live.id, held) as flag:
            while not house.live.closing:
                flag.clear()
                told = msgspec.json.encode(view)
                if told != shown:
                    shown = told
                    yield b"id: %d\ndata: %b\n\n" % (view.number, told)
                with move_on_after(HEARTBEAT) as silence:
                    await flag.wait()
                if silence.cancelled_caught:
                    yield b": still here\n\n"
                await run_in_threadpool(live.refresh)
                view = await _shape(request, live, person)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)


# ---- what is done at a table ----


async def _do(request: Request, live: LiveTable, deed: Callable[[], None]) -> shapes.Done:
    try:
        await run_in_threadpool(deed)
    except rotonde.IllegalMove as illegal:
        told = illegal.told[i18n.language(request)]
        raise Refused(422, "table.illegal", told.text, told.rule) from None
    except NotYours:
        raise Refused(403, "table.not_your_turn") from None
    except NotNow as not_now:
        raise Refused(409, f"table.not_now.{not_now.reason}") from None
    except Stale:
        raise Refused(409, "table.stale") from None
    _house(request).changed(live)
    return shapes.Done(live.number)


async def _at_seat(request: Request, wish: int | UnsetType) -> tuple[LiveTable, int]:
    person = await _known(request)
    live = await _open(request)
    return live, _seat(live.guest(person.id).held, wish)


async def _hosted(request: Request) -> LiveTable:
    """The table, for who may invite and begin with bots there."""
    person = await _known(request)
    live = await _open(request)
    if not live.hosts(person.id):
        raise Refused(403, "table.not_yours")
    return live


async def sit(request: Request, sent: shapes.Sit) -> shapes.Done:
    person = await _known(request)
    limits.check_address(request)
    live = await _open(request)
    name = _clean(sent.name)
    if sent.seat is not UNSET:
        return await _do(request, live, partial(live.sit, sent.seat, person.id, name, hashed(sent.invite)))
    return await _do(request, live, partial(_sit_anywhere, live, person.id, name))


def _sit_anywhere(live: LiveTable, person: str, name: str) -> None:
    """The first seat that is free for everybody; when somebody is faster, the next."""
    while free := [seat for seat in live.open_seats if not live.seats[seat].invite and not live.over]:
        with suppress(NotNow, Stale):
            live.sit(free[0], person, name)
            return
        live.refresh()
    raise NotNow("over" if live.over else "only_invited" if live.open_seats else "full")


async def invite(request: Request, sent: shapes.Invite) -> shapes.Invitation:
    """A code for a seat by invitation; only the host of the table gets one."""
    live = await _hosted(request)
    code = new_secret()
    await _do(request, live, partial(live.invite, sent.seat, hashed(code)))
    return shapes.Invitation(code)


async def rise(request: Request, sent: shapes.Seated) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.rise, seat))


async def fill(request: Request, sent: shapes.Fill) -> shapes.Done:
    live = await _hosted(request)
    _check_level(sent.level)
    return await _do(request, live, partial(live.fill, sent.level))


async def hand_over(request: Request, sent: shapes.ToBot) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    _check_level(sent.level)
    return await _do(request, live, partial(live.hand_over, seat, sent.level))


async def come_back(request: Request, sent: shapes.Seated) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.come_back, seat))


async def order(request: Request, sent: shapes.Order) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.set_order, seat, sent.order, sent.on))


async def again(request: Request, sent: shapes.Sent) -> shapes.Following:
    live, _ = await _at_seat(request, UNSET)
    try:
        following = await _house(request).again(live)
    except NotNow:
        raise Refused(409, "table.not_now.not_over") from None
    return shapes.Following(following.id)


async def play(request: Request, sent: shapes.Play) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.play, sent.number, seat, *sent.moves))


async def undo(request: Request, sent: shapes.TakeBack) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.undo, sent.number, seat, sent.count))


async def ask(request: Request, sent: shapes.AtSeat) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.ask, sent.number, seat))


async def answer(request: Request, sent: shapes.Answer) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.answer, sent.number, seat, sent.agree))


async def resign(request: Request, sent: shapes.AtSeat) -> shapes.Done:
    live, seat = await _at_seat(request, sent.seat)
    return await _do(request, live, partial(live.resign, sent.number, seat))


async def remarks(request: Request) -> list[shapes.RemarkShape]:
    live = await _open(request)
    return [
        shapes.RemarkShape(one.number, one.seat if one.seat >= 0 else None, one.name, one.words, one.at)
        for one in live.besides.remarks
    ]


async def say(request: Request, sent: shapes.Say) -> shapes.Done:
    person = await _known(request)
    live = await _open(request)
    guest = live.guest(person.id)
    if not guest.held:
        raise Refused(403, "table.talk.not_yours")
    await company.keep_remark(_house(request), live, guest, person.id, sent.words)
    return shapes.Done(live.number)


async def record(request: Request) -> Response:
    """The whole game as a text file: after the end, because it tells every secret."""
    live = await _open(request)
    if not live.over:
        raise Refused(403, "table.record.later")
    written = await run_in_threadpool(live.record)
    return Response(written.text(), media_type="text/plain")


async def bring(request: Request, sent: shapes.Brought) -> shapes.BroughtTable:
    """A game from its record, checked move by move, to be replayed by everybody who has its address."""
    limits.check_address(request)
    lang = i18n.language(request)
    try:
        live = await run_in_threadpool(_house(request).tables.import_record, sent.record, lang)
    except rotonde.Problem as wrong:
        raise Refused(422, "api.record", wrong.told[lang].text) from None
    return shapes.BroughtTable(live.id)


DOING = (400, 401, 403, 404, 409, 415)

OPERATIONS = (
    Operation(
        "POST",
        "/api/people",
        "Become somebody, under a name",
        come,
        shapes.Person,
        shapes.NewPerson,
        201,
        needs_person=False,
        refuses=(400, 415),
    ),
    Operation(
        "GET",
        "/api/games",
        "The games there are, with their options",
        list_games,
        list[shapes.GameShape],
        needs_person=False,
    ),
    Operation(
        "POST",
        "/api/tables",
        "Lay a table",
        lay,
        shapes.TableShape,
        shapes.NewTable,
        201,
        refuses=(400, 401, 415),
    ),
    Operation(
        "GET",
        "/api/tables",
        "The tables where you play, the last used first",
        my_tables,
        list[shapes.LineShape],
        refuses=(401,),
    ),
    Operation(
        "GET",
        "/api/lobby",
        "Listed tables: with a free seat, or to watch",
        lobby,
        list[shapes.LineShape],
        needs_person=False,
    ),
    Operation(
        "GET",
        "/api/tables/{id}",
        "A table, as you may know it",
        look,
        shapes.TableShape,
        asks=("seat",),
        needs_person=False,
        refuses=(400, 401, 403, 404, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{id}/events",
        "The same again and again, as it changes",
        events,
        None,
        asks=("seat",),
        needs_person=False,
        refuses=(400, 401, 403, 404, 409),
    ),
    Operation(
        "POST", "/api/tables/{id}/sit", "Take an open seat", sit, shapes.Done, shapes.Sit, refuses=DOING
    ),
    Operation(
        "POST",
        "/api/tables/{id}/invite",
        "Ask for a new code for a seat by invitation",
        invite,
        shapes.Invitation,
        shapes.Invite,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/rise",
        "Give your seat back before the game begins",
        rise,
        shapes.Done,
        shapes.Seated,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/fill",
        "Begin, with bots in the open seats",
        fill,
        shapes.Done,
        shapes.Fill,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/hand-over",
        "Let a bot play for you",
        hand_over,
        shapes.Done,
        shapes.ToBot,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/come-back",
        "Play again yourself",
        come_back,
        shapes.Done,
        shapes.Seated,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/orders",
        "Say beforehand what is to be done, or take it back",
        order,
        shapes.Done,
        shapes.Order,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/again",
        "Go on with the same people, after the end",
        again,
        shapes.Following,
        shapes.Sent,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/moves",
        "Make a move, or several in one go",
        play,
        shapes.Done,
        shapes.Play,
        refuses=(*DOING, 422),
    ),
    Operation(
        "POST",
        "/api/tables/{id}/undo",
        "Take back your own last moves",
        undo,
        shapes.Done,
        shapes.TakeBack,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/ask",
        "Ask the others to let you take your last choice back",
        ask,
        shapes.Done,
        shapes.AtSeat,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/tables/{id}/answer",
        "Answer somebody who asks to take a choice back",
        answer,
        shapes.Done,
        shapes.Answer,
        refuses=DOING,
    ),
    Operation(
        "POST", "/api/tables/{id}/resign", "Leave the game", resign, shapes.Done, shapes.AtSeat, refuses=DOING
    ),
    Operation(
        "GET",
        "/api/tables/{id}/chat",
        "What was said at the table",
        remarks,
        list[shapes.RemarkShape],
        needs_person=False,
        refuses=(404, 409),
    ),
    Operation(
        "POST",
        "/api/tables/{id}/chat",
        "Say something to the table",
        say,
        shapes.Done,
        shapes.Say,
        refuses=DOING,
    ),
    Operation(
        "POST",
        "/api/import",
        "Bring a game from its record, to be replayed",
        bring,
        shapes.BroughtTable,
        shapes.Brought,
        201,
        needs_person=False,
        refuses=(400, 415, 422),
    ),
    Operation(
        "GET",
        "/api/tables/{id}/record",
        "The whole game as a record, after its end",
        record,
        str,
        needs_person=False,
        refuses=(403, 404, 409),
    ),
)
