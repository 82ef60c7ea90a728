"""Grandes Lignes: what spares a person clicks. Every gesture is a row of ordinary strokes or steps.

Touching a hex far away proposes the way there, as far as the dice points of this turn go, with all that it costs. What
comes later is told too, but nothing is decided for it.
"""

from collections import Counter
from typing import TYPE_CHECKING

from rotonde.kernel.moves import pack
from rotonde.kernel.prose import count_of, tell
from rotonde.kernel.telling import Order, Proposal

from . import routes
from .lexicon import board_of, dice_points, hex_of_thing, hex_thing, hex_words, to_words, towards_words
from .routes import Way
from .rules import BUILD, ENTRY, EXTRA, RUN, Verb
from .words import dues_words, hosts_words, payments, race_words, things

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

ENTER_ALL, RUN_ALONE, FASTEST, CHEAPEST = "enter", "alone", "fastest", "cheapest"
BUILDING = (BUILD, EXTRA)


def targets(seen: "Seen") -> list[str]:
    """Every hex that a line can still be drawn to; in a race every hex that the train can come to."""
    s, box, board = seen.state, seen.box, board_of(seen)
    if s.phase in BUILDING:
        places = {place for place in range(box.hexes) if not s.present[place] & (1 << seen.seat)}
    elif s.phase == RUN:
        places = routes.reached_by_line(seen) - {int(s.train[seen.seat])}
    else:
        return []
    single = {thing for move in seen.moves() for thing in things(seen, move)}
    return [thing for place in sorted(places) if (thing := hex_thing(board, place)) not in single]


def proposals(seen: "Seen", thing: str | None, lang: str) -> list[Proposal]:
    """The ways to that hex; in a race, at any time, the ways to the goal."""
    s = seen.state
    place = hex_of_thing(board_of(seen), thing) if thing else -1
    if s.phase in BUILDING and place >= 0:
        return _strokes_to(seen, place, lang)
    if s.phase == RUN and thing is None:
        return _runs_to(seen, routes.race_goals(seen), lang)
    if s.phase == RUN and place >= 0:
        return _runs_to(seen, {place}, lang)
    return []


# ---------------------------------------------------------------- building


def _strokes_to(seen: "Seen", goal: int, lang: str) -> list[Proposal]:
    """The shortest way, and the one with the fewest dues where it is another."""
    ways = [way for thrifty in (False, True) if (way := routes.to_build(seen, goal, thrifty))]
    kinds = [
        tell(lang, ", au plus court", ", the shortest way"),
        tell(lang, ", au moins de droits", ", with the fewest dues"),
    ]
    if len(set(ways)) == 1:
        ways, kinds = ways[:1], [""]
    made = [_build_along(seen, way, kind, lang) for way, kind in zip(ways, kinds, strict=False)]
    return [proposal for proposal in made if proposal.moves]


def _build_along(seen: "Seen", way: Way, kind: str, lang: str) -> Proposal:
    """The strokes of a way that can be drawn in this turn, and what is left of it."""
    board, box = board_of(seen), seen.box
    moves, now = _as_far_as_it_goes(seen, [pack(Verb.STROKE, edge) for edge in way.edges])
    done = len(moves)
    dice = sum(int(box.build_cost[edge]) for edge in way.edges)
    spent = sum(int(box.build_cost[edge]) for edge in way.edges[:done])
    notes = [tell(lang, f"Coûte {dice_points(spent, lang)}.", f"Costs {dice_points(spent, lang)}.")]
    notes += payments(seen, now, seen.seat, lang) or [tell(lang, "Aucun droit.", "No dues.")]
    passed = [hex_thing(board, place) for place in way.hexes]
    tags = {passed[-1]: str(dice)}
    if done == len(way.edges):
        goal = hex_words(board, box, way.hexes[-1], lang)
        say = tell(lang, f"Construire jusqu’{to_words(lang, goal)}{kind}", f"Build as far as {goal}{kind}")
        return Proposal(tuple(moves), say, " ".join(notes), tags, way=passed)
    strokes = count_of(done, lang, ("trait", "traits"), ("stroke", "strokes"))
    goal = towards_words(board, box, way.hexes[-1], lang)
    say = tell(
        lang,
        f"Construire {goal}{kind} : {strokes} ce tour-ci",
        f"Build {goal}{kind}: {strokes} this turn",
    )
    if now.actor == seen.seat and int(box.build_cost[way.edges[done]]) <= now.state.points:
        # There are dice points for the next stroke: it is the dues that are too much.
        notes.append(
            tell(
                lang,
                "Votre compte ne permet pas d’aller plus loin.",
                "Your account does not allow going any farther.",
            )
        )
    notes.append(_rest_to_build(seen, way, done, dice - spent, lang))
    tags[passed[done]] = str(spent)
    return Proposal(tuple(moves), say, " ".join(notes), tags, way=passed[: done + 1], later=passed[done:])


