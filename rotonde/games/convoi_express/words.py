"""Convoi Express in words, French and English: what a move is called, what to do now, what will happen.

No rule is decided here: what will happen is read from `seen.after(move)`. Refusals stand in refusals.py.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rotonde.kernel.moves import a_of, b_of, c_of, verb_of
from rotonde.kernel.prose import and_list, count_of, tell, times_in
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Preview, Standing

from . import reading, rules
from .lexicon import (
    AGENT,
    AGENT_HELP,
    COLOUR,
    COLOUR_PLURAL,
    GOODS,
    KIND,
    arm_names,
    at,
    board_of,
    card_name,
    exit_name,
    label,
    pair_name,
    signal_name,
    start_name,
    tokens,
    train_name,
)
from .refusals import AGENT_OF
from .rules import DEPOT, TRAINS, Verb

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

# The two forms of a sentence: for the person about to do it, and told of somebody.
SENTENCES = {
    "fr": {
        Verb.FIRST: ("Le joueur {seat} commence.", "{who} commence."),
        Verb.TOKEN: ("Le jeton {a} est posé.", "Le jeton {a} est posé."),
        Verb.LAY_GREEN: ("Mettre au vert le feu {signal}", "{who} met au vert le feu {signal}."),
        Verb.LAY_SWITCH: ("Relier {arms} {junction}", "{who} relie {arms} {junction}."),
        Verb.DEAL: ("Une carte {kind}.", "{who} pioche une carte {kind}."),
        Verb.REVEAL: ("La fiche : {card}.", "{who} révèle une fiche : {card}."),
        Verb.APPLY: ("Appliquer la fiche", "{who} applique la fiche."),
        Verb.GUARD: (
            "Avec le garde-voie, glisser la fiche sous la pioche",
            "{who} fait appel au garde-voie : la fiche passe sous la pioche.",
        ),
        Verb.NEW: ("Mettre en jeu un train {colour}", "{who} met en jeu un train {colour}."),
        Verb.DISPATCH: (
            "Avec le répartiteur, placer un train {colour} {start}",
            "{who} fait appel au répartiteur : un train {colour} {start}.",
        ),
        Verb.START: ("Départ {a}, {start}.", "Départ {a} : le train arrive {start}."),
        Verb.COLOUR: ("Faire rouler les trains {colours}", "{who} choisit les trains {colours}."),
        Verb.NAME: ("Faire rouler le train {train}", "{who} fait rouler le train {train}."),
        Verb.HALT: (
            "Avec le chef de train, retenir les trains {now_colours}",
            "{who} fait appel au chef de train : les trains {now_colours} ne roulent pas.",
        ),
        Verb.SPARE: (
            "Avec la cheffe de section, retenir le train {train}",
            "{who} fait appel à la cheffe de section : le train {train} ne roule pas.",
        ),
        Verb.ROLL: ("Le dé donne {a}.", "Le train {moving} obtient {a}."),
        Verb.REROLL: (
            "Avec le logisticien, relancer le dé",
            "{who} fait appel au logisticien et relance le dé.",
        ),
        Verb.MANAGE: (
            "Avec la gestionnaire, traverser les villes ce tour-ci",
            "{who} fait appel à la gestionnaire : ce tour-ci, on traverse les villes.",
        ),
        Verb.GO: ("Rouler de {points}", "{who} laisse rouler le train {moving}."),
        Verb.EXIT: ("Partir vers {exit}", "{who} envoie le train {moving} vers {exit}."),
        Verb.STOP: ("S’arrêter {here}", "{who} arrête le train {moving} {here}."),
        Verb.USE: ("Jouer une carte {kind}", "{who} joue une carte {kind}."),
        Verb.PAIR: (
            "Jouer {pair} comme carte {action}",
            "{who} joue {pair} comme carte {action}.",
        ),
        Verb.LOAD: (
            "Charger le train {train} avec une carte {other}",
            "{who} charge le train {train} d’une marchandise {goods}.",
        ),
        Verb.GREEN: (
            "Déplacer le feu vert {signal} vers le feu {target}",
            "{who} déplace le feu vert {signal} vers le feu {target}.",
        ),
        Verb.SWITCH: ("Relier {arms} {junction}", "{who} relie {arms} {junction}."),
        Verb.MOVE: ("Faire rouler le train {train}", "{who} fait rouler le train {train}."),
        Verb.END: ("Finir le tour", "{who} finit son tour."),
    },
    "en": {
        Verb.FIRST: ("Player {seat} begins.", "{who} begins."),
        Verb.TOKEN: ("Token {a} is laid.", "Token {a} is laid."),
        Verb.LAY_GREEN: ("Set the signal {signal} to green", "{who} sets the signal {signal} to green."),
        Verb.LAY_SWITCH: ("Join {arms} {junction}", "{who} joins {arms} {junction}."),
        Verb.DEAL: ("A {kind} card.", "{who} draws a {kind} card."),
        Verb.REVEAL: ("The card: {card}.", "{who} reveals a card: {card}."),
        Verb.APPLY: ("Apply the card", "{who} applies the card."),
        Verb.GUARD: (
            "With the track guard, put the card under the pile",
            "{who} calls on the track guard: the card goes under the pile.",
        ),
        Verb.NEW: ("Bring in a {colour} train", "{who} brings in a {colour} train."),
        Verb.DISPATCH: (
            "With the dispatcher, place a {colour} train {start}",
            "{who} calls on the dispatcher: a {colour} train {start}.",
        ),
        Verb.START: ("Start {a}, {start}.", "Start {a}: the train comes in {start}."),
        Verb.COLOUR: ("Move the {colours} trains", "{who} chooses the {colours} trains."),
        Verb.NAME: ("Move train {train}", "{who} moves train {train}."),
        Verb.HALT: (
            "With the conductor, hold the {now_colours} trains",
            "{who} calls on the conductor: the {now_colours} trains do not move.",
        ),
        Verb.SPARE: (
            "With the section chief, hold train {train}",
            "{who} calls on the section chief: train {train} does not move.",
        ),
        Verb.ROLL: ("The die shows {a}.", "Train {moving} rolls {a}."),
        Verb.REROLL: (
            "With the logistician, roll again",
            "{who} calls on the logistician and rolls again.",
        ),
        Verb.MANAGE: (
            "With the manager, pass through cities this turn",
            "{who} calls on the manager: this turn trains pass through cities.",
        ),
        Verb.GO: ("Move {points}", "{who} lets train {moving} run."),
        Verb.EXIT: ("Leave for {exit}", "{who} sends train {moving} towards {exit}."),
        Verb.STOP: ("Stop {here}", "{who} stops train {moving} {here}."),
        Verb.USE: ("Play a {kind} card", "{who} plays a {kind} card."),
        Verb.PAIR: (
            "Play {pair} as a {action} card",
            "{who} plays {pair} as a {action} card.",
        ),
        Verb.LOAD: (
            "Load train {train} with a {other} card",
            "{who} loads train {train} with {goods} goods.",
        ),
        Verb.GREEN: (
            "Move the green disc {signal} to the signal {target}",
            "{who} moves the green disc {signal} to the signal {target}.",
        ),
        Verb.SWITCH: ("Join {arms} {junction}", "{who} joins {arms} {junction}."),
        Verb.MOVE: ("Move train {train}", "{who} moves train {train}."),
        Verb.END: ("End the turn", "{who} ends the turn."),
    },
}


# ---------------------------------------------------------------- a move


def sentence(seen: "Seen", move: int, lang: str, who: str | None = None) -> str:
    """The move in words: for the confirm bar, or told of `who`. `seen` is the view before the move."""
    verb = Verb(verb_of(move))
    form = SENTENCES[lang][verb][0 if who is None else 1]
    words = form.format_map({"who": who, **_parts(seen, verb, move, lang)})
    return tell(lang, words, words)


def _parts(seen: "Seen", verb: Verb, move: int, lang: str) -> dict[str, object]:
    state: Any = seen.state
    net, a, b = board_of(seen), a_of(move), b_of(move)
    match verb:
        case Verb.FIRST:
            return {"seat": a + 1}
        case Verb.LAY_GREEN:
            return {"signal": signal_name(net, a, lang)}
        case Verb.GREEN:
            return {"signal": signal_name(net, a, lang), "target": signal_name(net, b, lang)}
        case Verb.LAY_SWITCH | Verb.SWITCH:
            return {
                "arms": and_list(arm_names(net, a, b), lang),
                "junction": at(label(net, net.junctions[a]), lang),
            }
        case Verb.DEAL | Verb.USE:
            return {"kind": KIND[lang][a]}
        case Verb.PAIR:
            return {"pair": pair_name(a, b, lang), "action": KIND[lang][c_of(move)]}
        case Verb.LOAD:
            goods = int(seen.box.goods[state.where[a]])
            return {"train": train_name(a, lang), "other": KIND[lang][b], "goods": GOODS[lang][goods - 1]}
        case Verb.REVEAL:
            return {"card": card_name(seen, a, lang)}
        case Verb.NEW:
            return {"colour": COLOUR[lang][a]}
        case Verb.DISPATCH:
            return {"colour": COLOUR[lang][a], "start": at(start_name(seen, b), lang)}
        case Verb.START:
            return {"a": a, "start": at(start_name(seen, a), lang)}
        case Verb.COLOUR:
            return {"colours": COLOUR_PLURAL[lang][a]}
        case Verb.HALT:
            return {"now_colours": COLOUR_PLURAL[lang][int(state.colour)]}
        case Verb.NAME | Verb.SPARE | Verb.MOVE:
            return {"train": train_name(a, lang)}
        case Verb.ROLL | Verb.GO | Verb.EXIT | Verb.STOP:
            return _parts_of_run(seen, verb, a, lang)
        case _:
            return {"a": a}


def _parts_of_run(seen: "Seen", verb: Verb, a: int, lang: str) -> dict[str, object]:
    state: Any = seen.state
    net, train, points = board_of(seen), int(state.train), int(state.points)
    here = int(state.where[train])
    spaces = tell(
        lang,
        f"{points} case{'s' if points > 1 else ''}",
        f"{points} space{'s' if points > 1 else ''}",
    )
    parts: dict[str, object] = {"a": a, "moving": train_name(train, lang), "points": spaces}
    if verb == Verb.EXIT:
        parts["exit"] = exit_name(net, here, a)
    if verb == Verb.STOP:
        parts["here"] = at(label(net, net.spaces[here].node), lang)
    return parts


def subject(seen: "Seen", move: int) -> int:
    """The seat that `sentence` is about: who acts, or who gets what chance gives."""
    return a_of(move) if verb_of(move) == Verb.FIRST else int(seen.state.active)


def told(before: "Seen", after: "Seen", move: int, lang: str, who: str) -> str:
    """The line of the log for a move that was made; empty when the next line or the board tells it anyway."""
    verb = verb_of(move)
    outcome = _outcome(before, after, move, lang)
    if verb == Verb.START:
        return " ".join([_told_of_a_start(before, after, a_of(move), lang), *outcome])
    if verb in (Verb.DEAL, Verb.USE, Verb.APPLY, Verb.TOKEN) or (verb == Verb.GO and not outcome):
        return " ".join(outcome)
    return " ".join([sentence(before, move, lang, who), *outcome])


def _told_of_a_start(before: "Seen", after: "Seen", number: int, lang: str) -> str:
    """P1. Which train stands where now; P2. or that its place is taken."""
    name = start_name(before, number)
    old, new = before.state.where, after.state.where
    train = next((t for t in range(TRAINS) if old[t] == DEPOT and new[t] != DEPOT), None)
    if train is None:
        return tell(
            lang,
            f"Départ {number}, {name} : la case est prise, le train reste au dépôt.",
            f"Start {number}, {name}: the space is taken, the train stays in the depot.",
        )
    came, where = train_name(train, lang), at(name, lang)
    return tell(
        lang,
        f"Départ {number} : le train {came} arrive {where}.",
        f"Start {number}: train {came} comes in {where}.",
    )


def _outcome(before: "Seen", after: "Seen", move: int, lang: str) -> list[str]:
    """What a move brought beside what it says: goods delivered, trains stopped or gone, tokens and cards lost."""
    verb = verb_of(move)
    if verb in (Verb.REVEAL, Verb.GUARD, Verb.END, Verb.DEAL):
        return []
    parts: list[str] = []
    old, new = before.state, after.state
    gone = [t for t in range(TRAINS) if old.where[t] != DEPOT and new.where[t] == DEPOT]
    lost = reading.tokens_lost(before, after)
    if lost > 0 and verb in (Verb.ROLL, Verb.GO, Verb.EXIT):
        parts.append(_what_stopped_it(before, a_of(move) if verb == Verb.EXIT else None, lang))
    if verb in (Verb.ROLL, Verb.GO, Verb.EXIT):
        parts += _arrival(before, after, lang)
    if reading.delivered(after) > reading.delivered(before):
        count, of = reading.delivered(after), int(after.box.wanted)
        parts.append(tell(lang, f"Livré ! {count} sur {of}.", f"Delivered! {count} of {of}."))
    elif gone:
        name = train_name(gone[0], lang)
        parts.append(tell(lang, f"Le train {name} rentre au dépôt.", f"Train {name} goes to the depot."))
    cards = int(old.pile_count) - int(new.pile_count)
    if lost > 0:
        amount = tokens(lost, lang)
        parts.append(tell(lang, f"{amount} en moins.", f"{amount} lost."))
    if cards > 0:
        parts.append(
            tell(
                lang,
                "Une fiche d’instruction est perdue." if cards == 1 else f"{cards} fiches sont perdues.",
                "An instruction card is lost." if cards == 1 else f"{cards} instruction cards are lost.",
            )
        )
    return parts


def _arrival(before: "Seen", after: "Seen", lang: str) -> list[str]:
    """M9, N4. The city or port where the train that ran has come to stand."""
    net, train = board_of(before), int(before.state.train)
    came = int(after.state.where[train])
    if came in (DEPOT, int(before.state.where[train])) or net.spaces[came].kind == "section":
        return []
    where = at(label(net, net.spaces[came].node), lang)
    return [tell(lang, f"Il arrive {where}.", f"It arrives {where}.")]


def _what_stopped_it(before: "Seen", exit: int | None, lang: str) -> str:
    """M3 to M8. Why the train that ran did not use its points."""
    net = board_of(before)
    train = int(before.state.train)
    run = reading.runs_of(before, train)[0] if exit is None else reading.run_by(before, train, exit)
    match run.ends_at:
        case "signal":
            where = signal_name(net, run.place, lang)
            return tell(lang, f"Un feu rouge l’arrête {where}.", f"A red signal stops it {where}.")
        case "switch":
            where = at(label(net, net.junctions[run.place]), lang)
            return tell(lang, f"L’aiguillage fermé l’arrête {where}.", f"The closed switch stops it {where}.")
        case "head_on":
            return tell(lang, "Collision !", "Collision!")
        case "start":
            where = at(label(net, net.spaces[run.place].node), lang)
            return tell(lang, f"Il sort du réseau {where}.", f"It runs out of the network {where}.")
        case _:
            return tell(lang, "Un autre train l’arrête.", "Another train stops it.")


def chapter(seen: "Seen", lang: str) -> str:
    """Where in the game a line of the log stands."""
    if reading.setting_up(seen):
        return tell(lang, "Mise en place", "Set-up")
    turn = int(seen.state.turn)
    return tell(lang, f"Tour {turn}", f"Turn {turn}")


def things(seen: "Seen", move: int) -> list[str]:
    """What a person touches to make the move."""
    state: Any = seen.state
    verb, a, b, c = verb_of(move), a_of(move), b_of(move), c_of(move)
    agent = [f"agent-{AGENT_OF[Verb(verb)]}"] if verb in AGENT_OF else []
    match verb:
        case Verb.LAY_GREEN:
            return [f"signal-{a}"]
        case Verb.GREEN:
            return [f"signal-{a}", f"signal-{b}"]
        case Verb.LAY_SWITCH | Verb.SWITCH:
            return [f"arm-{a}-{arm}" for arm in range(rules.ARMS) if b >> arm & 1]
        case Verb.APPLY:
            return ["card"]
        case Verb.REROLL | Verb.MANAGE | Verb.HALT | Verb.GUARD:
            return agent
        case Verb.NEW | Verb.COLOUR:
            return [f"colour-{a}"]
        case Verb.DISPATCH:
            return [*agent, f"colour-{a}", f"space-{state.start[b - 2]}"]
        case Verb.NAME | Verb.MOVE | Verb.SPARE:
            return [*agent, f"train-{a}"]
        case Verb.GO | Verb.STOP:
            return [f"train-{state.train}"]
        case Verb.EXIT:
            return [f"space-{seen.box.next[state.where[state.train], a]}"]
        case Verb.USE:
            return [f"hand-{a}-0"]
        case Verb.PAIR:
            return [f"hand-{a}-0", f"hand-{b}-{int(a == b)}", f"action-{c}"]
        case Verb.LOAD:
            # With which card is asked afterwards; the train itself may also want to move.
            return [f"space-{state.where[a]}"]
        case Verb.END:
            return ["pile"]
        case _:
            return []


def touched(seen: "Seen", move: int) -> list[str]:
    """What the move changes: its marks are on what lies on the board."""
    state: Any = seen.state
    verb, a = verb_of(move), a_of(move)
    if verb in (Verb.ROLL, Verb.GO, Verb.EXIT, Verb.STOP):
        return [f"train-{state.train}"]
    if verb == Verb.START:
        return [f"space-{state.start[a - 2]}"]
    if verb in (Verb.GREEN, Verb.LAY_GREEN, Verb.SWITCH, Verb.LAY_SWITCH, Verb.DISPATCH):
        return things(seen, move)
    if verb in (Verb.LOAD, Verb.SPARE, Verb.NAME, Verb.MOVE):
        return [f"train-{a}"]
    return []


# ---------------------------------------------------------------- what to do now


TO_DO = {
    rules.REVEALED: ("Appliquez la fiche", "Apply the card"),
    rules.COLOUR: (
        "Choisissez la couleur des trains qui roulent",
        "Choose the colour of the trains that move",
    ),
    rules.DISC: ("Déplacez un feu vert vers un feu rouge", "Move a green disc to a red signal"),
    rules.TURNOUT: ("Réglez un aiguillage : deux voies à relier", "Set a switch: two tracks to join"),
    rules.TRAIN: ("Choisissez le train à déplacer", "Choose the train to move"),
}
AT_CHANCE = {
    rules.FIRST: ("On tire au sort qui commence.", "Drawing lots for who begins."),
    rules.TOKENS: ("On pose les jetons Départ.", "Laying out the start tokens."),
    rules.HANDS: ("On distribue les cartes Action.", "Dealing the action cards."),
    rules.REVEAL: ("On révèle une fiche d’instruction.", "Revealing an instruction card."),
    rules.START: ("On cherche la case de départ.", "Finding the start space."),
    rules.ROLL: ("Le dé roule.", "The die is rolling."),
    rules.DRAW: ("On pioche des cartes Action.", "Drawing action cards."),
}


def prompt(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What the viewer has to do now, or whom we wait for."""
    if seen.actor == OVER:
        return result(seen, lang, names)
    phase = int(seen.state.phase)
    if seen.actor == CHANCE:
        return tell(lang, *AT_CHANCE[phase])
    if seen.actor == seen.seat:
        return _to_do(seen, phase, lang)
    name = names[seen.actor]
    return tell(lang, f"C’est à {name} de décider.", f"It is for {name} to decide.")


