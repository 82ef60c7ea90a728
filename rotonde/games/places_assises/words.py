"""Places assises in words, French and English: what a move is called, what to do now, what will happen.

No rule is decided here: what may be done is read from `seen.moves()`, what will happen from `seen.after(move)`.
Refusals stand in refusals.py, what spares clicks in gestures.py.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of
from rotonde.kernel.prose import and_list, count_of, of_name, tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Preview, Refusal, Standing

from . import reading, refusals
from .lexicon import card_effect, card_name, the_card, worth
from .rules import (
    ADVANCED,
    CARS,
    DOOR,
    ECCENTRIC,
    ENTERING,
    EXCUSE_ME,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    FIRST,
    GO,
    NEXT_PAWN,
    NUMBER,
    PANHANDLER,
    PASS_NOBODY,
    PASS_WITH_REBEL,
    PAY,
    PICK,
    PICK_HAND,
    PLUS_TOKEN,
    REACT,
    REBEL,
    REVERSE,
    SEAT_BOTH,
    SHED,
    START,
    STEAL,
    TAKE_A_SEAT,
    U_PASS,
    Verb,
    passing_in,
    plus_in,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def why(seen: "Seen", thing: str, lang: str, chosen: Sequence[str] = ()) -> Refusal | None:
    """Why this thing cannot be touched now, after the `chosen` ones; None when it can."""
    for move in seen.moves():
        if {thing, *chosen} <= set(things(seen, move)):
            return None
    return refusals.of_thing(seen, thing, lang, chosen)


def refusal(seen: "Seen", move: int, lang: str) -> Refusal:
    """Why this move, which is none of the legal ones, cannot be made."""
    return refusals.of_move(seen, move, lang)


# ---------------------------------------------------------------- a move


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
    times = count_of(opens, lang, ("fois", "fois"), ("time", "times"))
    return f"{times} {tell(lang, 'sur', 'in')} {opens + int(seen.box.closed_weight)}"


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
        deck = _one_of_deck(b, lang)
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


def _one_of_deck(deck: int, lang: str) -> str:
    if deck == NUMBER:
        return tell(lang, "un nombre", "a number")
    return tell(lang, "une action", "an action")


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
        name = after.names[_newly_skipped(before, after)]
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


def _newly_skipped(before: "Seen", after: "Seen") -> int:
    marks = zip(reading.state(before).skip, reading.state(after).skip, strict=True)
    return next(seat for seat, (was, now) in enumerate(marks) if now > was)


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


# ---------------------------------------------------------------- what to do now


def prompt(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What the viewer has to do now, or whom we wait for."""
    if seen.actor == OVER:
        return result(seen, lang, names)
    if seen.actor == CHANCE:
        return _prompt_at_chance(seen, lang, names)
    if seen.actor == seen.seat:
        return _prompt_to_act(seen, lang, names)
    name, phase = names[seen.actor], int(reading.state(seen).phase)
    if phase == REACT:
        return tell(lang, f"On attend la réponse {of_name(name)}.", f"Waiting for {name}’s answer.")
    if phase == SEAT_BOTH:
        return tell(lang, f"{name} assied ses deux voyageurs.", f"{name} seats both travellers.")
    if phase == PAY:
        return tell(
            lang,
            f"{name} bloquait le passage et rend une place.",
            f"{name} was blocking and gives up a seat.",
        )
    return tell(lang, f"C’est à {name} de jouer.", f"It is {name}’s turn.")


