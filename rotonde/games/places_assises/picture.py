"""Places assises: the board as one seat sees it, in HTML with inline SVG. Its style is in style.css.

The two cars from above are one drawing; over it lies a button for every square and every start space. Below are the
viewer's hand, the doors and everybody's travellers.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from markupsafe import escape

from rotonde.kernel.drawing import mark
from rotonde.kernel.prose import of_name, tell

from . import drawings, reading
from .box import CARS, COLUMNS, ROWS
from .lexicon import (
    CARD_COLOURS,
    card_effect,
    card_name,
    door_odds,
    is_advance,
    is_number,
    square_name,
    worth,
)
from .rules import CAR, COLOURS, DOOR, EXCUSE_ME, REACT, REBEL, SHED

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

CELL = 56
CAR_WIDTH, CAR_HEIGHT = COLUMNS * CELL + 24, ROWS * CELL + 28
EDGE, QUAY, GAP = 14, 82, 10
START = 34  # how far outside the car a start space lies
MISSED = 56  # how far beside it the missed-train space

# The colours of each car: body, seats, seat backs; by its place in data/cars.json.
CAR_CLASSES = ("rouge", "bleue", "verte", "brune", "orange", "rose", "pointe", "terminus")


def board(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """The picture for the viewing seat; `last` are the squares and doors that the last move touched."""
    long = bool(seen.box.joined_long)
    hand = _hand(seen, lang) if seen.seat >= 0 else ""
    return (
        f'<div class="pa{" long" if long else ""}">{_map(seen, lang, last)}'
        f'<div class="low">{hand}{_doors(seen, lang)}{_everybody(seen, lang, names)}</div></div>'
    )


def legend(lang: str) -> str:
    """What the signs on the board mean."""
    signs = (
        ('<i class="k legal-sign"></i>', tell(lang, "vous pouvez y toucher", "you can touch it")),
        ('<i class="k chosen-sign"></i>', tell(lang, "vous l’avez choisi", "you have chosen it")),
        ('<i class="k last-sign"></i>', tell(lang, "le dernier coup", "the last move")),
        ('<i class="k missed-sign"></i>', tell(lang, "a raté le métro", "missed the train")),
        ('<i class="k bar-sign"></i>', tell(lang, "barre : personne ne passe", "bar: nobody passes")),
        ('<i class="k star green">★</i>', tell(lang, "votre tour continue", "your turn goes on")),
        ('<i class="k star red">★</i>', tell(lang, "votre tour est fini", "your turn ends")),
    )
    return f'<div class="pa-key">{"".join(f"<p>{sign}{words}</p>" for sign, words in signs)}</div>'


# ---------------------------------------------------------------- the two cars


def _origin(seen: "Seen", car: int) -> tuple[int, int]:
    if seen.box.joined_long:
        return EDGE, QUAY + car * (CAR_HEIGHT + GAP)
    return EDGE + car * (CAR_WIDTH + GAP), QUAY


def _size(seen: "Seen") -> tuple[int, int]:
    if seen.box.joined_long:
        return 2 * EDGE + CAR_WIDTH, 2 * QUAY + 2 * CAR_HEIGHT + GAP
    return 2 * EDGE + 2 * CAR_WIDTH + GAP, 2 * QUAY + CAR_HEIGHT


def _centre(seen: "Seen", square: int) -> tuple[int, int]:
    car, row, column = reading.place(square)
    x, y = _origin(seen, car)
    return x + 12 + CELL // 2 + column * CELL, y + 14 + CELL // 2 + row * CELL


def _start(seen: "Seen", door: int) -> tuple[int, int]:
    """The middle of a start space, outside its door."""
    x, y = _centre(seen, reading.door_square(seen, door))
    away = 14 + CELL // 2 + START
    return x, y - away if reading.door_is_north(seen, door) else y + away


def _at(seen: "Seen", x: float, y: float, size: float) -> str:
    """Where on the map something of that size lies, in hundredths of the map."""
    width, height = _size(seen)
    return (
        f"left:{100 * (x - size / 2) / width:.2f}%;top:{100 * (y - size / 2) / height:.2f}%;"
        f"width:{100 * size / width:.2f}%;height:{100 * size / height:.2f}%"
    )


def _map(seen: "Seen", lang: str, last: Collection[str]) -> str:
    width, height = _size(seen)
    label = tell(lang, "Deux voitures vues de dessus", "Two cars seen from above")
    squares = "".join(_square(seen, square, lang, last) for square in range(2 * CAR))
    starts = "".join(_start_space(seen, door, lang, last) for door in reading.doors(seen))
    names = "".join(
        f'<span class="caps {_car_class(seen, car)}">{reading.car_name(seen, car, lang)}</span>'
        for car in (0, 1)
    )
    once = f"cars-{int(seen.box.joined_long)}-{int(reading.state(seen).board)}"
    return (
        f'<div class="mapw"{_open_at(seen)}><div class="ln">{names}</div>'
        f'<div class="map" role="group" aria-label="{label}" data-ground="{width},{height}">'
        f'<svg class="ground" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<g data-once="{once}">{_kept_ground(seen)}</g><!--/once {once}--></svg>'
        f"{squares}{starts}{_people(seen, last)}{_exclamations(seen, lang)}</div></div>"
    )


def _open_at(seen: "Seen") -> str:
    """A narrow screen opens where something is done to the viewer's travellers, or where one of them stands."""
    s, seat = reading.state(seen), seen.seat if seen.seat >= 0 else int(reading.state(seen).active)
    if s.picked[0] and int(s.target) == seat:
        return f' data-open-at="square-{int(s.picked[0]) - 1}"'
    if s.aisle[seat] >= 0:
        return f' data-open-at="square-{int(s.aisle[seat])}"'
    return f' data-open-at="door-{int(s.quay[seat])}"' if s.quay[seat] >= 0 else ""