def _to_do(seen: "Seen", phase: int, lang: str) -> str:
    state: Any = seen.state
    net = board_of(seen)
    match phase:
        case rules.GREENS:
            return _where_to_lay(seen, lang)
        case rules.SWITCHES:
            bare = next(k for k, setting in enumerate(state.open) if setting == 0)
            name = label(net, net.junctions[bare])
            return tell(lang, f"{name} : quelles voies relier ?", f"{name}: which tracks are joined?")
        case rules.NEW:
            told = tell(lang, "Choisissez la couleur du nouveau train", "Choose the colour of the new train")
        case rules.NAME:
            colours = COLOUR_PLURAL[lang][int(state.colour)]
            told = tell(
                lang,
                f"Les trains {colours} roulent : désignez le {'prochain' if state.named else 'premier'}",
                f"The {colours} trains move: name the {'next' if state.named else 'first'} one",
            )
        case rules.ROLLED:
            points, name = int(state.points), train_name(int(state.train), lang)
            leaves = any(verb_of(move) == Verb.EXIT for move in seen.moves())
            told = tell(
                lang,
                f"Le train {name} obtient {points} : {'choisissez sa sortie' if leaves else 'faites-le rouler'}",
                f"Train {name} rolls {points}: {'choose its exit' if leaves else 'let it run'}",
            )
        case rules.PASSING:
            left = count_of(int(state.points), lang, ("point", "points"), ("point", "points"))
            told = tell(
                lang,
                f"Arrêtez le train ici, ou choisissez sa sortie : il lui reste {left}",
                f"Stop the train here, or choose its exit: it has {left} left",
            )
        case rules.ACTIONS:
            return _what_cards_are_for(seen, lang)
        case _:
            told = tell(lang, *TO_DO[phase])
    return f"{told}{_or_an_agent(seen, lang)}."


