"""Positions of Convoi Express for tests: a table in the middle of a turn, with places by their names."""

from collections.abc import Mapping, Sequence
from typing import Any

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.boards import COLOURS_OF_GOODS, Network, network
from rotonde.games.convoi_express.check import problems
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.handle import Table, load_game
from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of

GAME = load_game("rotonde.games.convoi_express", "python")
BLACK, BROWN, GREY = 0, 3, 6  # the first train of each colour
AMERICA = {"board": "north_america"}


def net(table: Table) -> Network:
    return network(str(table.options["board"]))


def space(table: Table, name: str) -> int:
    """A city, port or start by its id; a section as "PAR-DIJ/0", counted from the first node of the line."""
    here = net(table)
    if "/" not in name:
        return here.at[name]
    line, number = name.split("/")
    return next(k for k, s in enumerate(here.spaces) if (s.line, s.number) == (line, int(number)))


def heading(table: Table, name: str, towards: str) -> int:
    """The end of a section that lies towards one of the two nodes of its line."""
    line = next(line for line in net(table).board["lines"] if line["id"] == name.split("/")[0])
    return (line["a"], line["b"]).index(towards)


def put(table: Table, train: int, place: str, load: str = "") -> None:
    """A train at "PAR", or on a section with its direction: "PAR-DIJ/0>DIJ"."""
    name, _, towards = place.partition(">")
    state: Any = table.state
    state.where[train] = space(table, name)
    state.heading[train] = heading(table, name, towards) if towards else 0
    if load:
        state.load[train] = COLOURS_OF_GOODS.index(load) + 1
        state.cubes[COLOURS_OF_GOODS.index(load)] -= 1


def join(table: Table, junction: str, *nodes: str) -> None:
    """Set a switch so that two neighbours are joined."""
    here = net(table)
    table.state.open[here.junctions.index(junction)] = here.open_arms(junction, list(nodes))


def green(table: Table, *signals: str) -> None:
    """These signals turn green; as many discs leave the tracks, or cities that have two."""
    state: Any = table.state
    numbers = [net(table).signals.index(signal) for signal in signals]
    for number in numbers:
        state.green[number] = 1
    gates = table.box.by_name()["gate_of"]
    while sum(state.green) > table.box.greens:
        spare = [
            n
            for n in range(table.box.signals)
            if state.green[n]
            and n not in numbers
            and (gates[n] == -1 or sum(state.green[m] for m, g in enumerate(gates) if g == gates[n]) > 1)
        ]
        state.green[min(spare, key=lambda n: gates[n])] = 0


def lay(
    trains: Mapping[int, str] | None = None,
    loads: Mapping[int, str] | None = None,
    hand: Sequence[int] = (3, 3, 3),
    players: int = 2,
    pile_count: int = 9,
    clock: int | None = None,
    spent: Sequence[int] = (),
    agents: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table with seat 0 at its action cards, in the first set-up. Without `agents` all of them have helped."""
    table = GAME.new(players, options or {})
    state: Any = table.state
    for train, place in (trains or {}).items():
        put(table, train, place, (loads or {}).get(train, ""))
    for kind in range(3):
        state.hand[0, kind] = hand[kind]
        state.pile[kind] -= hand[kind]
    state.phase, state.turn, state.pile_count = rules.ACTIONS, 5, pile_count
    for agent in range(rules.AGENTS):
        state.spent[agent] = int(table.box.on_duty[agent] and (agent in spent or not agents))
    if clock:
        state.clock = clock
    sane(table)
    return table


def at_card(card: int, trains: Mapping[int, str] | None = None, **more: Any) -> Table:
    """A table where instruction card `card` has just been revealed."""
    table = lay(trains, **more)
    table.state.phase = rules.REVEAL
    table.state.pile_count += 1
    table.play(pack(Verb.REVEAL, card))
    sane(table)
    return table


def sane(table: Table) -> None:
    assert problems(table) == []


def act(table: Table, *moves: int) -> Table:
    for move in moves:
        table.play(move)
        sane(table)
    return table


def move(table: Table, train: int, points: int) -> Table:
    """Play a move card for a train and roll so many points."""
    return act(table, pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, train), pack(Verb.ROLL, points))


def exit_to(table: Table, train: int, line: str) -> int:
    """The exit of the city where the train stands, onto that line."""
    here = net(table)
    ways = here.spaces[table.state.where[train]].ways
    return pack(Verb.EXIT, next(end for end, way in enumerate(ways) if here.spaces[way.space].line == line))


def place(table: Table, train: int) -> str:
    """Where a train is, as `put` takes it."""
    if table.state.where[train] == rules.DEPOT:
        return "depot"
    here = net(table)
    stands = here.spaces[table.state.where[train]]
    if stands.kind != "section":
        return stands.node
    line = next(line for line in here.board["lines"] if line["id"] == stands.line)
    return f"{stands.line}/{stands.number}>{(line['a'], line['b'])[table.state.heading[train]]}"


def signal(table: Table, name: str) -> int:
    return net(table).signals.index(name)


def is_green(table: Table, name: str) -> bool:
    return table.state.green[signal(table, name)] == 1


def cubes(table: Table, colour: str) -> int:
    """How many cubes of a colour still lie in their city."""
    return table.state.cubes[COLOURS_OF_GOODS.index(colour)]


def delivered(table: Table) -> int:
    return sum(map(sum, table.state.delivered.tolist()))


def deliver(table: Table, count: int) -> None:
    """So many cubes are in the ports already."""
    state: Any = table.state
    for port in range(table.box.ports):
        for colour in range(4):
            while (
                count
                and state.delivered[port, colour] < table.box.slots[port, colour]
                and state.cubes[colour]
            ):
                state.delivered[port, colour] += 1
                state.cubes[colour] -= 1
                count -= 1
    assert count == 0
    sane(table)


def offered(table: Table, verb: Verb) -> list[tuple[int, int, int]]:
    """The operands of every offered move of one verb."""
    return [(a_of(m), b_of(m), c_of(m)) for m in table.moves() if verb_of(m) == verb]


def verbs(table: Table) -> set[Verb]:
    return {Verb(verb_of(m)) for m in table.moves()}
