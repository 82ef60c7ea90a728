"""Trains: the pieces as SVG. Colours are tokens; --k is the colour of a card's type, --c a player's.

A hex is 100 high; its centre follows from its row and column.
"""

from functools import cache
from math import cos, pi, sin, sqrt

from rotonde.kernel.drawing import MARKS

from . import box
from .lexicon import card_id, card_type
from .rules import HEXES

HALF = 50 * sqrt(3) / 2  # half the width of a hex
WIDTH, HEIGHT = 20 * HALF + 23, 653

_HEX = ((0, -50), (HALF, -25), (HALF, 25), (0, 50), (-HALF, 25), (-HALF, -25))


def centre(board: str, number: int) -> tuple[float, float]:
    row, column = box.places(board)[number]
    return 54 + 2 * HALF * column + HALF * (row % 2), 66 + 75 * row


def outline(x: float = HALF, y: float = 50, scale: float = 1) -> str:
    """The six corners of a hex."""
    return " ".join(f"{x + scale * dx:.1f},{y + scale * dy:.1f}" for dx, dy in _HEX)


# ---------------------------------------------------------------- the map

_FILL = {
    "plain": "var(--tk-plain)",
    "river": "var(--tk-plain)",
    "mountain": "var(--tk-hill)",
    "city": "var(--tk-city)",
    "remote": "var(--tk-remote)",
    "sea": "var(--sea)",
}


@cache
def ground(board: str) -> str:
    """All that is printed on the board: terrain, rivers and blocked borders, all but the names."""
    parts: list[str] = []
    for number, (terrain, _, _) in enumerate(box.hexes(board)):
        x, y = centre(board, number)
        line = "var(--sea-line)" if terrain == "sea" else "var(--tk-line)"
        parts.append(
            f'<polygon points="{outline(x, y, 1.006)}" fill="{_FILL[terrain]}" stroke="{line}"'
            f' stroke-width="1.2"/>'
        )
        parts.append(_scenery(terrain, x, y))
    parts += [_river(board, number) for number in range(HEXES) if box.hexes(board)[number][0] == "river"]
    parts += [_barrier(board, one, other) for one, other in sorted(box.blocked(board))]
    return "".join(parts)


@cache
def names(board: str) -> str:
    """The names of cities and remote places, and what the latter are worth."""
    return "".join(
        _place(board, number, terrain, value, name)
        for number, (terrain, value, name) in enumerate(box.hexes(board))
        if name
    )


def _scenery(terrain: str, x: float, y: float) -> str:
    if terrain == "mountain":
        return "".join(
            _peak(x + dx, y + dy, size) for dx, dy, size in ((-15, 4, 17), (16, 6, 15), (0, 16, 22))
        )
    if terrain == "plain":
        grass = f"M{x - 20:.1f} {y - 8}l4-8 4 8M{x + 10:.1f} {y - 16}l4-8 4 8M{x - 2:.1f} {y + 4}l4-8 4 8"
        return f'<path d="{grass}" stroke="var(--tk-grass)" stroke-width="2" fill="none"/>'
    if terrain == "sea":
        waves = f"M{x - 24:.1f} {y - 8}q8-7 16 0t16 0 16 0M{x - 24:.1f} {y + 12}q8-7 16 0t16 0 16 0"
        return f'<path d="{waves}" fill="none" stroke="var(--sea-line)" stroke-width="2.2"/>'
    return ""


def _peak(x: float, y: float, size: float) -> str:
    top = y - 1.74 * size
    return (
        f'<path d="M{x - size:.1f} {y:.1f}L{x:.1f} {top:.1f}L{x + size:.1f} {y:.1f}z" fill="var(--hill-hi)"/>'
        f'<path d="M{x:.1f} {top:.1f}L{x + size:.1f} {y:.1f}H{x - 0.1 * size:.1f}L{x + 0.27 * size:.1f}'
        f' {y - 0.8 * size:.1f}z"'
        ' fill="var(--hill)"/>'
    )