def _what_cards_are_for(seen: "Seen", lang: str) -> str:
    """U2, A5. The cards, and which trains can load."""
    if not any(seen.state.hand[seen.seat]):
        return tell(lang, "Vous n’avez plus de carte : finissez le tour.", "No cards left: end the turn.")
    loads = sorted({int(a_of(move)) for move in seen.moves() if verb_of(move) == Verb.LOAD})
    names = and_list([train_name(train, lang) for train in loads], lang)
    told = tell(lang, "Jouez des cartes Action, ou finissez le tour.", "Play action cards, or end the turn.")
    if not loads:
        return told
    many = len(loads) > 1
    can = tell(
        lang,
        f"Les trains {names} peuvent charger." if many else f"Le train {names} peut charger.",
        f"Trains {names} can load." if many else f"Train {names} can load.",
    )
    return f"{told} {can}"


def _or_an_agent(seen: "Seen", lang: str) -> str:
    """Who may be called on now, after what is to be done."""
    verbs = {Verb(verb_of(move)) for move in seen.moves()}
    names = [AGENT[lang][agent] for verb, agent in AGENT_OF.items() if verb in verbs]
    if not names:
        return ""
    if lang == "fr":
        called = " ou ".join(f"au {name[3:]}" if name.startswith("le ") else f"à {name}" for name in names)
        return f", ou faites appel {called}"
    return f", or call on {' or '.join(names)}"


