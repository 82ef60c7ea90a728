"""Places assises: what is wrong with a table. Every pawn and every card must be in one place, and every count true.

Plain Python that knows the box and the rules page, but no code of rules.py: the tests hold the one against the other.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rotonde.kernel.handle import Table

FLOOR, SEAT = 0, 1
KINDS = range(1, 27)
DECKS = (range(1, 11), range(11, 27))
CARS, FIRST, DRAW, START, TURN, DOOR, GO, ENTERING, PICK, PICK_HAND, REACT, STEAL = range(12)
SEAT_BOTH, SHED, PAY, NEXT_PAWN, ENDED = range(12, 17)
ATTACKS = (11, 12, 15, 16, 25)
ENTER_1, ENTER_2, TAKE_A_SEAT = 18, 19, 25

Fields = dict[str, Any]


def problems(table: "Table") -> list[str]:
    """What is created, lost or impossible at this table, in plain words; nothing when all is well."""
    fields, box = table.state.by_name(), _of_this_board(table)
    return [
        *_pawns(fields, box),
        *_cards(fields, box),
        *_turn(fields, box),
        *_card_in_play(fields),
        *_end(fields, box),
    ]


def _of_this_board(table: "Table") -> Fields:
    """What of the box matters here; the whole of it holds all boards that might have been drawn."""
    box, board = table.box, table.state.board
    known = {name: getattr(box, name) for name in ("players", "pawns", "turn_limit")}
    known |= {"copies": box.copies.tolist(), "hand_size": box.hand_size.tolist()}
    return known | {"kind": box.kind[board].tolist(), "doors": box.doors[board]}


def _seated(fields: Fields, seat: int) -> int:
    return sum(owner == seat + 1 for owner in fields["pawn"])


def _pawns(fields: Fields, box: Fields) -> list[str]:
    kinds, doors = box["kind"], box["doors"]
    wrong: list[str] = []
    for square, owner in enumerate(fields["pawn"]):
        if owner and (kinds[square] != SEAT or not 0 < owner <= box["players"]):
            wrong.append(f"pawn {owner} sits on square {square}, which is {kinds[square]}")
    for seat in range(4):
        supply, quay, aisle = fields["supply"][seat], fields["quay"][seat], fields["aisle"][seat]
        standing = fields["left"] if fields["phase"] == SEAT_BOTH and fields["target"] == seat else 0
        count = supply + (quay >= 0) + (aisle >= 0) + _seated(fields, seat) + standing
        if count != (box["pawns"] if seat < box["players"] else 0):
            wrong.append(f"seat {seat} has {count} pawns")
        if supply < 0 or not -1 <= quay < doors or not -1 <= aisle < 90:
            wrong.append(f"seat {seat}: supply {supply}, quay {quay}, aisle {aisle}")
        elif aisle >= 0 and kinds[aisle] != FLOOR:
            wrong.append(f"the pawn of seat {seat} stands on square {aisle}, which is no floor")
        if fields["missed"][seat] not in (0, 1) or (fields["missed"][seat] and quay < 0):
            wrong.append(f"seat {seat} has missed a train without a pawn at a door")
        if fields["tokens"][seat] < 0:
            wrong.append(f"seat {seat} has {fields['tokens'][seat]} tokens")
    return wrong


def _cards(fields: Fields, box: Fields) -> list[str]:
    wrong: list[str] = []
    hands, pile, discard = fields["hand"], fields["pile"], fields["discard"]
    for kind in KINDS:
        held = [hand[kind] for hand in hands]
        count = sum(held) + pile[kind] + discard[kind]
        if count != box["copies"][kind]:
            wrong.append(f"there are {count} cards {kind}, not {box['copies'][kind]}")
        if min(*held, pile[kind], discard[kind]) < 0:
            wrong.append(f"less than no card {kind} somewhere")
        for seat in range(4):
            if fields["known"][seat][kind] and not held[seat]:
                wrong.append(f"somebody knows that seat {seat} holds a card {kind}, it does not")
            if fields["known"][seat][kind] >> seat & 1:
                wrong.append(f"seat {seat} took a card {kind} from itself")
    for deck, kinds in enumerate(DECKS):
        if fields["pile_count"][deck] != sum(pile[kind] for kind in kinds):
            wrong.append(f"pile {deck} is said to have {fields['pile_count'][deck]} cards")
        for seat, hand in enumerate(hands):
            if fields["hand_count"][seat][deck] != sum(hand[kind] for kind in kinds):
                wrong.append(
                    f"seat {seat} is said to hold {fields['hand_count'][seat][deck]} cards of deck {deck}"
                )
    if any(hand[0] for hand in hands) or pile[0] or discard[0]:
        wrong.append("card 0 is no card")
    return wrong


def _turn(fields: Fields, box: Fields) -> list[str]:
    players, active, phase = box["players"], fields["active"], fields["phase"]
    wrong: list[str] = []
    if not 0 <= phase <= ENDED:
        wrong.append(f"the game rests in phase {phase}")
    if not 0 <= active < players or not 0 <= fields["target"] < players:
        wrong.append(f"seat {active} acts on seat {fields['target']}, of {players} players")
    if fields["direction"] not in (1, -1):
        wrong.append(f"the direction is {fields['direction']}")
    if not 0 <= fields["turn"] <= box["turn_limit"]:
        wrong.append(f"turn {fields['turn']} of {box['turn_limit']}")
    if fields["skip"][active]:
        wrong.append(f"seat {active} acts and carries a skip marker")
    if any(mark not in (0, 1) for mark in fields["skip"]) or any(fields["skip"][players:]):
        wrong.append(f"skip markers {fields['skip']}")
    outside = fields["quay"][active] >= 0 or fields["aisle"][active] >= 0
    if phase in (START, NEXT_PAWN) and (outside or not fields["supply"][active]):
        wrong.append(f"seat {active} must place a pawn and has one, or none left")
    if phase == DOOR and (
        fields["quay"][active] < 0 or fields["missed"][active] or fields["aisle"][active] >= 0
    ):
        wrong.append(f"the doors turn, but seat {active} has nobody to board")
    for car, bits in enumerate(fields["fresh"]):
        for place in range(64):
            if bits >> place & 1 and (place >= 45 or fields["pawn"][car * 45 + place] != active + 1):
                wrong.append(f"square {place} of car {car} was not taken by seat {active}")
    return wrong


def _card_in_play(fields: Fields) -> list[str]:
    phase, card, target, active = fields["phase"], fields["card"], fields["target"], fields["active"]
    wrong: list[str] = []
    if phase in (PICK, PICK_HAND, REACT, STEAL, SEAT_BOTH) and card not in ATTACKS:
        wrong.append(f"card {card} attacks in phase {phase}")
    if phase == ENTERING and card not in (ENTER_1, ENTER_2):
        wrong.append(f"card {card} lets pawns in")
    if phase in (START, TURN, DOOR, GO, SHED, PAY, NEXT_PAWN) and card:
        wrong.append(f"card {card} is still being played in phase {phase}")
    if phase in (REACT, STEAL, SEAT_BOTH, PAY) and target == active:
        wrong.append(f"seat {active} is its own target")
    if phase == REACT:
        for square in [square - 1 for square in fields["picked"] if square]:
            if fields["pawn"][square] != target + 1:
                wrong.append(f"the pawn on square {square} is attacked and is not that of seat {target}")
    if (phase == GO) != (fields["total"] > 0):
        wrong.append(f"{fields['total']} steps to go in phase {phase}")
    if phase == DRAW and not fields["pile_count"][fields["wanted"]]:
        wrong.append("a card is drawn from an empty pile")
    return wrong


def _end(fields: Fields, box: Fields) -> list[str]:
    phase, winner = fields["phase"], fields["winner"]
    busy = phase == SEAT_BOTH
    full = [seat for seat in range(box["players"]) if _seated(fields, seat) == box["pawns"]]
    if full != ([] if winner < 0 else [winner]) and not busy:
        return [f"the pawns of {full} all sit and the winner is {winner}"]
    if (winner >= 0 and phase != ENDED) or (
        phase == ENDED and winner < 0 and fields["turn"] < box["turn_limit"]
    ):
        return [f"phase {phase}, winner {winner}, turn {fields['turn']} of {box['turn_limit']}"]
    return []
