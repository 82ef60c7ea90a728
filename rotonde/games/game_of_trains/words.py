"""Game of Trains in words, French and English: what a move is called, what to do now, what will happen.

No rule is decided here: what will happen is read from `seen.after(move)`. Refusals stand in refusals.py.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, b_of, pack, verb_of
from rotonde.kernel.prose import and_list, of_name, tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Preview, Standing

from . import reading
from .lexicon import ABILITY_OF, REMOVAL_OF, ability_name, cards_list
from .rules import (
    ABILITIES,
    CHOOSE,
    DEAL,
    DRAWN,
    ENDED,
    FIRST,
    HANDS,
    REFILL,
    SLOTS,
    Verb,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

# The two forms of a sentence: for the person about to do it, and told of somebody.
SENTENCES = {
    "fr": {
        Verb.FIRST: ("Le joueur {seat} commence.", "{who} commence."),
        Verb.DEAL: ("Le {card} est distribué.", "{who} reçoit le {card}."),
        Verb.HAND: ("Carte de départ : le {card}.", "{who} reçoit le {card} en main."),
        Verb.KEEP: (
            "Garder le {card} à la place du {wagon}",
            "{who} garde le {card} et dépose le {wagon} en gare.",
        ),
        Verb.DRAW: ("Piocher une carte", "{who} pioche une carte."),
        Verb.DRAWN: ("C’est le {card}.", "{who} découvre le {card}."),
        Verb.PLACE: (
            "Mettre le {card} à la place du {wagon}",
            "{who} place le {card} et dépose le {wagon} en gare.",
        ),
        Verb.SWAP: ("Échanger le {wagon} et le {other}", "{who} échange le {wagon} et le {other}."),
        Verb.LEAP: (
            "Échanger le {wagon} et le {other} par-dessus le {between}",
            "{who} échange le {wagon} et le {other} par-dessus le {between}.",
        ),
        Verb.RIGHT: (
            "Faire reculer le {wagon} de deux places",
            "{who} fait reculer le {wagon} de deux places.",
        ),
        Verb.LEFT: (
            "Faire avancer le {wagon} de deux places",
            "{who} fait avancer le {wagon} de deux places.",
        ),
        Verb.REMOVE: (
            "Jouer « {ability} » : chacun perd son wagon {place}",
            "{who} joue « {ability} » : chacun perd son wagon {place}.",
        ),
        Verb.REFILL: ("Le {card} prend la place libre.", "{who} complète son train avec le {card}."),
        Verb.PROTECT: ("Mettre un cadenas sur le {wagon}", "{who} met un cadenas sur le {wagon}."),
    },
    "en": {
        Verb.FIRST: ("Player {seat} begins.", "{who} begins."),
        Verb.DEAL: ("{card} is dealt.", "{who} is dealt {card}."),
        Verb.HAND: ("Starting card: {card}.", "{who} takes {card} in hand."),
        Verb.KEEP: (
            "Keep {card} in place of {wagon}",
            "{who} keeps {card} and leaves {wagon} at the station.",
        ),
        Verb.DRAW: ("Draw a card", "{who} draws a card."),
        Verb.DRAWN: ("It is {card}.", "{who} turns up {card}."),
        Verb.PLACE: (
            "Put {card} in place of {wagon}",
            "{who} places {card} and leaves {wagon} at the station.",
        ),
        Verb.SWAP: ("Swap {wagon} and {other}", "{who} swaps {wagon} and {other}."),
        Verb.LEAP: (
            "Swap {wagon} and {other} over {between}",
            "{who} swaps {wagon} and {other} over {between}.",
        ),
        Verb.RIGHT: ("Move {wagon} two places right", "{who} moves {wagon} two places right."),
        Verb.LEFT: ("Move {wagon} two places left", "{who} moves {wagon} two places left."),
        Verb.REMOVE: (
            "Play “{ability}”: everyone loses wagon {place}",
            "{who} plays “{ability}”: everyone loses wagon {place}.",
        ),
        Verb.REFILL: ("{card} fills the gap.", "{who} fills the gap with {card}."),
        Verb.PROTECT: ("Put a padlock on {wagon}", "{who} puts a padlock on {wagon}."),
    },
}

# The same when the viewer may not know the card.
SENTENCES_WITHOUT_THE_CARD = {
    "fr": {
        Verb.HAND: ("Une carte de départ.", "{who} reçoit une carte."),
        Verb.DRAWN: ("Une carte de la pioche.", "{who} regarde sa carte."),
        Verb.PLACE: (
            "Mettre la carte piochée à la place du {wagon}",
            "{who} place sa carte et dépose le {wagon} en gare.",
        ),
    },
    "en": {
        Verb.HAND: ("A starting card.", "{who} receives a card."),
        Verb.DRAWN: ("A card from the pile.", "{who} looks at the card."),
        Verb.PLACE: (
            "Put the drawn card in place of {wagon}",
            "{who} places the card and leaves {wagon} at the station.",
        ),
    },
}

# Told of somebody, when the replaced wagon meets another of its ability in the station.
SENTENCES_WITH_A_PAIR = {
    "fr": {
        Verb.KEEP: "{who} garde le {card}. Le {wagon} et l’autre « {ability} » de la gare s’annulent.",
        Verb.PLACE: "{who} place le {card}. Le {wagon} et l’autre « {ability} » de la gare s’annulent.",
    },
    "en": {
        Verb.KEEP: "{who} keeps {card}. {wagon} and the other “{ability}” at the station cancel out.",
        Verb.PLACE: "{who} places {card}. {wagon} and the other “{ability}” at the station cancel out.",
    },
}


# ---------------------------------------------------------------- a move


def sentence(seen: "Seen", move: int, lang: str, who: str | None = None) -> str:
    """The move in words: for the confirm bar, or told of `who`. `seen` is the view before the move."""
    verb, card = Verb(verb_of(move)), _card(seen, move)
    forms = SENTENCES[lang][verb]
    if card == 0:
        forms = SENTENCES_WITHOUT_THE_CARD[lang].get(verb, forms)
    parts: dict[str, object] = {"who": who, "card": card, "seat": a_of(move) + 1}
    if verb not in (Verb.FIRST, Verb.DEAL, Verb.HAND, Verb.DRAW, Verb.DRAWN, Verb.REFILL):
        wagons = reading.train(seen, reading.receiver(seen, verb, 0))
        slot: int = b_of(move) if verb == Verb.KEEP else a_of(move)
        parts |= {"wagon": wagons[slot], "place": slot + 1}
        if verb in (Verb.SWAP, Verb.LEAP):
            parts |= {"other": wagons[slot + _reach(verb)], "between": wagons[slot + 1]}
        elif verb == Verb.REMOVE:
            parts["ability"] = ability_name(REMOVAL_OF[slot], lang)
        elif verb in (Verb.KEEP, Verb.PLACE):
            replaced = reading.ability(seen, wagons[slot])
            parts["ability"] = ability_name(replaced, lang)
            if card and reading.row(seen)[replaced]:
                forms = (forms[0], SENTENCES_WITH_A_PAIR[lang][verb])
    form = forms[0] if who is None else forms[1]
    words = form.format_map(parts)
    return tell(lang, words, words)


def subject(seen: "Seen", move: int) -> int:
    """The seat that `sentence` is about: who acts, or who gets what chance gives."""
    return reading.receiver(seen, verb_of(move), a_of(move))


def told(before: "Seen", after: "Seen", move: int, lang: str, who: str) -> str:
    """The line of the log for a move that was made; empty when the next line or the board tells it anyway."""
    verb = verb_of(move)
    if verb in (Verb.DEAL, Verb.HAND, Verb.DRAW, Verb.DRAWN):
        return ""
    if verb == Verb.PLACE:
        # The drawn card was a secret; now everybody sees it in the train.
        slot = a_of(move)
        move = pack(Verb.PLACE, slot, reading.train(after, subject(before, move))[slot])
    return sentence(before, move, lang, who)


def chapter(seen: "Seen", lang: str) -> str:
    """Where in the game a line of the log stands: the set-up, or how many times it has gone round the table."""
    if reading.setting_up(seen):
        return tell(lang, "Mise en place", "Set-up")
    round_number = (int(seen.state.turn) - 1) // seen.players + 1
    return tell(lang, f"Tour de table {round_number}", f"Round {round_number}")


def things(seen: "Seen", move: int) -> list[str]:
    """What a person touches to make the move."""
    verb = verb_of(move)
    if verb == Verb.DRAW:
        return ["pile"]
    if verb not in (Verb.KEEP, Verb.PLACE, Verb.REMOVE, *ABILITY_OF):
        return []
    wagons = [f"card-{card}" for card in reading.train(seen, int(seen.state.active))]
    slot: int = a_of(move)
    if verb == Verb.KEEP:
        return [f"card-{slot}", wagons[b_of(move)]]
    if verb == Verb.PLACE:
        return [wagons[slot]]
    if verb == Verb.REMOVE:
        return [f"row-{ABILITIES[REMOVAL_OF[slot]]}"]
    partner = [wagons[int(slot + _reach(verb))]] if verb in (Verb.SWAP, Verb.LEAP) else []
    return [f"row-{ABILITIES[ABILITY_OF[Verb(verb)]]}", wagons[slot], *partner]


def touched(seen: "Seen", move: int) -> list[str]:
    """What the move changes: places, "slot-<seat>-<slot>", and the cards that leave them; their corners are folded."""
    verb, slot = verb_of(move), a_of(move)
    if verb == Verb.REMOVE:
        unprotected = [seat for seat in range(seen.players) if not reading.lock(seen, seat, slot)]
        return [
            thing for seat in unprotected for thing in (f"slot-{seat}-{slot}", _card_at(seen, seat, slot))
        ]
    seat = reading.receiver(seen, verb, slot)
    if verb in (Verb.KEEP, Verb.PLACE):
        slot = b_of(move) if verb == Verb.KEEP else slot
        return [f"slot-{seat}-{slot}", _card_at(seen, seat, slot)]
    changed = {
        Verb.SWAP: (slot, slot + 1),
        Verb.LEAP: (slot, slot + 2),
        Verb.RIGHT: (slot, slot + 1, slot + 2),
        Verb.LEFT: (slot - 2, slot - 1, slot),
        Verb.PROTECT: (slot,),
        Verb.REFILL: (int(seen.state.removed_slot),),
    }
    return [f"slot-{seat}-{place}" for place in changed.get(Verb(verb), ())]


def _card_at(seen: "Seen", seat: int, slot: int) -> str:
    return f"card-{reading.train(seen, seat)[slot]}"


def _card(seen: "Seen", move: int) -> int:
    """The card a move brings; 0 when there is none or the viewer may not know it."""
    verb = verb_of(move)
    if verb == Verb.PLACE:
        return b_of(move) or int(seen.state.drawn)
    return a_of(move) if verb in (Verb.DEAL, Verb.HAND, Verb.KEEP, Verb.DRAWN, Verb.REFILL) else 0


def _reach(verb: int) -> int:
    return 2 if verb == Verb.LEAP else 1


# ---------------------------------------------------------------- what to do now


def prompt(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What the viewer has to do now, or whom we wait for."""
    if seen.actor == OVER:
        return result(seen, lang, names)
    if seen.actor == CHANCE:
        return _prompt_at_chance(seen, lang)
    if seen.actor == seen.seat:
        return _prompt_to_act(seen, lang)
    name = names[seen.actor]
    match int(seen.state.phase):
        case phase if phase == CHOOSE:
            return tell(lang, f"{name} choisit une carte de départ.", f"{name} is choosing a starting card.")
        case phase if phase == DRAWN:
            return tell(
                lang, f"{name} cherche une place pour sa carte.", f"{name} is finding a place for the card."
            )
        case _:
            return tell(lang, f"C’est à {name} de jouer.", f"It is {name}’s turn.")