def _where_to_lay(seen: "Seen", lang: str) -> str:
    """S3. One green disc for each city and port, then those on tracks; D1. a further one anywhere."""
    net = board_of(seen)
    places = reading.places_to_lay(seen)
    if len(places) > 1:
        return tell(lang, "Posez un feu vert où vous voulez.", "Lay a green disc wherever you like.")
    (gate,) = places
    if gate < 0:
        return tell(lang, "Posez un feu vert sur une voie.", "Lay a green disc on a track.")
    where = at(label(net, net.spaces[gate].node), lang)
    return tell(lang, f"Posez un feu vert {where}.", f"Lay a green disc {where}.")


def facts(seen: "Seen", lang: str) -> list[str]:
    """Short facts for the turn band."""
    state, box = seen.state, seen.box
    shown = [
        tell(
            lang,
            f"Livré {reading.delivered(seen)}/{box.wanted}",
            f"Delivered {reading.delivered(seen)}/{box.wanted}",
        ),
        tell(lang, f"Horloge {state.clock}/{box.clock}", f"Clock {state.clock}/{box.clock}"),
        tell(lang, f"Fiches {state.pile_count}", f"Cards {state.pile_count}"),
    ]
    if reading.setting_up(seen):
        return [*shown, tell(lang, "mise en place", "set-up")]
    if state.pile_count == 0 and seen.actor != OVER:
        return [*shown, tell(lang, "dernier tour", "last turn")]
    return [*shown, tell(lang, f"tour {state.turn}", f"turn {state.turn}")]


