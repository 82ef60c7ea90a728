"""Boards are data: a file is read, checked and said what is wrong with, and laid out as a network of spaces.

A line between two nodes has sections; with the cities, ports and start spaces these are the spaces of the game. Every
way out of a space leads to a neighbouring space or to an arm of a junction.
"""

import json
import math
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from rotonde.kernel.boards import own_boards
from rotonde.kernel.prose import count_of

from .rules import ARMS, ENDS, JUNCTIONS, PORTS, SIGNALS, SPACES, TARGETS
from .shapes import misfits

Board = dict[str, Any]

GAME = "convoi-express"

COLOURS_OF_GOODS = ("yellow", "blue", "red", "white")
AGENT_NAMES = ("logistician", "manager", "conductor", "track_guard", "section_chief", "dispatcher")
STOPS = ("city", "port")
NUMBERS = range(2, 13)
GREENS_ON_TRACKS = 3
SWITCH_DISCS = 30
GREEN_DISCS = 10
CUBES_OF_A_COLOUR = 2
SMALLEST, APART = 200, 12  # of a sheet, and of two nodes on it


@cache
def shipped() -> dict[str, Board]:
    """The boards by their ids: every file in data/boards is one, and those that somebody added."""
    folder = files(__name__.rpartition(".")[0]) / "data" / "boards"
    boards = [json.loads(path.read_text("utf-8")) for path in folder.iterdir() if path.name.endswith(".json")]
    return {board["id"]: board for board in sorted(boards, key=lambda board: str(board["id"]))} | own_boards(
        GAME
    )


# ---------------------------------------------------------------- the network


@dataclass(frozen=True)
class Way:
    """A way out of a space: to another space, or to an arm of a junction."""

    space: int = -1
    back: int = 0
    signal: int = -1
    junction: int = -1
    arm: int = 0


@dataclass
class Space:
    kind: str  # "section", "city", "port", "start"
    node: str = ""  # of a city, port or start space
    line: str = ""  # of a section
    number: int = 0  # which section of its line, counted from `a`
    ways: list[Way] = field(default_factory=list[Way])


@dataclass
class Arm:
    """An arm of a junction: the section next to it, by which of its ends, on the line to which node."""

    space: int
    end: int
    node: str


