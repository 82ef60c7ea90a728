"""Convoi Express as a picture: the map as a railway poster, the clock, the agents, the cards.

What can be touched has `data-thing`; trains keep their `data-key` from the depot to the port.
"""

import math
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from rotonde.kernel.drawing import mark
from rotonde.kernel.prose import tell
from rotonde.kernel.subset import OVER

from . import reading
from .boards import Network, network
from .lexicon import (
    AGENT,
    AGENT_HELP,
    COLOUR,
    COLOUR_PLURAL,
    GOODS,
    KIND,
    board_of,
    card_name,
    label,
    signal_name,
    space_name,
    train_name,
)
from .rules import (
    AGENTS,
    COLOURS,
    DEPOT,
    GREENS,
    NAME,
    OF_EACH,
    PASSING,
    REVEAL,
    ROLL,
    ROLLED,
    SECTION,
    SWITCHES,
    TRAINS,
    WILD,
)
from .rules import COLOUR as COLOUR_CHOICE

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

RADIUS = {"city": 31.0, "port": 31.0, "start": 19.0, "junction": 21.0}
SIGNAL_ROOM = 20.0
SECTION_ROOM = 24.0  # at least
TRAIN_WIDTH = 11.0  # to either side of the track
TRAIN_LENGTH = 44.0
SHORTEST = 0.72  # of that, on a short section
SIGNAL_REACH = (
    13.0,
    20.0,
)  # so far from its middle it answers to a finger: at least, and where there is room
ARM_REACH, ARM_SPREAD = (
    30.0,
    60.0,
)  # the same for an arm, from the middle of its junction; degrees to either side
TELEPHONE = (410, 480)  # what a narrow screen shows of the map, so that a finger finds everything
SLOT = 24.0  # of a cube in a port
MARGIN = 12.0  # round all that lies on the map
EDGE, OCEAN = 50, 2000  # what is drawn so far beyond the edge of the board lies as far out as one can see
LONGEST_NAME = 10  # letters of a city or port; a longer one stands in two lines
NAME_ORDER = ("port", "city", "junction", "start")
NAME_SIZES = {"city": (12.8, 20.0), "port": (12.8, 20.0), "junction": (8.4, 17.0), "start": (7.4, 16.0)}
SHAPES = ("M-8 6 0-8 8 6z", "M0 0m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0", "M0-9 9 0 0 9-9 0z", "M-7-7H7V7H-7z")
COLOUR_CLASSES = ("black", "brown", "grey")
GOODS_CLASSES = ("yellow", "blue", "red", "white")


# ---------------------------------------------------------------- where things lie

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Spot:
    """A place on the map: where, turned how (in degrees, from the first node of the line to the second), how long."""

    x: float
    y: float
    turn: float = 0.0
    length: float = 0.0


