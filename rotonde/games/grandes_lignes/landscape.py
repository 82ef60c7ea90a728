"""Grandes Lignes: the ground of a map as SVG, all that never changes: sea, coast, land, relief, rivers, names.

A map says only which hexes are land; coasts, borders and rivers are drawn round, as a printed map has them.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt

from markupsafe import escape

from . import maps
from .maps import Hex

WIDTH = 36.0  # of a hex
RADIUS = WIDTH / sqrt(3)
MARGIN = 10  # hexes beyond the drawing, so that no land ends at its rim
CITY = 12.0  # radius of a city's disc
WIDE_LETTER = 16.0  # the same for the names of seas and countries
LETTER = 7.4  # how wide a letter of a city's name is, about
RIVER_LETTER = 8.0  # and one of a river's

Point = tuple[float, float]

WAVES = (96, 76, 58, 42, 28, 16)
"""How far the lines along a coast lie out at sea, the outermost first: widths of strokes, of which half is seen."""


def centre(where: Hex) -> Point:
    column, row = where
    return (column + row % 2 / 2) * WIDTH, row * RADIUS * 1.5


def corner(where: Hex, number: int, radius: float = RADIUS) -> Point:
    """Corners go round from the upper right, against the clock: direction k lies between corners k - 1 and k."""
    x, y = centre(where)
    angle = radians(30 + 60 * number)
    return x + radius * cos(angle), y - radius * sin(angle)


def path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def hex_path(where: Hex, radius: float = RADIUS) -> str:
    return path(corner(where, number, radius) for number in range(6)) + "z"


def view(board: maps.Map) -> tuple[float, float, float, float]:
    """The part of the map that is played on, with a margin: left, top, width, height."""
    xs, ys = zip(*(centre(where) for where in board.hexes), strict=True)
    left, top = min(xs) - 1.5 * WIDTH, min(ys) - 1.6 * WIDTH
    return left, top, max(xs) + 1.5 * WIDTH - left, max(ys) + 1.4 * WIDTH - top


@cache
def ground(map_name: str) -> str:
    """Sea, land, grid, relief and rivers; no words."""
    board = maps.shipped(map_name)
    cells = _cells(board)
    land = {where for where, letter in cells.items() if letter not in (maps.SEA, maps.FERRY)}
    home = {where for where, letter in cells.items() if letter in (maps.PLAIN, maps.HILL)}
    coast, border = _smooth_outline(land), _smooth_outline(home)
    waves = "".join(
        f'<use href="#gl-coast" class="wave" stroke-width="{far}" opacity="{0.25 + 0.12 * step:.2f}"/>'
        f'<use href="#gl-coast" class="calm" stroke-width="{far - 3}"/>'
        for step, far in enumerate(WAVES)
    )
    left, top, width, height = view(board)
    frame = f"M{left - 900:.0f} {top - 900:.0f}h{width + 1800:.0f}v{height + 1800:.0f}h-{width + 1800:.0f}z"
    playable = _outline_path({where for where in board.hexes if cells[where] != maps.FERRY})
    # From north to south, so that the nearer peaks stand before the farther ones.
    hills = "".join(
        f'<use href="#gl-hill-{(3 * where[0] + 5 * where[1]) % len(_HILLS)}" x="{x:.0f}" y="{y:.0f}"/>'
        for where in sorted(board.hexes, key=lambda one: one[1])
        if cells[where] in maps.HILLS
        for x, y in (centre(where),)
    )
    return (
        f'<defs><path id="gl-coast" d="{coast}"/><clipPath id="gl-home"><path d="{border}"/></clipPath>'
        f"{_grid_pattern()}{_relief()}{_ANCHOR}</defs>"
        f'<path class="sea" d="{frame}"/>{waves}<use href="#gl-coast" class="abroad"/>'
        f'<path class="land" d="{border}"/><path d="{playable}" fill="url(#gl-grid)"/>'
        f'<path class="rim" d="{border}" clip-path="url(#gl-home)"/><use href="#gl-coast" class="coast"/>'
        f'<path class="border" d="{border}"/>{_rivers(board)}{hills}{_ports(board)}'
        f"{_compass(board)}"
    )


def _cells(board: maps.Map) -> dict[Hex, str]:
    """What is drawn where; beyond the rim it goes on as at the rim."""
    rows, columns = len(board.rows), len(board.rows[0])
    return {
        (column, row): board.rows[min(max(row, 0), rows - 1)][min(max(column, 0), columns - 1)]
        for row in range(-MARGIN, rows + MARGIN)
        for column in range(-MARGIN, columns + MARGIN)
    }


# ---------------------------------------------------------------- lines round areas


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)


def _outlines(cells: Collection[Hex]) -> list[list[Point]]:
    """The lines round an area, each closed: from every corner exactly one side goes on."""
    inside = set(cells)
    sides: dict[tuple[int, int], Point] = {}
    starts: dict[tuple[int, int], Point] = {}
    for where in sorted(inside):
        for direction, near in enumerate(maps.neighbours(where)):
            if near not in inside:
                start, end = corner(where, direction - 1), corner(where, direction)
                sides[_key(start)], starts[_key(start)] = end, start
    lines: list[list[Point]] = []
    while sides:
        first = next(iter(sides))
        line, here = list[Point](), first
        while here in sides:
            line.append(starts[here])
            here = _key(sides.pop(here))
        lines.append(line)
    return lines


def _outline_path(cells: Collection[Hex]) -> str:
    return "".join(path(line) + "z" for line in _outlines(cells))


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _by_hand(before: Point, here: Point, after: Point) -> Point:
    """A corner of the line, less sharp and a little beside its place: always the same for the same corner."""
    a, b = _key(here)
    x, y = (before[0] + 4 * here[0] + after[0]) / 6, (before[1] + 4 * here[1] + after[1]) / 6
    return x + 3.5 * sin(a * 12.9 + b * 4.1), y + 3.5 * sin(a * 7.7 + b * 9.3)


def _pair(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _smooth_outline(cells: Collection[Hex]) -> str:
    """A round line along the corners."""
    drawn: list[str] = []
    for corners in _outlines(cells):
        line = [
            _by_hand(before, here, after)
            for before, here, after in zip(
                [corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True
            )
        ]
        turns = zip(line, [*line[1:], line[0]], strict=True)
        curves = "".join(f"Q{_pair(point)} {_pair(_middle(point, after))}" for point, after in turns)
        drawn.append(f"M{_pair(_middle(line[-1], line[0]))}{curves}z")
    return "".join(drawn)


def _smooth_line(line: Sequence[Point]) -> str:
    if len(line) < 3:
        return path(line)
    bends = (_by_hand(*three) for three in zip(line, line[1:], line[2:], strict=False))
    line = [line[0], *bends, line[-1]]
    curves = "".join(f"Q{_pair(here)} {_pair(_middle(here, after))}" for here, after in pairwise(line[1:]))
    return f"M{_pair(line[0])}L{_pair(_middle(line[0], line[1]))}{curves}L{_pair(line[-1])}"


# ---------------------------------------------------------------- rivers, relief, ports


def _courses(edges: Sequence[tuple[Hex, Hex]]) -> list[list[Point]]:
    """The sides of hexes along which a river flows, put together into lines."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    points: dict[tuple[int, int], Point] = {}
    for one, other in edges:
        direction = maps.neighbours(one).index(other)
        ends = corner(one, direction - 1), corner(one, direction)
        for here, there in (ends, ends[::-1]):
            points[_key(here)] = here
            ways.setdefault(_key(here), []).append(_key(there))
    courses: list[list[Point]] = []
    while any(ways.values()):
        open_ends = [end for end, nexts in ways.items() if len(nexts) % 2] or [
            end for end, nexts in ways.items() if nexts
        ]
        here = min(open_ends)
        line = [points[here]]
        while ways[here]:
            there = ways[here].pop()
            ways[there].remove(here)
            here = there
            line.append(points[here])
        courses.append(line)
    return courses