def _rest_to_build(seen: "Seen", way: Way, done: int, dice: int, lang: str) -> str:
    """What the way will cost in the turns to come, as things stand."""
    dues: Counter[int] = Counter()
    for edge, end in list(way.steps())[done:]:
        dues.update({seat: due for seat, due in enumerate(routes.dues_of(seen, edge, end)) if due})
    more = dice_points(dice, lang)
    if not dues:
        return tell(lang, f"Il restera {more} à trouver.", f"{more} will still be needed.")
    owed = dues_words(dues, seen.names, lang)
    return tell(
        lang,
        f"Il restera {more} à trouver et, pour l’instant, {owed} à payer.",
        f"{more} will still be needed and, as things stand, {owed}.",
    )


# ---------------------------------------------------------------- running


def _runs_to(seen: "Seen", goals: set[int], lang: str) -> list[Proposal]:
    """The fastest way and the cheapest, where they differ."""
    fast, cheap = (routes.to_run(seen, goals, thrifty) for thrifty in (False, True))
    if not fast or not cheap:
        return []
    ways = [(fast, True)] if _cost(seen, fast) == _cost(seen, cheap) else [(fast, True), (cheap, False)]
    made = [_run_along(seen, way, fastest, len(ways) == 1, lang) for way, fastest in ways]
    return [proposal for proposal in made if proposal.moves]


def _cost(seen: "Seen", way: Way) -> tuple[int, int]:
    """The dice points of a way, and the strokes on it that belong to others alone."""
    mine = 1 << seen.seat
    rented = sum(not seen.state.track[edge] & mine for edge in way.edges)
    return sum(int(seen.box.step_cost[edge]) for edge in way.edges), rented


def _run_along(seen: "Seen", way: Way, fastest: bool, only: bool, lang: str) -> Proposal:
    board, box = board_of(seen), seen.box
    moves, now = _as_far_as_it_goes(seen, [pack(Verb.STEP, place) for place in way.hexes[1:]])
    done = len(moves)
    dice = sum(int(box.step_cost[edge]) for edge in way.edges)
    spent = sum(int(box.step_cost[edge]) for edge in way.edges[:done])
    goal = towards_words(board, box, way.hexes[-1], lang)
    speed = (
        tell(lang, "au plus vite", "the fastest way")
        if fastest
        else tell(lang, "au moins cher", "the cheapest way")
    )
    towards = tell(lang, f"Rouler {goal}", f"Run {goal}")
    say = towards if only else f"{towards}, {speed}"
    notes = [tell(lang, f"Coûte {dice_points(spent, lang)}.", f"Costs {dice_points(spent, lang)}.")]
    notes.append(_dues_of_turn(seen, now, lang))
    passed = [hex_thing(board, place) for place in way.hexes]
    tags = {passed[-1]: str(dice), passed[done]: str(spent)}
    if done < len(way.edges):
        left = dice_points(dice - spent, lang)
        far = tell(lang, f"Il restera {left}", f"{left} will be left to go")
        notes.append(far + hosts_words(seen, way.edges[done:], lang))
    return Proposal(tuple(moves), say, " ".join(notes), tags, way=passed[: done + 1], later=passed[done:])


