"""Places assises: why something cannot be done now, with the number of the rule. It explains, it does not decide."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.prose import tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Refusal

from . import reading
from .lexicon import RULE_OF, card_name, is_advance, is_number
from .rules import (
    ECCENTRIC,
    ENTER_1,
    ENTER_2,
    ENTERING,
    EXCUSE_ME,
    EXIT_1,
    EXIT_2,
    GO,
    KINDS,
    NEXT_PAWN,
    PAY,
    PICK,
    PICK_HAND,
    REACT,
    REBEL,
    SEAT_BOTH,
    SHED,
    START,
    TAKE_A_SEAT,
    U_PASS,
    Verb,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def of_thing(seen: "Seen", thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
    """Why a thing cannot be touched, after the chosen ones."""
    if seen.actor != seen.seat:
        return _not_your_turn(seen, lang)
    name, _, rest = thing.partition("-")
    number = int(rest.split("-")[0]) if rest.split("-")[0].isdecimal() else -1
    if chosen:
        return _goes_not_with(seen, name, number, chosen, lang)
    if name == "hand" and 0 < number < KINDS:
        return _card(seen, number, rest.endswith("-2"), lang)
    if name == "square" and 0 <= number < 90:
        return _square(seen, number, lang)
    if name == "tokens" and not reading.state(seen).tokens[seen.seat]:
        return Refusal("K1", tell(lang, "Vous n’avez plus de jeton.", "You have no token left."))
    return _what_to_do(seen, lang)


def of_move(seen: "Seen", move: int, lang: str) -> Refusal:
    """Why a move that is none of the legal ones cannot be made."""
    verb, a = verb_of(move), a_of(move)
    if seen.actor != seen.seat:
        return _not_your_turn(seen, lang)
    if verb in (Verb.PLAY, Verb.TOKEN, Verb.SHED) and 0 < a < KINDS:
        return _card(seen, a, False, lang)
    if verb in (Verb.GO, Verb.SEAT, Verb.PICK, Verb.RETURN) and a < 90:
        return _square(seen, a, lang)
    return _what_to_do(seen, lang)


def _not_your_turn(seen: "Seen", lang: str) -> Refusal:
    if seen.actor == OVER:
        return Refusal("W1", tell(lang, "La partie est finie.", "The game is over."))
    if seen.actor == CHANCE:
        return Refusal("C5", tell(lang, "C’est au hasard de décider.", "Chance decides now."))
    if int(reading.state(seen).phase) == REACT:
        return Refusal("X2", tell(lang, "Seul le joueur visé peut répondre.", "Only the target may answer."))
    return Refusal("T6", tell(lang, "Ce n’est pas à vous de jouer.", "It is not your turn."))


def _what_to_do(seen: "Seen", lang: str) -> Refusal:
    """What the rules ask for instead."""
    s = reading.state(seen)
    match int(s.phase):
        case phase if phase in (START, NEXT_PAWN):
            return Refusal(
                "T1" if phase == START else "T5",
                tell(
                    lang,
                    "Choisissez d’abord une porte pour votre voyageur.",
                    "First choose a door for your traveller.",
                ),
            )
        case phase if phase == GO:
            total = int(s.total)
            return Refusal("M2", tell(lang, f"Avancez de {total}, exactement.", f"Walk exactly {total}."))
        case phase if phase == ENTERING:
            return Refusal(
                RULE_OF[int(s.card)], tell(lang, "Choisissez un siège vide.", "Choose an empty seat.")
            )
        case phase if phase == PICK:
            return Refusal(
                RULE_OF[int(s.card)],
                tell(
                    lang,
                    "Choisissez un voyageur assis que la carte peut viser.",
                    "Choose a seated traveller that the card can hit.",
                ),
            )
        case phase if phase == PICK_HAND:
            return Refusal(
                "A6",
                tell(
                    lang,
                    "Choisissez à qui prendre une carte, et de quel paquet.",
                    "Choose whose card to take, and from which deck.",
                ),
            )
        case phase if phase == REACT:
            return Refusal("X1", tell(lang, "Répondez d’abord à l’attaque.", "Answer the attack first."))
        case phase if phase == SEAT_BOTH:
            return Refusal(
                "P2",
                tell(
                    lang,
                    "Asseyez vos voyageurs sur des sièges vides.",
                    "Seat your travellers on empty seats.",
                ),
            )
        case phase if phase == SHED:
            return Refusal(
                "B5",
                tell(lang, "Jetez des nombres, ou gardez le reste.", "Throw numbers away, or keep the rest."),
            )
        case phase if phase == PAY:
            return Refusal(
                "B3", tell(lang, "Rendez une de vos places assises.", "Give up one of your seats.")
            )
        case _:
            return _in_turn(seen, lang)


def _in_turn(seen: "Seen", lang: str) -> Refusal:
    s = reading.state(seen)
    if s.quay[seen.seat] >= 0 and s.aisle[seen.seat] >= 0:
        return Refusal(
            "T3",
            tell(
                lang,
                "Un seul de vos voyageurs dans l’allée : l’autre attend.",
                "Only one of yours in the aisle: the other waits.",
            ),
        )
    if s.quay[seen.seat] >= 0:
        return Refusal(
            "T3",
            tell(
                lang,
                "Touchez la porte où attend votre voyageur.",
                "Touch the door where your traveller waits.",
            ),
        )
    return Refusal(
        "T4",
        tell(
            lang, "Choisissez des cartes de votre main, ou passez.", "Choose cards from your hand, or pass."
        ),
    )


def _card(seen: "Seen", card: int, second: bool, lang: str) -> Refusal:
    s = reading.state(seen)
    phase = int(s.phase)
    if not s.hand[seen.seat, card]:
        name = card_name(card, lang)
        return Refusal("T2", tell(lang, f"Vous n’avez pas de carte {name}.", f"You have no {name} card."))
    if phase not in (REACT, SHED) and _is_busy(phase):
        return _what_to_do(seen, lang)
    if phase == REACT:
        return Refusal(
            "X1", tell(lang, "Seule « Rebelle » annule une attaque.", "Only “Rebel” cancels an attack.")
        )
    if phase == SHED:
        return Refusal("B5", tell(lang, "On ne jette que des nombres.", "Only numbers can be thrown away."))
    if second:
        return Refusal(
            "M1",
            tell(lang, "Choisissez d’abord l’autre carte pareille.", "Choose the other card like it first."),
        )
    if is_number(card) or is_advance(card):
        if s.aisle[seen.seat] < 0:
            return Refusal(
                "T3",
                tell(
                    lang,
                    "Montez d’abord : personne n’est dans l’allée.",
                    "Get in first: nobody is in the aisle.",
                ),
            )
        return Refusal(
            "M2", tell(lang, "Ce nombre ne mène nulle part d’ici.", "This number leads nowhere from here.")
        )
    if card in (EXCUSE_ME, REBEL):
        return Refusal(
            RULE_OF[card],
            tell(
                lang,
                "Se joue avec un nombre, pour passer devant quelqu’un.",
                "Goes with a number, to pass somebody.",
            ),
        )
    return _no_effect(seen, card, lang)


def _no_effect(seen: "Seen", card: int, lang: str) -> Refusal:
    s = reading.state(seen)
    if card == U_PASS:
        if s.u_pass_used:
            return Refusal("T2", tell(lang, "Un seul U-Pass par tour.", "One U-Pass a turn."))
        return Refusal("A11", tell(lang, "Personne n’attend devant une porte.", "Nobody waits at a door."))
    if card in (ENTER_1, ENTER_2):
        return Refusal("D3", tell(lang, "Vous n’avez plus personne dehors.", "You have nobody left outside."))
    if card in (ECCENTRIC, TAKE_A_SEAT, EXIT_1, EXIT_2):
        return Refusal("D3", tell(lang, "Il n’y a personne à viser.", "There is nobody to aim at."))
    return Refusal("D3", tell(lang, "Cette carte ne ferait rien.", "This card would do nothing."))


def _is_busy(phase: int) -> bool:
    return phase in (START, NEXT_PAWN, GO, ENTERING, PICK, PICK_HAND, SEAT_BOTH, PAY)


def _square(seen: "Seen", square: int, lang: str) -> Refusal:
    phase = int(reading.state(seen).phase)
    owner = reading.sitter(seen, square)
    if phase in (GO, ENTERING, SEAT_BOTH):
        if reading.is_passenger(seen, square):
            return Refusal(
                "M7",
                tell(
                    lang,
                    "Un passager est assis là, pour toute la partie.",
                    "A passenger sits there, for the whole game.",
                ),
            )
        if owner == seen.seat:
            return Refusal("M7", tell(lang, "Vous y êtes déjà assis.", "You sit there already."))
        if owner >= 0:
            return Refusal("M7", tell(lang, "Ce siège est pris.", "This seat is taken."))
        if phase == GO:
            total = int(reading.state(seen).total)
            return Refusal(
                "M2",
                tell(
                    lang,
                    f"On n’y arrive pas en {total} pas exactement.",
                    f"It cannot be reached in exactly {total} steps.",
                ),
            )
    if phase == PICK and owner == seen.seat:
        return Refusal(
            "D2",
            tell(lang, "On ne vise pas ses propres voyageurs.", "You cannot aim at your own travellers."),
        )
    if phase == PICK and owner >= 0:
        return Refusal(
            "D2", tell(lang, "Cette carte vise un autre joueur.", "This card aims at another player.")
        )
    return _what_to_do(seen, lang)


def _goes_not_with(seen: "Seen", name: str, number: int, chosen: Sequence[str], lang: str) -> Refusal:
    cards = [one for one in chosen if one.startswith("hand-")]
    if "tokens" in chosen:
        if name == "hand":
            return Refusal(
                "K1",
                tell(lang, "Un jeton change une carte à la fois.", "A token changes one card at a time."),
            )
        return Refusal("K1", tell(lang, "Choisissez la carte à changer.", "Choose the card to change."))
    if cards and name == "hand" and is_number(number):
        return Refusal(
            "M1",
            tell(
                lang,
                "Deux nombres ne vont ensemble que de la même couleur, et s’ils mènent quelque part.",
                "Two numbers go together only in one colour, and if they lead somewhere.",
            ),
        )
    if cards and name == "hand" and number in (EXCUSE_ME, REBEL):
        return Refusal(
            "A10", tell(lang, "Personne à dépasser avec ces nombres.", "Nobody to pass with these numbers.")
        )
    if cards and name == "hand":
        return Refusal(
            "T2", tell(lang, "Ces cartes ne se jouent pas ensemble.", "These cards are not played together.")
        )
    if cards and name == "square":
        return Refusal(
            "T4",
            tell(
                lang,
                "Posez d’abord vos cartes, puis choisissez où aller.",
                "Lay your cards first, then choose where to go.",
            ),
        )
    return _what_to_do(seen, lang)
