"""Trains in words, French and English: what a move is called, what to do now, what will happen.

No rule is decided here: what will happen is read from `seen.after(move)`. Refusals stand in refusals.py.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.prose import and_list, count_of, tell, typeset
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Preview, Standing

from . import reading
from .lexicon import at_hex, card_effect, card_name, points_count, waste_count
from .rules import (
    COPY,
    CREW,
    CREW_DRAWS,
    CREW_EARNS,
    EMPTY_PILES,
    EXCHANGE,
    FETCH_TRAIN,
    FIRST,
    INFORM,
    LAST_RAIL,
    LAST_STATION,
    LOOK_AT_TOP,
    NAME_CARD,
    PILES,
    REBUILD_TRAIN,
    SELL_CARDS,
    SELL_WASTE,
    SEND_BACK,
    SHOW_TRAIN,
    SORT,
    START,
    STATION,
    WASTE,
    Verb,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

# The two forms of a sentence: for the person about to do it, and told of somebody.
SENTENCES = {
    "fr": {
        Verb.FIRST: ("Le joueur {seat} commence.", "{who} commence."),
        Verb.PILE: ("{card} fait partie de la réserve.", "{card} rejoint la réserve."),
        Verb.DRAW: ("{card} arrive en main.", "{who} pioche {card}."),
        Verb.LOOK: ("Sur le paquet : {card}.", "{who} regarde {card}."),
        Verb.REVEAL: ("Carte dévoilée : {card}.", "{who} dévoile {card}."),
        Verb.START: ("Poser votre premier rail {place}", "{who} part {place}."),
        Verb.PLAY: ("Jouer {card}", "{who} joue {card}."),
        Verb.PLAY_PLAIN: ("Jouer {card} sans son effet", "{who} joue {card} sans son effet."),
        Verb.BUY: ("Acheter {card}", "{who} achète {card}."),
        Verb.BUY_ON_TOP: (
            "Acheter {card}, à poser sur votre paquet",
            "{who} achète {card}, à poser sur son paquet.",
        ),
        Verb.LAY: ("Poser un rail {place} pour {cost}", "{who} pose un rail {place} ({cost})."),
        Verb.END: ("Finir votre tour", "{who} finit son tour."),
        Verb.PASS: ("Passer et rendre {waste}", "{who} passe et rend {waste}."),
        Verb.STATION: ("Bâtir une gare {place}", "{who} bâtit une gare {place}."),
        Verb.SHOW: ("Montrer {card}", "{who} montre {card}."),
        Verb.COPY: ("Copier {card}", "{who} copie {card}."),
        Verb.DISCARD: ("Défausser {card}", "{who} défausse {card}."),
        Verb.DONE: ("{done}", "{who} s’en tient là."),
        Verb.NAME: ("Nommer {card}", "{who} nomme {card}."),
        Verb.TAKE: ("Prendre {card} en main", "{who} prend {card} en main."),
        Verb.PUT: ("Remettre {card} sur le paquet", "{who} remet {card} sur son paquet."),
        Verb.SEND_BACK: ("Remettre {card} sur le paquet", "{who} remet {card} sur son paquet."),
        Verb.KEEP: ("La laisser sur le paquet", "{who} laisse la carte sur son paquet."),
        Verb.DROP: ("La défausser", "{who} défausse la carte du dessus de son paquet."),
        Verb.CREW: ("{crew}", "{who} {crews}."),
        Verb.SELL: ("Rendre {sold}", "{who} rend {sold}."),
        Verb.FETCH: ("Reprendre {card}", "{who} reprend {card} dans sa défausse."),
        Verb.TRASH: ("Écarter {card}", "{who} écarte {card}."),
        Verb.RECEIVE: ("Recevoir {card} en main", "{who} reçoit {card} en main."),
    },
    "en": {
        Verb.FIRST: ("Player {seat} begins.", "{who} begins."),
        Verb.PILE: ("{card} is in the supply.", "{card} joins the supply."),
        Verb.DRAW: ("{card} comes to hand.", "{who} draws {card}."),
        Verb.LOOK: ("On top of the deck: {card}.", "{who} looks at {card}."),
        Verb.REVEAL: ("{card} is revealed.", "{who} reveals {card}."),
        Verb.START: ("Place your first rail {place}", "{who} starts {place}."),
        Verb.PLAY: ("Play {card}", "{who} plays {card}."),
        Verb.PLAY_PLAIN: ("Play {card} without its effect", "{who} plays {card} without its effect."),
        Verb.BUY: ("Buy {card}", "{who} buys {card}."),
        Verb.BUY_ON_TOP: ("Buy {card} and put it on your deck", "{who} buys {card} and puts it on the deck."),
        Verb.LAY: ("Lay a rail {place} for {cost}", "{who} lays a rail {place} ({cost})."),
        Verb.END: ("End your turn", "{who} ends the turn."),
        Verb.PASS: ("Pass and return {waste}", "{who} passes and returns {waste}."),
        Verb.STATION: ("Build a station {place}", "{who} builds a station {place}."),
        Verb.SHOW: ("Show {card}", "{who} shows {card}."),
        Verb.COPY: ("Copy {card}", "{who} copies {card}."),
        Verb.DISCARD: ("Discard {card}", "{who} discards {card}."),
        Verb.DONE: ("{done}", "{who} leaves it at that."),
        Verb.NAME: ("Name {card}", "{who} names {card}."),
        Verb.TAKE: ("Take {card} into your hand", "{who} takes {card} into hand."),
        Verb.PUT: ("Put {card} back on the deck", "{who} puts {card} back on the deck."),
        Verb.SEND_BACK: ("Put {card} back on the deck", "{who} puts {card} back on the deck."),
        Verb.KEEP: ("Leave it on the deck", "{who} leaves the card on the deck."),
        Verb.DROP: ("Discard it", "{who} discards the top card of the deck."),
        Verb.CREW: ("{crew}", "{who} {crews}."),
        Verb.SELL: ("Return {sold}", "{who} returns {sold}."),
        Verb.FETCH: ("Take back {card}", "{who} takes {card} back from the discard pile."),
        Verb.TRASH: ("Trash {card}", "{who} trashes {card}."),
        Verb.RECEIVE: ("Receive {card} into your hand", "{who} receives {card} into hand."),
    },
}

# The same when the viewer may not know the card.
SENTENCES_WITHOUT_THE_CARD = {
    "fr": {
        Verb.DRAW: ("Une carte arrive en main.", "{who} pioche une carte."),
        Verb.LOOK: ("Une carte du paquet.", "{who} regarde le dessus de son paquet."),
        Verb.PUT: ("Remettre une carte sur le paquet", "{who} remet une carte sur son paquet."),
    },
    "en": {
        Verb.DRAW: ("A card comes to hand.", "{who} draws a card."),
        Verb.LOOK: ("A card of the deck.", "{who} looks at the top of the deck."),
        Verb.PUT: ("Put a card back on the deck", "{who} puts a card back on the deck."),
    },
}

WITH_A_CARD = frozenset(
    {
        Verb.PILE,
        Verb.DRAW,
        Verb.LOOK,
        Verb.REVEAL,
        Verb.PLAY,
        Verb.PLAY_PLAIN,
        Verb.BUY,
        Verb.BUY_ON_TOP,
        Verb.SHOW,
        Verb.COPY,
        Verb.DISCARD,
        Verb.NAME,
        Verb.TAKE,
        Verb.PUT,
        Verb.SEND_BACK,
        Verb.FETCH,
        Verb.TRASH,
        Verb.RECEIVE,
    }
)
BY_CHANCE = frozenset({Verb.FIRST, Verb.PILE, Verb.DRAW, Verb.LOOK, Verb.REVEAL})

# Where a person finds the card that a move is made with.
CARD_THING = {
    Verb.PLAY: "hand",
    Verb.PLAY_PLAIN: "hand",
    Verb.SHOW: "hand",
    Verb.COPY: "hand",
    Verb.DISCARD: "hand",
    Verb.TRASH: "hand",
    Verb.BUY: "pile",
    Verb.BUY_ON_TOP: "pile",
    Verb.RECEIVE: "pile",
    Verb.NAME: "name",
    Verb.TAKE: "aside",
    Verb.PUT: "aside",
    Verb.SEND_BACK: "play",
    Verb.FETCH: "discard",
    Verb.START: "hex",
    Verb.LAY: "hex",
    Verb.STATION: "hex",
    Verb.CREW: "crew",
    Verb.SELL: "sell",
}
WORD_THING = {Verb.END: "end", Verb.PASS: "pass", Verb.DONE: "done", Verb.KEEP: "keep", Verb.DROP: "drop"}
MORE_THING = {Verb.PLAY_PLAIN: "plain", Verb.BUY_ON_TOP: "on-top"}


# ---------------------------------------------------------------- a move


def sentence(seen: "Seen", move: int, lang: str, who: str | None = None) -> str:
    """The move in words: for the confirm bar, or told of `who`. `seen` is the view before the move."""
    verb, operand = Verb(verb_of(move)), a_of(move)
    forms = SENTENCES[lang][verb]
    parts: dict[str, object] = {"who": who, "seat": operand + 1}
    if verb in WITH_A_CARD:
        if operand:
            parts["card"] = card_name(operand, lang)
        else:
            forms = SENTENCES_WITHOUT_THE_CARD[lang][verb]
    elif verb in (Verb.START, Verb.LAY, Verb.STATION):
        parts["place"] = at_hex(reading.board(seen), operand, lang)
        parts["cost"] = reading.surcharge(seen, operand).total
    elif verb == Verb.PASS:
        held = reading.cards_in(seen, "hand", seen.actor).get(WASTE, 0)
        parts["waste"] = waste_count(held, lang) if held else tell(lang, "sa Ferraille", "all Waste")
    elif verb == Verb.SELL:
        parts["sold"] = waste_count(operand, lang)
    elif verb == Verb.CREW:
        parts |= _crew(operand, lang)
    elif verb == Verb.DONE:
        parts["done"] = _done(seen, lang)
    words = (forms[0] if who is None else forms[1]).format_map(parts)
    return tell(lang, words, words)


def _crew(choice: int, lang: str) -> dict[str, str]:
    if choice == CREW_DRAWS:
        return {
            "crew": tell(lang, "Piocher une carte", "Draw a card"),
            "crews": tell(lang, "pioche une carte", "draws a card"),
        }
    if choice == CREW_EARNS:
        return {
            "crew": tell(lang, "Recevoir 1 d’argent", "Gain 1 money"),
            "crews": tell(lang, "reçoit 1 d’argent", "gains 1 money"),
        }
    return {
        "crew": tell(lang, "Rendre une Ferraille", "Return a Waste"),
        "crews": tell(lang, "rend une Ferraille", "returns a Waste"),
    }


def _done(seen: "Seen", lang: str) -> str:
    effect, count = int(seen.state.effect), int(seen.state.step)
    if effect == INFORM:
        return tell(lang, "N’en prendre aucune", "Take none")
    if effect == EXCHANGE and count:
        cards = count_of(count, lang, ("carte", "cartes"), ("card", "cards"))
        return tell(lang, f"Assez défaussé : piocher {cards}", f"Enough discarded: draw {cards}")
    return tell(lang, "Assez défaussé", "Enough discarded")


def subject(seen: "Seen", move: int) -> int:
    """The seat that `sentence` is about: who acts, or who gets what chance gives."""
    return reading.receiver(seen, verb_of(move), a_of(move))


def told(before: "Seen", after: "Seen", move: int, lang: str, who: str) -> str:
    """The line of the log for a move that was made; empty when the next line or the board tells it anyway."""
    verb = verb_of(move)
    if verb in (Verb.PILE, Verb.DRAW, Verb.LOOK):
        return ""
    if verb == Verb.END:
        if before.state.acted:
            return ""
        return tell(lang, f"{who} passe.", f"{who} passes.")
    line = sentence(before, move, lang, who)
    seat = subject(before, move)
    if verb == Verb.DROP:
        gone = reading.cards_in(after, "discard", seat)
        held = reading.cards_in(before, "discard", seat)
        card = next((card for card, count in gone.items() if count > held.get(card, 0)), 0)
        if card:
            name = card_name(card, lang)
            line = tell(
                lang, f"{who} défausse {name} de son paquet.", f"{who} discards {name} from the deck."
            )
    if verb == Verb.PASS:
        back = waste_count(int(after.state.supply[WASTE]) - int(before.state.supply[WASTE]), lang)
        line = tell(lang, f"{who} passe et rend {back}.", f"{who} passes and returns {back}.")
    taken = waste_taken(before, after)
    if taken > 0:
        line = line.removesuffix(".") + tell(
            lang, f", et reçoit {_some_waste(taken, lang)}.", f", and takes {_some_waste(taken, lang)}."
        )
    return line


def _some_waste(count: int, lang: str) -> str:
    return tell(lang, "une Ferraille", "a Waste") if count == 1 else waste_count(count, lang)


def chapter(seen: "Seen", lang: str) -> str:
    """Where in the game a line of the log stands: the set-up, or how many times it has gone round the table."""
    if reading.setting_up(seen):
        return tell(lang, "Mise en place", "Set-up")
    number = reading.round_number(seen)
    return tell(lang, f"Tour de table {number}", f"Round {number}")


def things(seen: "Seen", move: int) -> list[str]:
    """What a person touches to make the move."""
    verb = Verb(verb_of(move))
    if verb in WORD_THING:
        return [WORD_THING[verb]]
    if verb not in CARD_THING:
        return []
    more = [MORE_THING[verb]] if verb in MORE_THING else []
    return [f"{CARD_THING[verb]}-{a_of(move)}", *more]


def touched(seen: "Seen", move: int) -> list[str]:
    """What the move changes: hexes, piles, cards in play; their corners are folded."""
    verb, operand = verb_of(move), a_of(move)
    if verb in (Verb.START, Verb.LAY, Verb.STATION):
        return [f"hex-{operand}"]
    if verb in (Verb.BUY, Verb.BUY_ON_TOP, Verb.RECEIVE):
        return [f"pile-{operand}"]
    if verb in (Verb.PLAY, Verb.PLAY_PLAIN):
        return [f"play-{operand}"]
    return []


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
    if seen.state.phase == START:
        return tell(lang, f"{name} choisit un départ.", f"{name} is choosing where to start.")
    return tell(lang, f"C’est à {name} de jouer.", f"It is {name}’s turn.")


CHOICES: dict[int, tuple[str, str]] = {
    STATION: ("Choisissez une ville pour votre gare.", "Choose a city for your station."),
    SHOW_TRAIN: ("Montrez un Train de votre main.", "Show a Train from your hand."),
    COPY: ("Choisissez l’Action à copier.", "Choose the Action to copy."),
    EXCHANGE: (
        "Défaussez autant de cartes que vous voulez, puis piochez-en autant.",
        "Discard as many cards as you like, then draw as many.",
    ),
    SELL_CARDS: (
        "Défaussez autant de cartes que vous voulez, 1 d’argent chacune.",
        "Discard as many cards as you like, 1 money each.",
    ),
    NAME_CARD: ("Nommez une carte de la partie.", "Name a card of this game."),
    SEND_BACK: (
        "Choisissez le Train qui retourne sur votre paquet.",
        "Choose the Train that goes back on your deck.",
    ),
    LOOK_AT_TOP: (
        "Voici le dessus de votre paquet : à garder ou à défausser ?",
        "This is the top of your deck: keep it or discard it?",
    ),
    CREW: ("Que fait le personnel ?", "What does the crew do?"),
    SELL_WASTE: ("Combien de Ferraille rendez-vous ?", "How much Waste do you return?"),
    FETCH_TRAIN: ("Reprenez un Train de votre défausse.", "Take back a Train from your discard pile."),
}


def _prompt_to_act(seen: "Seen", lang: str) -> str:
    s = seen.state
    if s.phase == START:
        return tell(
            lang,
            "Posez votre premier rail, où vous voulez à terre.",
            "Place your first rail anywhere on land.",
        )
    effect = int(s.effect)
    if effect == SORT:
        cards = count_of(int(s.left), lang, ("carte", "cartes"), ("card", "cards"))
        return tell(lang, f"Défaussez encore {cards}.", f"Discard {cards} more.")
    if effect == INFORM and s.step == 0:
        return tell(
            lang,
            "Prenez l’une de ces cartes en main, ou aucune.",
            "Take one of these cards into your hand, or none.",
        )
    if effect == INFORM:
        return tell(
            lang,
            "Remettez les cartes sur votre paquet ; la dernière sera dessus.",
            "Put the cards back on your deck; the last one will be on top.",
        )
    if effect == REBUILD_TRAIN:
        if s.step == 0:
            return tell(lang, "Choisissez le Train à écarter.", "Choose the Train to trash.")
        return tell(
            lang, "Choisissez le nouveau Train dans la réserve.", "Choose the new Train from the supply."
        )
    if effect:
        return tell(lang, *CHOICES[effect])
    if s.rail_points:
        return tell(
            lang,
            "Posez votre rail : le nombre sur chaque case est le supplément à payer. Ou jouez, ou achetez.",
            "Lay your rail: the number on each hex is what it costs. Or play, or buy.",
        )
    if not s.acted:
        return tell(lang, "Jouez des cartes, puis achetez.", "Play cards, then buy.")
    return tell(lang, "Jouez, achetez, ou finissez votre tour.", "Play, buy, or end your turn.")


def _prompt_at_chance(seen: "Seen", lang: str) -> str:
    if seen.state.phase == FIRST:
        return tell(lang, "On tire au sort qui commence.", "Drawing lots for who begins.")
    if seen.state.phase == PILES:
        return tell(
            lang, "On tire au sort les huit cartes de la partie.", "Drawing the eight cards of this game."
        )
    return tell(lang, "Les cartes arrivent.", "The cards are on their way.")


def facts(seen: "Seen", lang: str) -> list[str]:
    """Short facts for the turn band."""
    if reading.setting_up(seen):
        return [tell(lang, "mise en place", "set-up")]
    s, number = seen.state, reading.round_number(seen)
    shown = [tell(lang, f"{s.money} en caisse", f"{s.money} money")]
    if s.rail_points:
        rails = count_of(
            int(s.rail_points), lang, ("rail à poser", "rails à poser"), ("rail to lay", "rails to lay")
        )
        shown.append(rails)
    return [*shown, tell(lang, f"tour {number}", f"round {number}")]


def standing(seen: "Seen", seat: int, lang: str) -> Standing:
    """The points so far and where they come from; the bar is measured by whoever has most."""
    scores, points = seen.scores(), reading.points(seen, seat)
    rails = count_of(int(seen.state.rails[seat]), lang, ("rail", "rails"), ("rail", "rails"))
    parts = (
        (tell(lang, "villes", "cities"), points.cities),
        (tell(lang, "lieux éloignés", "remote places"), points.remote),
        (tell(lang, "cartes", "cards"), points.cards),
        (tell(lang, "piste", "track"), points.track),
    )
    note = ", ".join([rails, *(f"{name} {count}" for name, count in parts if count)])
    return Standing(scores[seat], max(1, *scores), f"{scores[seat]} pts", note)


# ---------------------------------------------------------------- what will happen


def preview(seen: "Seen", move: int, lang: str) -> Preview:
    """What the viewer's own move will do."""
    verb, operand = Verb(verb_of(move)), a_of(move)
    after = seen.after(move)
    notes: list[str] = []
    tags: dict[str, str] = {}
    if verb == Verb.LAY:
        notes.append(surcharge_words(seen, operand, lang))
        tags[f"hex-{operand}"] = str(reading.surcharge(seen, operand).total)
    elif verb == Verb.PLAY:
        notes += [card_effect(operand, lang)]
    elif verb in (Verb.BUY, Verb.BUY_ON_TOP):
        notes.append(_note_on_card(seen, operand, lang))
    elif verb == Verb.PLAY_PLAIN:
        notes.append(tell(lang, "Seulement sa valeur.", "For its value only."))
    elif verb == Verb.END:
        return Preview(_note_on_the_end(seen, lang))
    elif verb == Verb.PASS:
        return Preview(
            tell(
                lang,
                "Toute la Ferraille de votre main retourne à la réserve ; le reste est défaussé.",
                "All the Waste in your hand goes back to the supply; the rest is discarded.",
            )
        )
    elif verb == Verb.COPY:
        notes.append(card_effect(operand, lang))
    elif verb == Verb.NAME:
        notes.append(_note_on_naming(seen, operand, lang))
    notes += gains(seen, after, lang)
    if not notes or not "".join(notes):
        notes = [tell(lang, "Rien d’autre ne change.", "Nothing else changes.")]
    return Preview(" ".join(note for note in notes if note), tags)


