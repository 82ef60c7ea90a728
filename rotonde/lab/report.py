"""What was simulated or measured, as a person reads it."""

from collections.abc import Sequence

from rotonde import games

from .bench import Figures
from .simulate import Simulation
from .statistics import mean, quantile
from .wording import Wording, table


def simulation(run: Simulation, say: Wording) -> str:
    """Who won how often and how sure that is, how long the games were, how fast they went."""
    plan, tally = run.plan, run.tally
    title = say.of(games.info(plan.game).title)
    players = say.count(plan.players, ("joueur", "joueurs"), ("player", "players"))
    played = say.count(run.games, ("partie", "parties"), ("game", "games"))
    lines = [f"{title} · {players} · {played} · {say('graine', 'seed')} {plan.seed}", ""]
    lines += [_co_operation(run, say) if run.cooperative else _competition(run, say), ""]
    if run.draws:
        lines.append(
            say.count(run.draws, ("partie nulle, comptée", "parties nulles, comptées"), ("draw", "draws"))
            + say(" à parts égales.", ", counted in equal parts.")
        )
    if not run.cooperative and len(set(plan.seats)) > 1:
        lines.append(
            say("Chacun garde son siège.", "Everybody keeps their seat.")
            if plan.fixed_seats
            else say(
                "Les sièges tournent d’une partie à l’autre ; les victoires comptent par joueur, dans l’ordre donné.",
                "Seats rotate from game to game; wins count for the player, in the order given, not for the seat.",
            )
        )
    middle = quantile(tally.lengths, 0.5)
    fewest, most = say.number(min(tally.lengths)), say.number(max(tally.lengths))
    lines.append(
        say("Coups par partie : ", "Moves in a game: ")
        + f"{say.number(mean(tally.lengths), 1)} "
        + say(
            f"en moyenne (médiane {say.number(middle)}, de {fewest} à {most}), hasard compris ; décisions : ",
            f"on average (median {say.number(middle)}, {fewest} to {most}), chance included; decisions: ",
        )
        + f"{say.number(tally.decisions / run.games, 1)}."
    )
    lines.append(
        say.count(run.moves, ("coup", "coups"), ("move", "moves"))
        + say(" en ", " in ")
        + f"{say.number(run.seconds, 2)} s : ".replace(" :", say(" :", ":"))
        + say(
            f"{say.number(run.moves_per_second)} par seconde.",
            f"{say.number(run.moves_per_second)} a second.",
        )
    )
    if plan.timed:
        lines.append(
            say(
                "Un joueur réfléchit à la montre : la même graine ne redonne pas les mêmes parties.",
                "A player thinks by the clock: the same seed need not give the same games again.",
            )
        )
    else:
        lines.append(say("Empreinte des parties : ", "Fingerprint of the games: ") + f"{tally.marks:016x}")
    return "\n".join(lines)


def _competition(run: Simulation, say: Wording) -> str:
    rows = [("", say("victoires", "wins"), say("part", "share"), say("intervalle à 95 %", "95% interval"))]
    for seat, wins, (low, high) in zip(run.plan.seats, run.wins, run.intervals, strict=True):
        won = say.number(float(wins), 0 if wins.denominator == 1 else 2)
        rows.append((seat, won, say.percent(float(wins) / run.games), _between(low, high, say)))
    return table(rows)


def _co_operation(run: Simulation, say: Wording) -> str:
    low, high = run.intervals[0]
    players = ", ".join(run.plan.seats)
    won = say.count(run.won, ("partie gagnée", "parties gagnées"), ("game won", "games won"))
    return f"{players}: {won} = {say.percent(run.won / run.games)} ({_between(low, high, say)})"


def _between(low: float, high: float, say: Wording) -> str:
    return f"{say.percent(low)} – {say.percent(high)}"


def speed(figures: Sequence[Figures], say: Wording) -> str:
    """The figures of `bench`, one row an engine of a game."""
    columns = {
        "game": say("jeu", "game"),
        "engine": say("moteur", "engine"),
        "players": say("joueurs", "players"),
        "state_bytes": say("octets/état", "bytes/state"),
        "moves_per_second": say("coups/s", "moves/s"),
        "copies_per_second": say("copies/s", "copies/s"),
        "playouts_per_second": say("fins de partie/s", "playouts/s"),
        "greedy_moves_per_second": say("coups greedy/s", "greedy moves/s"),
        "search_iterations_per_second": say("essais search/s", "search iterations/s"),
    }
    rows = [tuple(columns.values())]
    rows += [tuple(_cell(found[name], say) for name in columns) for found in figures]
    return table(rows, left=2)


def _cell(value: str | float | None, say: Wording) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return say.number(value, 1 if isinstance(value, float) and value < 100 else 0)
