"""Grandes Lignes: the map as one seat sees it, in HTML with inline SVG. Its style is in style.css.

What never changes on a map (sea, land, relief, rivers, names) is drawn once; lines, trains and buttons are drawn anew.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from math import cos, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING

from markupsafe import escape

from rotonde.kernel.prose import tell

from . import maps
from .lexicon import board_of, hex_thing, hex_words, place_name
from .rules import ABANDONED, BUILD, CITIES, ENTRY, EXTRA, OPENING, RUN, STALL

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

WIDTH = 36.0  # of a hex
RADIUS = WIDTH / sqrt(3)
GAP = 5.0  # between the lines of two companies on the same way

Point = tuple[float, float]


def board(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """The picture for the viewing seat; `last` are the strokes, trains and places that the last move touched."""
    board = board_of(seen)
    map_name = str(seen.options["map"])
    label = escape(board.name[lang])
    drawn = (
        f'<svg class="map" viewBox="{_view(board)}" role="group" aria-label="{label}">'
        f"{_ground(map_name)}{_lines(seen, last)}{_goal(seen)}{_places(seen, lang, last)}"
        f"{_trains(seen, lang, names, last)}{_touchable(map_name, lang)}</svg>"
    )
    return (
        f'<div class="gl">{_heading(seen, lang)}<div class="mapw">{drawn}</div>{_buttons(seen, lang)}</div>'
    )


def legend(lang: str) -> str:
    """What the signs on the map mean, and what building and moving cost."""
    signs = (
        ("plain", tell(lang, "plaine : 1 pour bâtir, 1 pour rouler", "plain: 1 to build, 1 to move")),
        ("river", tell(lang, "fleuve : 3 pour bâtir, 1 pour rouler", "river: 3 to build, 1 to move")),
        ("slope", tell(lang, "monter ou descendre : 4 et 2", "up or down a hill: 4 and 2")),
        ("ridge", tell(lang, "d’une hauteur à l’autre : 6 et 1", "from hill to hill: 6 and 1")),
        (
            "free",
            tell(lang, "ville que personne n’a atteinte : 5 points", "a city nobody has reached: 5 points"),
        ),
        ("last-sign", tell(lang, "le dernier coup", "the last move")),
    )
    return (
        '<div class="gl-key">'
        + "".join(f'<p><i class="k {sign}"></i>{text}</p>' for sign, text in signs)
        + "</div>"
    )


# ---------------------------------------------------------------- geometry


def _centre(where: maps.Hex) -> Point:
    column, row = where
    return (column + row % 2 / 2) * WIDTH, row * RADIUS * 1.5


def _corner(where: maps.Hex, number: int, radius: float = RADIUS) -> Point:
    """Corners go round from the upper right, against the clock: direction k lies between corners k - 1 and k."""
    x, y = _centre(where)
    angle = radians(30 + 60 * number)
    return x + radius * cos(angle), y - radius * sin(angle)


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _hex_path(where: maps.Hex, radius: float = RADIUS) -> str:
    return _path(_corner(where, number, radius) for number in range(6)) + "z"


def _view(board: maps.Map) -> str:
    """The part of the map that is played on, with a margin."""
    xs, ys = zip(*(_centre(where) for where in board.hexes), strict=True)
    left, top = min(xs) - 1.4 * WIDTH, min(ys) - 1.4 * WIDTH
    return f"{left:.0f} {top:.0f} {max(xs) + 1.4 * WIDTH - left:.0f} {max(ys) + 1.4 * WIDTH - top:.0f}"


# ---------------------------------------------------------------- what never changes


@cache
def _ground(map_name: str) -> str:
    board = maps.shipped(map_name)
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    hills: list[str] = []
    for row, letters in enumerate(board.rows):
        for column, letter in enumerate(letters):
            shape = _hex_path((column, row), RADIUS + 0.4)
            if letter in (maps.ABROAD, maps.FOREIGN_PLAIN, maps.FOREIGN_HILL):
                kinds["abroad"].append(shape)
            elif letter in (maps.PLAIN, maps.HILL):
                kinds["land"].append(shape)
            elif letter == maps.FERRY:
                kinds["port"].append(_hex_path((column, row), RADIUS * 0.7))
            if letter in maps.HILLS:
                hills.append(_hill(_centre((column, row))))
    width, height = len(board.rows[0]) * WIDTH + 400, len(board.rows) * RADIUS * 1.5 + 400
    grid = "".join(_hex_path(where) for where in board.hexes)
    parts = [f'<path class="sea" d="M-200-200h{width:.0f}v{height:.0f}h-{width:.0f}z"/>']
    parts += [f'<path class="{kind}" d="{"".join(shapes)}"/>' for kind, shapes in kinds.items()]
    parts += [f'<path class="grid" d="{grid}"/>', *hills]
    for name, edges in board.rivers:
        drawn = "".join(_path(_river_edge(one, other)) for one, other in edges)
        parts.append(f'<path class="river" d="{drawn}"><title>{escape(name)}</title></path>')
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _river_edge(one: maps.Hex, other: maps.Hex) -> tuple[Point, Point]:
    direction = maps.neighbours(one).index(other)
    return _corner(one, direction - 1), _corner(one, direction)


def _hill(centre: Point) -> str:
    x, y = centre
    return (
        f'<path class="hill-hi" d="M{x - 12:.1f} {y + 8:.1f}l12-17 12 17z"/>'
        f'<path class="hill" d="M{x:.1f} {y - 9:.1f}l12 17h-13l3-8z"/>'
    )


@cache
def _touchable(map_name: str, lang: str) -> str:
    """A clear hex over every place where one can build: what a person touches."""
    board = maps.shipped(map_name)
    cities = {place: city for city, place in enumerate(board.city_hex) if place >= 0}
    parts = [f'<defs><path id="gl-hex" d="{_hex_path((0, 0), RADIUS - 1.5)}"/></defs>']
    for place, where in enumerate(board.hexes):
        x, y = _centre(where)
        name = maps.hex_name(where)
        words = tell(lang, f"case {name}", f"hex {name}")
        if place in cities:
            city = cities[place]
            words = f"{board.place_names[city][lang]}, {maps.number_of(city)}"
        elif place in board.ferry_names:
            words = board.ferry_names[place]
        stop = 0 if place in cities else -1
        parts.append(
            f'<use href="#gl-hex" class="hx" x="{x:.1f}" y="{y:.1f}" data-thing="{hex_thing(board, place)}" '
            f'role="button" tabindex="{stop}" aria-label="{escape(words)}"/>'
        )
    return "".join(parts)


# ---------------------------------------------------------------- lines


def _lines(seen: "Seen", last: Collection[str]) -> str:
    """Every company's strokes; where several share a way they lie side by side."""
    board, s = board_of(seen), seen.state
    casing: list[str] = []
    strokes: list[list[str]] = [[] for _ in range(seen.players)]
    fresh: list[str] = []
    for number, edge in enumerate(board.edges):
        owners = [seat for seat in range(seen.players) if s.track[number] & (1 << seat)]
        if not owners:
            continue
        (x1, y1), (x2, y2) = _centre(board.hexes[edge.a]), _centre(board.hexes[edge.b])
        length = hypot(x2 - x1, y2 - y1)
        across = ((y1 - y2) / length, (x2 - x1) / length)
        casing.append(_path(((x1, y1), (x2, y2))))
        if f"edge-{number}" in last:
            fresh.append(casing[-1])
        for place, seat in enumerate(owners):
            shift = (place - (len(owners) - 1) / 2) * GAP
            dx, dy = across[0] * shift, across[1] * shift
            strokes[seat].append(_path(((x1 + dx, y1 + dy), (x2 + dx, y2 + dy))))
    drawn = [f'<path class="casing" d="{"".join(casing)}"/>'] if casing else []
    drawn += [f'<path class="fresh" d="{"".join(fresh)}"/>'] if fresh else []
    drawn += [
        f'<path class="way p{seat + 1}" d="{"".join(mine)}"/>' for seat, mine in enumerate(strokes) if mine
    ]
    return f'<g aria-hidden="true">{"".join(drawn)}</g>'