@cache
def _streams(board: str) -> dict[int, tuple[tuple[float, float], ...]]:
    """Where the water of each river hex flows to: the middles of borders, so that rivers branch but make no rings."""
    rivers = [number for number in range(HEXES) if box.hexes(board)[number][0] == "river"]
    ends: dict[int, list[tuple[float, float]]] = {number: [] for number in rivers}
    stream = {number: number for number in rivers}  # which stream a hex belongs to; the sea joins each once
    reached_sea: set[int] = set()
    for one in rivers:
        for other in range(HEXES):
            (x, y), (ox, oy) = centre(board, one), centre(board, other)
            if one == other or (ox - x) ** 2 + (oy - y) ** 2 > 100**2:
                continue
            border = ((x + ox) / 2, (y + oy) / 2)
            if other in stream and stream[one] != stream[other]:
                ends[one].append(border)
                ends[other].append(border)
                joined = {stream[one], stream[other]}
                for number in rivers:
                    if stream[number] in joined:
                        stream[number] = min(joined)
    for one in rivers:
        for other in range(HEXES):
            (x, y), (ox, oy) = centre(board, one), centre(board, other)
            near = (ox - x) ** 2 + (oy - y) ** 2 < 100**2
            if near and box.hexes(board)[other][0] == "sea" and stream[one] not in reached_sea:
                reached_sea.add(stream[one])
                ends[one].append(((x + ox) / 2, (y + oy) / 2))
    return {number: tuple(found) for number, found in ends.items()}


def _river(board: str, number: int) -> str:
    """Water through the middle of the hex; where it comes from nowhere it enters opposite to where it leaves."""
    x, y = centre(board, number)
    ends = list(_streams(board)[number]) or [(x - HALF / 2, y - 37.5)]
    if len(ends) == 1:
        ends.append((2 * x - ends[0][0], 2 * y - ends[0][1]))
    if len(ends) == 2:
        (ax, ay), (bx, by) = ends
        way = f"M{ax:.1f} {ay:.1f}Q{x:.1f} {y:.1f} {bx:.1f} {by:.1f}"
    else:
        way = "".join(f"M{ex:.1f} {ey:.1f}L{x:.1f} {y:.1f}" for ex, ey in ends)
    return (
        f'<path d="{way}" fill="none" stroke="var(--river)" stroke-width="13" stroke-linejoin="round"/>'
        f'<path d="{way}" fill="none" stroke="var(--tk-foam)" stroke-width="2" stroke-dasharray="9 8"/>'
    )


@cache
def sea_is_left(board: str) -> bool:
    """Which lower corner of the map is mostly sea."""
    sea = [centre(board, number) for number in range(HEXES) if box.hexes(board)[number][0] == "sea"]
    low = [x for x, y in sea if y > HEIGHT / 2]
    return sum(x < WIDTH / 2 for x in low) * 2 > len(low)


def _barrier(board: str, one: int, other: int) -> str:
    (x, y), (ox, oy) = centre(board, one), centre(board, other)
    mx, my = (x + ox) / 2, (y + oy) / 2
    dx, dy = (oy - y) * 25 / 86.6, (x - ox) * 25 / 86.6
    return f'<path d="M{mx - dx:.1f} {my - dy:.1f}L{mx + dx:.1f} {my + dy:.1f}" stroke="var(--red)" stroke-width="6"/>'


def _place(board: str, number: int, terrain: str, value: int, name: str) -> str:
    x, y = centre(board, number)
    if terrain == "remote":
        # As high as the stations of a city: below the name there is room for the players' rails.
        star = " ".join(_star_corner(x, y - 20, corner) for corner in range(24))
        return (
            f'<polygon points="{star}" fill="var(--brass)"/><text class="t" x="{x:.1f}" y="{y - 12:.1f}"'
            f' text-anchor="middle" font-size="21" fill="var(--on-brass)">{value}</text>'
            + _name(name, x, y + 15)
        )
    return _name(name, x, y + 10)


def _star_corner(x: float, y: float, corner: int) -> str:
    radius = 20 if corner % 2 else 16
    angle = pi * corner / 12
    return f"{x + radius * sin(angle):.1f},{y - radius * cos(angle):.1f}"


def _name(name: str, x: float, y: float) -> str:
    lines = name.split("-")
    small = " s" if len(lines) > 1 else " xs" if len(name) > 11 else ""
    rows = "".join(
        f'<tspan x="{x:.1f}" y="{y + 11 * row:.1f}">{line}</tspan>' for row, line in enumerate(lines)
    )
    return f'<text class="cn{small}" text-anchor="middle">{rows}</text>'


