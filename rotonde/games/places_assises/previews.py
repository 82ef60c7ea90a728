"""Places assises: what a move will do, before it is made; in French and English."""

from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.prose import of_name, tell
from rotonde.kernel.subset import OVER
from rotonde.kernel.telling import Preview

from . import reading
from .lexicon import card_effect, card_name, door_odds, one_of_deck, steps_of
from .rules import (
    ECCENTRIC,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    NUMBER,
    PANHANDLER,
    PLUS_TOKEN,
    REVERSE,
    TAKE_A_SEAT,
    U_PASS,
    Verb,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def preview(seen: "Seen", move: int, lang: str) -> Preview:
    """What the viewer's own move will do."""
    verb, a = Verb(verb_of(move)), a_of(move)
    if verb == Verb.MOVE:
        return _preview_of_cards(seen, move, lang)
    if verb == Verb.GO:
        return _preview_of_going(seen, a, lang)
    return Preview(_note(seen, verb, move, lang))


def _preview_of_cards(seen: "Seen", move: int, lang: str) -> Preview:
    """Every square that the cards reach, with the number of steps."""
    after = seen.after(move)
    squares = [a_of(then) for then in after.moves()]
    seats = [square for square in squares if not reading.is_floor(seen, square)]
    steps = str(steps_of(move))
    count = len(seats)
    if not count:
        note = tell(
            lang, "Aucun siège à cette distance : vous resterez debout.", "No seat that far: you will stand."
        )
    elif count == 1:
        note = tell(lang, "Un siège à cette distance.", "One seat that far.")
    else:
        note = tell(lang, f"{count} sièges à cette distance.", f"{count} seats that far.")
    return Preview(note, {f"square-{square}": steps for square in squares})


def _preview_of_going(seen: "Seen", square: int, lang: str) -> Preview:
    tags = {f"square-{there}": str(count) for there, count in reading.way(seen, square) if count}
    after = seen.after(pack(Verb.GO, square))
    if after.actor == OVER:
        return Preview(
            tell(lang, "Tout le monde est assis : vous gagnez.", "Everyone is seated: you win."), tags
        )
    slid = reading.sitter(seen, square)
    if reading.is_floor(seen, square):
        note = tell(lang, "Votre voyageur reste debout.", "Your traveller stays standing.")
    elif slid >= 0:
        whose = seen.names[slid]
        note = tell(
            lang,
            f"Le voyageur {of_name(whose)} se pousse, vous vous asseyez.",
            f"{whose}’s traveller moves over, you sit down.",
        )
    else:
        count = reading.seated(after, seen.seat)
        of = int(seen.box.pawns)
        note = tell(lang, f"Votre place assise n° {count} sur {of}.", f"Your seat no. {count} of {of}.")
    return Preview(note, tags)


def _note(seen: "Seen", verb: Verb, move: int, lang: str) -> str:
    s, a = reading.state(seen), a_of(move)
    if verb == Verb.PLAY:
        return _note_on_card(seen, a, lang)
    if verb == Verb.BOARD:
        if s.missed[seen.seat]:
            return tell(lang, "Sans attendre les portes.", "Without asking the doors.")
        odds = door_odds(seen, lang)
        return tell(
            lang,
            f"Les portes s’ouvrent {odds}. Fermées, votre tour est fini.",
            f"The doors open {odds}. Shut, your turn is over.",
        )
    if verb == Verb.PLACE:
        return tell(
            lang,
            "Il montera par cette porte et par aucune autre.",
            "It will get in by this door and no other.",
        )
    if verb == Verb.TOKEN:
        left = int(s.tokens[seen.seat]) - 1
        return tell(
            lang, f"Vous piochez aussitôt ; jetons : {left}.", f"You draw at once; tokens left: {left}."
        )
    if verb in (Verb.PICK, Verb.SEAT):
        return _note_on_seat(seen, verb, a, lang)
    if verb == Verb.ROB:
        return tell(lang, "La carte est prise au hasard.", "The card is taken at random.")
    if verb == Verb.ACCEPT:
        return _note_on_accepting(seen, lang)
    if verb == Verb.REBEL:
        card = card_name(int(s.card), lang)
        return tell(
            lang,
            f"{card} est annulée. Les deux cartes sont défaussées.",
            f"{card} is cancelled. Both cards are discarded.",
        )
    if verb == Verb.PASS:
        if not s.acted and reading.hand_count(seen, seen.seat, NUMBER):
            return tell(
                lang,
                "Vous pourrez jeter des nombres avant de piocher.",
                "You may throw numbers away before drawing.",
            )
        return tell(lang, "Votre tour est fini.", "Your turn is over.")
    if verb == Verb.RETURN:
        return tell(
            lang, "Ce voyageur retourne dans votre réserve.", "This traveller goes back to your supply."
        )
    if verb == Verb.SHED:
        return tell(lang, "Il sera remplacé.", "It will be replaced.")
    return tell(lang, "Vous complétez votre main.", "You fill up your hand.")


def _note_on_card(seen: "Seen", card: int, lang: str) -> str:
    s = reading.state(seen)
    if card == U_PASS and s.aisle[seen.seat] >= 0:
        return tell(
            lang,
            "Attention : vous avez déjà quelqu’un dans l’allée, les deux retournent dans votre réserve.",
            "Careful: you already have somebody in the aisle, both go back to your supply.",
        )
    ends = "" if seen.box.keeps_turn[card] else tell(lang, " Votre tour se termine.", " Your turn ends.")
    if card in (EXIT_1, EXIT_2):
        aimed = reading.state(seen.after(pack(Verb.PLAY, card)))
        name = seen.names[int(aimed.target)]
        seats = tell(
            lang,
            "une place assise" if aimed.left == 1 else "deux places assises",
            "a seat" if aimed.left == 1 else "two seats",
        )
        return (
            tell(
                lang,
                f"{name} perd {seats} de votre choix, à moins de se rebeller.",
                f"{name} loses {seats} of your choice, unless {name} rebels.",
            )
            + ends
        )
    if card in (ECCENTRIC, TAKE_A_SEAT, PANHANDLER):
        more = tell(
            lang,
            " Vous choisirez ensuite ; la cible peut se rebeller.",
            " You choose next; the target may rebel.",
        )
        return card_effect(card, lang) + more + ends
    if card == EXPRESS:
        name = seen.names[reading.newly_skipped(seen, seen.after(pack(Verb.PLAY, card)))]
        return (
            tell(
                lang,
                f"{name} passera son prochain tour. Rien ne peut l’annuler.",
                f"{name} will miss the next turn. Nothing can cancel it.",
            )
            + ends
        )
    if card == REVERSE:
        return (
            card_effect(card, lang) + tell(lang, " Rien ne peut l’annuler.", " Nothing can cancel it.") + ends
        )
    if card == PLUS_TOKEN:
        count = int(s.tokens[seen.seat]) + 1
        return tell(lang, f"Vous aurez {count} jetons.", f"You will have {count} tokens.") + ends
    return card_effect(card, lang) + ends


def _note_on_seat(seen: "Seen", verb: Verb, square: int, lang: str) -> str:
    s = reading.state(seen)
    if verb == Verb.SEAT:
        return tell(lang, "Il s’assied pour de bon.", "It sits down for good.")
    owner = reading.sitter(seen, square)
    if s.card in (ECCENTRIC, TAKE_A_SEAT) and s.aisle[owner] >= 0:
        return tell(
            lang,
            f"Attention : {seen.names[owner]} a déjà quelqu’un dans l’allée. Les deux s’assoiront, et vous perdrez "
            "les places prises ce tour-ci.",
            f"Careful: {seen.names[owner]} already has somebody in the aisle. Both will sit down, and you will lose "
            "the seats taken this turn.",
        )
    name = seen.names[owner]
    return tell(lang, f"Si {name} ne se rebelle pas.", f"Unless {name} rebels.")


def _note_on_accepting(seen: "Seen", lang: str) -> str:
    s = reading.state(seen)
    if s.card == PANHANDLER:
        deck = one_of_deck(int(s.wanted), lang)
        return tell(lang, f"Vous perdez {deck}.", f"You lose {deck}.")
    if s.card in (EXIT_1, EXIT_2):
        count = sum(square > 0 for square in s.picked.tolist())
        return tell(
            lang,
            "Un voyageur retourne dans votre réserve."
            if count == 1
            else "Deux voyageurs retournent dans votre réserve.",
            "One traveller goes back to your supply."
            if count == 1
            else "Two travellers go back to your supply.",
        )
    if s.aisle[seen.seat] >= 0:
        return tell(
            lang,
            "Votre allée est déjà prise : vous assiérez vos deux voyageurs où vous voulez.",
            "Your aisle is taken already: you will seat both travellers wherever you like.",
        )
    return tell(
        lang, "Votre voyageur se lève et va dans l’allée.", "Your traveller gets up and stands in the aisle."
    )
