"""Grandes Lignes: why a thing cannot be done now, with the number of the rule. Only for what is not legal."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.prose import tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Refusal

from . import routes
from .lexicon import board_of, dice_points, game_points, hex_of_thing
from .rules import BUILD, ENTRY, EXTRA, FERRY_FARE, MOST_FERRIES, OPENING, RUN, Verb

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def of_thing(seen: "Seen", thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
    """Why nothing can be done with this thing, after the `chosen` ones."""
    refused = _not_now(seen, lang)
    if refused:
        return refused
    board, s = board_of(seen), seen.state
    place = hex_of_thing(board, thing)
    others = [hex_of_thing(board, other) for other in chosen if other != thing]
    if place < 0:
        return _otherwise(seen, lang)
    if s.phase == RUN:
        return _step(seen, place, lang) if not chosen else _otherwise(seen, lang)
    if s.phase in (BUILD, EXTRA, OPENING):
        if len(others) == 1 and others[0] >= 0:
            return _stroke(seen, _edge(seen, place, others[0]), lang)
        return _stroke(seen, _first_on_the_way(seen, place), lang) if not chosen else _otherwise(seen, lang)
    return _otherwise(seen, lang)


def of_move(seen: "Seen", move: int, lang: str) -> Refusal:
    """Why this move cannot be made."""
    refused = _not_now(seen, lang)
    if refused:
        return refused
    verb, a, phase = verb_of(move), a_of(move), seen.state.phase
    if verb == Verb.STROKE and phase in (BUILD, EXTRA, OPENING):
        return _stroke(seen, a if a < seen.box.edges else -1, lang)
    if verb == Verb.STEP and phase == RUN:
        return _step(seen, a if a < seen.box.hexes else -1, lang)
    if verb == Verb.CLOSE and phase == BUILD:
        return Refusal(
            "F2",
            tell(
                lang,
                "On ne vote l’arrêt qu’après six tours avec une seule destination manquante.",
                "One may vote to stop only after six rounds with a single place missing.",
            ),
        )
    if verb == Verb.ABANDON and phase == RUN:
        return Refusal(
            "R9",
            tell(
                lang,
                "On n’abandonne qu’au début de son tour, avant d’avancer.",
                "One may give up only at the start of a turn, before moving.",
            ),
        )
    return _otherwise(seen, lang)


@lru_cache(maxsize=4)
def _not_now(seen: "Seen", lang: str) -> Refusal | None:
    """Why nothing at all can be done. Kept, for a page asks about every hex in turn."""
    actor = seen.actor
    if actor == OVER:
        return Refusal("E1", tell(lang, "La partie est finie.", "The game is over."))
    if actor == CHANCE:
        return Refusal("S3", tell(lang, "Les dés roulent.", "The dice are rolling."))
    if actor != seen.seat:
        return Refusal("S3", tell(lang, "Ce n’est pas à vous de jouer.", "It is not your turn."))
    return None


def _otherwise(seen: "Seen", lang: str) -> Refusal:
    """What one does in this phase instead."""
    phase = seen.state.phase
    if phase == ENTRY:
        return Refusal(
            "R2", tell(lang, "Dites d’abord si vous participez.", "First say whether you take part.")
        )
    if phase == RUN:
        return Refusal(
            "R3",
            tell(
                lang,
                "C’est la course : avancez d’une case voisine, ou arrêtez-vous.",
                "This is the race: move to a neighbouring hex, or stop.",
            ),
        )
    if phase == OPENING:
        return Refusal(
            "B1",
            tell(
                lang,
                "Le premier trait va de la ville de départ à une case voisine.",
                "The first stroke goes from the starting city to a neighbouring hex.",
            ),
        )
    return Refusal(
        "B3",
        tell(
            lang,
            "Tracez un trait entre deux cases voisines, ou terminez votre tour.",
            "Draw a stroke between two neighbouring hexes, or end your turn.",
        ),
    )


# ---------------------------------------------------------------- strokes


def _edge(seen: "Seen", one: int, other: int) -> int:
    box: Any = seen.box
    for direction in range(6):
        edge = box.around[one, direction]
        if edge >= 0 and other in (box.edge_a[edge], box.edge_b[edge]) and other != one:
            return int(edge)
    return -1


def _first_on_the_way(seen: "Seen", place: int) -> int:
    """The stroke that is missing to come there: next to one's lines the cheapest, else the first of a longer way."""
    box: Any = seen.box
    edges = [int(box.around[place, k]) for k in range(6) if box.around[place, k] >= 0]
    mine = [edge for edge in edges if _at_home(seen, edge)]
    new = [edge for edge in mine if not seen.state.track[edge] & (1 << seen.seat)]
    if new or mine:
        return min(new or mine, key=lambda edge: int(box.build_cost[edge]))
    way = routes.to_build(seen, place, thrifty=False)
    return way.edges[0] if way else -1


