"""Grandes Lignes in words, French and English: what a move is called, what to do now, what will happen.

No rule is decided here: what will happen is read from `seen.after(move)`. Refusals stand in refusals.py.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.prose import and_list, count_of, tell
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Preview, Standing

from . import maps, routes
from .lexicon import (
    at_words,
    board_of,
    dice_points,
    from_words,
    game_points,
    heading_words,
    hex_thing,
    hex_words,
    place_name,
    to_words,
)
from .rules import (
    BUILD,
    CITIES,
    DIE,
    ENTRY,
    EXTRA,
    FIRST,
    GOAL,
    OPENING,
    RUN,
    START,
    THROW,
    TWO_DICE,
    Verb,
    edge_between,
    is_goal,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

BUTTONS = {
    Verb.PASS: "pass",
    Verb.CLOSE: "close",
    Verb.ENTER: "enter",
    Verb.DECLINE: "decline",
    Verb.STOP: "stop",
    Verb.ABANDON: "abandon",
}

# The two forms of a sentence: for the person about to do it, and told of somebody.
SENTENCES = {
    "fr": {
        Verb.FIRST: ("Le joueur {seat} commence.", "{who} commence."),
        Verb.STROKE: ("Tracer un trait {b}", "{who} construit {b}."),
        Verb.DIE: ("{points} pour tout le monde.", "{who} lance {dice} : {points} pour tout le monde."),
        Verb.PASS: ("Terminer la construction pour ce tour", "{who} termine son tour."),
        Verb.CLOSE: (
            "Terminer et voter l’arrêt de la construction",
            "{who} termine son tour et vote l’arrêt de la construction.",
        ),
        Verb.START: (
            "Départ : {place}, le {number}.",
            "{who} tire {drawn} : la course part {from_place}.",
        ),
        Verb.GOAL: ("Arrivée : {place}.", "{who} tire {drawn} pour l’arrivée : {place}."),
        Verb.ENTER: ("Participer à la course", "{who} participe."),
        Verb.DECLINE: ("Ne pas participer", "{who} ne participe pas."),
        Verb.THROW: ("Le dé montre {points}.", "{who} lance un {points}."),
        Verb.STEP: ("Avancer jusqu’{b}", "{who} fait {die} et va jusqu’{b}."),
        Verb.STOP: ("S’arrêter ici", "{who} fait {die} et s’arrête {here}."),
        Verb.ABANDON: ("Abandonner la course", "{who} abandonne la course."),
    },
    "en": {
        Verb.FIRST: ("Player {seat} begins.", "{who} begins."),
        Verb.STROKE: ("Draw a stroke {b}", "{who} builds {b}."),
        Verb.DIE: ("{points} for everybody.", "{who} throws {dice}: {points} for everybody."),
        Verb.PASS: ("End building for this round", "{who} ends the turn."),
        Verb.CLOSE: (
            "End the turn and vote to stop building",
            "{who} ends the turn and votes to stop building.",
        ),
        Verb.START: (
            "Start: {place}, number {number}.",
            "{who} throws {drawn}: the race starts {from_place}.",
        ),
        Verb.GOAL: ("Goal: {place}.", "{who} throws {drawn} for the goal: {place}."),
        Verb.ENTER: ("Enter the race", "{who} enters."),
        Verb.DECLINE: ("Stay out of the race", "{who} stays out."),
        Verb.THROW: ("The die shows {points}.", "{who} throws a {points}."),
        Verb.STEP: ("Move {b}", "{who} throws a {die} and goes {b}."),
        Verb.STOP: ("Stop here", "{who} throws a {die} and stops {here}."),
        Verb.ABANDON: ("Give up the race", "{who} gives up the race."),
    },
}


# ---------------------------------------------------------------- a move


def sentence(seen: "Seen", move: int, lang: str, who: str | None = None) -> str:
    """The move in words: for the confirm bar, or told of `who`. `seen` is the view before the move."""
    verb, a, board = Verb(verb_of(move)), a_of(move), board_of(seen)
    parts: dict[str, object] = {"who": who, "seat": a + 1, "points": a, "die": int(seen.state.die)}
    if verb == Verb.STROKE:
        parts["b"] = _stroke_words(seen, a, lang) if who is None else _built_words(seen, a, lang)
    elif verb == Verb.DIE:
        several = seen.box.dice == TWO_DICE
        parts["dice"] = tell(lang, "les dés" if several else "le dé", "the dice" if several else "the die")
    elif verb == Verb.STEP:
        parts["b"] = to_words(lang, hex_words(board, seen.box, a, lang))
    elif verb == Verb.STOP:
        train = int(seen.state.train[int(seen.state.active)])
        parts["here"] = at_words(board, seen.box, train, lang)
    elif verb in (Verb.START, Verb.GOAL):
        name = place_name(board, a, lang)
        parts |= {"place": name, "number": maps.number_of(a), "from_place": from_words(lang, name)}
        parts["drawn"] = _dice_words(a, lang)
    elif verb == Verb.PASS and seen.state.phase == EXTRA:
        done = tell(lang, "Ne plus rien construire", "Build nothing more")
        told_of = tell(lang, f"{who} ne construit plus rien.", f"{who} builds nothing more.")
        return done if who is None else told_of
    form = SENTENCES[lang][verb][0 if who is None else 1]
    words = form.format_map(parts)
    return tell(lang, words, words)


def _stroke_words(seen: "Seen", edge: int, lang: str) -> str:
    """« de Paris vers l’est », « vers l’est, jusqu’à Reims »."""
    board, box = board_of(seen), seen.box
    start, end = _direction(seen, edge)
    heading = heading_words(board, start, end, lang)
    if box.city_at[start] and not (box.city_at[end] or box.foreign[end]):
        return f"{from_words(lang, hex_words(board, box, start, lang))} {heading}"
    there = hex_words(board, box, end, lang)
    return tell(lang, f"{heading}, jusqu’{to_words(lang, there)}", f"{heading}, as far as {there}")


def _built_words(seen: "Seen", edge: int, lang: str) -> str:
    """How far a line has come with this stroke: « jusqu’à Reims »."""
    there = hex_words(board_of(seen), seen.box, _direction(seen, edge)[1], lang)
    return tell(lang, f"jusqu’{to_words(lang, there)}", f"as far as {there}")


def _dice_words(place: int, lang: str) -> str:
    """What was thrown to draw a city or a destination."""
    if place >= CITIES:
        die = place - CITIES + 1
        return tell(lang, f"un {die}", f"a {die}")
    red, blue = divmod(maps.number_of(place), 10)
    return tell(lang, f"{red} au dé rouge et {blue} au bleu", f"red {red} and blue {blue}")


def _direction(seen: "Seen", edge: int) -> tuple[int, int]:
    """The ends of a stroke, from where its builder is."""
    a, b = int(seen.box.edge_a[edge]), int(seen.box.edge_b[edge])
    return (a, b) if seen.state.present[a] & (1 << int(seen.state.active)) else (b, a)


def subject(seen: "Seen", move: int) -> int:
    """The seat that `sentence` is about: who acts, or for whom the dice roll."""
    if verb_of(move) == Verb.FIRST:
        return a_of(move)
    if verb_of(move) in (Verb.START, Verb.GOAL):
        return int(seen.state.drawer)
    return int(seen.state.active)


def told(before: "Seen", after: "Seen", move: int, lang: str, who: str) -> str:
    """The line of the log for a move that was made, with every payment; what the map shows anyway needs none."""
    verb, seat = Verb(verb_of(move)), subject(before, move)
    if verb == Verb.THROW:
        return ""
    notes = _consequences(before, after, verb, seat, lang)
    same_turn = after.state.phase == before.state.phase and int(after.state.active) == seat
    if verb in (Verb.STROKE, Verb.STEP) and same_turn and not notes and not _comes_to_a_place(before, move):
        return ""
    line = sentence(before, move, lang, who)
    if verb == Verb.STEP:
        line = _run_told(before, after, a_of(move), seat, lang, who) or line
    return " ".join([line, *notes])


def _run_told(before: "Seen", after: "Seen", place: int, seat: int, lang: str, who: str) -> str:
    """How the train that arrives is placed; nothing when it only goes on, or when finishes are compared later."""
    if before.box.fair_finish or not is_goal(before.box, before.state, place):
        return ""
    die, there = int(before.state.die), at_words(board_of(before), before.box, place, lang)
    if after.state.wins[seat] > before.state.wins[seat]:
        return tell(
            lang,
            f"{who} fait {die} et gagne la course, {there} !",
            f"{who} throws a {die} and wins the race {there}!",
        )
    return tell(
        lang,
        f"{who} fait {die} et arrive en deuxième place, {there}.",
        f"{who} throws a {die} and comes second {there}.",
    )


def _consequences(before: "Seen", after: "Seen", verb: Verb, seat: int, lang: str) -> list[str]:
    """What a move brought with it: payments, and what came to an end."""
    then, now = before.state, after.state
    if verb in (Verb.ENTER, Verb.DECLINE):
        return _start_told(before, after, lang)
    notes: list[str] = []
    if verb in (Verb.STROKE, Verb.STEP, Verb.STOP, Verb.ABANDON):
        notes = payments(before, after, seat, lang)
    if verb == Verb.STROKE and then.left and not now.left:
        notes.append(
            tell(lang, "Tout est atteint : c’est le dernier tour.", "All is reached: this is the last round.")
        )
    if now.void_races > then.void_races:
        notes.append(
            tell(
                lang, "Personne n’est arrivé : la course est nulle.", "Nobody has arrived: the race is void."
            )
        )
    if not then.race and now.race:
        notes.append(tell(lang, "La construction est terminée.", "Building is over."))
    return notes


def _start_told(before: "Seen", after: "Seen", lang: str) -> list[str]:
    """What became of the race when the last one had been asked."""
    if before.state.race == after.state.race and after.actor != OVER and after.state.phase != EXTRA:
        return []
    for seat in range(after.players):
        points = int(after.state.account[seat]) - int(before.state.account[seat])
        if points:
            name, got = after.names[seat], game_points(points, lang)
            return [tell(lang, f"{name} est seul en course : {got}.", f"{name} is alone in the race: {got}.")]
    return [tell(lang, "Personne ne court : la course est nulle.", "Nobody races: the race is void.")]


def _comes_to_a_place(seen: "Seen", move: int) -> bool:
    """Whether a stroke leads to a city or abroad, where it is worth a line even without a premium."""
    if verb_of(move) != Verb.STROKE:
        return False
    end = _direction(seen, a_of(move))[1]
    return bool(seen.box.city_at[end] or seen.box.foreign[end])


def payments(before: "Seen", after: "Seen", seat: int, lang: str) -> list[str]:
    """Every game point that changed hands, to whom and what for: dues, premiums, prizes, what the bank got."""
    changes = [
        int(now) - int(then) for now, then in zip(after.state.account, before.state.account, strict=True)
    ]
    gains = {other: change for other, change in enumerate(changes) if other != seat and change > 0}
    dues = dict(gains)
    if before.box.fair_finish and before.state.race and sum(changes) > 0:
        # The same move pays the prizes of others, in steps of five, and perhaps a point for the use of their lines.
        dues = {other: 1 for other, gain in gains.items() if gain % 5 == 1}
    prizes = {other: gain - dues.get(other, 0) for other, gain in gains.items() if gain > dues.get(other, 0)}
    premium = sum(
        int(before.box.premium[place])
        for place, first in enumerate(after.state.first_at)
        if first == seat + 1 and before.state.first_at[place] == 0
    )
    earned = changes[seat] + sum(dues.values()) - premium
    notes: list[str] = []
    if dues:
        paid = dues_words(dues, after.names, lang)
        notes.append(tell(lang, f"Droits : {paid}.", f"Dues: {paid}."))
    if earned < 0:
        paid = game_points(-earned, lang)
        notes.append(tell(lang, f"Payé à la banque : {paid}.", f"Paid to the bank: {paid}."))
    if premium:
        got = game_points(premium, lang)
        notes.append(tell(lang, f"Prime : {got}.", f"Premium: {got}."))
    if earned > 0:
        got = game_points(earned, lang)
        notes.append(tell(lang, f"Prime de course : {got}.", f"Prize: {got}."))
    for other, prize in prizes.items():
        name, got = after.names[other], game_points(prize, lang)
        notes.append(tell(lang, f"Prime de course pour {name} : {got}.", f"Prize for {name}: {got}."))
    return notes


def dues_words(dues: Mapping[int, int], names: Sequence[str], lang: str) -> str:
    """« 2 points de jeu à Anna et 1 à Hugo »."""
    (first, points), *rest = dues.items()
    to = "à" if lang == "fr" else "to"
    parts = [f"{game_points(points, lang)} {to} {names[first]}"]
    parts += [f"{more} {to} {names[other]}" for other, more in rest]
    return and_list(parts, lang)


def chapter(seen: "Seen", lang: str) -> str:
    """Where in the game a line of the log stands: the round of building or the race."""
    s = seen.state
    if s.race:
        kind = (
            tell(lang, "Course internationale", "International race")
            if s.abroad
            else tell(lang, "Course", "Race")
        )
        return f"{kind} {s.race}"
    if s.phase == FIRST:
        return tell(lang, "Mise en place", "Set-up")
    return tell(lang, f"Construction, tour {s.round}", f"Building, round {s.round}")


def things(seen: "Seen", move: int) -> list[str]:
    """What a person touches to make the move: where a stroke leads, and where it starts if there is a choice."""
    verb, board = verb_of(move), board_of(seen)
    if verb == Verb.STROKE:
        start, end = _direction(seen, a_of(move))
        ends = [end] if _is_the_only_stroke_to(seen, end) else [end, start]
        return [hex_thing(board, place) for place in ends]
    if verb == Verb.STEP:
        return [hex_thing(board, a_of(move))]
    return [BUTTONS[Verb(verb)]] if verb in BUTTONS else []


def _is_the_only_stroke_to(seen: "Seen", end: int) -> bool:
    s, box = seen.state, seen.box
    if s.phase == OPENING:
        return True
    if s.present[end] & (1 << int(s.active)):
        return False
    around = [int(box.around[end, direction]) for direction in range(6)]
    return sum(edge >= 0 and s.legal[edge] == 1 for edge in around) == 1


def touched(seen: "Seen", move: int) -> list[str]:
    """What the move changes."""
    verb, board = verb_of(move), board_of(seen)
    if verb == Verb.STROKE:
        return [f"edge-{a_of(move)}"]
    if verb == Verb.STEP:
        return [f"train-{int(seen.state.active)}"]
    if verb in (Verb.START, Verb.GOAL):
        return [hex_thing(board, place) for place in maps.place_hexes(board, a_of(move))]
    return []


# ---------------------------------------------------------------- what to do now


def race_words(seen: "Seen", lang: str) -> str:
    """« Paris → Reims »."""
    board, s = board_of(seen), seen.state
    if s.race_from < 0:
        return ""
    start = place_name(board, int(s.race_from), lang)
    return f"{start} → {place_name(board, int(s.race_to), lang) if s.race_to >= 0 else '…'}"


def prompt(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """What the viewer has to do now, or whom we wait for."""
    if seen.actor == OVER:
        return result(seen, lang, names)
    if seen.actor == CHANCE:
        return _prompt_at_chance(seen, lang, names)
    s = seen.state
    name, points = names[seen.actor], dice_points(int(s.points), lang)
    mine = seen.actor == seen.seat
    match int(s.phase):
        case phase if phase == OPENING:
            city = hex_words(board_of(seen), seen.box, int(seen.box.start), lang)
            fr = f"Tracez votre premier trait {from_words('fr', city)} à une case voisine : il est gratuit."
            en = f"Draw your first stroke from {city} to a neighbouring hex: it is free."
            return (
                tell(lang, fr, en)
                if mine
                else tell(lang, f"{name} trace son premier trait.", f"{name} draws a first stroke.")
            )
        case phase if phase in (BUILD, EXTRA):
            fr, en = f"Construisez : il vous reste {points}.", f"Build: you have {points} left."
            return (
                tell(lang, fr, en)
                if mine
                else tell(lang, f"{name} construit : reste {points}.", f"{name} is building: {points} left.")
            )
        case phase if phase == ENTRY:
            race = race_words(seen, lang)
            fr, en = f"{race} : participez-vous à la course ?", f"{race}: will you enter the race?"
            return (
                tell(lang, fr, en)
                if mine
                else tell(
                    lang,
                    f"{race} : {name} choisit de participer ou non.",
                    f"{race}: {name} is deciding whether to enter.",
                )
            )
        case _:
            fr, en = f"Avancez : il vous reste {points}.", f"Move: you have {points} left."
            return (
                tell(lang, fr, en)
                if mine
                else tell(lang, f"{name} avance : reste {points}.", f"{name} is moving: {points} left.")
            )


def _prompt_at_chance(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    name = names[int(seen.state.active)]
    match int(seen.state.phase):
        case phase if phase == FIRST:
            return tell(lang, "On tire au sort qui commence.", "Drawing lots for who begins.")
        case phase if phase == DIE:
            return tell(
                lang, f"{name} lance le dé pour tout le monde.", f"{name} throws the die for everybody."
            )
        case phase if phase in (START, GOAL):
            return tell(lang, f"{name} tire une course.", f"{name} is drawing a race.")
        case phase if phase == THROW:
            return tell(lang, f"{name} lance le dé.", f"{name} throws the die.")
        case _:
            return tell(lang, "Les dés roulent.", "The dice are rolling.")


def facts(seen: "Seen", lang: str) -> list[str]:
    """Short facts for the turn band; the die and the race stand above the map."""
    s = seen.state
    when = tell(lang, f"Course {s.race}", f"Race {s.race}")
    if not s.race:
        when = tell(lang, f"Tour {s.round}", f"Round {s.round}")
    return [when, tell(lang, f"But : {seen.box.target}", f"Target: {seen.box.target}")]


def standing(seen: "Seen", seat: int, lang: str) -> Standing:
    """The game points on the way to those that end the game, and what they were got for."""
    points, target = int(seen.state.account[seat]), int(seen.box.target)
    return Standing(max(0, min(points, target)), target, f"{points}/{target}", _account(seen, seat, lang))


def _account(seen: "Seen", seat: int, lang: str) -> str:
    """How long the lines are, places reached first, races won."""
    s = seen.state
    strokes = sum(bool(mask & (1 << seat)) for mask in s.track)
    first = sum(one == seat + 1 for one in s.first_at)
    facts = [count_of(strokes, lang, ("trait", "traits"), ("stroke", "strokes"))] if strokes else []
    if first:
        facts.append(
            count_of(first, lang, ("prime de ville", "primes de ville"), ("city premium", "city premiums"))
        )
    if s.wins[seat]:
        won = ("course gagnée", "courses gagnées"), ("race won", "races won")
        facts.append(count_of(int(s.wins[seat]), lang, *won))
    return ", ".join(facts)


def result(seen: "Seen", lang: str, names: Sequence[str]) -> str:
    """Who won and how; before the end, who leads."""
    scores = seen.scores()
    best = max(scores)
    points = game_points(best, lang)
    if seen.actor != OVER:
        leading = and_list([names[seat] for seat, score in enumerate(scores) if score == best], lang)
        return tell(lang, f"En tête : {leading}, {points}.", f"In the lead: {leading}, {points}.")
    winners = [names[seat] for seat in seen.winners()]
    if len(winners) == 1:
        return tell(lang, f"{winners[0]} gagne avec {points}.", f"{winners[0]} wins with {points}.")
    all_of_them = and_list(winners, lang)
    return tell(
        lang,
        f"{all_of_them} se partagent la victoire avec {points}.",
        f"{all_of_them} share the victory with {points}.",
    )


# ---------------------------------------------------------------- what will happen


def preview(seen: "Seen", move: int, lang: str) -> Preview:
    """What the viewer's own move will do."""
    verb, after = verb_of(move), seen.after(move)
    board = board_of(seen)
    if verb == Verb.STROKE:
        cost = int(seen.box.build_cost[a_of(move)]) if seen.state.phase != OPENING else 0
        notes = [tell(lang, f"Coûte {dice_points(cost, lang)}.", f"Costs {dice_points(cost, lang)}.")]
        notes += payments(seen, after, seen.seat, lang)
        if seen.state.phase == OPENING:
            notes = [tell(lang, "Le premier trait est gratuit.", "The first stroke is free.")]
        way = [hex_thing(board, place) for place in _direction(seen, a_of(move))]
        return Preview(" ".join(notes), {way[-1]: str(cost)}, way)
    if verb in (Verb.STEP, Verb.STOP):
        return _preview_of_running(seen, after, move, lang)
    if verb == Verb.ENTER:
        return _preview_of_the_race(seen, lang)
    notes = {
        Verb.PASS: ("Le reste du dé est perdu.", "The rest of the die is lost."),
        Verb.CLOSE: (
            "Si plus de la moitié votent ainsi, les courses commencent après ce tour.",
            "If more than half vote this way, the races begin after this round.",
        ),
        Verb.DECLINE: (
            "Vous touchez les droits de ceux qui empruntent vos lignes.",
            "You receive dues from those who use your lines.",
        ),
        Verb.ABANDON: (
            "Vous ne roulez plus dans cette course. Les droits payés le restent.",
            "You run no more in this race. Dues already paid stay paid.",
        ),
    }
    return Preview(tell(lang, *notes[Verb(verb)]))