def _car_class(seen: "Seen", car: int) -> str:
    return CAR_CLASSES[int(seen.box.car[reading.state(seen).board, car])]


_GROUNDS: dict[tuple[int, int], tuple[object, str]] = {}


def _kept_ground(seen: "Seen") -> str:
    """The ground is drawn once for each box and board, not for everybody who looks."""
    key = id(seen.box), int(reading.state(seen).board)
    if key not in _GROUNDS:
        _GROUNDS[key] = seen.box, _ground(seen)  # with the box, so that no other one gets its id
    return _GROUNDS[key][1]


def _ground(seen: "Seen") -> str:
    width, height = _size(seen)
    parts = [
        f'<path d="M0 30h{width}v{height - 60}H0z" fill="var(--pa-quai)"/>'
        f'<path d="M0 30h{width}v10H0zM0 {height - 40}h{width}v10H0z" fill="var(--brass)"/>'
        f'<path d="M0 35H{width}M0 {height - 35}H{width}" stroke="var(--ink)" stroke-width="2"'
        ' stroke-dasharray="3 9"/>'
    ]
    parts += [_body(seen, car) for car in (0, 1)]
    parts += [_doorway(seen, door) + _missed_space(seen, door) for door in reading.doors(seen)]
    parts += [_cell(seen, square) for square in range(2 * CAR)]
    parts += _passages(seen)
    parts.append(_bars(seen))
    return "".join(parts)


def _body(seen: "Seen", car: int) -> str:
    x, y = _origin(seen, car)
    return (
        f'<g class="{_car_class(seen, car)}"><rect x="{x}" y="{y}" width="{CAR_WIDTH}" height="{CAR_HEIGHT}" rx="20"'
        f' fill="var(--body)" stroke="var(--ink)" stroke-width="3"/><rect x="{x + 9}" y="{y + 11}"'
        f' width="{CAR_WIDTH - 18}"'
        f' height="{CAR_HEIGHT - 22}" rx="8" fill="var(--pa-floor)" stroke="var(--ink)" stroke-width="1.6"/></g>'
    )


def _doorway(seen: "Seen", door: int) -> str:
    x, y = _centre(seen, reading.door_square(seen, door))
    north = reading.door_is_north(seen, door)
    sill = y - CELL // 2 - 20 if north else y + CELL // 2 - 2
    plates = y - CELL // 2 - 17 if north else y + CELL // 2 + 11
    return (
        f'<path d="M{x - 25} {sill}h50v22h-50z" fill="var(--pa-tile)"/><path'
        f' d="M{x - 46} {plates}h20v6h-20zM{x + 26} {plates}'
        'h20v6h-20z" fill="var(--brass)" stroke="var(--ink)" stroke-width="1.4"/>'
    )


def _missed_place(seen: "Seen", door: int) -> tuple[int, int]:
    x, y = _start(seen, door)
    return x + MISSED, y