def _prompt_to_act(seen: "Seen", lang: str) -> str:
    phase = int(seen.state.phase)
    if phase == CHOOSE:
        cards = reading.hand(seen, seen.seat)
        if len(cards) == 1:
            return tell(
                lang,
                f"Vous recevez le {cards[0]} : choisissez le wagon qu’il remplace.",
                f"You received {cards[0]}: choose the wagon it replaces.",
            )
        return tell(
            lang,
            "Choisissez une carte à garder, puis le wagon qu’elle remplace.",
            "Choose one card to keep, then the wagon it replaces.",
        )
    if phase == DRAWN:
        card = int(seen.state.drawn)
        return tell(
            lang,
            f"Vous avez pioché le {card} : choisissez le wagon qu’il remplace.",
            f"You drew {card}: choose the wagon it replaces.",
        )
    if not any(reading.row(seen)):
        return tell(lang, "La gare est vide : piochez une carte.", "The station is empty: draw a card.")
    return tell(lang, "Piochez, ou jouez une carte de la gare.", "Draw, or play a card from the station.")


def _prompt_at_chance(seen: "Seen", lang: str) -> str:
    match int(seen.state.phase):
        case phase if phase == FIRST:
            return tell(lang, "On tire au sort qui commence.", "Drawing lots for who begins.")
        case phase if phase == DEAL:
            return tell(lang, "On distribue sept wagons à chacun.", "Dealing seven wagons to everyone.")
        case phase if phase == HANDS:
            return tell(lang, "On distribue les cartes de départ.", "Dealing the starting cards.")
        case phase if phase == REFILL:
            return tell(lang, "On complète les trains.", "Filling the gaps in the trains.")
        case _:
            return tell(lang, "La carte arrive.", "The card is on its way.")


