"""Convoi Express: what is wrong with a table. Nothing may be created or lost, and no two trains stand on one space.

Plain Python that knows the box and the rules page, but no code of rules.py: the tests hold the one against the other.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rotonde.kernel.handle import Table

Fields = dict[str, Any]

SETTING_UP = range(5)
REVEAL, NEW, START, COLOUR, NAME, ROLL, ROLLED, PASSING = 5, 7, 8, 9, 10, 11, 12, 13
ACTIONS, DRAW, ENDED = 14, 18, 19
SECTION, CITY, PORT, START_SPACE = range(4)


def problems(table: "Table") -> list[str]:
    """What is created, lost or impossible at this table, in plain words; nothing when all is well."""
    state, box = table.state.by_name(), table.box.by_name()
    return [
        *_trains(state, box),
        *_goods(state, box),
        *_discs(state, box),
        *_cards(state, box, table.players),
        *_clock_and_end(state, box),
        *_place_in_the_turn(state, box, table.players),
    ]


def _trains(state: Fields, box: Fields) -> list[str]:
    wrong: list[str] = []
    out = [(train, space) for train, space in enumerate(state["where"]) if space != -1]
    for space, count in Counter(space for _, space in out).items():
        if count > 1:
            wrong.append(f"{count} trains stand on space {space}")
    for train, space in out:
        if not 0 <= space < box["spaces"]:
            wrong.append(f"train {train} stands on no space ({space})")
        elif not 0 <= state["heading"][train] < (2 if box["kind"][space] == SECTION else 1):
            wrong.append(f"train {train} heads for {state['heading'][train]}")
        elif box["kind"][space] == PORT and not box["may_stay_in_port"]:
            wrong.append(f"train {train} stays in a port")
    for train, space in enumerate(state["where"]):
        if space == -1 and (state["load"][train] or state["heading"][train] or state["waiting"][train]):
            wrong.append(f"train {train} is in the depot and not at rest")
    return wrong


def _goods(state: Fields, box: Fields) -> list[str]:
    wrong: list[str] = []
    for colour in range(4):
        loaded = state["load"].count(colour + 1)
        delivered = [port[colour] for port in state["delivered"]]
        count = state["cubes"][colour] + loaded + sum(delivered)
        if count != box["cubes"][colour] or state["cubes"][colour] < 0:
            wrong.append(f"there are {count} cubes of colour {colour}, not {box['cubes'][colour]}")
    for port, row in enumerate(state["delivered"]):
        further = sum(max(0, n - most) for n, most in zip(row, box["slots"][port], strict=True))
        if further > box["any_slots"][port]:
            wrong.append(f"port {port} has {further} cubes too many")
    return wrong


def _discs(state: Fields, box: Fields) -> list[str]:
    wrong: list[str] = []
    greens = [signal for signal, green in enumerate(state["green"]) if green]
    if any(green not in (0, 1) for green in state["green"]) or any(g >= box["signals"] for g in greens):
        wrong.append(f"green discs lie at {greens}")
    for junction, opened in enumerate(state["open"]):
        arms = box["arms"][junction] if junction < box["junctions"] else 0
        laid = opened or state["phase"] not in SETTING_UP
        if opened >= 1 << arms or (arms and laid and opened.bit_count() != 2):
            wrong.append(f"switch {junction} is open for {opened:b}")
    if state["phase"] in SETTING_UP:
        return wrong
    if len(greens) != box["greens"]:
        wrong.append(f"there are {len(greens)} green discs, not {box['greens']}")
    for space in range(box["spaces"]):
        if box["kind"][space] in (CITY, PORT) and not any(box["gate_of"][g] == space for g in greens):
            wrong.append(f"the city on space {space} has no green disc")
    return wrong


def _cards(state: Fields, box: Fields, players: int) -> list[str]:
    wrong: list[str] = []
    for kind in range(3):
        held = sum(hand[kind] for hand in state["hand"])
        count = held + state["pile"][kind] + state["discard"][kind]
        if count != box["action_cards"][kind]:
            wrong.append(f"there are {count} action cards of kind {kind}")
    for seat, hand in enumerate(state["hand"]):
        if sum(hand) > 10 or min(hand) < 0 or (seat >= players and any(hand)):
            wrong.append(f"seat {seat} holds {hand}")
    if min([*state["pile"], *state["discard"]]) < 0:
        wrong.append("a pile holds less than nothing")
    if sum(state["pile"]) == 0:
        wrong.append("the pile of action cards was not made anew")
    unseen, under = sum(state["unseen"]), int(state["under"] > 0)
    if state["unseen"][0] or not 0 <= state["pile_count"] - under <= unseen:
        wrong.append(f"{state['pile_count']} instruction cards in the pile, {unseen} unseen")
    if under and state["unseen"][state["under"]]:
        wrong.append("the card under the pile was never seen")
    revealed = state["turn"] - int(state["phase"] == REVEAL)
    if revealed + state["pile_count"] > box["instructions"] - box["removed"] + 1:
        wrong.append(f"turn {state['turn']} and still {state['pile_count']} instruction cards")
    return wrong


def _clock_and_end(state: Fields, box: Fields) -> list[str]:
    wrong: list[str] = []
    delivered = sum(map(sum, state["delivered"]))
    ended, won = state["phase"] == ENDED, state["won"]
    out_of_time = ended and not won and state["pile_count"] == 0
    if not (0 if out_of_time else 1) <= state["clock"] <= box["clock"]:
        wrong.append(f"{state['clock']} tokens on the clock")
    if won != int(delivered == box["wanted"]):
        wrong.append(f"{delivered} cubes are delivered, and won is {won}")
    if won and not ended:
        wrong.append("all is delivered, and the game goes on")
    if ended and not won and state["pile_count"]:
        wrong.append(f"lost with {state['pile_count']} instruction cards left")
    return wrong


def _place_in_the_turn(state: Fields, box: Fields, players: int) -> list[str]:
    wrong: list[str] = []
    phase, train, card = state["phase"], state["train"], state["card"]
    if not 0 <= state["active"] < players or not 0 <= state["first"] < players:
        wrong.append(f"seat {state['active']} acts and seat {state['first']} began")
    if (train != -1) != (phase in (ROLL, ROLLED, PASSING)):
        wrong.append(f"train {train} moves in phase {phase}")
    if (state["points"] > 0) != (phase in (ROLLED, PASSING)):
        wrong.append(f"{state['points']} points are left in phase {phase}")
    if train != -1 and state["where"][train] == -1:
        wrong.append(f"train {train} moves in the depot")
    if phase in (NEW, START, COLOUR, NAME) and card == -1:
        wrong.append(f"no card is being resolved in phase {phase}")
    left = (
        state["new_left"],
        state["symbol"],
        state["named"],
        *state["waiting"],
        *state["chosen"],
        *state["placed"],
    )
    if card == -1 and any(left):
        wrong.append(f"something is left over from an instruction card: {left}")
    if state["entry"] and phase != PASSING:
        wrong.append("an entry is left over from a city")
    if state["passing"] and (not state["spent"][1] or phase in (REVEAL, DRAW, ENDED)):
        wrong.append("cities may be passed and nobody allowed it")
    if any(state["spent"][agent] > box["on_duty"][agent] for agent in range(6)):
        wrong.append(f"agents who are not there have helped: {state['spent']}")
    if (state["to_draw"] > 0) != (phase in (4, DRAW)):
        wrong.append(f"{state['to_draw']} cards to draw in phase {phase}")
    starts = [space for space in state["start"] if space != -1]
    if len(set(starts)) != len(starts) or any(box["kind"][space] != START_SPACE for space in starts):
        wrong.append(f"the start numbers lie on {starts}")
    if phase not in SETTING_UP and len(starts) != 11:
        wrong.append("a start space has no number")
    return wrong
