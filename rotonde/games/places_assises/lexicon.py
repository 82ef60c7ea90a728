"""Places assises: the names of things in French and English, and how to put them into a sentence."""

from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, b_of, c_of
from rotonde.kernel.prose import tell, times_in

from . import reading
from .rules import (
    ADVANCED,
    ADVANCED_1,
    COLOURS,
    ECCENTRIC,
    ENTER_1,
    ENTER_2,
    EXCUSE_ME,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    NUMBER,
    NUMBER_KINDS,
    PANHANDLER,
    PASS_NOBODY,
    PASS_WITH_REBEL,
    PLUS_TOKEN,
    REBEL,
    REVERSE,
    TAKE_A_SEAT,
    U_PASS,
    passing_in,
    plus_in,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

ACTION_NAMES = {
    EXIT_1: ("Sortie ×1", "Exit ×1"),
    EXIT_2: ("Sortie ×2", "Exit ×2"),
    EXPRESS: ("Express", "Express"),
    REVERSE: ("Demi-tour", "Reverse"),
    ECCENTRIC: ("Excentrique", "Eccentric"),
    PANHANDLER: ("La manche", "Pan-handler"),
    PLUS_TOKEN: ("+1 jeton", "+1 token"),
    ENTER_1: ("Entrée ×1", "Enter ×1"),
    ENTER_2: ("Entrée ×2", "Enter ×2"),
    EXCUSE_ME: ("Pardon", "Excuse me"),
    U_PASS: ("U-Pass", "U-Pass"),
    ADVANCED + 1: ("Avance +1", "Advance +1"),
    ADVANCED + 2: ("Avance +2", "Advance +2"),
    ADVANCED + 3: ("Avance +3", "Advance +3"),
    TAKE_A_SEAT: ("C’est ma place", "That’s my seat"),
    REBEL: ("Rebelle", "Rebel"),
}

ACTION_EFFECTS = {
    EXIT_1: ("Le suivant perd une place assise.", "The next player loses a seat."),
    EXIT_2: ("Le suivant perd deux places assises.", "The next player loses two seats."),
    EXPRESS: ("Le suivant passe son tour.", "The next player misses a turn."),
    REVERSE: ("Le sens du jeu s’inverse.", "Play turns round."),
    ECCENTRIC: ("Quelqu’un fuit dans l’allée.", "Somebody flees into the aisle."),
    PANHANDLER: ("Prenez une carte à quelqu’un.", "Take a card from somebody."),
    PLUS_TOKEN: ("Un jeton de plus.", "One token more."),
    ENTER_1: ("Asseyez un voyageur du dehors.", "Seat a traveller from outside."),
    ENTER_2: ("Asseyez deux voyageurs du dehors.", "Seat two from outside."),
    EXCUSE_ME: ("Passez devant un voyageur assis.", "Pass somebody seated."),
    U_PASS: ("Montez sans attendre les portes.", "Board without the doors."),
    ADVANCED + 1: ("Un pas de plus, couleurs mêlées.", "One step more, any colours."),
    ADVANCED + 2: ("Deux pas de plus, couleurs mêlées.", "Two steps more, any colours."),
    ADVANCED + 3: ("Trois pas de plus, couleurs mêlées.", "Three steps more, any colours."),
    TAKE_A_SEAT: ("Prenez le siège d’un adversaire.", "Take an opponent’s seat."),
    REBEL: ("Annule ce qu’on vous inflige.", "Cancels what is done to you."),
}

RULE_OF = {
    EXIT_1: "A1",
    EXIT_2: "A2",
    EXPRESS: "A3",
    REVERSE: "A4",
    ECCENTRIC: "A5",
    PANHANDLER: "A6",
    PLUS_TOKEN: "A7",
    ENTER_1: "A8",
    ENTER_2: "A9",
    EXCUSE_ME: "A10",
    U_PASS: "A11",
    ADVANCED + 1: "A12",
    ADVANCED + 2: "A12",
    ADVANCED + 3: "A12",
    TAKE_A_SEAT: "A13",
    REBEL: "A14",
}
"""The rule of each action card."""

CARD_COLOURS = {"fr": ("rouge", "bleu"), "en": ("red", "blue")}


def is_number(kind: int) -> bool:
    return 0 < kind <= NUMBER_KINDS


def is_advance(kind: int) -> bool:
    return ADVANCED_1 <= kind <= ADVANCED + 3


def worth(kind: int) -> int:
    """The steps on a number card or an Advance."""
    return kind - ADVANCED if is_advance(kind) else (kind - 1) % COLOURS + 1


def card_name(kind: int, lang: str, quoted: bool = True) -> str:
    """4 rouge, red 4; « Express »."""
    if is_number(kind):
        colour = CARD_COLOURS[lang][(kind - 1) // COLOURS]
        return tell(lang, f"{worth(kind)} {colour}", f"{colour} {worth(kind)}")
    name = ACTION_NAMES[kind][0 if lang == "fr" else 1]
    return tell(lang, f"« {name} »", f"“{name}”") if quoted else name


def the_card(kind: int, lang: str) -> str:
    """le 4 rouge, the red 4; « Express »."""
    name = card_name(kind, lang)
    return tell(lang, f"le {name}", f"the {name}") if is_number(kind) else name


def card_effect(kind: int, lang: str) -> str:
    return ACTION_EFFECTS[kind][0 if lang == "fr" else 1]


# ---------------------------------------------------------------- places, and cards of a move


def square_name(seen: "Seen", square: int, lang: str) -> str:
    """rangée 4 de la Ligne Rouge, côté fenêtre; row 4 of the Red Line, by the window."""
    car, _, column = reading.place(square)
    name = reading.car_name(seen, car, lang)
    row = tell(lang, f"rangée {column + 1}, {name}", f"row {column + 1}, {name}")
    if reading.is_floor(seen, square):
        return row
    if reading.is_window(square):
        return tell(lang, f"{row}, côté fenêtre", f"{row}, by the window")
    return tell(lang, f"{row}, côté couloir", f"{row}, by the aisle")


def door_name(seen: "Seen", door: int, lang: str) -> str:
    car, row, column = reading.place(reading.door_square(seen, door))
    name = reading.car_name(seen, car, lang)
    side = tell(lang, "en haut", "upper side") if row == 0 else tell(lang, "en bas", "lower side")
    return tell(lang, f"la porte {column + 1}, {name}, {side}", f"door {column + 1}, {name}, {side}")


def door_odds(seen: "Seen", lang: str) -> str:
    """1 fois sur 2; 1 time in 2."""
    opens = int(seen.box.open_weight)
    return times_in(opens, opens + int(seen.box.closed_weight), lang)


def cards_of(move: int) -> list[int]:
    """The cards that a MOVE lays."""
    others = c_of(move)
    plus, passing = plus_in(others), passing_in(others)
    cards = [card for card in (a_of(move), b_of(move)) if card]
    if plus:
        cards.append(ADVANCED + plus)
    if passing != PASS_NOBODY:
        cards.append(REBEL if passing == PASS_WITH_REBEL else EXCUSE_ME)
    return cards


def steps_of(move: int) -> int:
    return sum(worth(card) for card in cards_of(move) if card not in (EXCUSE_ME, REBEL))


def one_of_deck(deck: int, lang: str) -> str:
    if deck == NUMBER:
        return tell(lang, "un nombre", "a number")
    return tell(lang, "une action", "an action")