class Network:
    """The spaces of a board and the ways between them; the board must be free of problems."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.nodes: dict[str, dict[str, Any]] = {node["id"]: node for node in board["nodes"]}
        self.junctions = [node["id"] for node in board["nodes"] if node["kind"] == "junction"]
        self.signals = [signal["id"] for line in board["lines"] for signal in line["signals"]]
        self.gate_of: dict[str, str] = {
            signal["id"]: signal.get("gate", "") for line in board["lines"] for signal in line["signals"]
        }
        self.spaces = [
            Space(node["kind"], node=node["id"]) for node in board["nodes"] if node["kind"] != "junction"
        ]
        self.at: dict[str, int] = {space.node: index for index, space in enumerate(self.spaces)}
        self.arms: dict[str, list[Arm]] = {junction: [] for junction in self.junctions}
        for line in board["lines"]:
            self._lay(line)

    def between(self, line: str, other: str) -> str:
        """The junction where two lines meet."""
        ends = [(str(one["a"]), str(one["b"])) for one in self.board["lines"] if one["id"] in (line, other)]
        return next(node for node in self.junctions if all(node in both for both in ends))

    def _lay(self, line: dict[str, Any]) -> None:
        first = len(self.spaces)
        count: int = line["sections"]
        gates = {s["gate"]: self.signals.index(s["id"]) for s in line["signals"] if "gate" in s}
        joints = {s["joint"]: self.signals.index(s["id"]) for s in line["signals"] if "joint" in s}
        for number in range(count):
            section = Space("section", line=line["id"], number=number)
            self.spaces.append(section)
            section.ways = [
                self._way_to_node(line, 0, first, gates)
                if number == 0
                else Way(first + number - 1, 1, joints.get(number, -1)),
                self._way_to_node(line, 1, first + number, gates)
                if number == count - 1
                else Way(first + number + 1, 0, joints.get(number + 1, -1)),
            ]

    def _way_to_node(self, line: dict[str, Any], end: int, section: int, gates: dict[str, int]) -> Way:
        node, other = (line["a"], line["b"]) if end == 0 else (line["b"], line["a"])
        if node in self.arms:
            self.arms[node].append(Arm(section, end, other))
            return Way(junction=self.junctions.index(node), arm=len(self.arms[node]) - 1)
        stop = self.spaces[self.at[node]]
        signal = gates.get(node, -1)
        stop.ways.append(Way(section, end, signal))
        return Way(self.at[node], len(stop.ways) - 1, signal)

    def states(self) -> Iterator[tuple[int, int]]:
        """Every space with every heading a train may have there."""
        for index, space in enumerate(self.spaces):
            for heading in range(2 if space.kind == "section" else 1):
                yield index, heading

    def steps(self, space: int, heading: int) -> list[tuple[Way, tuple[int, int], int]]:
        """Where a train may be after one point: by which way, on which space with which heading, through which setting.

        Start spaces are left out: nobody wants to go there.
        """
        here = self.spaces[space]
        if here.kind == "port" and not self.board["rules"]["empty_train_may_stay_in_port"]:
            return []
        found: list[tuple[Way, tuple[int, int], int]] = []
        for way in [here.ways[heading]] if here.kind == "section" else here.ways:
            entries = [(way.space, way.back, 0)]
            if way.junction >= 0:
                arms = self.arms[self.junctions[way.junction]]
                entries = [
                    (arm.space, arm.end, 1 << way.arm | 1 << number)
                    for number, arm in enumerate(arms)
                    if number != way.arm
                ]
            for to, entered_by, setting in entries:
                kind = self.spaces[to].kind
                if kind != "start":
                    found.append((way, (to, 1 - entered_by if kind == "section" else 0), setting))
        return found

    def points_to(self, target: int) -> dict[tuple[int, int], int]:
        """From every space and heading from where it can be reached: the fewest points to the target."""
        before: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for state in self.states():
            for _, to, _ in self.steps(*state):
                before.setdefault(to, []).append(state)
        found = {(target, 0): 0}
        waiting = deque([(target, 0)])
        while waiting:
            to = waiting.popleft()
            for state in before.get(to, []):
                if state not in found:
                    found[state] = found[to] + 1
                    waiting.append(state)
        return found

    def open_arms(self, junction: str, nodes: list[str]) -> int:
        """The setting of a junction as bits: these neighbours are joined."""
        return sum(1 << number for number, arm in enumerate(self.arms[junction]) if arm.node in nodes)


@cache
def network(board_id: str) -> Network:
    """The network of a shipped board."""
    return Network(shipped()[board_id])


# ---------------------------------------------------------------- what is wrong with a board


class _Findings:
    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.told: list[str] = []

    def tell(self, wrong: bool, fr: str, en: str) -> None:
        if wrong:
            self.told.append(self.choose(fr, en))

    def choose(self, fr: str, en: str) -> str:
        return fr if self.lang == "fr" else en


def problems_of(board: Any, lang: str = "en") -> list[str]:
    """What is wrong with a board file that was read, in words; nothing when it can be played."""
    found = _Findings(lang)
    # Each check relies on what the ones before it have found in order.
    checks = (
        (_check_shape,),
        (_check_head, _check_nodes),
        (_check_places, _check_lines),
        (_check_rules, _check_first_setup),
        (_check_size,),
        (_check_ways,),
    )
    for step in checks:
        for check in step:
            check(board, found)
        if found.told:
            break
    return found.told


def _check_shape(board: Any, found: _Findings) -> None:
    """Every field is there and is what it must be."""
    for misfit in misfits(board):
        where = " › ".join(misfit.path) or found.choose("Le fichier", "The file")
        found.tell(True, f"{where} : {misfit.fr}.", f"{where} {misfit.en}.")


def _named(names: Iterable[object], found: _Findings) -> str:
    return ", ".join(map(str, names)) or found.choose("rien", "nothing")


def _check_head(board: Board, found: _Findings) -> None:
    found.tell(
        board["game"] != GAME,
        f"Le champ « game » doit être « {GAME} ».",
        f'The field "game" must be "{GAME}".',
    )
    found.tell(
        not re.fullmatch("[a-z][a-z0-9_]{0,40}", board["id"]),
        "Le champ « id » doit être un mot court, en minuscules, chiffres et tirets bas.",
        'The field "id" must be one short word of small letters, digits and underscores.',
    )


def _check_nodes(board: Board, found: _Findings) -> None:
    nodes = board["nodes"]
    for name, count in Counter(node["id"] for node in nodes).items():
        found.tell(count > 1, f"Le nœud {name} figure {count} fois.", f"Node {name} is there {count} times.")
    for node in nodes:
        kind, name = node["kind"], node["id"]
        known = kind in ("city", "port", "start", "junction")
        found.tell(
            not known, f"{name} est d’un type inconnu : {kind}.", f"{name} is of no known kind: {kind}."
        )
        wrong_goods = kind == "city" and node.get("goods") not in COLOURS_OF_GOODS
        found.tell(
            wrong_goods,
            f"La ville {name} n’a pas de marchandise connue.",
            f"City {name} has no known goods.",
        )
    goods = sorted(str(node.get("goods")) for node in nodes if node["kind"] == "city")
    found.tell(
        goods != sorted(COLOURS_OF_GOODS),
        "Il faut quatre villes marchandes, une par couleur.",
        "There must be four goods cities, one of each colour.",
    )
    numbers = sorted(node.get("number", 0) for node in nodes if node["kind"] == "start")
    found.tell(
        numbers != list(NUMBERS),
        "Il faut onze cases de départ, numérotées de 2 à 12.",
        "There must be eleven start spaces, numbered 2 to 12.",
    )
    ports = sorted(node["id"] for node in nodes if node["kind"] == "port")
    found.tell(
        not 1 <= len(ports) <= PORTS or ports != sorted(board["rules"]["ports"]),
        "Il faut un ou deux ports, les mêmes que dans les règles du plateau.",
        "There must be one or two ports, the same as in the rules of the board.",
    )


def _check_places(board: Board, found: _Findings) -> None:
    """All that can be touched has a place of its own on the sheet."""
    width, height = board["size"]
    found.tell(
        not (width >= SMALLEST and height >= SMALLEST),
        f"size : le plateau doit avoir au moins {SMALLEST} de côté.",
        f"size: the board must be at least {SMALLEST} wide and high.",
    )
    for node in board["nodes"]:
        found.tell(
            not (0 <= node["x"] <= width and 0 <= node["y"] <= height),
            f"{node['id']} est hors du plateau.",
            f"{node['id']} lies off the board.",
        )
    for one, other in combinations(board["nodes"], 2):
        found.tell(
            math.hypot(one["x"] - other["x"], one["y"] - other["y"]) < APART,
            f"{one['id']} et {other['id']} sont trop près l’un de l’autre : au moins {APART}.",
            f"{one['id']} and {other['id']} are too close to each other: at least {APART}.",
        )


def _check_lines(board: Board, found: _Findings) -> None:
    kind_of = {node["id"]: node["kind"] for node in board["nodes"]}
    lines_at: Counter[str] = Counter()
    pairs: Counter[frozenset[str]] = Counter()
    for line in board["lines"]:
        name, ends = line["id"], (line["a"], line["b"])
        unknown = [end for end in ends if end not in kind_of]
        found.tell(
            bool(unknown),
            f"La ligne {name} ne mène nulle part : {_named(unknown, found)}.",
            f"Line {name} leads nowhere: {_named(unknown, found)}.",
        )
        lines_at.update(ends)
        pairs[frozenset(ends)] += 1
        found.tell(
            line["a"] == line["b"], f"La ligne {name} tourne en rond.", f"Line {name} leads to itself."
        )
        found.tell(line["sections"] < 1, f"La ligne {name} n’a pas de case.", f"Line {name} has no section.")
        gates = [signal["gate"] for signal in line["signals"] if "gate" in signal]
        wanted = [end for end in ends if kind_of.get(end) in STOPS]
        found.tell(
            sorted(gates) != sorted(wanted),
            f"La ligne {name} a un feu à l’entrée de : {_named(gates, found)} ; il faut : {_named(wanted, found)}.",
            f"Line {name} has a signal at the entrance of: {_named(gates, found)}; wanted: {_named(wanted, found)}.",
        )
        nowhere = [signal["id"] for signal in line["signals"] if ("gate" in signal) == ("joint" in signal)]
        found.tell(
            bool(nowhere),
            f"La ligne {name} : « gate » ou « joint », l’un des deux, pour {_named(nowhere, found)}.",
            f'Line {name}: "gate" or "joint", one of the two, for {_named(nowhere, found)}.',
        )
        joints = [signal["joint"] for signal in line["signals"] if "joint" in signal]
        possible = len(set(joints)) == len(joints) and all(1 <= joint < line["sections"] for joint in joints)
        found.tell(
            not possible,
            f"La ligne {name} a des feux entre des cases qui n’existent pas : {_named(joints, found)}.",
            f"Line {name} has signals between sections that are not there: {_named(joints, found)}.",
        )
    for pair, count in pairs.items():
        there = " – ".join(sorted(pair))
        found.tell(count > 1, f"{there} : {count} lignes au lieu d’une.", f"{there}: {count} lines, not one.")
    allowed = {"junction": range(3, ARMS + 1), "start": range(1, 2)}
    for name, kind in kind_of.items():
        wanted_lines = allowed.get(kind, range(1, ENDS + 1))
        has = count_of(lines_at[name], found.lang, ("ligne", "lignes"), ("line", "lines"))
        found.tell(
            lines_at[name] not in wanted_lines,
            f"{name} a {has} ; il en faut {_span(wanted_lines, 'à')}.",
            f"{name} has {has}; it must have {_span(wanted_lines, 'to')}.",
        )
    signals = Counter(signal["id"] for line in board["lines"] for signal in line["signals"])
    twice = [name for name, count in signals.items() if count > 1]
    found.tell(
        bool(twice),
        f"Des feux ont le même nom : {_named(twice, found)}.",
        f"Signals have the same name: {_named(twice, found)}.",
    )


def _span(numbers: range, to: str) -> str:
    return f"{numbers[0]} {to} {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def _check_rules(board: Board, found: _Findings) -> None:
    rules, kinds = board["rules"], Counter(node["kind"] for node in board["nodes"])
    lines_at = Counter(end for line in board["lines"] for end in (line["a"], line["b"]))
    discs = sum(lines_at[node["id"]] - 2 for node in board["nodes"] if node["kind"] == "junction")
    found.tell(
        rules["switch_discs"] != discs or discs > SWITCH_DISCS,
        f"Il faut {discs} disques Aiguillage (au plus {SWITCH_DISCS}), pas {rules['switch_discs']}.",
        f"There must be {discs} switch discs (at most {SWITCH_DISCS}), not {rules['switch_discs']}.",
    )
    greens = kinds["city"] + kinds["port"] + GREENS_ON_TRACKS
    found.tell(
        rules["green_discs"] != greens or greens > GREEN_DISCS,
        f"Il faut {greens} disques Feu vert (au plus {GREEN_DISCS}), pas {rules['green_discs']}.",
        f"There must be {greens} green discs (at most {GREEN_DISCS}), not {rules['green_discs']}.",
    )
    signals = sum(len(line["signals"]) for line in board["lines"])
    found.tell(
        # One may be laid further (D1), and a card moves one to a signal that is still red (A1).
        signals < greens + 2,
        f"Il faut au moins deux feux de plus que de disques Feu vert : {greens + 2}, pas {signals}.",
        f"There must be at least two signals more than green discs: {greens + 2}, not {signals}.",
    )
    slots_of = [rules["port_slots"].get(port, {}) for port in rules["ports"]]
    for colour in COLOURS_OF_GOODS:
        slots = sum(max(0, port.get(colour, 0)) for port in slots_of)
        found.tell(
            slots != CUBES_OF_A_COLOUR,
            f"Places des ports pour la couleur {colour} : {slots} ; il en faut {CUBES_OF_A_COLOUR}.",
            f"Places in the ports for {colour}: {slots}; there must be {CUBES_OF_A_COLOUR}.",
        )
    unknown = [agent for agent in rules["agents"] if agent not in AGENT_NAMES]
    found.tell(
        bool(unknown),
        f"Agents inconnus : {_named(unknown, found)} ; au choix : {_named(AGENT_NAMES, found)}.",
        f"Unknown agents: {_named(unknown, found)}; choose from: {_named(AGENT_NAMES, found)}.",
    )
    twice = [agent for agent in AGENT_NAMES if rules["agents"].count(agent) > 1]
    found.tell(
        bool(twice),
        f"Des agents sont là deux fois : {_named(twice, found)}.",
        f"Agents are there twice: {_named(twice, found)}.",
    )


def _check_first_setup(board: Board, found: _Findings) -> None:
    gate_of = {s["id"]: s.get("gate", "") for line in board["lines"] for s in line["signals"]}
    greens: list[str] = board["first_setup"]["green"]
    unknown = [signal for signal in greens if signal not in gate_of]
    found.tell(
        bool(unknown),
        f"Des feux verts de la mise en place n’existent pas : {_named(unknown, found)}.",
        f"Green signals of the set-up do not exist: {_named(unknown, found)}.",
    )
    twice = [signal for signal, count in Counter(greens).items() if count > 1]
    found.tell(
        bool(twice),
        f"Des feux verts de la mise en place figurent deux fois : {_named(twice, found)}.",
        f"Green signals of the set-up are there twice: {_named(twice, found)}.",
    )
    at = Counter(gate_of.get(signal, "") for signal in greens)
    for node in board["nodes"]:
        if node["kind"] in STOPS:
            name = node["id"]
            found.tell(
                at[name] != 1,
                f"{name} doit avoir un feu vert à la mise en place, pas {at[name]}.",
                f"{name} must have one green signal in the set-up, not {at[name]}.",
            )
    found.tell(
        at[""] != GREENS_ON_TRACKS,
        f"Il faut {GREENS_ON_TRACKS} feux verts sur les voies, pas {at['']}.",
        f"There must be {GREENS_ON_TRACKS} green signals on tracks, not {at['']}.",
    )
    switches = board["first_setup"]["switches"]
    for node in board["nodes"]:
        if node["kind"] == "junction":
            name = node["id"]
            sides = {
                line["b"] if line["a"] == name else line["a"]
                for line in board["lines"]
                if name in (line["a"], line["b"])
            }
            opened = switches.get(name, {}).get("open", [])
            covered = switches.get(name, {}).get("discs_on", [])
            found.tell(
                len(set(opened)) != 2 or not set(opened) <= sides or set(covered) != sides - set(opened),
                f"L’aiguillage de {name} doit relier deux de ses voies et couvrir les autres.",
                f"The switch at {name} must join two of its lines and cover the others.",
            )
    strangers = sorted(set(switches) - {node["id"] for node in board["nodes"] if node["kind"] == "junction"})
    found.tell(
        bool(strangers),
        f"Pas d’aiguillage à : {_named(strangers, found)}.",
        f"There is no switch at: {_named(strangers, found)}.",
    )


def _check_size(board: Board, found: _Findings) -> None:
    net = Network(board)
    for fr, en, count, most in (
        ("cases", "spaces", len(net.spaces), SPACES),
        ("aiguillages", "switches", len(net.junctions), JUNCTIONS),
        ("feux", "signals", len(net.signals), SIGNALS),
        ("villes et ports", "cities and ports", sum(s.kind in STOPS for s in net.spaces), TARGETS),
    ):
        found.tell(
            count > most,
            f"Trop de {fr} : {count}, au plus {most}.",
            f"Too many {en}: {count}, at most {most}.",
        )


def _check_ways(board: Board, found: _Findings) -> None:
    """Every start reaches every city and port moving forward only, every city every port."""
    net = Network(board)
    for target in [index for index, space in enumerate(net.spaces) if space.kind in STOPS]:
        reached = net.points_to(target)
        from_here = [
            space.node
            for index, space in enumerate(net.spaces)
            if (space.kind == "start" or (space.kind == "city" and net.spaces[target].kind == "port"))
            and (index, 0) not in reached
        ]
        goal = net.spaces[target].node
        found.tell(
            bool(from_here),
            f"On ne peut atteindre {goal} depuis : {', '.join(from_here)}.",
            f"{goal} cannot be reached from: {', '.join(from_here)}.",
        )


def crossings(board: Board) -> list[tuple[str, str]]:
    """The pairs of lines that cross in the drawing: allowed, but hard to read."""
    at = {node["id"]: (node["x"], node["y"]) for node in board["nodes"]}

    def side(p: Any, q: Any, r: Any) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0

    crossed: list[tuple[str, str]] = []
    for one, other in combinations(board["lines"], 2):
        if {one["a"], one["b"]} & {other["a"], other["b"]}:
            continue
        a, b, c, d = at[one["a"]], at[one["b"]], at[other["a"]], at[other["b"]]
        if side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b):
            crossed.append((one["id"], other["id"]))
    return crossed