def _missed_space(seen: "Seen", door: int) -> str:
    """C1. A bench on the platform, for those who just saw the doors shut."""
    x, y = _missed_place(seen, door)
    legs = f"M{x - 17} {y + 12}v8M{x + 17} {y + 12}v8"
    return (
        f'<path d="{legs}" stroke="var(--ink)" stroke-width="4"/><rect x="{x - 25}" y="{y - 12}" width="50"'
        f' height="24" rx="4" fill="var(--pa-bench)" stroke="var(--ink)" stroke-width="1.6"/><path'
        f' d="M{x - 25} {y - 4}h50M{x - 25} {y + 4}h50" stroke="var(--ink)" stroke-width="1.2" opacity=".5"/>'
    )


def _cell(seen: "Seen", square: int) -> str:
    x, y = _centre(seen, square)
    car, row, _ = reading.place(square)
    if reading.is_floor(seen, square):
        drawn = f'<rect x="{x - 26.5}" y="{y - 26.5}" width="53" height="53" fill="var(--pa-tile)"/>'
        doors = {reading.door_square(seen, door): door for door in reading.doors(seen)}
        if square in doors:
            way = 9 if row == 0 else -9
            drawn += (
                f'<path d="M{x - 14} {y - way}l14 {way} 14 {-way}M{x - 14} {y}l14 {way} 14 {-way}" fill="none"'
                ' stroke="var(--line-2)" stroke-width="3"/>'
            )
        return drawn
    south = row > ROWS // 2
    back = y + 14 if south else y - 25
    seat = (
        f'<g class="{_car_class(seen, car)}"><rect x="{x - 25}" y="{y - 24}" width="50" height="48" rx="9"'
        ' fill="var(--seat)"/>'
        f'<rect x="{x - 25}" y="{back}" width="50" height="11" rx="5" fill="var(--back)"/></g>'
    )
    if reading.is_passenger(seen, square):
        person = drawings.passenger(square * 7 + car, south)
        seat += f'<g transform="translate({x} {y - 2 if not south else y + 2})">{person}</g>'
    return seat


def _passages(seen: "Seen") -> list[str]:
    """The bellows between the cars, or the doors that have become passages."""
    drawn: list[str] = []
    for square in range(CAR):
        for there in reading.links(seen, square):
            if there >= CAR:
                (x, y), (other_x, other_y) = _centre(seen, square), _centre(seen, there)
                middle_x, middle_y = (x + other_x) / 2, (y + other_y) / 2
                angle = 90 if seen.box.joined_long else 0
                drawn.append(
                    f'<g transform="translate({middle_x} {middle_y}) rotate({angle})"><path d="M-18-28h36v56h-36z"'
                    ' fill="var(--ink)"/><path d="M-12-28v56M-4-28v56M4-28v56M12-28v56" stroke="var(--steel)"'
                    ' stroke-width="2.5"/></g>'
                )
    return drawn


def _bars(seen: "Seen") -> str:
    """Neighbouring squares of a car with no way between them, where it is not a seat back."""
    lines: list[str] = []
    for square in range(2 * CAR):
        _, row, column = reading.place(square)
        near = reading.links(seen, square)
        x, y = _centre(seen, square)
        floor = reading.is_floor(seen, square)
        if column < COLUMNS - 1 and square + 1 not in near and (floor or reading.is_floor(seen, square + 1)):
            lines.append(f"M{x + 28} {y - 23}v46")
        if row < ROWS - 1 and square + COLUMNS not in near:
            lines.append(f"M{x - 23} {y + 28}h46")
    path = "".join(lines)
    return (
        f'<path d="{path}" stroke="var(--ink)" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="var(--pa-chrome)" stroke-width="3.2" stroke-linecap="round"/>'
    )


# ---------------------------------------------------------------- what lies on it


def _square(seen: "Seen", square: int, lang: str, last: Collection[str]) -> str:
    thing = f"square-{square}"
    x, y = _centre(seen, square)
    owner = reading.sitter(seen, square)
    what = escape(_what_is_there(seen, square, owner, lang))
    s = reading.state(seen)
    classes = "sq" + (f" p{owner + 1} taken" if owner >= 0 else "") + (" last" if thing in last else "")
    classes += " from" if square == int(s.aisle[s.active]) else ""
    classes += " end" if reading.place(square)[2] == COLUMNS - 1 else ""
    return (
        f'<button type="button" class="{classes}" style="{_at(seen, x, y, 52)}" data-thing="{thing}" tabindex="-1"'
        f' aria-label="{square_name(seen, square, lang)}, {what}">{_sitter(seen, square, owner, last)}</button>'
    )