def _at_home(seen: "Seen", edge: int) -> bool:
    bit = 1 << seen.seat
    ends = (seen.box.edge_a[edge], seen.box.edge_b[edge])
    return any(seen.state.present[end] & bit for end in ends)


def _stroke(seen: "Seen", edge: int, lang: str) -> Refusal:
    box, s = seen.box, seen.state
    if edge < 0 or not _at_home(seen, edge):
        return Refusal(
            "B3",
            tell(
                lang,
                "Un trait part d’une case où vous êtes présent vers une case voisine.",
                "A stroke goes from a hex where you are present to a neighbouring one.",
            ),
        )
    if pack(Verb.STROKE, edge) in seen.moves():
        return _otherwise(seen, lang)
    bit = 1 << seen.seat
    if s.track[edge] & bit:
        return Refusal("B6", tell(lang, "Ce trait est déjà à vous.", "This stroke is yours already."))
    ends = [int(box.edge_a[edge]), int(box.edge_b[edge])]
    new = [end for end in ends if not s.present[end] & bit]
    if new and all(box.foreign[end] for end in ends if end not in new):
        return Refusal(
            "B7",
            tell(
                lang,
                "Une ligne s’arrête dans la première case étrangère.",
                "A line ends in the first foreign hex.",
            ),
        )
    if s.phase == OPENING:
        if box.start in ends:
            return Refusal(
                "O1", tell(lang, "Cette direction est déjà prise.", "This direction is taken already.")
            )
        return _otherwise(seen, lang)
    cost = int(box.build_cost[edge])
    if cost > s.points:
        return Refusal(
            "B4",
            tell(
                lang,
                f"Le trait qui y mène coûte {dice_points(cost, lang)}, il vous en reste {s.points}.",
                f"The stroke that leads there costs {dice_points(cost, lang)}, you have {s.points} left.",
            ),
        )
    if box.ferries and box.ferry[edge]:
        return Refusal(
            "O10",
            tell(
                lang,
                f"Une traversée coûte {FERRY_FARE} points de jeu, et {MOST_FERRIES} sont le maximum.",
                f"A crossing costs {FERRY_FARE} game points, and {MOST_FERRIES} are the most.",
            ),
        )
    return Refusal(
        "D6",
        tell(
            lang,
            f"Vous n’avez que {game_points(int(s.account[seen.seat]), lang)} : ce trait coûte davantage.",
            f"You have only {game_points(int(s.account[seen.seat]), lang)}: this stroke costs more.",
        ),
    )


# ---------------------------------------------------------------- steps


def _step(seen: "Seen", place: int, lang: str) -> Refusal:
    s, box = seen.state, seen.box
    here = int(s.train[seen.seat])
    edge = _edge(seen, here, place) if place >= 0 else -1
    if edge < 0:
        return Refusal(
            "R3",
            tell(lang, "On avance d’une case voisine à la fois.", "You move one neighbouring hex at a time."),
        )
    if not s.track[edge]:
        return Refusal("R3", tell(lang, "Aucune ligne n’y mène d’ici.", "No line leads there from here."))
    cost = int(box.step_cost[edge])
    return Refusal(
        "R4",
        tell(
            lang,
            f"Ce pas coûte {dice_points(cost, lang)}, il vous en reste {s.points}.",
            f"This step costs {dice_points(cost, lang)}, you have {s.points} left.",
        ),
    )
