"""Convoi Express: what is in the box, from the data files, and the options of a table."""

import json
from collections import deque
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from rotonde.kernel.errors import BadOption
from rotonde.kernel.info import Option

from .boards import AGENT_NAMES, COLOURS_OF_GOODS, STOPS, Board, Network, problems_of, shipped
from .rules import CITY, DISPATCHER, LEGS, LOWEST_START, PORT, SECTION, START_SPACE, WILD, Box

__all__ = ["OPTIONS", "box", "box_for", "problems_of"]

KINDS = {"section": SECTION, "city": CITY, "port": PORT, "start": START_SPACE}
STARTS = ("printed", "shuffled", "drawn")
GOODS = 8


def _data(name: str) -> Any:
    return json.loads((files(__name__.rpartition(".")[0]) / "data" / name).read_text("utf-8"))


def _boards(where: Callable[[dict[str, Any]], bool]) -> dict[str, tuple[str, ...]]:
    """The boards with such rules."""
    return {"board": tuple(name for name, board in shipped().items() if where(board["rules"]))}


PORTS_TO_STAY_IN = _boards(lambda rules: rules["empty_train_may_stay_in_port"])

OPTIONS = (
    Option(
        name="board",
        default="central_europe",
        choices=tuple(shipped()),
        label={"fr": "Le plateau", "en": "The board"},
        help={
            "fr": "L’Europe centrale pour débuter ; l’Amérique du Nord a deux ports, et l’on y traverse les villes.",
            "en": "Central Europe for a first game; North America has two ports, and trains pass through its cities.",
        },
        value_labels={name: board["name"] for name, board in shipped().items()},
    ),
    Option(
        name="setup",
        default="first",
        choices=("first", "free"),
        label={"fr": "La mise en place", "en": "The set-up"},
        help={
            "fr": "Les disques comme pour une première partie, ou posés un à un comme vous voulez.",
            "en": "The discs as for a first game, or laid one by one as you like.",
        },
        value_labels={
            "first": {"fr": "Première partie", "en": "First game"},
            "free": {"fr": "Libre", "en": "Free"},
        },
    ),
    Option(
        name="removed",
        default=2,
        choices=(0, 1, 2, 3, 4, 5, 6),
        label={"fr": "Fiches d’instruction retirées", "en": "Instruction cards removed"},
        help={
            "fr": "Deux d’ordinaire. Moins de fiches retirées : plus de tours, plus facile.",
            "en": "Two as a rule. Fewer cards removed: more turns, easier.",
        },
    ),
    Option(
        name="tokens",
        default=7,
        choices=(7, 8, 9, 10),
        label={"fr": "Jetons Temps", "en": "Time tokens"},
        help={
            "fr": "Combien il y en a sur l’horloge. Davantage : plus facile.",
            "en": "How many lie on the clock. More: easier.",
        },
    ),
    Option(
        name="extra_green",
        default=False,
        choices=(False, True),
        label={"fr": "Un feu vert de plus", "en": "One more green disc"},
        help={
            "fr": "Le premier joueur le pose où il veut. Plus facile.",
            "en": "The first player lays it anywhere. Easier.",
        },
        value_labels={False: {"fr": "Non", "en": "No"}, True: {"fr": "Oui", "en": "Yes"}},
    ),
    Option(
        name="goods",
        default=8,
        choices=(8, 10),
        label={"fr": "Marchandises à livrer", "en": "Goods to deliver"},
        help={
            "fr": "Dix : deux de chaque couleur et deux au choix. Plus difficile.",
            "en": "Ten: two of each colour and two of any. Harder.",
        },
    ),
    Option(
        name="starts",
        default="printed",
        choices=STARTS,
        label={"fr": "Les cases de départ", "en": "The start spaces"},
        help={
            "fr": "Les numéros du plateau, des numéros mélangés, ou des jetons tirés au lieu des dés.",
            "en": "The numbers of the board, shuffled numbers, or tokens drawn instead of the dice.",
        },
        value_labels={
            "printed": {"fr": "Comme sur le plateau", "en": "As on the board"},
            "shuffled": {"fr": "Numéros mélangés", "en": "Shuffled numbers"},
            "drawn": {"fr": "Sans dés Départ", "en": "No start dice"},
        },
    ),
    Option(
        name="dispatcher",
        default=True,
        choices=(False, True),
        label={"fr": "Le répartiteur", "en": "The dispatcher"},
        help={
            "fr": "Le troisième agent d’Amérique du Nord ; il est de nous, celui de la boîte ne nous est pas connu.",
            "en": "The third agent of North America; he is ours, we do not know the one in the box.",
        },
        value_labels={False: {"fr": "Sans", "en": "Without"}, True: {"fr": "Avec", "en": "With"}},
        only=_boards(lambda rules: AGENT_NAMES[DISPATCHER] in rules["agents"]),
    ),
    Option(
        name="unloading",
        default="must",
        choices=("must", "may"),
        label={"fr": "Train chargé dans un des deux ports", "en": "A loaded train in one of two ports"},
        help={
            "fr": "En Amérique du Nord : s’il y a une place pour sa marchandise, doit-il décharger ou peut-il passer ?",
            "en": "In North America: if there is a place for its goods, must it unload, or may it pass through?",
        },
        value_labels={
            "must": {"fr": "Il décharge", "en": "It unloads"},
            "may": {"fr": "Il peut passer", "en": "It may pass"},
        },
        only=PORTS_TO_STAY_IN,
    ),
    Option(
        name="full_port",
        default="pass",
        choices=("pass", "depot"),
        label={"fr": "Train chargé, port sans place", "en": "A loaded train, no place in the port"},
        help={
            "fr": "En Amérique du Nord : il s’arrête ou passe avec sa marchandise, ou il rentre au dépôt.",
            "en": "In North America: it stops or passes with its goods, or it goes to the depot.",
        },
        value_labels={
            "pass": {"fr": "Il garde tout", "en": "It keeps its goods"},
            "depot": {"fr": "Au dépôt", "en": "To the depot"},
        },
        only=PORTS_TO_STAY_IN,
    ),
)