def _rivers(board: maps.Map) -> str:
    banks, water = list[str](), list[str]()
    for name, edges in board.rivers:
        drawn = "".join(_smooth_line(line) for line in _courses(edges))
        banks.append(drawn)
        water.append(f'<path class="river" d="{drawn}"><title>{escape(name)}</title></path>')
    return f'<path class="bank" d="{"".join(banks)}"/>{"".join(water)}'


def _grid_pattern() -> str:
    """The sides of all hexes as one small tile."""
    half, high = WIDTH / 2, RADIUS
    lines = (
        f"M0 {high / 2:.2f}L{half:.2f} {high:.2f}L{WIDTH:.2f} {high / 2:.2f}M{half:.2f} {high:.2f}V{2 * high:.2f}"
        f"L0 {2.5 * high:.2f}V{3 * high:.2f}M{half:.2f} {2 * high:.2f}L{WIDTH:.2f} {2.5 * high:.2f}"
        f"M0 {high / 2:.2f}V{-high / 2:.2f}M0 {2.5 * high:.2f}V{3.5 * high:.2f}"
    )
    return (
        f'<pattern id="gl-grid" width="{WIDTH:.2f}" height="{3 * RADIUS:.3f}" x="{-half:.2f}" y="0" '
        f'patternUnits="userSpaceOnUse"><path class="grid" d="{lines}"/></pattern>'
    )