def facts(seen: "Seen", lang: str) -> list[str]:
    """Short facts for the turn band."""
    pile, discard, turn = int(seen.state.pile_count), reading.discard_count(seen), int(seen.state.turn)
    shown = [
        tell(lang, f"Pioche {pile}", f"Pile {pile}"),
        tell(lang, f"Défausse {discard}", f"Discard {discard}"),
    ]
    if reading.setting_up(seen):
        return [*shown, tell(lang, "mise en place", "set-up")]
    return [*shown, tell(lang, f"tour {turn}", f"turn {turn}")]


def standing(seen: "Seen", seat: int, lang: str) -> Standing:
    """How many couplings of that train are in order."""
    done, of = reading.couplings(reading.train(seen, seat)), SLOTS - 1
    return Standing(done, of, f"{done}/{of}")


# ---------------------------------------------------------------- what will happen


def preview(seen: "Seen", move: int, lang: str) -> Preview:
    """What the viewer's own move will do."""
    verb = verb_of(move)
    if verb == Verb.DRAW:
        return Preview(_note_on_drawing(seen, lang))
    after = seen.after(move)
    if verb == Verb.REMOVE:
        return _preview_of_removal(seen, after, a_of(move), lang)
    wagons, then = reading.train(seen, seen.seat), reading.train(after, seen.seat)
    tags = {f"card-{old}": str(new) for old, new in zip(wagons, then, strict=True) if old != new}
    if after.state.winner == seen.seat:
        return Preview(
            tell(
                lang,
                "Votre train est en ordre. Il part, et vous gagnez.",
                "Your train is in order. It departs, and you win.",
            ),
            tags,
        )
    notes: list[str] = []
    if verb == Verb.PROTECT:
        notes.append(_note_on_protection(wagons[int(a_of(move))], a_of(move), lang))
    else:
        notes.append(_note_on_couplings(reading.couplings(wagons), reading.couplings(then), lang))
        notes += _notes_on_lost_locks(seen, after, lang)
    if verb in (Verb.KEEP, Verb.PLACE):
        slot: int = b_of(move) if verb == Verb.KEEP else a_of(move)
        notes.append(_note_on_the_row(after, wagons[slot], lang))
    return Preview(" ".join(notes + _note_on_the_last_turn(after, lang)), tags)