def box(players: int, options: dict[str, Any]) -> Box:
    """C1. A board of the game with its trains, dice, cards and tokens."""
    return box_for(shipped()[options["board"]], players, options)


def box_for(board: Board, players: int, options: dict[str, Any]) -> Box:
    """The same for any board without problems: also one that somebody wrote."""
    if problems_of(board):
        raise BadOption(" ".join(problems_of(board, "fr")), " ".join(problems_of(board, "en")))
    made: Any = Box()
    made.players = players
    net = Network(board)
    _lay_network(made, net)
    _lay_setup(made, net, options)
    _lay_cards(made)
    _lay_ways(made, net)
    rules = board["rules"]
    for number, agent in enumerate(AGENT_NAMES):
        made.on_duty[number] = int(agent in rules["agents"])
    if not options["dispatcher"]:
        made.on_duty[DISPATCHER] = 0
    made.may_pass_cities = int(rules["pass_through_cities"])
    made.may_stay_in_port = int(rules["empty_train_may_stay_in_port"])
    made.must_unload = int(options["unloading"] == "must")
    made.full_port_to_depot = int(options["full_port"] == "depot")
    return made


def _lay_network(made: Any, net: Network) -> None:
    ports = net.board["rules"]["ports"]
    made.spaces = len(net.spaces)
    for index, space in enumerate(net.spaces):
        node = net.nodes.get(space.node, {})
        made.kind[index] = KINDS[space.kind]
        made.goods[index] = COLOURS_OF_GOODS.index(node["goods"]) + 1 if space.kind == "city" else 0
        made.port[index] = ports.index(space.node) if space.kind == "port" else -1
        made.ends[index] = len(space.ways)
        if space.kind == "start":
            made.start[node["number"] - LOWEST_START] = index
        for end, way in enumerate(space.ways):
            made.next[index, end] = way.space
            made.back[index, end] = way.back
            made.signal[index, end] = way.signal
            made.junction[index, end] = way.junction
            made.arm[index, end] = way.arm
    made.junctions = len(net.junctions)
    for number, name in enumerate(net.junctions):
        made.arms[number] = len(net.arms[name])
        for place, arm in enumerate(net.arms[name]):
            made.arm_space[number, place] = arm.space
            made.arm_end[number, place] = arm.end
    made.signals = len(net.signals)
    for number, signal in enumerate(net.signals):
        gate = net.gate_of[signal]
        made.gate_of[number] = net.at[gate] if gate else -1