def _sitter(seen: "Seen", square: int, owner: int, last: Collection[str]) -> str:
    if owner < 0:
        return ""
    south = reading.place(square)[1] > ROWS // 2
    # The one who has just sat down keeps the key it had in the aisle, and glides.
    just = f"square-{square}" in last and reading.state(seen).aisle[owner] < 0
    key = (
        f' data-key="walker-{owner}-{reading.seated(seen, owner) - 1}"{_way(seen, square, last)}'
        if just and _only_one(seen, owner, last)
        else ""
    )
    return f'<span class="pw"{key}>{drawings.traveller(owner, south)}</span>'


def _way(seen: "Seen", square: int, last: Collection[str]) -> str:
    """Along which squares somebody has just come here, as the map counts."""
    starts = [one for one in reading.squares_in(last) if one != square and reading.is_floor(seen, one)]
    if f"square-{square}" not in last or len(starts) != 1:
        return ""
    points = (_centre(seen, one) for one in reading.shortest_way(seen, starts[0], square))
    return f' data-way="{" ".join(f"{x},{y}" for x, y in points)}"'


def _only_one(seen: "Seen", owner: int, last: Collection[str]) -> bool:
    return sum(f"square-{square}" in last for square in reading.seats_of(seen, owner)) == 1


def _what_is_there(seen: "Seen", square: int, owner: int, lang: str) -> str:
    if reading.is_floor(seen, square):
        return tell(lang, "plancher", "floor")
    if reading.is_passenger(seen, square):
        return tell(lang, "un passager", "a passenger")
    if owner >= 0:
        name = seen.names[owner]
        return tell(lang, f"voyageur {of_name(name)}", f"{name}’s traveller")
    return tell(lang, "siège libre", "free seat")


def _start_space(seen: "Seen", door: int, lang: str, last: Collection[str]) -> str:
    thing = f"door-{door}"
    x, y = _start(seen, door)
    name = reading.car_name(seen, reading.place(reading.door_square(seen, door))[0], lang)
    label = tell(lang, f"Porte {door + 1}, {name}", f"Door {door + 1}, {name}")
    way = "v" if reading.door_is_north(seen, door) else "n"
    return (
        f'<button type="button" class="start {way}{" last" if thing in last else ""}" style="{_at(seen, x, y, 52)}"'
        f' data-thing="{thing}" aria-label="{label}"></button>'
    )


def _people(seen: "Seen", last: Collection[str]) -> str:
    """Those who stand: in the aisle and outside the doors."""
    s = reading.state(seen)
    drawn: list[str] = []
    places: dict[tuple[int, int], int] = {}
    for seat in range(seen.players):
        count, aisle = reading.seated(seen, seat), int(s.aisle[seat])
        if aisle >= 0:
            key, way = f"walker-{seat}-{count}", _way(seen, aisle, last)
            drawn.append(_person(seen, seat, _centre(seen, aisle), key, places, way))
        if s.quay[seat] >= 0:
            door, key = int(s.quay[seat]), f"walker-{seat}-{count + int(aisle >= 0)}"
            place = _missed_place(seen, door) if s.missed[seat] else _start(seen, door)
            drawn.append(_person(seen, seat, place, key, places))
    return "".join(drawn)


def _person(
    seen: "Seen",
    seat: int,
    place: tuple[int, int],
    key: str,
    places: dict[tuple[int, int], int],
    way: str = "",
) -> str:
    """Several on one square stand a little apart; whose turn it is stands out."""
    before = places.get(place, 0)
    places[place] = before + 1
    x, y = place[0] + 13 * before, place[1] + 5 * before
    s = reading.state(seen)
    on = " on" if seat == int(s.active) and not reading.is_over(seen) else ""
    return (
        f'<span class="stand p{seat + 1}{on}" style="{_at(seen, x, y, 52)}"'
        f' data-key="{key}"{way}>{drawings.traveller(seat)}</span>'
    )