class Plan:
    """Where every space, signal and arm of a board lies."""

    def __init__(self, net: Network) -> None:
        self.scale = max(1.0, *(self._scale_for(net, line) for line in net.board["lines"]))
        self.spaces: dict[int, Spot] = {}
        self.signals: dict[int, Spot] = {}
        self.arms: dict[tuple[int, int], Spot] = {}
        for index, space in enumerate(net.spaces):
            if space.node:
                self.spaces[index] = Spot(*self.at(net.nodes[space.node]))
        for line in net.board["lines"]:
            self._lay(net, line)
        self.reach = {number: self._reach_of(number) for number in self.signals}
        self.names, boxes = self._place_names(net)
        self.sheet = self._sheet(net, boxes)

    def _sheet(self, net: Network, boxes: Sequence[Box]) -> Box:
        """The part of the board that is shown: all that lies on it and a margin, not the empty edges."""
        for node in net.board["nodes"]:
            (x, y), r = self.at(node), RADIUS[node["kind"]]
            boxes = [*boxes, (x - r, y - r, x + r, y + r)]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts) - MARGIN, min(tops) - MARGIN, max(rights) + MARGIN, max(bottoms) + MARGIN

    def _reach_of(self, signal: int) -> float:
        """Half the way to the nearest other thing of its size."""
        here, (least, most) = self.signals[signal], SIGNAL_REACH
        others = [spot for spot in (*self.signals.values(), *self.arms.values()) if spot is not here]
        nearest = min(math.hypot(here.x - spot.x, here.y - spot.y) for spot in others)
        return min(most, max(least, nearest / 2))

    def wedge(self, junction: int, arm: int, middle: tuple[float, float]) -> list[tuple[float, float]]:
        """The piece of a junction that belongs to an arm: the middle, and the ends and middle of its rim."""
        angles = {
            k: math.degrees(math.atan2(spot.y - middle[1], spot.x - middle[0]))
            for (number, k), spot in self.arms.items()
            if number == junction
        }
        own = angles.pop(arm)
        after = min((angle - own) % 360 for angle in angles.values()) / 2
        before = min((own - angle) % 360 for angle in angles.values()) / 2
        rim = (own - min(before, ARM_SPREAD), own, own + min(after, ARM_SPREAD))
        return [
            middle,
            *(
                (
                    middle[0] + ARM_REACH * math.cos(math.radians(angle)),
                    middle[1] + ARM_REACH * math.sin(math.radians(angle)),
                )
                for angle in rim
            ),
        ]

    def at(self, node: dict[str, Any]) -> tuple[float, float]:
        """Where a node lies: the map is drawn so large that every section has room."""
        return round(node["x"] * self.scale, 1), round(node["y"] * self.scale, 1)

    def _scale_for(self, net: Network, line: dict[str, Any]) -> float:
        a, b = net.nodes[line["a"]], net.nodes[line["b"]]
        needed = RADIUS[a["kind"]] + RADIUS[b["kind"]] + SIGNAL_ROOM * len(line["signals"])
        needed += SECTION_ROOM * line["sections"]
        return needed / math.hypot(b["x"] - a["x"], b["y"] - a["y"])

    def _lay(self, net: Network, line: dict[str, Any]) -> None:
        a, b = net.nodes[line["a"]], net.nodes[line["b"]]
        (ax, ay), (bx, by) = self.at(a), self.at(b)
        dx, dy = bx - ax, by - ay
        whole = math.hypot(dx, dy)
        turn = math.degrees(math.atan2(dy, dx))
        gates = {signal["gate"]: signal["id"] for signal in line["signals"] if "gate" in signal}
        joints = {signal["joint"]: signal["id"] for signal in line["signals"] if "joint" in signal}
        sections = [
            index
            for index, space in enumerate(net.spaces)
            if space.kind == "section" and space.line == line["id"]
        ]
        room = whole - RADIUS[a["kind"]] - RADIUS[b["kind"]] - SIGNAL_ROOM * len(line["signals"])
        each = room / len(sections)

        def spot(along: float, length: float) -> Spot:
            middle = (along + length / 2) / whole
            return Spot(ax + dx * middle, ay + dy * middle, turn, length)

        at = RADIUS[a["kind"]]
        if line["a"] in gates:
            self.signals[net.signals.index(gates[line["a"]])] = spot(at, SIGNAL_ROOM)
            at += SIGNAL_ROOM
        for number, index in enumerate(sections):
            if number in joints:
                self.signals[net.signals.index(joints[number])] = spot(at, SIGNAL_ROOM)
                at += SIGNAL_ROOM
            self.spaces[index] = spot(at, each)
            at += each
        if line["b"] in gates:
            self.signals[net.signals.index(gates[line["b"]])] = spot(at, SIGNAL_ROOM)
        for node, away in ((line["a"], 1), (line["b"], -1)):
            if node in net.arms:
                junction = net.junctions.index(node)
                far = line["b"] if away == 1 else line["a"]
                arm = next(k for k, one in enumerate(net.arms[node]) if one.node == far)
                x, y = self.at(net.nodes[node])
                reach = away * (RADIUS["junction"] - 5) / whole
                self.arms[junction, arm] = Spot(x + dx * reach, y + dy * reach, turn)

    def _place_names(self, net: Network) -> tuple[dict[str, tuple[float, float, str]], list[Box]]:
        """Where each name stands and how it is anchored, beside its node where it covers least; and its box."""
        nodes = sorted(net.board["nodes"], key=lambda node: NAME_ORDER.index(node["kind"]))
        # What must not be covered: where, how far around, how badly.
        marks = [(*self.at(node), RADIUS[node["kind"]], 4.0) for node in nodes]
        marks += [(spot.x, spot.y, SIGNAL_ROOM / 2, 4.0) for spot in self.signals.values()]
        for spot in self.spaces.values():
            for along in range(-int(spot.length / 2), int(spot.length / 2) + 1, 8):
                turn = math.radians(spot.turn)
                marks.append(
                    (spot.x + along * math.cos(turn), spot.y + along * math.sin(turn), TRAIN_WIDTH, 1.0)
                )
        placed: list[Box] = []
        names: dict[str, tuple[float, float, str]] = {}
        for node in nodes:
            x, y = self.at(node)
            gap, (letter, height) = RADIUS[node["kind"]] + 4, NAME_SIZES[node["kind"]]
            lines = lines_of(node)
            width, below = letter * max(map(len, lines)), height * (len(lines) - 0.8)
            if node["kind"] == "port":
                # Its goods lie below its name, with ten goods one or two more.
                rules = net.board["rules"]
                slots = sum(rules["port_slots"][node["id"]].values()) + 2 // len(rules["ports"])
                width, below = max(width, slots * SLOT), below + SLOT + 6
            places = [
                _name_place(x, y, away, angle, height)
                for away in range(int(gap), int(gap) + 33, 8)
                for angle in (0, 180, 270, 90, *range(15, 360, 15))
            ]

            def box(
                place: tuple[float, float, str],
                width: float = width,
                above: float = 0.8 * height,
                below: float = below,
            ) -> Box:
                left = place[0] - width * ("start", "middle", "end").index(place[2]) / 2
                return left, place[1] - above, left + width, place[1] + below

            def covers(place: tuple[float, float, str], box: Any = box) -> float:
                left, top, right, bottom = box(place)
                hidden = sum(
                    weight
                    for mx, my, r, weight in marks
                    if left - r < mx < right + r and top - r < my < bottom + r
                )
                over = sum(
                    left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
                    for other in placed
                )
                outside = left < -8 or right > self.scale * net.board["size"][0] + 18
                return hidden + 6 * over + 20 * outside

            best = min(places, key=covers)
            placed.append(box(best))
            names[node["id"]] = best
        return names, placed


def lines_of(node: dict[str, Any]) -> list[str]:
    """The name of a node as it is written on the map."""
    name = str(node["label"])
    wide = node["kind"] in ("city", "port") and len(name) > LONGEST_NAME
    return name.split(" ", 1) if wide else [name]