def _lay_setup(made: Any, net: Network, options: dict[str, Any]) -> None:
    rules, first = net.board["rules"], net.board["first_setup"]
    made.free_setup = int(options["setup"] == "free")
    for signal in first["green"]:
        made.first_green[net.signals.index(signal)] = 1
    for number, junction in enumerate(net.junctions):
        made.first_open[number] = net.open_arms(junction, first["switches"][junction]["open"])
    made.greens = rules["green_discs"] + int(options["extra_green"])
    made.greens_on_tracks = rules["green_discs"] - sum(space.kind in STOPS for space in net.spaces)
    made.starts = STARTS.index(options["starts"])
    made.removed = options["removed"]
    made.clock = options["tokens"]
    further = options["goods"] - GOODS
    made.ports = len(rules["ports"])
    made.wanted = options["goods"]
    for number, port in enumerate(rules["ports"]):
        made.any_slots[number] = further // len(rules["ports"])
        for colour, name in enumerate(COLOURS_OF_GOODS):
            made.slots[number, colour] = rules["port_slots"][port][name]
            made.cubes[colour] += rules["port_slots"][port][name]
    for colour in range(len(COLOURS_OF_GOODS)):
        made.cubes[colour] += int(further > 0)


def _lay_cards(made: Any) -> None:
    trains, cards = _data("trains.json"), _data("instruction-cards.json")["cards"]
    symbols = [*trains["colours"], "wild"]
    assert symbols.index("wild") == WILD
    made.instructions = len(cards)
    for place in range(3):
        made.card_move[0, place] = -1
    for number, card in enumerate(cards, 1):
        made.card_new[number] = card["new"]
        for place in range(3):
            shown = place < len(card["move"])
            made.card_move[number, place] = symbols.index(card["move"][place]) if shown else -1
    for colour, name in enumerate(trains["colours"]):
        for points in trains["dice"][name]:
            made.die[colour, points] += 1
    for kind, name in enumerate(("signal", "switch", "move")):
        made.action_cards[kind] = trains["action_cards"][name]


def _lay_ways(made: Any, net: Network) -> None:
    """For bots: every step that a train can make, the cities and ports, and where ways part."""
    posts = 2 * len(net.spaces)
    steps = 0
    for post in range(posts):
        made.first_step[post] = steps
        space, heading = divmod(post, 2)
        if net.spaces[space].kind != "section" and heading == 1:
            continue
        for way, (to, then), setting in net.steps(space, heading):
            made.step_to[steps] = 2 * to + then
            made.step_signal[steps] = way.signal
            made.step_junction[steps] = way.junction
            made.step_setting[steps] = setting
            steps += 1
    made.first_step[posts] = steps
    targets = [index for index, space in enumerate(net.spaces) if space.kind in STOPS]
    made.targets = len(targets)
    for number, target in enumerate(targets):
        made.target[number] = 2 * target
    forks = _lay_forks(made, posts)
    for number, target in enumerate(targets):
        far = {2 * space + heading: points for (space, heading), points in net.points_to(target).items()}
        before = sorted((fork for fork in forks if far.get(fork, 0) > 0), key=lambda fork: (far[fork], fork))
        made.forks_before[number] = len(before)
        for place, fork in enumerate(before):
            made.fork_before[number, place] = fork


def _lay_forks(made: Any, posts: int) -> list[int]:
    """Chains and legs; the forks."""
    targets = {made.target[number] for number in range(made.targets)}
    steps = [range(made.first_step[post], made.first_step[post + 1]) for post in range(posts)]
    chained = [post for post in range(posts) if len(steps[post]) == 1 and post not in targets]
    forks = sorted(set(range(posts)) - set(chained))
    fork_of = {fork: fork for fork in forks}
    waiting = deque(forks)
    while waiting:
        to = waiting.popleft()
        for post in (post for post in chained if made.step_to[made.first_step[post]] == to):
            fork_of[post] = fork_of[to]
            made.chain[made.chained] = post
            made.chained += 1
            waiting.append(post)
    for fork in forks:
        made.more_legs[fork] = max(0, len(steps[fork]) - LEGS)
        for step in steps[fork]:
            made.leg[made.legs] = step
            made.legs += 1
            made.leg_from[step] = fork
            made.leg_to[step] = fork_of[made.step_to[step]]
            for place in range(min(step - steps[fork][0], LEGS), LEGS):
                made.fork_leg[fork, place] = step
    for place, step in enumerate(sorted((s for f in forks for s in steps[f]), key=lambda s: made.leg_to[s])):
        made.leg_back[place] = step
        made.first_back[made.leg_to[step] + 1] += 1
    for post in range(posts):
        made.first_back[post + 1] += made.first_back[post]
    return forks