def _exclamations(seen: "Seen", lang: str) -> str:
    """What people say: those who are attacked, who are stuck, and who have missed the train."""
    s = reading.state(seen)
    said: list[tuple[tuple[int, int], str]] = []
    if int(s.phase) == REACT:
        picked = [square - 1 for square in s.picked.tolist() if square]
        said += [(_centre(seen, square), tell(lang, "Hé là !", "Oi!")) for square in picked]
    for seat in range(seen.players):
        if s.blocked[seat] and s.aisle[seat] >= 0:
            words = tell(lang, "Pardon, pardon…", "Excuse me…")
            said.append((_centre(seen, int(s.aisle[seat])), words))
        elif s.missed[seat] and s.quay[seat] >= 0:
            said.append((_missed_place(seen, int(s.quay[seat])), tell(lang, "Zut !", "Drat!")))
    bubbles = dict.fromkeys(said)  # who stands together speaks together
    return "".join(_bubble(seen, place, words) for place, words in bubbles)


def _bubble(seen: "Seen", place: tuple[int, int], words: str) -> str:
    width, height = _size(seen)
    x, y = place
    side = " left" if x > width - 160 else ""
    return (
        f'<span class="bubble{side}" aria-hidden="true" style="left:{100 * x / width:.2f}%;'
        f'top:{100 * (y - 22) / height:.2f}%">{words}</span>'
    )


# ---------------------------------------------------------------- the viewer's hand


def _hand(seen: "Seen", lang: str) -> str:
    s = reading.state(seen)
    cards: list[str] = []
    met: dict[int, int] = {}
    held = reading.hand(seen, seen.seat)
    for card in held:
        met[card] = met.get(card, 0) + 1
        if is_number(card) or met[card] == 1:
            cards.append(_card(seen, card, met[card], held.count(card), lang))
    tokens = int(s.tokens[seen.seat])
    count = tell(
        lang, f"{tokens} jeton{'s' if tokens > 1 else ''}", f"{tokens} token{'s' if tokens != 1 else ''}"
    )
    change = tell(lang, "changer une carte", "change a card")
    title = tell(lang, "Votre main", "Your hand")
    return (
        f'<section class="hand"><h2 class="caps">{title}</h2><div class="cs">{"".join(cards)}</div>'
        f'<div class="deeds"><button type="button" class="tok" data-thing="tokens">{drawings.TOKEN}<b>{count}</b>'
        f"<span>{change}</span></button>"
        f'<button type="button" class="pass" data-thing="pass">{_pass_words(seen, lang)}</button></div></section>'
    )


def _pass_words(seen: "Seen", lang: str) -> str:
    phase = int(reading.state(seen).phase)
    if phase == REACT and seen.actor == seen.seat:
        return tell(lang, "Laisser faire", "Let it happen")
    if phase == SHED and seen.actor == seen.seat:
        return tell(lang, "Garder le reste", "Keep the rest")
    return tell(lang, "Passer", "Pass")


def _card(seen: "Seen", card: int, copy: int, copies: int, lang: str) -> str:
    thing = f"hand-{card}" if copy == 1 else f"hand-{card}-{copy}"
    if is_number(card):
        colour = (card - 1) // COLOURS
        sign = "●■"[colour]
        return (
            f'<button type="button" class="pc n c{colour}" data-thing="{thing}" data-key="{thing}">'
            f"<b>{worth(card)}</b>"
            f"<span>{CARD_COLOURS[lang][colour]} {sign}</span></button>"
        )
    times = f'<i class="times">×{copies}</i>' if copies > 1 else ""
    keeps = bool(seen.box.keeps_turn[card])
    star = "green" if keeps else "red"
    note = (
        tell(lang, "le tour continue", "your turn goes on")
        if keeps
        else tell(lang, "fin de tour", "ends your turn")
    )
    if card == REBEL:
        note = tell(lang, "en réponse", "as an answer")
    elif card == EXCUSE_ME or is_advance(card):
        note = tell(lang, "avec un nombre", "with a number")
    return (
        f'<button type="button" class="pc a" data-thing="{thing}"'
        f' data-key="{thing}">{drawings.card_picture(card)}{times}'
        f"<b>{_title(card, lang)}</b><span>{card_effect(card, lang)}</span>"
        f'<em><i class="star {star}">★</i> {note}</em></button>'
    )


def _title(card: int, lang: str) -> str:
    """A number of times in the letters of the text: those of titles have a sign too small to read."""
    name, times, count = card_name(card, lang, quoted=False).partition("×")
    return f"{name}<i>{times}{count}</i>" if times else name


# ---------------------------------------------------------------- the doors, and everybody