def stations(board: str, number: int, built: int) -> str:
    """The places for stations of a city: built ones stand, free ones are dashed."""
    _, slots, _ = box.hexes(board)[number]
    x, y = centre(board, number)
    parts: list[str] = []
    for place in range(slots):
        left = x + 19 * (place - (slots - 1) / 2) - 8
        if place < built:
            parts.append(
                f'<path d="M{left:.1f} {y - 32:.0f}h16v28h-16z" fill="var(--ink)"/>'
                f'<path d="M{left - 2:.1f} {y - 34:.0f}h20v4h-20z" fill="var(--red)"/>'
                f'<path d="M{left + 3:.1f} {y - 26:.0f}h4v5h-4zm6 0h4v5h-4zm-6 9h4v5h-4zm6 0h4v5h-4z"'
                ' fill="var(--brass)"/>'
            )
        else:
            parts.append(
                f'<path d="M{left:.1f} {y - 30:.0f}h16v26h-16z" fill="none" stroke="var(--ink-2)"'
                f' stroke-width="1.6"'
                ' stroke-dasharray="3 3"/>'
            )
    return "".join(parts)


_RAIL_PLACE = ((-24, 32), (24, 32), (-8, 34), (8, 34))


def rail_spot(board: str, number: int, seat: int) -> tuple[float, float]:
    x, y = centre(board, number)
    dx, dy = _RAIL_PLACE[seat]
    return x + dx, y + dy


def line(seat: int, ax: float, ay: float, bx: float, by: float) -> str:
    """Rails from one hex to the next, in the pattern of their player."""
    way = f'd="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" fill="none"'
    inside = (
        "",
        'stroke="var(--paper-hi)" stroke-width="2" stroke-dasharray="6 5"',
        'stroke="var(--ink)" stroke-width="8" stroke-dasharray="2 7"',
        'stroke="var(--paper-hi)" stroke-width="3"',
    )[seat]
    base = f'<path {way} stroke="var(--c)" stroke-width="8"/>'
    if inside:
        base += f"<path {way} {inside}/>"
    return base