def _note_on_card(seen: "Seen", card: int, lang: str) -> str:
    """What stands on a card: its value, and its effect unless that is told as what happens now."""
    value = int(seen.box.value[card])
    notes = [tell(lang, f"Valeur {value}.", f"Value {value}.")] if value else []
    if not seen.box.victory[card] and card_effect(card, lang):
        notes.append(f"« {card_effect(card, lang)} »" if lang == "fr" else f"“{card_effect(card, lang)}”")
    return typeset(" ".join(notes)) if lang == "fr" else " ".join(notes)


def surcharge_words(seen: "Seen", number: int, lang: str) -> str:
    """The surcharge in its parts."""
    price = reading.surcharge(seen, number)
    parts: list[str] = []
    if price.terrain:
        parts.append(tell(lang, f"la case {price.terrain}", f"the hex {price.terrain}"))
    if price.stations:
        parts.append(tell(lang, f"les gares {price.stations}", f"stations {price.stations}"))
    if price.rivals:
        parts.append(tell(lang, f"les rails des autres {price.rivals}", f"rails of others {price.rivals}"))
    if not parts:
        return tell(lang, "Rien à payer ici.", "Nothing to pay here.")
    return tell(lang, f"Supplément : {and_list(parts, lang)}.", f"Surcharge: {and_list(parts, lang)}.")