# What stands in a <use> is out of reach for the rules of a stylesheet: it carries its colours itself.
_HILLS = (
    ((-8, 9, 19), (8, 12, 17)),
    ((-10, 8, 15), (6, 8, 20), (-2, 14, 13)),
    ((9, 7, 16), (-6, 10, 20), (7, 14, 12)),
)
"""Drawings of relief, each of some peaks: where the middle of its foot is, and how high it is."""


def _relief() -> str:
    return "".join(
        f'<g id="gl-hill-{kind}">{"".join(_peak(*peak) for peak in peaks)}</g>'
        for kind, peaks in enumerate(_HILLS)
    )


def _peak(x: int, foot: int, high: int) -> str:
    """A peak in the light of the evening: its eastern face lies in the shade."""
    half, top = high * 0.62, foot - high
    shade = f"M{x} {top}L{x + half:.1f} {foot}H{x - half * 0.2:.1f}L{x + half * 0.12:.1f} {foot - high * 0.45:.1f}z"
    return (
        f'<path fill="var(--hill-hi)" d="M{x - half:.1f} {foot}L{x} {top}L{x + half:.1f} {foot}z"/>'
        f'<path fill="var(--hill)" d="{shade}"/>'
    )


_ANCHOR = (
    f'<g id="gl-port" stroke="var(--sea-text)"><path d="{hex_path((0, 0), RADIUS * 0.72)}" fill="var(--land)" '
    'stroke-width="1.600" stroke-dasharray="4 3"/><g fill="none" stroke-width="2" stroke-linecap="round">'
    '<path d="M0-5.500V8M-3.500-2h7M-7 2q1 6 7 6t7-6"/><circle cy="-7.500" r="2"/></g></g>'
)


def _compass(board: maps.Map) -> str:
    """A compass rose in the corner with the most room; none where there is too little."""
    left, top, width, height = view(board)
    size = width * 0.058
    played = [centre(where) for where in board.hexes]
    written = [point for one in board.labels for point in _along(one)]
    corners = [
        (left + width * across, top + height * down) for across in (0.09, 0.91) for down in (0.91, 0.09)
    ]
    room = [min(hypot(x - px, y - py) for px, py in (*played, *written)) for x, y in corners]
    if max(room) < 1.4 * size:
        return ""
    x, y = corners[room.index(max(room))]
    ray = "M0-1L.16-.16L0 0z"
    other = "M0-1L-.16-.16L0 0z"
    turned = "".join(
        f'<g transform="rotate({90 * k})"><path class="dark" d="{ray}"/><path class="light" d="{other}"/></g>'
        for k in range(4)
    )
    between = "".join(
        f'<path class="dark" transform="rotate({45 + 90 * k}) scale(.55)" d="{ray}"/>' for k in range(4)
    )
    return (
        f'<g class="compass" transform="translate({x:.0f} {y:.0f}) scale({size:.0f})">'
        f'<circle r=".82"/>{between}{turned}<text y="-1.120" font-size=".34">N</text></g>'
    )


def _along(one: maps.Label) -> list[Point]:
    """The beginning, the middle and the end of what is written."""
    x, y = centre(one.at)
    long = max(len(text) for text in one.text.values()) * WIDE_LETTER / 2
    dx, dy = long * cos(radians(one.turn)), long * sin(radians(one.turn))
    return [(x - dx, y - dy), (x, y), (x + dx, y + dy)]


def _ports(board: maps.Map) -> str:
    spots = (centre(board.hexes[place]) for place in sorted(board.ferry_names))
    return "".join(f'<use href="#gl-port" x="{x:.1f}" y="{y:.1f}"/>' for x, y in spots)


# ---------------------------------------------------------------- names


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@cache
def names(map_name: str, lang: str) -> str:
    """The names of seas, rivers, cities and ports; those of destinations are drawn where they can change."""
    board = maps.shipped(map_name)
    parts = [label(one, lang, "sea-name") for one in board.labels if one.destination < 0]
    for place, name in board.ferry_names.items():
        x, y = centre(board.hexes[place])
        parts.append(
            f'<text class="port-name" x="{x:.1f}" y="{y - RADIUS:.1f}" text-anchor="middle">{escape(name)}</text>'
        )
    cities, taken = _city_names(board, lang)
    rivers = [_river_name(name, _courses(edges)[0], taken) for name, edges in board.rivers]
    return "".join([*parts, *rivers, *cities])