def token(seat: int, x: float, y: float) -> str:
    """A rail on the map: the mark of its player in a ring."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="9.5" fill="var(--paper-hi)"'
        f' stroke="var(--ink)"'
        f' stroke-width="2"/><g transform="translate(-6.500 -6.500) scale(.54)"'
        f' fill="var(--c)">{MARKS[seat]}</g></g>'
    )


# ---------------------------------------------------------------- cards

_ICONS = {
    "train": '<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="3"/>'
    '<path d="M12 3v18M3 12h18" stroke="currentColor" stroke-width="2.400"/>',
    "action": '<path d="M3 3h18v18z" fill="currentColor"/>',
    "rail": '<path d="M7 2v20M17 2v20M3 6h18M3 12h18M3 18h18" stroke="currentColor" stroke-width="2.600"/>',
    "station": '<path d="M2 11 12 3l10 8v11h-7v-7H9v7H2z" fill="currentColor"/>',
    "victory": '<path d="M5 2v20M5 3h15l-4 5 4 5H5z" fill="currentColor" stroke="currentColor"'
    ' stroke-width="2"/>',
    "waste": '<path d="m4 20 4-9 5 3 4-10 3 16z" fill="currentColor"/>',
}


def icon(kind: str, size: int = 15) -> str:
    """The sign of a type of card."""
    return f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">{_ICONS[kind]}</svg>'


_TRACK = (
    '<path d="M68 8h14l48 72H20z" fill="var(--hill-hi)"/><g fill="var(--hill-lo)">'
    '<path d="M62 22h26l2 5H60zM54 36h42l3 6H51zM44 52h62l4 8H40zM32 70h86l5 9H27z"/></g>'
    '<path d="M70 8 44 80M80 8l26 72" stroke="var(--ink)" stroke-width="5"/>'
)
_TRAIN = (
    '<path d="M0 20h90M0 34h60M0 8h70" stroke="var(--paper-hi)" stroke-width="4"/>'
    '<path d="M0 30h86q44 4 58 36H0z" fill="var(--k)"/><path d="M0 48h130l4 7H0z" fill="var(--paper-hi)"/>'
    '<path d="M10 34h16v9H10zM34 34h16v9H34zM58 34h16v9H58zM88 34q22 2 32 10H88z" fill="var(--ink)"/>'
    '<path d="M0 66h150v6H0z" fill="var(--ink)"/>'
)
_CARDS = (
    '<g stroke="var(--ink)" stroke-width="3" fill="var(--paper-hi)"><path d="m36 24 30-8 12 44-30 8z"/>'
    '<path d="M62 14h32v46H62z"/><path d="m82 16 30 8-12 44-30-8z" fill="var(--k)"/></g>'
)
_COINS = (
    '<g fill="var(--brass)" stroke="var(--ink)" stroke-width="3"><circle cx="58" cy="48" r="18"/>'
    '<circle cx="92" cy="48" r="18"/><circle cx="75" cy="26" r="18"/></g>'
)
_HEAP = (
    '<path d="m14 72 18-26 16 10 14-30 22 18 18-14 30 42z" fill="var(--k-was)"/>'
    '<circle cx="60" cy="58" r="13" fill="none" stroke="var(--ink)" stroke-width="5"/>'
    '<path d="m92 66 26-34" stroke="var(--ink)" stroke-width="6"/><path d="M0 72h150v8H0z"'
    ' fill="var(--ink)"/>'
)
_HALL = (
    '<path d="M18 70V40h34V26h46v14h34v30z" fill="var(--paper-hi)" stroke="var(--ink)" stroke-width="3"/>'
    '<path d="m46 28 29-20 29 20z" fill="var(--k)"/><path d="M26 50h10v12H26zM114 50h10v12h-10zM66'
    ' 54h18v16H66z"'
    ' fill="var(--ink)"/><circle cx="75" cy="38" r="10" fill="var(--paper-hi)" stroke="var(--ink)"'
    ' stroke-width="3"/>'
    '<path d="M75 32v6l5 3" stroke="var(--red)" stroke-width="2.500" fill="none"/><path d="M0'
    ' 70h150v10H0z" fill="var(--ink)"/>'
)
_WHEEL = (
    '<circle cx="75" cy="38" r="30" fill="none" stroke="var(--k)" stroke-width="5"/>'
    '<path d="M75 8v60M45 38h60M54 17l42 42M96 17 54 59" stroke="var(--k)" stroke-width="2.500"/>'
    '<path d="M75 38 54 78M75 38l21 40" stroke="var(--ink)" stroke-width="5"/><g fill="var(--brass)">'
    '<circle cx="75" cy="8" r="6"/><circle cx="105" cy="38" r="6"/><circle cx="45" cy="38" r="6"/>'
    '<circle cx="96" cy="17" r="6"/><circle cx="54" cy="17" r="6"/></g><path d="M0 76h150v4H0z"'
    ' fill="var(--ink)"/>'
)
_SIGNAL = (
    '<path d="M72 80V22h6v58z" fill="var(--ink)"/><path d="M58 6h34v44H58z" fill="var(--ink)"/>'
    '<circle cx="75" cy="18" r="8" fill="var(--k)"/><circle cx="75" cy="38" r="8" fill="var(--brass)"/>'
)
_CLOCK = (
    '<circle cx="75" cy="40" r="30" fill="var(--paper-hi)" stroke="var(--ink)" stroke-width="5"/>'
    '<path d="M75 20v20l14 9" fill="none" stroke="var(--k)" stroke-width="5"/>'
)
_WORKS = (
    '<path d="M10 72V34l24-14v16l24-16v16l24-16v52z" fill="var(--k)"/><path d="M100 72V10h16v62z"'
    ' fill="var(--ink)"/>'
    '<path d="M20 48h12v12H20zM44 48h12v12H44z" fill="var(--paper-hi)"/><path d="M0 72h150v8H0z"'
    ' fill="var(--ink)"/>'
)
_BOARD = (
    '<path d="M22 14h106v44H22z" fill="var(--ink)"/><path d="M30 24h50M30 36h70M30 48h36"'
    ' stroke="var(--brass)" stroke-width="4"/>'
    '<path d="M40 58v22M110 58v22" stroke="var(--ink)" stroke-width="6"/><path d="M94 20h26v10H94z"'
    ' fill="var(--k)"/>'
)

_SCENES = {
    "lay-rails": _TRACK,
    "steel-bridge": '<path d="M0 58h150v22H0z" fill="var(--river)"/><path d="M0 46a75 44 0 0 1 150'
    ' 0z" fill="none"'
    ' stroke="var(--k)" stroke-width="6"/><path d="M0 44h150v8H0zM30 44V18M60 44V6M90 44V6M120 44V18"'
    ' fill="var(--ink)"'
    ' stroke="var(--k)" stroke-width="4"/>',
    "tunnel": '<path d="M10 80 60 10l24 26 18-20 40 64z" fill="var(--hill)"/><path d="M48 80V56a24'
    ' 24 0 0 1 48 0v24z"'
    ' fill="var(--ink)"/><path d="M66 80 70 58h4l4 22z" fill="var(--hill-hi)"/>',
    "viaduct": '<path d="M0 24h150v12H0z" fill="var(--ink)"/><path d="M6 80V36h138v44h-18a16 22 0 0'
    " 0-32 0H84a16 22 0 0 0-32 0H42"
    'a16 22 0 0 0-32 0z" fill="var(--k)"/>',
    "subway-excavation": '<path d="M0 0h150v26H0z" fill="var(--hill-hi)"/><path d="M20 80V58a55 34 0'
    ' 0 1 110 0v22z" fill="var(--ink)"/>'
    '<path d="M44 80V58h62v22z" fill="var(--k)"/><path d="M52 62h18v10H52zM80 62h18v10H80z"'
    ' fill="var(--paper-hi)"/>',
    "collaboration": '<path d="M20 80 52 8h10L44 80zM130 80 98 8H88l18 72z" fill="var(--ink)"/><path'
    ' d="M60 44h30m-8-8 8 8-8 8M68 36l-8 8 8 8"'
    ' fill="none" stroke="var(--k)" stroke-width="5"/>',
    "station-expansion": _HALL,
    "station-crew": _HALL,
    "stationmasters-office": _HALL,
    "passing-station": '<path d="M0 58 150 40v40H0z" fill="var(--hill-hi)"/><path d="M0 12h104l30'
    ' 26-134 14z" fill="var(--k)"/>'
    '<path d="M10 20h20v13H10zM40 20h20v12H40zM70 19h20v11H70z" fill="var(--paper-hi)"/>'
    '<path d="M0 62 150 45" stroke="var(--brass)" stroke-width="4"/>',
    "amusement-park": _WHEEL,
    "waste": _HEAP,
    "landfill": _HEAP,
    "dump-site": _HEAP,
    "signals": _SIGNAL,
    "signaling-area": _SIGNAL,
    "switchback": '<path d="M20 70h80a22 22 0 0 0 0-44H50m14-12L50 26l14 12" fill="none"'
    ' stroke="var(--k)" stroke-width="8"/>',
    "pulling": '<path d="M20 60h44v-24H20z" fill="var(--k)"/><path d="M84 60h46V24h-26v12H84z"'
    ' fill="var(--ink)"/>'
    '<path d="M64 50h20" stroke="var(--brass)" stroke-width="5"/><path d="M0 66h150v6H0z"'
    ' fill="var(--ink)"/>',
    "holiday-timetable": _CLOCK,
    "temporary-timetable": _CLOCK,
    "maintenance-factory": _WORKS,
    "wagon-factory": _WORKS,
    "ironworks": _WORKS,
    "garage": _WORKS,
    "command-central": _BOARD,
    "information-central": _BOARD,
    "control-room": _BOARD,
    "conductors-station": _CARDS,
    "apartment": '<path d="M50 72V34h50v38z" fill="var(--k)"/><path d="M58 42h10v8H58zM82'
    ' 42h10v8H82zM58 56h10v8H58zM82 56h10v8H82z"'
    ' fill="var(--paper-hi)"/><path d="M0 72h150v8H0z" fill="var(--ink)"/>',
    "tower": '<path d="M56 72V18h38v54z" fill="var(--k)"/><path d="M62 26h9v7h-9zM79 26h9v7h-9zM62'
    " 40h9v7h-9zM79 40h9v7h-9zM62 54h9v7h-9z"
    'M79 54h9v7h-9z" fill="var(--paper-hi)"/><path d="M0 72h150v8H0z" fill="var(--ink)"/>',
    "skyscraper": '<path d="M52 72V30h12V10h22v20h12v42z" fill="var(--k)"/><path d="M74 10V0h3v10z"'
    ' fill="var(--ink)"/>'
    '<path d="M68 16h5v50h-5zM78 16h5v50h-5zM57 36h4v30h-4zM90 36h4v30h-4z" fill="var(--paper-hi)"/>'
    '<path d="M0 72h150v8H0z" fill="var(--ink)"/>',
}


def scene(card: int) -> str:
    """The picture on a card."""
    kind = card_type(card)
    drawn = _SCENES.get(card_id(card)) or (_TRAIN if kind == "train" else _COINS)
    return (
        '<svg class="scene" viewBox="0 0 150 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<path d="M0 0h150v80H0z" fill="var(--k)" opacity=".18"/>{drawn}</svg>'
    )


FOLD = '<i class="fold"></i>'
