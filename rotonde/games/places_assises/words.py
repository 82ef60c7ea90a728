"""Places assises in words, French and English: what a move is called and how it is told.

No rule is decided here: what may be done is read from `seen.moves()`, what will happen from `seen.after(move)`.
What to do now stands in prompts.py, what will happen in previews.py, refusals in refusals.py.
"""

from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, b_of, verb_of
from rotonde.kernel.prose import and_list, of_name, tell
from rotonde.kernel.telling import Standing

from . import reading
from .lexicon import card_name, cards_of, door_name, one_of_deck, square_name, steps_of, the_card
from .previews import preview as preview
from .prompts import prompt as prompt
from .prompts import result as result
from .rules import (
    ECCENTRIC,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    REBEL,
    REVERSE,
    SEAT_BOTH,
    U_PASS,
    Verb,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


# ---------------------------------------------------------------- a move


def sentence(seen: "Seen", move: int, lang: str, who: str | None = None) -> str:
    """The move in words: for the confirm bar, or told of `who`. `seen` is the view before the move."""
    fr, en = _forms(seen, move, lang, who is not None)
    words = tell(lang, fr, en)
    return words if who is None else f"{who} {words}"


def _forms(seen: "Seen", move: int, lang: str, told: bool) -> tuple[str, str]:
    """In French and in English; told: what follows the name of whoever does it."""
    verb, a, b = Verb(verb_of(move)), a_of(move), b_of(move)
    if verb in (Verb.CARS, Verb.FIRST, Verb.DRAW, Verb.DOORS, Verb.STEAL):
        return _forms_of_chance(seen, verb, a, lang, told)
    s = reading.state(seen)
    if verb == Verb.PLACE:
        door = door_name(seen, a, lang)
        if told:
            return f"attend devant {door}.", f"waits at {door}."
        return f"Attendre devant {door}", f"Wait at {door}"
    if verb == Verb.BOARD:
        if s.missed[s.active]:
            return ("monte enfin.", "gets in at last.") if told else ("Monter dans le métro", "Get in")
        return (
            ("attend les portes.", "waits for the doors.")
            if told
            else ("Attendre les portes", "Ask the doors")
        )
    if verb == Verb.MOVE:
        cards = and_list([card_name(card, lang) for card in cards_of(move)], lang)
        if told:
            return f"joue {cards} pour avancer.", f"plays {cards} to walk."
        return f"Avancer de {steps_of(move)} avec {cards}", f"Walk {steps_of(move)} with {cards}"
    if verb == Verb.GO:
        return _forms_of_going(seen, a, lang, told)
    if verb == Verb.PLAY:
        name = card_name(a, lang)
        return (f"joue {name}.", f"plays {name}.") if told else (f"Jouer {name}", f"Play {name}")
    if verb == Verb.TOKEN:
        card = the_card(a, lang)
        if told:
            return f"change {card} contre un jeton.", f"changes {card} for a token."
        return f"Changer {card} contre un jeton", f"Change {card} for a token"
    if verb in (Verb.SEAT, Verb.PICK, Verb.RETURN):
        return _forms_of_seats(seen, verb, a, b, lang, told)
    if verb == Verb.ROB:
        deck = one_of_deck(b, lang)
        whom = seen.names[int(a)]
        if told:
            return f"veut prendre {deck} à {whom}.", f"wants to take {deck} from {whom}."
        return f"Prendre {deck} à {whom}", f"Take {deck} from {whom}"
    if verb == Verb.SHED:
        card = the_card(a, lang)
        return (f"jette {card}.", f"throws {card} away.") if told else (f"Jeter {card}", f"Throw {card} away")
    told_and_meant = {
        Verb.ACCEPT: (("laisse faire.", "lets it happen."), ("Laisser faire", "Let it happen")),
        Verb.REBEL: (
            ("se rebelle : rien ne se passe.", "rebels: nothing happens."),
            ("Se rebeller", "Rebel"),
        ),
        Verb.PASS: (("passe.", "passes."), ("Passer", "Pass")),
        Verb.DONE: (("garde ses nombres.", "keeps the numbers."), ("Garder le reste", "Keep the rest")),
    }
    return told_and_meant[verb][0 if told else 1]


def _forms_of_chance(seen: "Seen", verb: Verb, a: int, lang: str, told: bool) -> tuple[str, str]:
    if verb == Verb.CARS:
        board = [reading.CARS[int(seen.box.car[a, car])]["name"][lang] for car in (0, 1)]
        cars = and_list(board, lang)
        return (
            (f"joue dans {cars}.", f"plays in {cars}.")
            if told
            else (f"Les voitures : {cars}.", f"The cars: {cars}.")
        )
    if verb == Verb.FIRST:
        name = seen.names[a]
        return ("commence.", "begins.") if told else (f"{name} commence.", f"{name} begins.")
    if verb == Verb.DOORS:
        if a == 1:
            return (
                ("monte : les portes s’ouvrent.", "gets in: the doors open.")
                if told
                else ("Les portes s’ouvrent.", "The doors open.")
            )
        return (
            ("rate le métro : les portes se ferment.", "misses the train: the doors shut.")
            if told
            else ("Les portes se ferment.", "The doors shut.")
        )
    if a == 0:
        if verb == Verb.DRAW:
            return (
                ("pioche une carte.", "draws a card.")
                if told
                else ("Une carte est piochée.", "A card is drawn.")
            )
        return (
            ("prend une carte.", "takes a card.")
            if told
            else ("Une carte change de main.", "A card changes hands.")
        )
    card = the_card(a, lang)
    if verb == Verb.DRAW:
        return (
            (f"pioche {card}.", f"draws {card}.")
            if told
            else (f"Carte piochée : {card}.", f"Card drawn: {card}.")
        )
    whom = seen.names[int(reading.state(seen).target)]
    return (
        (f"prend {card} à {whom}.", f"takes {card} from {whom}.")
        if told
        else (f"Carte prise : {card}.", f"Card taken: {card}.")
    )


def _forms_of_going(seen: "Seen", square: int, lang: str, told: bool) -> tuple[str, str]:
    total, where = int(reading.state(seen).total), square_name(seen, square, lang)
    if reading.is_floor(seen, square):
        if told:
            return f"avance de {total} : {where}.", f"walks {total}: {where}."
        return f"Avancer de {total}, {where}", f"Walk {total}, {where}"
    slid = reading.sitter(seen, square)
    if told and slid >= 0:
        whose = seen.names[slid]
        return (
            f"avance de {total} et s’assied : le voyageur {of_name(whose)} se pousse.",
            f"walks {total} and sits down: {whose}’s traveller moves over.",
        )
    if told:
        return f"avance de {total} et s’assied.", f"walks {total} and sits down."
    return f"Avancer de {total} et s’asseoir, {where}", f"Walk {total} and sit down, {where}"


def _forms_of_seats(
    seen: "Seen", verb: Verb, square: int, from_quay: int, lang: str, told: bool
) -> tuple[str, str]:
    s, where = reading.state(seen), square_name(seen, square, lang)
    if verb == Verb.SEAT:
        if told:
            return f"assied un voyageur, {where}.", f"seats a traveller, {where}."
        quay = (" (celui du quai)", " (the one on the platform)") if from_quay else ("", "")
        return f"Asseoir un voyageur{quay[0]}, {where}", f"Seat a traveller{quay[1]}, {where}"
    if verb == Verb.RETURN:
        if told:
            whom = seen.names[int(s.active)]
            return f"rend une place pour avoir bloqué {whom}.", f"gives up a seat for blocking {whom}."
        return f"Rendre la place, {where}", f"Give up the seat, {where}"
    whose = seen.names[reading.sitter(seen, square)]
    theirs = f"voyageur {of_name(whose)}"
    if s.card in (EXIT_1, EXIT_2):
        if told:
            return f"montre la sortie à un {theirs}.", f"shows one of {whose}’s travellers the way out."
        return f"Montrer la sortie au {theirs}, {where}", f"Show {whose}’s traveller the way out, {where}"
    if s.card == ECCENTRIC:
        if told:
            return (
                f"veut chasser un {theirs} dans l’allée.",
                f"tries to drive one of {whose}’s travellers into the aisle.",
            )
        return (
            f"Chasser le {theirs} dans l’allée, {where}",
            f"Drive {whose}’s traveller into the aisle, {where}",
        )
    if told:
        return f"veut la place d’un {theirs}.", f"wants the seat of one of {whose}’s travellers."
    quay = (" avec celui du quai", " with the one on the platform") if from_quay else ("", "")
    return (
        f"Prendre la place du {theirs}{quay[0]}, {where}",
        f"Take the seat of {whose}’s traveller{quay[1]}, {where}",
    )


def subject(seen: "Seen", move: int) -> int:
    """The seat that `sentence` is about: who acts, or who gets what chance gives."""
    return reading.subject(seen, verb_of(move), a_of(move))


def told(before: "Seen", after: "Seen", move: int, lang: str, who: str) -> str:
    """The line of the log for a move that was made; empty when the next line or the board tells it anyway."""
    verb = verb_of(move)
    if verb in (Verb.CARS, Verb.DRAW, Verb.MOVE, Verb.DONE):
        return ""
    if verb == Verb.STEAL and not a_of(move):
        return ""
    if verb == Verb.BOARD and not reading.state(before).missed[reading.state(before).active]:
        return ""
    line = sentence(before, move, lang, who)
    if verb == Verb.ACCEPT and int(reading.state(after).phase) == SEAT_BOTH:
        both = tell(
            lang, "Mais l’allée était prise : les deux s’assoient.", "But the aisle was taken: both sit down."
        )
        return f"{line} {both}"
    if verb == Verb.PLAY:
        return _told_with_effect(line, before, after, a_of(move), lang)
    return line


def _told_with_effect(line: str, before: "Seen", after: "Seen", card: int, lang: str) -> str:
    """Of a card that needs no further choice: what it did."""
    if card == EXPRESS:
        name = after.names[reading.newly_skipped(before, after)]
        return line[:-1] + tell(lang, f" : {name} passera son tour.", f": {name} will miss a turn.")
    if card == REVERSE:
        return line[:-1] + tell(lang, " : le sens du jeu s’inverse.", ": play turns round.")
    if card == U_PASS and reading.state(after).aisle[reading.state(before).active] < 0:
        return f"{line} " + tell(
            lang,
            "Mais l’allée était prise : les deux descendent.",
            "But the aisle was taken: both have to get out.",
        )
    return line


def chapter(seen: "Seen", lang: str) -> str:
    """Where in the game a line of the log stands: the set-up, or how many times it has gone round the table."""
    if reading.setting_up(seen):
        return tell(lang, "Mise en place", "Set-up")
    round_number = (int(reading.state(seen).turn) - 1) // seen.players + 1
    return tell(lang, f"Tour de table {round_number}", f"Round {round_number}")


def things(seen: "Seen", move: int) -> list[str]:
    """What a person touches to make the move."""
    verb, a, b = Verb(verb_of(move)), a_of(move), b_of(move)
    s = reading.state(seen)
    if verb == Verb.MOVE:
        cards = [f"hand-{card}" for card in cards_of(move)]
        return [cards[0], f"{cards[0]}-2", *cards[2:]] if a and a == b else cards
    if verb in (Verb.SEAT, Verb.PICK):
        # One from the supply, unless one touches the one that waits outside; if there is no other, no need to say so.
        outside = b == 1 and s.supply[s.active] > 0
        return [f"square-{a}", *([f"door-{int(s.quay[s.active])}"] if outside else [])]
    if verb in (Verb.GO, Verb.RETURN):
        return [f"square-{a}"]
    if verb in (Verb.PLAY, Verb.SHED):
        return [f"hand-{a}"]
    return {
        Verb.PLACE: [f"door-{a}"],
        Verb.BOARD: [f"door-{int(s.quay[s.active])}"],
        Verb.TOKEN: ["tokens", f"hand-{a}"],
        Verb.ROB: [f"backs-{a}-{b}"],
        Verb.ACCEPT: ["pass"],
        Verb.REBEL: [f"hand-{REBEL}"],
        Verb.PASS: ["pass"],
        Verb.DONE: ["pass"],
    }.get(verb, [])


def touched(seen: "Seen", move: int) -> list[str]:
    """What the move changes: squares and doors, so that they can be shown; for a walk also where it began."""
    verb, a = verb_of(move), a_of(move)
    if verb == Verb.GO:
        s = reading.state(seen)
        return [f"square-{int(s.aisle[s.active])}", f"square-{a}"]
    if verb in (Verb.SEAT, Verb.PICK, Verb.RETURN):
        return [f"square-{a}"]
    if verb == Verb.PLACE:
        return [f"door-{a}"]
    s = reading.state(seen)
    if verb == Verb.DOORS:
        return [f"door-{int(s.quay[s.active])}"]
    return []


def facts(seen: "Seen", lang: str) -> list[str]:
    """Short facts for the turn band."""
    s = reading.state(seen)
    if reading.setting_up(seen):
        return [tell(lang, "mise en place", "set-up")]
    way = tell(lang, "Sens du jeu", "Play goes")
    arrow = "↻" if s.direction == 1 else "↺"
    return [f"{way} {arrow}", tell(lang, f"tour {int(s.turn)}", f"turn {int(s.turn)}")]


def standing(seen: "Seen", seat: int, lang: str) -> Standing:
    """How many travellers of that player are seated."""
    done, of = reading.seated(seen, seat), int(seen.box.pawns)
    return Standing(done, of, f"{done}/{of}")