def _note_on_drawing(seen: "Seen", lang: str) -> str:
    notes: list[str] = []
    if seen.state.pile_count == 0:
        notes.append(
            tell(
                lang,
                "La pioche est vide : on remélange la défausse.",
                "The pile is empty: the discard is reshuffled.",
            )
        )
    notes.append(
        tell(
            lang,
            "La carte piochée remplacera un de vos wagons, et celui-ci ira en gare.",
            "The card you draw will replace one of your wagons, which goes to the station.",
        )
    )
    return " ".join(notes)


def _note_on_couplings(before: int, then: int, lang: str) -> str:
    if before != then:
        return tell(
            lang, f"Attelages en ordre : {before} → {then}.", f"Couplings in order: {before} → {then}."
        )
    return tell(lang, f"Attelages en ordre : toujours {then}.", f"Couplings in order: still {then}.")


def _note_on_protection(card: int, slot: int, lang: str) -> str:
    name = ability_name(REMOVAL_OF[slot], lang)
    return tell(
        lang,
        f"Le {card} ne craint plus « {name} » tant qu’il garde sa place.",
        f"{card} is safe from “{name}” as long as it keeps its place.",
    )


def _notes_on_lost_locks(seen: "Seen", after: "Seen", lang: str) -> list[str]:
    wagons = reading.train(seen, seen.seat)
    return [
        tell(lang, f"Le {wagons[slot]} perd son cadenas.", f"{wagons[slot]} loses its padlock.")
        for slot in reading.REMOVABLE
        if reading.lock(seen, seen.seat, slot) and not reading.lock(after, seen.seat, slot)
    ]


def _note_on_the_row(after: "Seen", replaced: int, lang: str) -> str:
    name = ability_name(reading.ability(after, replaced), lang)
    if replaced in reading.row(after):
        return tell(
            lang,
            f"Le {replaced} va en gare : tout le monde pourra jouer « {name} ».",
            f"{replaced} goes to the station: anyone may play “{name}”.",
        )
    return tell(
        lang,
        f"En gare, les deux cartes « {name} » s’annulent : personne ne pourra s’en servir.",
        f"At the station the two “{name}” cards cancel out: nobody can use them.",
    )