def gains(seen: "Seen", after: "Seen", lang: str, money: bool = True) -> list[str]:
    """What the viewer will have then: money (unless it is told otherwise), Waste, points."""
    notes: list[str] = []
    s, then = seen.state, after.state
    if money and then.money > s.money:
        gain, now = then.money - s.money, int(then.money)
        notes.append(
            tell(
                lang,
                f"{gain} d’argent de plus : vous aurez {now}.",
                f"{gain} more money: you will have {now}.",
            )
        )
    elif money and then.money < s.money:
        notes.append(money_left(after, lang))
    taken = waste_taken(seen, after)
    if taken > 0:
        waste = _some_waste(taken, lang)
        notes.append(tell(lang, f"Vous prenez {waste}.", f"You take {waste}."))
    gain = after.scores()[seen.seat] - seen.scores()[seen.seat]
    if gain > 0:
        points = points_count(gain, lang)
        notes.append(tell(lang, f"Cela vaut {points}.", f"That is worth {points}."))
    return notes


def money_left(after: "Seen", lang: str) -> str:
    return tell(lang, f"Il vous restera {after.state.money}.", f"You will have {after.state.money} left.")


def waste_taken(before: "Seen", after: "Seen") -> int:
    return reading.cards_in(after, "received").get(WASTE, 0) - reading.cards_in(before, "received").get(
        WASTE, 0
    )