def standing(seen: "Seen", seat: int, lang: str) -> Standing:
    """The same for all: how many goods are delivered."""
    done, of = reading.delivered(seen), int(seen.box.wanted)
    return Standing(done, of, f"{done}/{of}")


def result(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """At the end: whether the convoy came in."""
    done, of, turn = reading.delivered(seen), int(seen.box.wanted), int(seen.state.turn)
    livre = count_of(done, "fr", ("marchandise livrée", "marchandises livrées"), ("", ""))
    if seen.actor != OVER:
        return tell(lang, f"{livre} sur {of}.", f"{done} of {of} goods delivered.")
    if seen.state.won:
        return tell(
            lang,
            f"Gagné ! Les {of} marchandises sont livrées au tour {turn}.",
            f"You all win! All {of} goods are delivered in turn {turn}.",
        )
    if seen.state.clock <= 0:
        return tell(
            lang,
            f"Perdu : l’horloge est vide et il n’y a plus de fiche à perdre. {livre} sur {of}.",
            f"Lost: the clock is empty and no card is left to lose. {done} of {of} goods delivered.",
        )
    return tell(
        lang,
        f"Perdu : {livre} sur {of} à la fin du dernier tour.",
        f"Lost: {done} of {of} goods were delivered when the last turn ended.",
    )


# ---------------------------------------------------------------- what will happen


def preview(seen: "Seen", move: int, lang: str) -> Preview:
    """What the viewer's own move will do: for discs, where each train would now go."""
    verb = verb_of(move)
    after = seen.after(move)
    if verb in (Verb.GREEN, Verb.SWITCH):
        return _preview_of_disc(seen, after, lang)
    if verb in (Verb.LAY_GREEN, Verb.LAY_SWITCH):
        return Preview(_left_to_lay(after, lang))
    if verb in (Verb.NAME, Verb.MOVE):
        return _preview_of_moving(seen, a_of(move), lang)
    if verb in (Verb.GO, Verb.EXIT, Verb.STOP):
        outcome = " ".join(_outcome(seen, after, move, lang))
        outcome = outcome or tell(lang, "Sans perdre de jeton.", "No token is lost.")
        if verb == Verb.STOP:
            return Preview(outcome)
        train, spaces = int(seen.state.train), reading.spaces_run(seen, after)
        return Preview(outcome, _counted(train, spaces), _way(train, spaces))
    if verb == Verb.COLOUR:
        return _preview_of_colour(seen, a_of(move), lang)
    if verb == Verb.NEW:
        return Preview(_note_on_a_new_train(seen, lang))
    if verb == Verb.LOAD:
        goods = int(after.state.load[a_of(move)])
        left = int(after.state.cubes[goods - 1])
        name = GOODS[lang][goods - 1]
        note = tell(
            lang,
            f"Marchandise {name}, {f'il en reste {left}' if left else 'il n’en reste plus'} ici.",
            f"The {name} goods; {left or 'none'} left here.",
        )
        return Preview(note, {f"train-{a_of(move)}": name})
    if verb in AGENT_OF:
        help = AGENT_HELP[lang][AGENT_OF[Verb(verb)]]
        if verb == Verb.GUARD:
            help = tell(
                lang, f"{help} ; il faut appliquer la suivante", f"{help}; the next one must be applied"
            )
        return Preview(tell(lang, f"{help}. Une seule fois par partie.", f"{help}. Only once a game."))
    if verb == Verb.END:
        return Preview(_note_on_ending(seen, lang))
    if verb == Verb.APPLY:
        card = card_name(seen, int(seen.state.card), lang)
        return Preview(f"{card[0].upper()}{card[1:]}.")
    if verb in (Verb.USE, Verb.PAIR):
        left = sum(after.state.hand[seen.seat])
        return Preview(
            tell(
                lang, f"Il vous restera {left} carte{'s' if left > 1 else ''}.", f"You will have {left} left."
            )
        )
    return Preview(prompt(seen, lang, [""] * seen.players))


def _left_to_lay(after: "Seen", lang: str) -> str:
    """S2, S3. How much of the set-up is still to come."""
    greens = int(after.box.greens) - sum(map(int, after.state.green))
    switches = sum(setting == 0 for setting in list(after.state.open)[: int(after.box.junctions)])
    parts = [
        count_of(greens, lang, ("feu vert", "feux verts"), ("green disc", "green discs")),
        count_of(switches, lang, ("aiguillage", "aiguillages"), ("switch", "switches")),
    ]
    left = and_list([part for part, count in zip(parts, (greens, switches), strict=True) if count], lang)
    if not left:
        return tell(lang, "Puis la partie commence.", "Then the game begins.")
    return tell(lang, f"Ensuite, encore {left}.", f"After that, {left} to go.")


def _preview_of_colour(seen: "Seen", colour: int, lang: str) -> Preview:
    """I4. What each train of a colour has before it."""
    notes: list[str] = []
    tags: dict[str, str] = {}
    for train in range(colour * rules.OF_EACH, (colour + 1) * rules.OF_EACH):
        if runs := reading.runs_of(seen, train):
            words = reading.ways_in_words(seen, train, runs, lang)
            notes.append(f"{train_name(train, lang).capitalize()} → {words}.")
            for run in runs:
                tags |= _counted(train, run.spaces)
    none = tell(lang, "Ils sont tous au dépôt : aucun ne roule.", "They are all in the depot: none moves.")
    return Preview(" ".join(notes) or none, tags)


def _note_on_a_new_train(seen: "Seen", lang: str) -> str:
    """P2. How likely it is that the start space is taken."""
    taken, of = reading.odds_of_a_taken_start(seen)
    if not taken:
        return tell(lang, "Toutes les cases de départ sont libres.", "All start spaces are free.")
    chances = count_of(taken, lang, ("chance", "chances"), ("chance", "chances"))
    return tell(
        lang,
        f"Le départ peut être pris : {chances} sur {of} de perdre deux jetons.",
        f"The start may be taken: {chances} in {of} to lose two tokens.",
    )


def _preview_of_disc(seen: "Seen", after: "Seen", lang: str) -> Preview:
    notes: list[str] = []
    tags: dict[str, str] = {}
    ways: list[list[str]] = [[]]
    for signal in (k for k, green in enumerate(seen.state.green) if green and not after.state.green[k]):
        tags[f"signal-{signal}"] = tell(lang, "rouge", "red")
    for train in range(TRAINS):
        old, new = reading.runs_of(seen, train), reading.runs_of(after, train)
        if old != new:
            # Of several exits those that lead elsewhere now; all that are left where one is closed.
            changed = [run for run in new if run not in old] or new
            words = reading.ways_in_words(after, train, changed, lang)
            notes.append(f"{train_name(train, lang).capitalize()} → {words}.")
            for run in changed:
                tags |= _counted(train, run.spaces)
                ways.append(_way(train, run.spaces))
    none = tell(lang, "Aucun train sur les voies ne change de route.", "No train on a track changes its way.")
    return Preview(" ".join(notes) or none, tags, max(ways, key=len))


def _preview_of_moving(seen: "Seen", train: int, lang: str) -> Preview:
    """M1. What a train has before it, and what the die can bring."""
    runs = reading.runs_of(seen, train)
    ahead = reading.ways_in_words(seen, train, runs, lang)
    note = tell(lang, f"Devant lui : {ahead}.", f"Ahead of it: {ahead}.")
    tags = {thing: words for run in runs for thing, words in _counted(train, run.spaces).items()}
    longest = max((run.spaces for run in runs), key=len)
    return Preview(f"{note} {_odds(seen, train, runs, lang)}".strip(), tags, _way(train, longest))


def _odds(seen: "Seen", train: int, runs: Sequence[reading.Run], lang: str) -> str:
    """How often the die brings it to the city or port ahead, or costs tokens; nothing where neither can be."""
    faces = _faces(seen, train)
    run = runs[0]
    if len(runs) == 1 and run.ends_at in ("city", "port"):
        times = sum(points >= len(run.spaces) for points in faces)
        if times == 0:
            return tell(lang, "Il n’y arrivera pas cette fois.", "It will not get there this time.")
        if times == len(faces):
            return tell(lang, "Il y arrivera à coup sûr.", "It is sure to get there.")
        often = times_in(times, len(faces), lang)
        return tell(lang, f"Il y arrive {often}.", f"It gets there {often}.")
    if len(runs) == 1 and run.ends_at == "open":
        return ""
    losses = _losses(faces, runs)
    if not losses:
        return tell(lang, "Il ne perdra pas de jeton.", "It will lose no token.")
    span = f"{min(losses)}" if min(losses) == max(losses) else f"{min(losses)}–{max(losses)}"
    if len(losses) == len(faces):
        often = tell(lang, "à coup sûr", "in any case")
    else:
        often = times_in(len(losses), len(faces), lang)
    return tell(lang, f"Jetons perdus {often} : {span}.", f"Tokens lost {often}: {span}.")


def _counted(train: int, spaces: Sequence[int]) -> dict[str, str]:
    """The points to each space of a way, to be shown there before anything is confirmed; 0 on a train that stands."""
    if not spaces:
        return {f"train-{train}": "0"}
    return {f"space-{space}": str(points) for points, space in enumerate(spaces, 1)}


def _way(train: int, spaces: Sequence[int]) -> list[str]:
    """The same as a line on the map."""
    return [f"train-{train}", *(f"space-{space}" for space in spaces)]


def _note_on_drawing(seen: "Seen", lang: str) -> str:
    """U3. Five cards, but never more than ten in hand."""
    held = sum(map(int, seen.state.hand[seen.seat]))
    drawn = max(0, min(rules.CARDS_A_TURN, rules.HAND_LIMIT - held))
    if drawn == rules.CARDS_A_TURN:
        return tell(lang, f"Vous piochez {drawn} cartes.", f"You draw {drawn} cards.")
    if drawn == 0:
        return tell(
            lang, "Vous ne piochez pas : dix cartes en main.", "You draw nothing: you hold ten cards."
        )
    return tell(
        lang,
        f"Vous piochez {count_of(drawn, 'fr', ('carte', 'cartes'), ('', ''))} : dix en main, pas plus.",
        f"You draw {count_of(drawn, 'en', ('', ''), ('card', 'cards'))}: never more than ten in hand.",
    )


def _note_on_ending(seen: "Seen", lang: str) -> str:
    """What is drawn, and before the next card the trains that could lose tokens if their colour comes."""
    if seen.state.pile_count == 0:
        return tell(
            lang,
            "C’est le dernier tour : la partie sera perdue.",
            "This is the last turn: the game will be lost.",
        )
    risky: list[str] = []
    for train in range(TRAINS):
        runs = reading.runs_of(seen, train)
        if losses := _losses(_faces(seen, train), runs):
            what = tell(lang, *(OBSTACLES[runs[0].ends_at] if len(runs) == 1 else NO_EXIT))
            risky.append(f"{train_name(train, lang)} ({what}, {max(losses)})")
    if risky:
        ahead = tell(
            lang,
            f"Jetons à perdre au pire, si leur couleur vient : {', '.join(risky)}.",
            f"Tokens to lose at worst, if their colour comes: {', '.join(risky)}.",
        )
    else:
        ahead = tell(lang, "Les trains ont la voie libre.", "The trains have a clear run.")
    return f"{_note_on_drawing(seen, lang)} {ahead}"


# What can end a run with points left, in two words.
OBSTACLES = {
    "signal": ("feu rouge", "red signal"),
    "switch": ("aiguillage fermé", "closed switch"),
    "behind": ("un train devant", "a train ahead"),
    "head_on": ("collision", "collision"),
    "start": ("sortie du réseau", "out of the network"),
}
NO_EXIT = ("par toute sortie", "by any exit")


def _faces(seen: "Seen", train: int) -> list[int]:
    """The six faces of the die of a train."""
    box: Any = seen.box
    return [points for points in range(1, 6) for _ in range(int(box.die[train // rules.OF_EACH, points]))]


def _losses(faces: Sequence[int], runs: Sequence[reading.Run]) -> list[int]:
    """The tokens that each face of the die costs that costs any, by the cheapest exit for it."""
    losses = [min((_loss(points, run) for run in runs), default=0) for points in faces]
    return [loss for loss in losses if loss]


def _loss(points: int, run: reading.Run) -> int:
    """M6 to M8. The tokens that so many points cost which are more than the way is long."""
    more = points - len(run.spaces)
    if more <= 0 or run.ends_at not in OBSTACLES:
        return 0
    return 2 if run.ends_at == "start" else more * (2 if run.ends_at == "head_on" else 1)