def _prompt_at_chance(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    s = reading.state(seen)
    match int(s.phase):
        case phase if phase == CARS:
            return tell(lang, "On choisit les voitures.", "Choosing the cars.")
        case phase if phase == FIRST:
            return tell(lang, "On tire au sort qui commence.", "Drawing lots for who begins.")
        case phase if phase == DOOR:
            name = names[s.active]
            return tell(
                lang, f"Les portes vont-elles s’ouvrir pour {name} ?", f"Will the doors open for {name}?"
            )
        case phase if phase == STEAL:
            return tell(lang, "Une carte change de main.", "A card changes hands.")
        case _:
            return tell(lang, "On pioche.", "Drawing cards.")


def _prompt_to_act(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    s = reading.state(seen)
    target = names[int(s.target)]
    match int(s.phase):
        case phase if phase == START:
            return tell(
                lang,
                "Choisissez la porte où attendra votre voyageur.",
                "Choose the door where your traveller will wait.",
            )
        case phase if phase == NEXT_PAWN:
            return tell(
                lang,
                "Choisissez la porte de votre prochain voyageur.",
                "Choose the door for your next traveller.",
            )
        case phase if phase == GO:
            total = int(s.total)
            return tell(lang, f"Avancez de {total} : choisissez où.", f"Walk {total}: choose where.")
        case phase if phase == ENTERING:
            return tell(
                lang,
                "Choisissez un siège vide ; touchez aussi la porte pour asseoir celui qui attend dehors.",
                "Choose an empty seat; touch the door as well to seat the one waiting outside.",
            )
        case phase if phase == PICK:
            return _prompt_to_pick(seen, lang, target)
        case phase if phase == PICK_HAND:
            return tell(
                lang,
                "À qui prenez-vous une carte ? Touchez ses nombres ou ses actions.",
                "From whom do you take a card? Touch their numbers or their actions.",
            )
        case phase if phase == REACT:
            return _prompt_to_answer(seen, lang, names[int(s.active)])
        case phase if phase == SEAT_BOTH:
            return tell(
                lang,
                "L’allée était prise : asseyez vos deux voyageurs où vous voulez.",
                "The aisle was taken: seat both your travellers wherever you like.",
            )
        case phase if phase == SHED:
            return tell(
                lang,
                "Vous pouvez jeter des nombres avant de piocher.",
                "You may throw numbers away before drawing.",
            )
        case phase if phase == PAY:
            name = names[int(s.active)]
            return tell(
                lang,
                f"Vous bloquez {name} depuis trop longtemps : rendez une place assise.",
                f"You have blocked {name} too long: give up a seat.",
            )
        case _:
            return _prompt_in_turn(seen, lang)


def _prompt_in_turn(seen: "Seen", lang: str) -> str:
    s = reading.state(seen)
    if s.aisle[seen.seat] >= 0:
        return tell(
            lang,
            "Avancez avec vos nombres, ou jouez une carte.",
            "Walk with your numbers, or play a card.",
        )
    if s.quay[seen.seat] >= 0 and s.missed[seen.seat]:
        return tell(
            lang,
            "Votre voyageur a raté le métro : cette fois il monte. Touchez sa porte, ou jouez une carte.",
            "Your traveller missed the train: this time it gets in. Touch its door, or play a card.",
        )
    if s.quay[seen.seat] >= 0:
        return tell(
            lang,
            "Touchez la porte pour tenter de monter, ou jouez une carte.",
            "Touch the door to try to get in, or play a card.",
        )
    return tell(lang, "Jouez une carte, ou passez.", "Play a card, or pass.")


def _prompt_to_pick(seen: "Seen", lang: str, target: str) -> str:
    s = reading.state(seen)
    if s.card in (EXIT_1, EXIT_2):
        return tell(
            lang,
            f"Quel voyageur {of_name(target)} doit sortir ?",
            f"Which of {target}’s travellers must leave?",
        )
    if s.card == ECCENTRIC:
        return tell(lang, "Qui va fuir dans l’allée ?", "Who will flee into the aisle?")
    return tell(
        lang,
        "Quel siège prenez-vous ? Touchez aussi la porte pour y mettre celui qui attend dehors.",
        "Which seat do you take? Touch the door as well to use the one waiting outside.",
    )


def _prompt_to_answer(seen: "Seen", lang: str, attacker: str) -> str:
    card = card_name(int(reading.state(seen).card), lang)
    if reading.state(seen).hand[seen.seat, REBEL]:
        return tell(
            lang,
            f"{attacker} joue {card} contre vous. Vous rebellez-vous ?",
            f"{attacker} plays {card} against you. Do you rebel?",
        )
    return tell(
        lang,
        f"{attacker} joue {card} contre vous. Laissez-vous faire ?",
        f"{attacker} plays {card} against you. Do you let it happen?",
    )


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


# ---------------------------------------------------------------- what will happen


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
        name = seen.names[_newly_skipped(seen, seen.after(pack(Verb.PLAY, card)))]
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
        deck = _one_of_deck(int(s.wanted), lang)
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


# ---------------------------------------------------------------- the end


def result(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """Who won and how."""
    if seen.actor != OVER:
        return tell(lang, "La partie continue.", "The game goes on.")
    winners = seen.winners()
    winner = int(reading.state(seen).winner)
    if winner >= 0:
        if winner == seen.seat:
            return tell(
                lang,
                "Tous vos voyageurs sont assis : vous gagnez.",
                "All your travellers are seated: you win.",
            )
        name = names[winner]
        return tell(
            lang, f"Tous les voyageurs {of_name(name)} sont assis.", f"All of {name}’s travellers are seated."
        )
    count = reading.seated(seen, winners[0])
    listed = and_list([names[seat] for seat in winners], lang)
    gained = "gagne" if len(winners) == 1 else "gagnent ensemble"
    won = "wins" if len(winners) == 1 else "share the win"
    return tell(
        lang,
        f"Terminus, tout le monde descend : avec {count} voyageurs assis, {listed} {gained}.",
        f"End of the line: with {count} travellers seated, {listed} {won}.",
    )