def _preview_of_the_race(seen: "Seen", lang: str) -> Preview:
    """How far it is to the goal, and over whose lines."""
    note = tell(
        lang,
        "20 points au premier, 10 au deuxième ; les lignes des autres coûtent 1 point par tour.",
        "20 points for the first, 10 for the second; the lines of others cost 1 point a turn.",
    )
    way = routes.to_run(seen, routes.race_goals(seen), thrifty=False)
    if way is None:
        return Preview(note)
    far = dice_points(sum(int(seen.box.step_cost[edge]) for edge in way.edges), lang)
    shortest = tell(lang, f"Au plus court, {far}", f"The shortest way takes {far}")
    passed = [hex_thing(board_of(seen), place) for place in way.hexes]
    return Preview(f"{shortest}{hosts_words(seen, way.edges, lang)} {note}", way=passed)


def hosts_words(seen: "Seen", edges: Sequence[int], lang: str) -> str:
    """The end of a sentence on a way: how much of it leads over the lines of others alone."""
    hosts: Counter[int] = Counter()
    for edge in edges:
        owners = int(seen.state.track[edge])
        if not owners & (1 << seen.seat):
            hosts.update(seat for seat in range(seen.players) if owners & (1 << seat))
    if not hosts:
        return "."
    lines = and_list(
        [
            tell(lang, f"{count} chez {seen.names[seat]}", f"{count} over {seen.names[seat]}’s lines")
            for seat, count in sorted(hosts.items())
        ],
        lang,
    )
    return tell(lang, f", dont {lines}.", f", {lines}.")


def _preview_of_running(seen: "Seen", after: "Seen", move: int, lang: str) -> Preview:
    board, box, start = board_of(seen), seen.box, int(seen.state.train[seen.seat])
    goes_on = after.actor == seen.seat and after.state.phase == RUN
    if goes_on:
        left = dice_points(int(after.state.points), lang)
        notes = [tell(lang, f"Il vous restera {left}.", f"{left} will be left.")]
        owed = payments(seen, after.after(pack(Verb.STOP)), seen.seat, lang)
        notes += [tell(lang, "Au bout du tour :", "At the end of the turn:"), *owed] if owed else []
    else:
        notes = [tell(lang, "Votre tour s’arrête là.", "Your turn ends there.")]
        notes += payments(seen, after, seen.seat, lang)
    if verb_of(move) == Verb.STOP:
        return Preview(" ".join(notes))
    way = [hex_thing(board, place) for place in (start, a_of(move))]
    cost = int(box.step_cost[edge_between(box, start, a_of(move))])
    return Preview(" ".join(notes), {way[-1]: str(cost)}, way)