def _clashes(box: Box, taken: Sequence[Box]) -> int:
    x0, y0, x1, y1 = box
    return sum(x0 < right and left < x1 and y0 < low and high < y1 for left, high, right, low in taken)


def _river_name(name: str, line: Sequence[Point], taken: list[Box]) -> str:
    """Beside the river, along it, to be read from left to right; left out where there is no room."""
    long = len(name) * RIVER_LETTER / 2
    span = max(2, round(2 * long / RADIUS))
    for start in range(len(line) - span):
        (x1, y1), (x2, y2) = sorted((line[start], line[start + span]))
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        turn = atan2(y2 - y1, x2 - x1)
        dx, dy = abs(long * cos(turn)) + 6, abs(long * sin(turn)) + 6
        # It stands above the line of the river, whichever way that runs.
        at_x, at_y = x + 11 * sin(turn), y - 11 * cos(turn)
        box = (at_x - dx, at_y - dy, at_x + dx, at_y + dy)
        if abs(turn) < radians(70) and not _clashes(box, taken):
            taken.append(box)
            spin = f"rotate({degrees(turn):.0f} {x:.1f} {y:.1f})"
            return f'<text class="river-name" x="{x:.1f}" y="{y:.1f}" dy="-7" transform="{spin}">{escape(name)}</text>'
    return ""


def label(one: maps.Label, lang: str, kind: str, sign: str = "") -> str:
    x, y = centre(one.at)
    turned = f' transform="rotate({one.turn} {x:.1f} {y:.1f})"' if one.turn else ""
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{turned}>{sign}{escape(one.text[lang].upper())}</text>'
    )


def _room_for(one: maps.Label, lang: str) -> Box:
    x, y = centre(one.at)
    long = len(one.text[lang]) * WIDE_LETTER / 2
    turn = radians(one.turn)
    dx, dy = abs(long * cos(turn)) + 10, abs(long * sin(turn)) + 10
    return x - dx, y - dy, x + dx, y + dy


def _city_names(board: maps.Map, lang: str) -> tuple[list[str], list[Box]]:
    """Every city's name beside its disc, where it covers no other disc or name; and the room they take."""
    left, top, width, height = view(board)
    spots = {city: centre(board.hexes[place]) for city, place in enumerate(board.city_hex) if place >= 0}
    taken = [(x - CITY, y - CITY, x + CITY, y + CITY) for x, y in spots.values()]
    ports = (centre(board.hexes[place]) for place in board.ferry_names)
    taken += [(x - 40, y - RADIUS - 14, x + 40, y + CITY) for x, y in ports]
    taken += [_room_for(one, lang) for one in board.labels]
    frame = (left, top, left + width, top + height)
    parts: list[str] = []
    for city, (x, y) in spots.items():
        name = board.place_names[city][lang]
        capital = board.city_hex[city] == board.start
        wide = len(name) * (LETTER * 1.7 if capital else LETTER)
        # Beside the disc and between the ways that lines can take, which leave a city to the left, right and aslant.
        choices = (
            ("start", x + 14, y - 8, x + 14, y - 20),
            ("start", x + 14, y + 19, x + 14, y + 7),
            ("end", x - 14, y - 8, x - 14 - wide, y - 20),
            ("end", x - 14, y + 19, x - 14 - wide, y + 7),
            ("middle", x, y - 17, x - wide / 2, y - 31),
            ("middle", x, y + 28, x - wide / 2, y + 14),
            ("start", x + 17, y + 5, x + 17, y - 8),
            ("end", x - 17, y + 5, x - 17 - wide, y - 8),
        )
        boxes = [(x0, y0, x0 + wide, y0 + 16) for _, _, _, x0, y0 in choices]
        clashes = [_clashes(box, taken) + 3 * _sticks_out(box, frame) for box in boxes]
        best = clashes.index(min(clashes))
        anchor, at_x, at_y, _, _ = choices[best]
        taken.append(boxes[best])
        kind = "city-name capital" if capital else "city-name"
        parts.append(
            f'<text class="{kind}" x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}">{escape(name)}</text>'
            f'<text class="no" x="{x:.1f}" y="{y + 4.8:.1f}" text-anchor="middle">{maps.number_of(city)}</text>'
        )
    return parts, taken


def _sticks_out(box: Box, frame: Box) -> bool:
    return box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]