def _as_far_as_it_goes(seen: "Seen", moves: list[int]) -> tuple[list[int], "Seen"]:
    """Those of these moves, from the first on, that can be made in this turn, and what is seen then."""
    made: list[int] = []
    now = seen
    for move in moves:
        if now.actor != seen.seat or move not in now.moves():
            break
        made.append(move)
        now = now.after(move)
    return made, now


def _still_runs(seen: "Seen", seat: int) -> bool:
    return seen.actor == seat and seen.state.phase == RUN


def _dues_of_turn(seen: "Seen", now: "Seen", lang: str) -> str:
    """What the viewer pays if the turn ends where these steps lead."""
    if _still_runs(now, seen.seat):
        now = now.after(pack(Verb.STOP))
    return " ".join(payments(seen, now, seen.seat, lang)) or tell(
        lang, "Aucun droit ce tour-ci.", "No dues this turn."
    )


# ---------------------------------------------------------------- what is said beforehand


def orders(seen: "Seen", lang: str) -> list[Order]:
    """While there are races: enter all of them, and run without being asked."""
    s = seen.state
    if not s.race:
        return []
    offered = [
        Order(
            ENTER_ALL,
            tell(lang, "Participer à toutes les courses", "Enter every race"),
        ),
        Order(
            RUN_ALONE,
            tell(
                lang,
                "Rouler seul quand il n’y a rien à choisir",
                "Run by itself when there is nothing to choose",
            ),
            tell(
                lang,
                "Le train avance sans demander tant que le chemin le plus court est aussi le moins cher et que le dé "
                "ne le mène que sur vos lignes.",
                "The train moves without asking as long as the shortest way is the cheapest too and the die takes it "
                "over your own lines only.",
            ),
            usual=True,
        ),
    ]
    if s.race_to >= 0:
        race = race_words(seen, lang)
        offered += [
            Order(
                f"{kind}-{s.race}",
                tell(lang, f"{race} : {fr}", f"{race}: {en}"),
                tell(lang, "Pour cette course seulement.", "For this race only."),
            )
            for kind, fr, en in (
                (FASTEST, "toujours au plus vite", "always the fastest way"),
                (CHEAPEST, "toujours au moins cher", "always the cheapest way"),
            )
        ]
    return offered


def obey(seen: "Seen", order: str) -> int | None:
    """Enter, or take the next step; None where the viewer has to choose."""
    s = seen.state
    if s.phase == ENTRY:
        enter = pack(Verb.ENTER)
        return enter if order == ENTER_ALL and enter in seen.moves() else None
    if s.phase != RUN:
        return None
    fast, cheap = (routes.to_run(seen, routes.race_goals(seen), thrifty) for thrifty in (False, True))
    if not fast or not cheap:
        return None
    if order == f"{FASTEST}-{s.race}" or (order == RUN_ALONE and _nothing_to_choose(seen, fast, cheap)):
        way = fast
    elif order == f"{CHEAPEST}-{s.race}":
        way = cheap
    else:
        return None
    step = pack(Verb.STEP, way.hexes[1])
    return step if step in seen.moves() else pack(Verb.STOP)


def _nothing_to_choose(seen: "Seen", fast: Way, cheap: Way) -> bool:
    """Whether nobody would do anything else than run on: no due in this turn, and no other way that is as good."""
    s, box = seen.state, seen.box
    cost = _cost(seen, fast)
    if cost != _cost(seen, cheap):
        return False
    left = int(s.points)
    for edge in fast.edges:
        left -= int(box.step_cost[edge])
        if left < 0:
            break
        if not s.track[edge] & (1 << seen.seat):
            return False
    # Ways over one's own lines are all alike; on others it matters whose they are.
    other = routes.to_run(seen, routes.race_goals(seen), thrifty=False, without=fast.edges[0])
    return cost[1] == 0 or other is None or _cost(seen, other) > cost