def _note_on_the_last_turn(after: "Seen", lang: str) -> list[str]:
    if after.state.phase != ENDED:
        return []
    return [tell(lang, "C’est le dernier tour : partie nulle.", "This is the last turn: the game is a draw.")]


def _preview_of_removal(seen: "Seen", after: "Seen", slot: int, lang: str) -> Preview:
    order = [(seen.seat + step) % seen.players for step in range(seen.players)]
    here = {seat: reading.train(seen, seat)[slot] for seat in order}
    lost = {seat: card for seat, card in here.items() if reading.train(after, seat)[slot] == 0}
    notes = [_note_on_losses(seen, lost, here[seen.seat], lang)]
    safe = [card for seat, card in here.items() if seat not in lost and seat != seen.seat]
    if lost and safe:
        cards = cards_list(safe, lang)
        cards = cards[0].upper() + cards[1:]
        one = tell(lang, "est protégé", "is protected")
        more = tell(lang, "sont protégés", "are protected")
        notes.append(f"{cards} {one if len(safe) == 1 else more}.")
    gone = sorted({reading.ability(seen, card) for card in lost.values()})
    cancelled = [
        ability_name(ability, lang, quoted=True) for ability in gone if not reading.row(after)[ability]
    ]
    if cancelled:
        names = and_list(cancelled, lang)
        notes.append(
            tell(
                lang,
                f"En gare, les cartes {names} s’annulent.",
                f"At the station the {names} cards cancel out.",
            )
        )
    if lost:
        notes.append(tell(lang, "La pioche comble les places vides.", "Cards from the pile fill the gaps."))
    tags = {f"card-{card}": "?" for card in lost.values()}
    return Preview(" ".join(notes + _note_on_the_last_turn(after, lang)), tags)


def _note_on_losses(seen: "Seen", lost: dict[int, int], mine: int, lang: str) -> str:
    if not lost:
        return tell(
            lang,
            "Tous ces wagons sont protégés : il ne se passe rien.",
            "All these wagons are protected: nothing happens.",
        )
    others = [card for seat, card in lost.items() if seat != seen.seat]
    theirs = cards_list(others, lang)
    if not others:
        return tell(
            lang,
            f"Vous perdez le {mine}, les autres ne perdent rien.",
            f"You lose {mine}, the others lose nothing.",
        )
    if len(others) > 1:
        they = tell(lang, f"les autres perdent {theirs}", f"the others lose {theirs}")
    elif seen.players == 2:
        they = tell(lang, f"l’autre train perd {theirs}", f"the other train loses {theirs}")
    else:
        they = tell(lang, f"un autre train perd {theirs}", f"one other train loses {theirs}")
    if seen.seat in lost:
        return tell(lang, f"Vous perdez le {mine} ; {they}.", f"You lose {mine}; {they}.")
    return tell(lang, f"Votre {mine} est protégé ; {they}.", f"Your {mine} is protected; {they}.")


# ---------------------------------------------------------------- how it ended


def result(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """Who won and how."""
    if seen.actor != OVER:
        return tell(lang, "La partie continue.", "The game goes on.")
    winner, active = int(seen.state.winner), int(seen.state.active)
    if winner < 0:
        turns = int(seen.box.turn_limit)
        return tell(
            lang,
            f"Partie nulle : après {turns} tours, aucun train n’est en ordre.",
            f"A draw: after {turns} turns no train is in order.",
        )
    if winner == active:
        if winner == seen.seat:
            return tell(lang, "Vous gagnez : votre train est en ordre.", "You win: your train is in order.")
        return tell(
            lang,
            f"{names[winner]} gagne : son train est en ordre.",
            f"{names[winner]} wins with a train in order.",
        )
    card = reading.train(seen, winner)[int(seen.state.removed_slot)]
    whose_fr = "votre tour" if active == seen.seat else f"le tour {of_name(names[active])}"
    whose_en = "your turn" if active == seen.seat else f"{names[active]}’s turn"
    if winner == seen.seat:
        return tell(
            lang,
            f"Vous gagnez pendant {whose_fr} : le {card} met votre train en ordre.",
            f"You win on {whose_en}: {card} puts your train in order.",
        )
    return tell(
        lang,
        f"{names[winner]} gagne pendant {whose_fr} : le {card} met son train en ordre.",
        f"{names[winner]} wins on {whose_en}: {card} puts that train in order.",
    )