# ---------------------------------------------------------------- cities, goals, trains


def _goal(seen: "Seen") -> str:
    """Rings round the start and the goal of the race."""
    board, s = board_of(seen), seen.state
    rings: list[str] = []
    if s.race_from >= 0:
        rings.append(_hex_path(board.hexes[board.city_hex[int(s.race_from)]], RADIUS * 1.15))
    if s.race_to >= 0:
        rings += [
            _hex_path(board.hexes[place], RADIUS * 1.15) for place in maps.place_hexes(board, int(s.race_to))
        ]
    return f'<path class="goal" d="{"".join(rings)}"/>' if rings else ""


def _places(seen: "Seen", lang: str, last: Collection[str]) -> str:
    board, s, box = board_of(seen), seen.state, seen.box
    parts: list[str] = []
    for city, place in enumerate(board.city_hex):
        if place < 0:
            continue
        x, y = _centre(board.hexes[place])
        first = int(s.first_at[city])
        kind = "city" if first else "city free"
        kind += " start" if place == board.start else ""
        kind += f" p{first}" if 0 < first <= seen.players else ""
        kind += " last" if hex_thing(board, place) in last else ""
        parts.append(
            f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})"><circle r="11"/>'
            f'<text class="no" y="4">{maps.number_of(city)}</text>'
            f'<text class="nm" y="-15">{escape(place_name(board, city, lang))}</text></g>'
        )
    for which, hexes in enumerate(board.destination_hexes):
        if hexes and board.abroad[which]:
            x = sum(_centre(board.hexes[place])[0] for place in hexes) / len(hexes)
            y = sum(_centre(board.hexes[place])[1] for place in hexes) / len(hexes)
            free = " free" if box.premium[CITIES + which] and not s.first_at[CITIES + which] else ""
            if board.terrain(hexes[0]) == maps.FERRY:
                x, y = _centre(board.hexes[hexes[0]])
                y -= RADIUS
            name = escape(place_name(board, CITIES + which, lang))
            parts.append(f'<text class="land-name{free}" x="{x:.1f}" y="{y:.1f}">{name}</text>')
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _trains(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    board, s = board_of(seen), seen.state
    standing: defaultdict[int, int] = defaultdict(int)
    parts: list[str] = []
    for seat in range(seen.players):
        place = int(s.train[seat])
        if place < 0 or s.part[seat] == ABANDONED:
            continue
        x, y = _centre(board.hexes[place])
        y += 13 * standing[place]
        standing[place] += 1
        where = hex_words(board, seen.box, place, lang)
        fresh = " last" if f"train-{seat}" in last else ""
        parts.append(
            f'<g class="train p{seat + 1}{fresh}" data-key="train-{seat}" transform="translate({x:.1f} {y:.1f})">'
            f"<title>{escape(names[seat])}, {escape(where)}</title>"
            '<path d="M-17-7H9L19 0 9 7H-17z"/><path class="nose" d="M9-7 19 0 9 7z"/></g>'
        )
    return "".join(parts)


# ---------------------------------------------------------------- round the map


def _heading(seen: "Seen", lang: str) -> str:
    """The race that is run, or how much is still to be reached."""
    board, s = board_of(seen), seen.state
    if s.race_from < 0:
        if s.race:
            return ""
        words = tell(lang, f"Encore {s.left} lieux à atteindre", f"{s.left} places still to reach")
        return f'<p class="gl-head">{words}</p>'
    start = f"<b>{maps.number_of(int(s.race_from))}</b> {escape(place_name(board, int(s.race_from), lang))}"
    goal = "…"
    if s.race_to >= 0:
        number = maps.number_of(int(s.race_to)) if s.race_to < CITIES else int(s.race_to) - CITIES + 1
        goal = f"<b>{number}</b> {escape(place_name(board, int(s.race_to), lang))}"
    kind = tell(lang, "Course", "Race")
    if s.abroad:
        kind = tell(lang, "Course internationale", "International race")
    return f'<p class="gl-head race"><span>{kind} {s.race}</span> {start} → {goal}</p>'


def _buttons(seen: "Seen", lang: str) -> str:
    """What can be done besides touching the map."""
    s = seen.state
    offered: list[tuple[str, str]] = []
    match int(s.phase):
        case phase if phase in (BUILD, EXTRA):
            offered.append(("pass", tell(lang, "Terminer mon tour", "End my turn")))
            if phase == BUILD and s.stalled >= STALL:
                offered.append(("close", tell(lang, "Terminer et voter l’arrêt", "End and vote to stop")))
        case phase if phase == ENTRY:
            offered.append(("enter", tell(lang, "Je participe", "I enter")))
            offered.append(("decline", tell(lang, "Sans moi", "Not me")))
        case phase if phase == RUN:
            offered.append(("stop", tell(lang, "S’arrêter ici", "Stop here")))
            if not s.steps:
                offered.append(("abandon", tell(lang, "Abandonner", "Give up")))
        case phase if phase == OPENING:
            pass
        case _:
            pass
    drawn = "".join(f'<button class="act" data-thing="{thing}">{words}</button>' for thing, words in offered)
    return f'<div class="gl-acts">{drawn}</div>'