def _note_on_the_end(seen: "Seen", lang: str) -> str:
    lost: list[str] = []
    if seen.state.money:
        lost.append(tell(lang, f"{seen.state.money} d’argent", f"{seen.state.money} money"))
    if seen.state.rail_points:
        points = int(seen.state.rail_points)
        lost.append(
            count_of(points, lang, ("rail à poser", "rails à poser"), ("rail to lay", "rails to lay"))
        )
    if lost:
        what = and_list(lost, lang)
        return tell(
            lang, f"Vous perdez {what}, puis piochez cinq cartes.", f"You lose {what}, then draw five cards."
        )
    return tell(
        lang,
        "Tout va dans votre défausse, puis vous piochez cinq cartes.",
        "Everything goes to your discard pile, then you draw five cards.",
    )


def _note_on_naming(seen: "Seen", card: int, lang: str) -> str:
    known = reading.top(seen, seen.seat)
    if known:
        name = card_name(known[0], lang)
        return tell(lang, f"Le dessus de votre paquet est {name}.", f"The top of your deck is {name}.")
    held = reading.cards_in(seen, "deck", seen.seat)
    if not held:
        held = reading.cards_in(seen, "discard", seen.seat)
    return tell(
        lang,
        f"Votre paquet en a {held.get(card, 0)} sur {sum(held.values())} cartes.",
        f"Your deck has {held.get(card, 0)} among {sum(held.values())} cards.",
    )