def _doors(seen: "Seen", lang: str) -> str:
    s = reading.state(seen)
    active = int(s.active)
    title = tell(lang, "Les portes", "The doors")
    if s.missed[active]:
        how, bold = "shut", tell(lang, "Fermées !", "Shut!")
        words = tell(lang, "Raté… au prochain passage.", "Missed it… next time.")
    elif s.aisle[active] >= 0:
        how, bold = "open", tell(lang, "Ouvertes !", "Open!")
        words = tell(lang, "Quelqu’un est monté.", "Somebody got in.")
    else:
        how, bold = "waiting", tell(lang, "Attention à la fermeture…", "Mind the doors…")
        odds = door_odds(seen, lang)
        words = tell(lang, f"Elles s’ouvrent {odds}.", f"They open {odds}.")
    asking = " asking" if int(s.phase) == DOOR else ""
    return (
        f'<section class="bd{asking}"><h2 class="caps">{title}</h2>{drawings.doors_picture(how)}<p><b>{bold}'
        f"</b> {words}</p></section>"
    )


def _everybody(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    start = max(seen.seat, 0)
    step = int(reading.state(seen).direction)
    order = [(start + step * number) % seen.players for number in range(seen.players)]
    title = tell(lang, "Assis", "Seated")
    arrow = drawings.direction(clockwise=step == 1)
    way = arrow + (
        tell(lang, "dans le sens des aiguilles", "clockwise")
        if step == 1
        else tell(lang, "à rebours", "anticlockwise")
    )
    rows = "".join(_player(seen, seat, lang, names) for seat in order)
    return (
        f'<section class="who4"><h2 class="caps">{title} <small>{way}</small></h2><ol>{rows}</ol></section>'
    )


def _player(seen: "Seen", seat: int, lang: str, names: Sequence[str]) -> str:
    s, pawns = reading.state(seen), int(seen.box.pawns)
    done = reading.seated(seen, seat)
    full, empty = (f'fill="{fill}" stroke="var(--c)" stroke-width="2.5"' for fill in ("var(--c)", "none"))
    dots = "".join(mark(seat, 15, full if number < done else empty) for number in range(pawns))
    skip = f'<i class="skip">{tell(lang, "passe son tour", "misses a turn")}</i>' if s.skip[seat] else ""
    backs = "" if seat == seen.seat else _backs(seen, seat, lang, names)
    on = " on" if seat == int(s.active) else ""
    return (
        f'<li class="p{seat + 1}{on}"><div>{mark(seat, 20)}<b>{escape(names[seat])}</b>{skip}'
        f"<em>{done}<small>/{pawns}</small></em></div>"
        f'<div class="dots">{dots}</div><div class="more"><p>{_doing(seen, seat, lang)}</p>{backs}</div></li>'
    )


def _backs(seen: "Seen", seat: int, lang: str, names: Sequence[str]) -> str:
    tokens = int(reading.state(seen).tokens[seat])
    made: list[str] = []
    for deck, what in enumerate((tell(lang, "nombres", "numbers"), tell(lang, "actions", "actions"))):
        count = reading.hand_count(seen, seat, deck)
        label = f"{escape(names[seat])}, {what} : {count}"
        made.append(
            f'<button type="button" class="back" data-thing="backs-{seat}-{deck}" aria-label="{label}">'
            f"{drawings.card_back(deck)}<b>{count}</b></button>"
        )
    label = tell(lang, f"jetons : {tokens}", f"tokens: {tokens}")
    made.append(f'<span class="held" role="img" aria-label="{label}">{drawings.TOKEN}<b>{tokens}</b></span>')
    return f'<span class="backs">{"".join(made)}</span>'


def _doing(seen: "Seen", seat: int, lang: str) -> str:
    """Where their travellers are, in a few words."""
    s = reading.state(seen)
    if reading.is_over(seen) and int(s.winner) == seat:
        return tell(lang, "tout le monde est assis", "everyone is seated")
    parts: list[str] = []
    if s.aisle[seat] >= 0:
        parts.append(tell(lang, "debout dans l’allée", "standing in the aisle"))
    if s.quay[seat] >= 0:
        parts.append(
            tell(lang, "a raté le métro", "missed the train")
            if s.missed[seat]
            else tell(lang, "attend sur le quai", "waiting outside")
        )
    if s.blocked[seat]:
        parts.append(tell(lang, f"bloqué {int(s.blocked[seat])} ×", f"blocked {int(s.blocked[seat])} ×"))
    return ", ".join(parts) or tell(lang, "prend son temps", "in no hurry")


assert len(CAR_CLASSES) == len(CARS)