def _name_place(x: float, y: float, away: float, angle: int, height: float) -> tuple[float, float, str]:
    """A place for a name at that angle from the middle of its node: the base line, and how it is anchored."""
    right, down = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    anchor = "start" if right > 0.3 else "end" if right < -0.3 else "middle"
    return x + away * right, y + away * down + height * (0.3 + 0.5 * down), anchor


@cache
def plan_of(board: str) -> Plan:
    return Plan(network(board))


# ---------------------------------------------------------------- the whole


def board(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """The picture for the viewing seat; `last` is what the last move touched."""
    desk = _clock(seen, lang) + _card(seen, lang) + _agents(seen, lang) + _depot(seen, lang)
    return (
        f'<div class="cvx"><div class="cvx-table"><div class="cvx-desk">{desk}</div>'
        f'<div class="cvx-map">{_map(seen, lang, last)}</div>{_hand(seen, lang)}'
        f'<div class="cvx-side">{_ports(seen, lang)}{_team(seen, lang, names)}</div></div></div>'
    )


def legend(lang: str) -> str:
    """What the signs on the board mean."""
    signs = (
        (_signal_sign(True), tell(lang, "feu vert : on passe", "green signal: pass")),
        (_signal_sign(False), tell(lang, "feu rouge : on s’arrête", "red signal: stop")),
        ('<circle class="disc" r="7"/>', tell(lang, "voie fermée par un disque", "track closed by a disc")),
        (
            '<path class="way" d="M-9 0H9"/>',
            tell(lang, "voie ouverte de l’aiguillage", "open way of a switch"),
        ),
    )
    lines = "".join(
        f'<p><svg viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">{sign}</svg>{words}</p>'
        for sign, words in signs
    )
    trains = "".join(
        f'<p><svg viewBox="-24 -14 48 28" width="48" height="28" aria-hidden="true">{_train_shape(colour, 0)}</svg>'
        f"{tell(lang, f'train {name} : {dice}', f'{name} train: {dice}')}</p>"
        for colour, (name, dice) in enumerate(
            zip(COLOUR[lang], ("2 3 3 4 4 5", "1 2 2 3 3 4", "1 1 1 2 2 3"), strict=True)
        )
    )
    return f'<div class="cvx-key">{lines}{trains}</div>'


def _thing(thing: str, name: str, last: Collection[str], classes: str = "") -> str:
    """The attributes of something that can be touched inside the map."""
    marked = f"{classes} last" if thing in last else classes
    return f'class="{marked.strip()}" data-thing="{thing}" role="button" tabindex="0" aria-label="{escape(name)}"'


# ---------------------------------------------------------------- the map


def _map(seen: "Seen", lang: str, last: Collection[str]) -> str:
    net = board_of(seen)
    plan = plan_of(str(seen.options["board"]))
    left, top, right, bottom = map(round, plan.sheet)
    width, height = right - left, bottom - top
    name = escape(net.board["name"][lang])
    parts = [
        *(
            _section(seen, index, lang, last)
            for index, space in enumerate(net.spaces)
            if space.kind == "section"
        ),
        _trail(seen),
        *(_junction(seen, number, lang, last) for number in range(len(net.junctions))),
        *(_node(seen, index, lang, last) for index, space in enumerate(net.spaces) if space.node),
        *(_name(seen, node) for node in net.board["nodes"]),
        *(_signal(seen, number, lang, last) for number in range(len(net.signals))),
        *(_train(seen, train, lang, last) for train in range(TRAINS) if seen.state.where[train] != DEPOT),
        _gone(seen),
    ]
    x, y = _where_it_happens(seen) or (left + width * 0.5, top + height * 0.62)
    wide, high = TELEPHONE
    near = f"{x - wide / 2:.0f},{y - high / 2:.0f},{wide},{high}"
    return (
        f'<svg data-pan="{near}" viewBox="{left} {top} {width} {height}" role="group" aria-label="{name}">'
        # A window of another shape shows more of the land, and of the seas as far as the board draws them.
        f'<rect class="land" x="{left - width}" y="{top - height}" width="{3 * width}" height="{3 * height}"/>'
        f"{_ground(net.board, plan.scale, lang)}{''.join(parts)}</svg>"
    )


def _where_it_happens(seen: "Seen") -> tuple[float, float] | None:
    """What is asked about, or where the last train ran: a telephone, which shows a part of the map, goes there."""
    state: Any = seen.state
    net, plan = board_of(seen), plan_of(str(seen.options["board"]))
    if state.phase == GREENS and seen.seat == seen.actor:
        (gate, *more) = reading.places_to_lay(seen)
        return (plan.spaces[gate].x, plan.spaces[gate].y) if gate >= 0 and not more else None
    if state.phase == SWITCHES:
        bare = next(number for number, setting in enumerate(state.open) if setting == 0)
        return plan.at(net.nodes[net.junctions[bare]])
    moving = [train for train in range(TRAINS) if state.waiting[train]]
    train = int(state.train) if state.train >= 0 else moving[0] if moving else -1
    space = int(state.where[train]) if train >= 0 else -1
    if space < 0 and state.trail_length:
        space = int(state.trail[int(state.trail_length) - 1])
    return (plan.spaces[space].x, plan.spaces[space].y) if space >= 0 else None


def _section(seen: "Seen", index: int, lang: str, last: Collection[str]) -> str:
    net, spot = board_of(seen), plan_of(str(seen.options["board"])).spaces[index]
    half = spot.length / 2 - 1.5
    return (
        f'<g transform="translate({spot.x:.1f} {spot.y:.1f}) rotate({spot.turn:.1f})" '
        f"{_thing(f'space-{index}', space_name(net, index, lang), last, 'section')}>"
        f'<rect x="{-half:.1f}" y="-9" width="{2 * half:.1f}" height="18" rx="5"/>'
        f'<path class="ties" d="M{4 - half:.1f} 0H{half - 3:.1f}"/>'
        f'<path class="rails" d="M{3 - half:.1f}-3.5H{half - 3:.1f}M{3 - half:.1f} 3.5H{half - 3:.1f}"/>'
        f'<rect class="ring" x="{-half:.1f}" y="-14" width="{2 * half:.1f}" height="28" rx="6"/>'
        f'<rect class="hit" x="{-half:.1f}" y="-14" width="{2 * half:.1f}" height="28"/></g>'
    )


def _junction(seen: "Seen", number: int, lang: str, last: Collection[str]) -> str:
    net, plan = board_of(seen), plan_of(str(seen.options["board"]))
    name = net.junctions[number]
    node, setting = net.nodes[name], int(seen.state.open[number])
    arms = [plan.arms[number, arm] for arm in range(len(net.arms[name]))]
    opened = [spot for arm, spot in enumerate(arms) if setting >> arm & 1]
    x, y = plan.at(node)
    drawn = [f'<circle class="turntable" cx="{x}" cy="{y}" r="20"/>']
    if len(opened) == 2:
        one, other = opened
        path = f"M{one.x:.1f} {one.y:.1f}Q{x} {y} {other.x:.1f} {other.y:.1f}"
        drawn.append(f'<path class="way-bed" d="{path}"/><path class="way" d="{path}"/>')
    for arm, spot in enumerate(arms):
        to = label(net, net.arms[name][arm].node)
        is_open = setting >> arm & 1
        state = tell(lang, "ouverte" if is_open else "fermée", "open" if is_open else "closed")
        words = tell(
            lang, f"{node['label']}, voie vers {to}, {state}", f"{node['label']}, track to {to}, {state}"
        )
        sign = (
            '<circle class="free" r="8"/>'
            if is_open or not setting
            else '<circle class="disc" r="8"/><path class="bar" d="M-5 0H5"/>'
        )
        drawn.append(
            f'<g transform="translate({spot.x:.1f} {spot.y:.1f}) rotate({spot.turn:.1f})" '
            f'{_thing(f"arm-{number}-{arm}", words, last, "arm")}>{sign}<circle class="ring" r="12.5"/>'
            f'<path class="hit" d="M{_seen_from(spot, plan.wedge(number, arm, (x, y)))}z"/></g>'
        )
    return "".join(drawn)


def _seen_from(spot: Spot, points: Sequence[tuple[float, float]]) -> str:
    """Points of the map in the turned drawing of a spot."""
    cos, sin = math.cos(math.radians(spot.turn)), math.sin(math.radians(spot.turn))
    away = [(x - spot.x, y - spot.y) for x, y in points]
    return " ".join(f"{dx * cos + dy * sin:.1f} {dy * cos - dx * sin:.1f}" for dx, dy in away)


def _node(seen: "Seen", index: int, lang: str, last: Collection[str]) -> str:
    net = board_of(seen)
    space = net.spaces[index]
    node = net.nodes[space.node]
    box: Any = seen.box
    state: Any = seen.state
    words = str(node["label"])
    x, y = plan_of(str(seen.options["board"])).at(node)
    if space.kind == "start":
        number = next((k + 2 for k, at in enumerate(state.start) if at == index), 0)
        shape = (
            f'<circle r="18"/><text class="number" y="7">{number or "?"}</text><circle class="ring" r="24"/>'
        )
        words = tell(lang, f"Départ {number}, {words}", f"Start {number}, {words}")
    elif space.kind == "city":
        goods = int(box.goods[index]) - 1
        left = int(state.cubes[goods])
        shape = (
            '<path d="M0-30 27-15V15L0 30-27 15V-15z"/>'
            f'<path class="sign" d="{SHAPES[goods]}"/><text class="count" y="25">{left}</text>'
            '<circle class="ring" r="37"/>'
        )
        words = tell(
            lang,
            f"{words}, marchandise {GOODS[lang][goods]} : {left}",
            f"{words}, {GOODS[lang][goods]} goods: {left}",
        )
        return (
            f'<g transform="translate({x} {y})" '
            f"{_thing(f'space-{index}', words, last, f'city {GOODS_CLASSES[goods]}')}>{shape}</g>"
        )
    else:
        shape = (
            '<circle r="30"/><path class="anchor" d="M0-17V15M-9-7H9M-14 4Q-12 15 0 15Q12 15 14 4"/>'
            '<circle class="ring" r="37"/>'
        )
    return (
        f'<g transform="translate({x} {y})" {_thing(f"space-{index}", words, last, space.kind)}>{shape}</g>'
    )


def _name(seen: "Seen", node: dict[str, Any]) -> str:
    x, y, anchor = plan_of(str(seen.options["board"])).names[node["id"]]
    goods = ""
    lines = lines_of(node)
    height = NAME_SIZES[node["kind"]][1]
    if node["kind"] == "port":
        port = board_of(seen).board["rules"]["ports"].index(node["id"])
        slots = _slots(seen, port)
        width = SLOT * len(slots)
        left = x - width * ("start", "middle", "end").index(anchor) / 2
        cubes = "".join(
            f'<g transform="translate({SLOT * (place + 0.5):.1f} {SLOT / 2:.1f}) scale(1.1)">{cube}</g>'
            for place, cube in enumerate(slots)
        )
        under = y + height * (len(lines) - 1) + 6
        goods = (
            f'<g class="goods" aria-hidden="true" transform="translate({left:.1f} {under:.1f})">'
            f'<rect x="-2" y="-1" width="{width + 4:.1f}" height="{SLOT + 2:.1f}"/>{cubes}</g>'
        )
    first, *more = lines
    below = "".join(f'<tspan x="{x:.1f}" dy="{height:.0f}">{escape(line)}</tspan>' for line in more)
    return (
        f'<text class="name {node["kind"]}-name" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        f"{escape(first)}{below}</text>{goods}"
    )


def _ground(board: dict[str, Any], scale: float, lang: str) -> str:
    """What lies around the tracks: seas with their coasts, hills, names. A board may do without."""
    ground = board.get("ground", {})
    wide, high = board["size"]
    seas = " ".join(
        "M" + " ".join(f"{_out(x, wide) * scale:.0f} {_out(y, high) * scale:.0f}" for x, y in coast) + "z"
        for coast in ground.get("seas", [])
    )
    waves = "".join(
        f'<path class="wave" stroke-width="{width + 3}" d="{seas}"/>'
        f'<path class="calm" stroke-width="{width}" d="{seas}"/>'
        for width in (72, 48, 24)
    )
    hills = "".join(
        f'<path class="hill" d="m{x * scale:.0f} {y * scale - 1.4 * size:.0f} {size} {1.4 * size:.0f}h{-2 * size}z"/>'
        for x, y, size in ground.get("hills", [])
    )
    names = "".join(
        f'<text class="sea-name" transform="translate({name["x"] * scale:.0f} {name["y"] * scale:.0f}) '
        f'rotate({name["turn"]})">{escape(name["text"][lang])}</text>'
        for name in ground.get("names", [])
    )
    clip = f'<clipPath id="cvx-sea"><path d="{seas}"/></clipPath>'
    water = f'{clip}<path class="sea" d="{seas}"/><g clip-path="url(#cvx-sea)">{waves}</g>' if seas else ""
    coast = f'<path class="coast" d="{seas}"/>' if seas else ""
    drawn = f"{water}{coast}{hills}{names}"
    once = f"ground-{zlib.crc32(drawn.encode()):x}"
    return f'<g aria-hidden="true" data-once="{once}">{drawn}</g><!--/once {once}-->'


def _out(along: float, size: float) -> float:
    """A sea that leaves the board goes on: a window of another shape shows more than the board."""
    if along < -EDGE:
        return along - OCEAN
    return along + OCEAN if along > size + EDGE else along


def _signal_sign(green: bool) -> str:
    if green:
        return '<circle class="go" r="9"/><path class="glyph" d="M0 5V-5M-4-1 0-5 4-1"/>'
    return '<rect class="halt" x="-9" y="-9" width="18" height="18"/><path class="glyph" d="M-5 0H5"/>'


def _signal(seen: "Seen", number: int, lang: str, last: Collection[str]) -> str:
    net, plan = board_of(seen), plan_of(str(seen.options["board"]))
    spot = plan.signals[number]
    green = bool(seen.state.green[number])
    where = signal_name(net, number, lang)
    words = tell(
        lang, f"Feu {'vert' if green else 'rouge'} {where}", f"{'Green' if green else 'Red'} signal {where}"
    )
    return (
        f'<g transform="translate({spot.x:.1f} {spot.y:.1f})" '
        f"{_thing(f'signal-{number}', words, last, 'signal')}>{_signal_sign(green)}"
        f'<circle class="ring" r="16"/><circle class="hit" r="{plan.reach[number]:.1f}"/></g>'
    )


def _train_shape(colour: int, load: int, room: float = 0.0) -> str:
    """Its nose shows where it goes. On a short section it is shorter: what lies beside can still be touched."""
    stripes = "".join(f'<path class="chevron" d="m{8 - 7 * k}-5 5 5-5 5"/>' for k in range(COLOURS - colour))
    cube = (
        f'<g transform="translate(-11 0) scale(.8)">'
        f'<path class="cube {GOODS_CLASSES[load - 1]}" d="{SHAPES[load - 1]}"/></g>'
        if load
        else ""
    )
    drawn = f'<path class="train {COLOUR_CLASSES[colour]}" d="M-21-10H11L22 0 11 10H-21z"/>{stripes}{cube}'
    if 0 < room < TRAIN_LENGTH:
        return f'<g transform="scale({max(SHORTEST, room / TRAIN_LENGTH):.2f})">{drawn}</g>'
    return drawn


def _train(seen: "Seen", train: int, lang: str, last: Collection[str]) -> str:
    net, state, box = board_of(seen), seen.state, seen.box
    space, load = int(state.where[train]), int(state.load[train])
    spot = plan_of(str(seen.options["board"])).spaces[space]
    turn = spot.turn if state.heading[train] else spot.turn + 180
    if box.kind[space] != SECTION:
        way = plan_of(str(seen.options["board"])).spaces[int(box.next[space, 0])]
        is_start = net.spaces[space].kind == "start"
        turn = math.degrees(math.atan2(way.y - spot.y, way.x - spot.x)) if is_start else 0.0
    # It answers to a finger wherever its section does.
    half = (min(spot.length, TRAIN_LENGTH) or TRAIN_LENGTH) / 2
    cargo = GOODS[lang][load - 1] if load else tell(lang, "vide", "empty")
    ring = f'<rect class="ring" x="{-half - 6:.1f}" y="-16" width="{2 * half + 12:.1f}" height="32" rx="6"/>'
    if box.kind[space] != SECTION:
        ring = '<circle class="ring" r="37"/>'  # round the city: on its colour nobody would see it
    ahead = reading.ways_in_words(seen, train, reading.runs_of(seen, train), lang)
    words = tell(
        lang,
        f"Train {train_name(train, lang)}, {cargo}, {space_name(net, space, lang)} ; devant : {ahead}",
        f"Train {train_name(train, lang)}, {cargo}, {space_name(net, space, lang)}; ahead: {ahead}",
    )
    return (
        f'<g transform="translate({spot.x:.1f} {spot.y:.1f}) rotate({turn:.1f})" '
        f'data-key="train-{train}" data-from="depot-{train}"{_way(seen, train)} '
        f"{_thing(f'train-{train}', words, last, 'engine')}>{_train_shape(train // OF_EACH, load, spot.length)}"
        f'<text class="no" transform="rotate({-turn:.1f} -15 -15)" x="-15" y="-10">{train % OF_EACH + 1}</text>'
        f"{ring}"
        f'<rect class="hit" x="{-half:.1f}" y="-18" width="{2 * half:.1f}" height="36"/></g>'
    )


def _trail(seen: "Seen") -> str:
    """Where the last train ran, whether it still stands there or has gone to the depot."""
    ran = _ran(seen)
    if len(ran) < 2:
        return ""
    return f'<path class="trail" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in ran)}"/>'


def _ran(seen: "Seen") -> list[tuple[float, float]]:
    """Where the last run came by: the middles of its spaces, and of the junctions between them."""
    state: Any = seen.state
    net, plan = board_of(seen), plan_of(str(seen.options["board"]))
    spaces = [int(space) for space in list(state.trail)[: int(state.trail_length)]]
    points: list[tuple[float, float]] = []
    for number, space in enumerate(spaces):
        line, before = net.spaces[space].line, net.spaces[spaces[number - 1]].line if number else ""
        if before and line and line != before:
            points.append(plan.at(net.nodes[net.between(before, line)]))
        points.append((plan.spaces[space].x, plan.spaces[space].y))
    return points


def _way(seen: "Seen", train: int) -> str:
    """The way of the last run, for the train that made it: it is followed space by space, round every bend."""
    if not _has_run(seen, train):
        return ""
    return f' data-way="{" ".join(f"{x:.1f},{y:.1f}" for x, y in _ran(seen))}"'


def _has_run(seen: "Seen", train: int) -> bool:
    """Whether the last run was its own, and it stands at its end or has gone to the depot from there."""
    state: Any = seen.state
    length = int(state.trail_length)
    return train == state.runner and length > 1 and state.where[train] in (state.trail[length - 1], DEPOT)


def _gone(seen: "Seen") -> str:
    """A train whose run ended in the depot: it is seen to run to its end, and then no more."""
    train = int(seen.state.runner)
    if train < 0 or seen.state.where[train] != DEPOT or not _has_run(seen, train):
        return ""
    (x_before, y_before), (x, y) = _ran(seen)[-2:]
    turn = math.degrees(math.atan2(y - y_before, x - x_before))
    return (
        f'<g class="gone-train" transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})" aria-hidden="true" '
        f'data-key="gone-{train}" data-from="train-{train}" data-fades{_way(seen, train)}>'
        f"{_train_shape(train // OF_EACH, 0)}</g>"
    )


# ---------------------------------------------------------------- beside the map


def _panel(title: str, content: str, classes: str = "") -> str:
    return f'<section class="cvx-panel {classes}"><h3>{title}</h3>{content}</section>'


def _clock(seen: "Seen", lang: str) -> str:
    left, of = int(seen.state.clock), int(seen.box.clock)
    dots: list[str] = []
    for number in range(of):
        angle = 2 * math.pi * number / of - math.pi / 2
        x, y = 80 + 55 * math.cos(angle), 84 + 55 * math.sin(angle)
        dots.append(
            f'<circle class="{"token" if number < left else "gone"}" cx="{x:.1f}" cy="{y:.1f}" r="10"/>'
        )
    words = tell(
        lang, f"Horloge : {left} jeton{'s' if left > 1 else ''} sur {of}", f"Clock: {left} of {of} tokens"
    )
    return _panel(
        tell(lang, "Horloge", "Clock"),
        f'<svg viewBox="0 0 160 164" width="84" role="img" aria-label="{words}">'
        f'<circle class="rim" cx="80" cy="84" r="76"/>'
        f'<circle class="face" cx="80" cy="84" r="69"/>{"".join(dots)}'
        f'<path class="hands" d="M80 84 62 60M80 84l26-14"/></svg>'
        f"<p>{left}/{of}</p>",
        "clock",
    )


NEW_TRAIN = (
    '<path class="train black" d="M-10 11V-6Q-10-10-6-10H6Q10-10 10-6V11z"/>'
    '<path class="chevron" d="M0-6V6M-6 0H6"/>'
)
MULTICOLOUR = (
    '<path class="train black" d="M-21-10H-9V10H-21z"/><path class="train brown" d="M-9-10H3V10H-9z"/>'
    '<path class="train grey" d="M3-10H11L22 0 11 10H3z"/>'
)


def _card(seen: "Seen", lang: str) -> str:
    state: Any = seen.state
    box: Any = seen.box
    card, pile = int(state.card), int(state.pile_count)
    if card < 0:
        content = f"<p>{_no_card(seen, lang)}</p>"
    else:
        symbols: list[tuple[str, str, int]] = []
        new = COLOURS if card == 0 else int(box.card_new[card])
        placed = new - int(state.new_left)
        for number in range(new):
            symbols.append((NEW_TRAIN, tell(lang, "nouveau train", "new train"), number - placed))
        running = state.phase in (NAME, ROLL, ROLLED, PASSING)
        ran = int(state.symbol) - running
        at_work = running or state.phase == COLOUR_CHOICE
        for number, symbol in enumerate(map(int, box.card_move[card])):
            if symbol >= 0:
                sign = MULTICOLOUR if symbol == WILD else _train_shape(symbol, 0)
                name = tell(lang, "au choix", "any colour") if symbol == WILD else COLOUR_PLURAL[lang][symbol]
                if symbol == WILD and running and number == ran:
                    means = COLOUR_PLURAL[lang][int(state.colour)]
                    name = tell(lang, f"{name} : {means}", f"{name}: {means}")
                symbols.append((sign, name, number - ran if at_work or number < ran else 1))
        lines = "".join(
            f'<li class="{"done" if ahead < 0 else "now" if ahead == 0 else ""}">'
            f'<svg viewBox="-23 -12 46 24" width="34" aria-hidden="true">{sign}</svg>{name}</li>'
            for sign, name, ahead in symbols
        )
        content = f"<ol>{lines}</ol>"
    words = tell(lang, "Fiche d’instruction", "Instruction card")
    colon = tell(lang, " :", ":")
    told = f"{words}{colon} {card_name(seen, card, lang)}" if card >= 0 else words
    left = tell(lang, f"{pile} en pioche", f"{pile} in the pile")
    if state.under:
        left += tell(lang, ", la dernière connue", ", the last one known")
    return _panel(
        f"{tell(lang, 'Fiche', 'Card')} <small>{left}</small>",
        f'<button type="button" class="card" data-thing="card" aria-label="{escape(told)}">'
        f"{content}</button>",
        "instruction",
    )


def _no_card(seen: "Seen", lang: str) -> str:
    if seen.actor == OVER:
        return tell(lang, "La partie est finie.", "The game is over.")
    if reading.setting_up(seen) or seen.state.phase == REVEAL:
        return tell(lang, "La première n’est pas encore révélée.", "The first is not revealed yet.")
    return tell(lang, "Faite. Place aux cartes Action.", "Done. Now for the action cards.")


def _agents(seen: "Seen", lang: str) -> str:
    cells: list[str] = []
    for agent in range(AGENTS):
        if seen.box.on_duty[agent]:
            used = bool(seen.state.spent[agent])
            stop = f"<em>{tell(lang, 'utilisé', 'used')}</em>" if used else ""
            name = AGENT[lang][agent].partition(" ")[2]
            cells.append(
                f'<button type="button" class="agent{" used" if used else ""}" data-thing="agent-{agent}">'
                f"{_portrait(agent)}<b>{name[0].upper()}{name[1:]}</b>"
                f"<span>{AGENT_HELP[lang][agent]}</span>{stop}</button>"
            )
    return _panel(tell(lang, "Agents", "Agents"), "".join(cells), "agents")


CAP = '<path class="{0}" d="M19 19Q19 7 32 7T45 19z"/><path class="peak" d="M18 19H46l3 4H18z"/>'
HAIR = '<path class="hair" d="M20 25Q18 8 32 8T44 25Q41 16 32 17T20 25z"/>'
HEADS = (  # what each agent wears, in the order of the rules
    HAIR,
    CAP.format("cap-blue"),
    CAP.format("cap-red"),
    '<path class="cap-yellow" d="M20 19Q20 7 32 7T44 19z"/><path class="cap-yellow" d="M16 19H48v3H16z"/>',
    '<path class="hair" d="M19 38Q15 8 32 8T45 38h-5V22Q32 20 24 22V38z"/>' + CAP.format("cap-green"),
    HAIR + '<path class="headset" d="M19 25Q19 6 32 6T45 25M45 24v5q0 4-7 5"/>',
)


def _portrait(agent: int) -> str:
    """A head and shoulders before the night."""
    return (
        '<svg viewBox="0 0 64 56" aria-hidden="true"><path class="wall" d="M0 0H64V56H0z"/>'
        '<path class="ray" d="M64 0V56H22z"/><path class="coat" d="M8 56Q10 41 26 39h12Q54 41 56 56z"/>'
        '<path class="collar" d="M25 39l7 9 7-9z"/><path class="skin" d="M27 30h10v9q-5 5-10 0z"/>'
        '<ellipse class="skin" cx="32" cy="24" rx="11" ry="13"/>'
        '<path class="lines" d="M27 24v2M37 24v2M28 31q4 3 8 0"/>'
        f"{HEADS[agent]}</svg>"
    )


def _depot(seen: "Seen", lang: str) -> str:
    cells: list[str] = []
    for colour in range(COLOURS):
        trains = [t for t in range(colour * OF_EACH, (colour + 1) * OF_EACH) if seen.state.where[t] == DEPOT]
        drawn = "".join(
            f'<svg viewBox="-24 -14 48 28" width="40" data-key="depot-{train}" aria-hidden="true">'
            f"{_train_shape(colour, 0)}</svg>"
            for train in trains
        )
        words = tell(
            lang,
            f"Trains {COLOUR_PLURAL[lang][colour]} au dépôt : {len(trains)}",
            f"{COLOUR[lang][colour].capitalize()} trains in the depot: {len(trains)}",
        )
        cells.append(
            f'<button type="button" class="colour" data-thing="colour-{colour}" aria-label="{words}">'
            f"<b>{COLOUR_PLURAL[lang][colour]}</b>{drawn}</button>"
        )
    return _panel(tell(lang, "Dépôt", "Depot"), "".join(cells), "depot")


def _ports(seen: "Seen", lang: str) -> str:
    net = board_of(seen)
    rows: list[str] = []
    for port, name in enumerate(net.board["rules"]["ports"]):
        cubes = "".join(
            f'<svg viewBox="-10 -10 20 20" width="20" aria-hidden="true">{cube}</svg>'
            for cube in _slots(seen, port)
        )
        rows.append(f"<p><b>{escape(label(net, name))}</b> {cubes}</p>")
    done, of = reading.delivered(seen), int(seen.box.wanted)
    return _panel(tell(lang, f"Livré {done} sur {of}", f"Delivered {done} of {of}"), "".join(rows), "ports")


def _slots(seen: "Seen", port: int) -> list[str]:
    """The places of a port, each with its cube if it is there; D3. those for any colour come last."""
    state: Any = seen.state
    box: Any = seen.box
    drawn: list[str] = []
    free = int(box.any_slots[port])
    for colour in range(len(GOODS_CLASSES)):
        done, slots = int(state.delivered[port, colour]), int(box.slots[port, colour])
        free -= max(0, done - slots)
        drawn += [_cube(colour, number < done) for number in range(max(done, slots))]
    return drawn + ['<path class="cube empty" d="M-8 0H8M0-8V8"/>'] * free


def _cube(colour: int, here: bool) -> str:
    kind = f"cube {GOODS_CLASSES[colour]}" if here else "cube empty"
    return f'<path class="{kind}" d="{SHAPES[colour]}"/>'


def _team(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What everybody holds; who plays alone sees it in the hand."""
    if seen.players == 1:
        return ""
    rows: list[str] = []
    for seat in range(seen.players):
        counts = [int(seen.state.hand[seat, kind]) for kind in range(len(KIND[lang]))]
        held = "".join(
            f'<span class="held k{kind}" title="{name}">{_card_sign(kind, 22)}{counts[kind]}'
            f'<span class="vh"> {name}</span></span>'
            for kind, name in enumerate(KIND[lang])
        )
        active = " on" if seat == seen.state.active else ""
        rows.append(
            f'<li class="p{seat + 1}{active}">{mark(seat, 18)}<b>{escape(names[seat])}</b>{held}</li>'
        )
    return _panel(tell(lang, "Équipe", "Team"), f"<ul>{''.join(rows)}</ul>", "team")


# ---------------------------------------------------------------- the hand


def _hand(seen: "Seen", lang: str) -> str:
    seat = seen.seat if seen.seat >= 0 else int(seen.state.active)
    cards = "".join(
        _cards_of_kind(kind, int(seen.state.hand[seat, kind]), lang) for kind in range(len(KIND[lang]))
    )
    actions = "".join(
        f'<button type="button" class="action k{kind}" data-thing="action-{kind}" aria-label="{name}"'
        f' title="{name}">= {_card_sign(kind, 30)}</button>'
        for kind, name in enumerate(KIND[lang])
    )
    any_two = tell(
        lang, "Deux cartes quelconques valent une carte au choix.", "Any two cards count as one of any kind."
    )
    second = tell(lang, "Avec une deuxième carte :", "With a second card:")
    pile = sum(seen.state.pile)
    end = tell(lang, "Finir le tour", "End the turn")
    left = tell(lang, f"pioche {pile}", f"pile {pile}")
    return (
        f'<div class="cvx-hand"><h3>{tell(lang, "Main", "Hand")}</h3><div class="cards">{cards}</div>'
        f'<div class="pairs"><span class="any-two">{any_two}</span><span class="with-second">{second}</span>'
        f"{actions}</div>"
        f'<button type="button" class="pile" data-thing="pile"><b>{end}</b><span>{left}</span></button></div>'
    )


def _cards_of_kind(kind: int, count: int, lang: str) -> str:
    """The cards of a kind as one; once it is chosen, beside it the second of a pair."""
    name = KIND[lang][kind]
    many = f"<i>×{count}</i>" if count > 1 else ""
    shown = (
        f'<button type="button" class="hand-card k{kind}" data-thing="hand-{kind}-0">'
        f"{_card_sign(kind)}<b>{name}</b>{many}</button>"
    )
    if count > 1:
        second = tell(lang, f"une deuxième carte {name}", f"a second {name} card")
        shown += (
            f'<button type="button" class="hand-card second k{kind}" data-thing="hand-{kind}-1"'
            f' aria-label="{second}" title="{second}"><b>+1</b></button>'
        )
    return f'<div class="kind">{shown}</div>' if count else ""


def _card_sign(kind: int, width: int = 56) -> str:
    sign = (
        _signal_sign(True),
        '<path class="way-bed" d="M-9 10Q0 2 0-11"/><path class="way" d="M-9 10Q0 2 0-11"/>'
        '<circle class="disc" cx="7" cy="5" r="5"/>',
        '<g transform="scale(.5)">' + _train_shape(0, 0) + "</g>",
    )[kind]
    return f'<svg viewBox="-13 -13 26 26" width="{width}" height="{width}" aria-hidden="true">{sign}</svg>'