# ---------------------------------------------------------------- how it ended


def result(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """Who won and how."""
    if seen.actor != OVER:
        return tell(lang, "La partie continue.", "The game goes on.")
    winners, scores = seen.winners(), seen.scores()
    points = points_count(max(scores), lang)
    if len(winners) > 1:
        who = and_list([names[seat] for seat in winners], lang)
        line = tell(
            lang, f"{who} partagent la victoire avec {points}.", f"{who} share the win with {points}."
        )
    elif winners[0] == seen.seat:
        line = tell(lang, f"Vous gagnez avec {points}.", f"You win with {points}.")
    else:
        line = tell(
            lang, f"{names[winners[0]]} gagne avec {points}.", f"{names[winners[0]]} wins with {points}."
        )
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(tied) > len(winners):
        line += " " + tell(
            lang, "Le nombre de rails a départagé l’égalité.", "The number of rails broke the tie."
        )
    return f"{_why_it_ended(seen, lang, names)} {line}"


def _why_it_ended(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """E1, E2, E3, E5."""
    ended = int(seen.state.ended)
    if ended == EMPTY_PILES:
        return tell(lang, "Quatre piles sont vides.", "Four piles are empty.")
    if ended == LAST_RAIL:
        # The ends are looked for after each turn: it was the last one who played.
        if int(seen.state.active) == seen.seat:
            return tell(lang, "Vous avez posé tous vos rails.", "You have placed all your rails.")
        name = names[int(seen.state.active)]
        return tell(lang, f"{name} a posé tous ses rails.", f"{name} has placed every rail.")
    if ended == LAST_STATION:
        return tell(lang, "Toutes les gares sont bâties.", "All stations are built.")
    return tell(lang, "Cent tours de table ont passé.", "A hundred rounds have passed.")
