"""What became of games: results, statistics and ratings, by game and person.

A result is written once, when a game ends. Ratings are between people with accounts only. A bot has a rating too, one a
level and game, which moves with the games that rated people play against it; theirs does not move with its. So nobody
becomes strong by choosing weak bots, or by leaving every game that goes badly against one.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import glicko
from .accounts import Belongings
from .database import Database, Transaction
from .glicko import Comparison, Rating

RATINGS_SCHEMA = """
    CREATE TABLE results (
        table_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        game TEXT NOT NULL,
        ended REAL NOT NULL,
        players INTEGER NOT NULL,
        person TEXT REFERENCES people (id),
        bot TEXT,
        place INTEGER NOT NULL,
        won INTEGER NOT NULL,
        gone INTEGER NOT NULL,
        score INTEGER,
        rating REAL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_person ON results (person, ended);
    CREATE TABLE ratings (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        games INTEGER NOT NULL,
        changed REAL NOT NULL,
        PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
"""

BOT = "bot:"
"""Before a level, where a player may be a person or a bot. No person's id has a colon."""

SURE = 110.0
"""A rating that is less sure than this is shown as provisional."""

LATEST = 20


@dataclass(frozen=True)
class Outcome:
    """How a game ended for one seat."""

    place: int
    """1 is the best; equal ones share. In co-operation everybody is 1 (won) or 2 (lost)."""
    person: str | None = None
    bot: str | None = None
    """The level of the bot that sat there from the beginning."""
    gone: bool = False
    """The person left before the end: that is worse than any place."""
    score: int | None = None


def places(ranks: Sequence[Any]) -> list[int]:
    """From what decides who won (the highest does) to places: 5 9 5 1 is 2 1 2 4."""
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def record_result(
    db: Transaction,
    table_id: str,
    game: str,
    outcomes: Sequence[Outcome],
    cooperative: bool,
    ended: float | None = None,
) -> bool:
    """Keep how a game ended, one outcome a seat. Once a table: False when it was kept already, and nothing changes."""
    ended = time.time() if ended is None else ended
    first = [outcome for outcome in outcomes if outcome.place == 1]
    if cooperative:
        won = [outcome.place == 1 for outcome in outcomes]
    else:  # where all are first together nobody has won
        won = [outcome in first and not outcome.gone and len(first) < len(outcomes) for outcome in outcomes]
    rows = [
        _row(table_id, seat, game, ended, len(outcomes), outcome, won[seat])
        for seat, outcome in enumerate(outcomes)
    ]
    insert = (
        "INSERT INTO results (table_id, seat, game, ended, players, person, bot, place, won, gone, score)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    # Whoever keeps the first seat keeps them all; a second one waits here for the first, and sees that it is done.
    if not db.run(insert + " ON CONFLICT (table_id, seat) DO NOTHING RETURNING seat", *rows[0]):
        return False
    db.run_many(insert, rows[1:])
    if not cooperative:
        _rate(db, table_id, game, outcomes, ended)
    return True


def _row(
    table_id: str, seat: int, game: str, ended: float, players: int, outcome: Outcome, won: bool
) -> tuple[Any, ...]:
    return (
        table_id,
        seat,
        game,
        ended,
        players,
        outcome.person,
        outcome.bot,
        outcome.place,
        int(won),
        int(outcome.gone),
        outcome.score,
    )


# ---- Ratings ----


def _rate(db: Transaction, table_id: str, game: str, outcomes: Sequence[Outcome], ended: float) -> None:
    players = _rated(db, outcomes)
    people = {seat for seat, player in players.items() if not player.startswith(BOT)}
    before = {player: _current(db, player, game, ended) for player in set(players.values())}
    # Always in the same order, so that two games that end in the same moment do not wait for each other for ever.
    for seat, player in sorted(players.items(), key=lambda one: one[1]):
        comparisons = [
            Comparison(
                before[players[other]],
                _compared(outcomes[seat], outcomes[other]),
                glicko.weight(len(outcomes)),
            )
            for other in sorted(people - {seat})
        ]
        if not comparisons:
            continue
        rating = _change(db, player, game, comparisons, ended)
        if seat in people:
            db.run("UPDATE results SET rating = ? WHERE table_id = ? AND seat = ?", rating, table_id, seat)


def _rated(db: Transaction, outcomes: Sequence[Outcome]) -> dict[int, str]:
    """The seats that count, and who has which. Somebody who played several seats cannot lose: none of them counts."""
    sat = Counter(outcome.person for outcome in outcomes)
    players: dict[int, str] = {}
    for seat, outcome in enumerate(outcomes):
        if outcome.person is not None:
            known = db.run("SELECT 1 FROM accounts WHERE person = ?", outcome.person)
            if known and sat[outcome.person] == 1:
                players[seat] = outcome.person
        elif outcome.bot is not None:
            players[seat] = BOT + outcome.bot
    return players


def _compared(one: Outcome, other: Outcome) -> float:
    mine, theirs = (one.gone, one.place), (other.gone, other.place)
    if one.gone and other.gone:
        return 0.5
    return 1.0 if mine < theirs else 0.0 if mine > theirs else 0.5


def _current(db: Transaction, player: str, game: str, now: float) -> Rating:
    found = _kept(db, player, game)
    return glicko.rest(found[0], now - found[2]) if found else Rating()


def _kept(db: Transaction, player: str, game: str) -> tuple[Rating, int, float] | None:
    found = db.run(
        "SELECT rating, deviation, volatility, games, changed FROM ratings WHERE player = ? AND game = ?",
        player,
        game,
    )
    return (Rating(*found[0][:3]), found[0][3], found[0][4]) if found else None


def _change(db: Transaction, player: str, game: str, comparisons: Sequence[Comparison], now: float) -> float:
    """Rate one player anew; gives the new rating."""
    fresh = Rating()
    db.run(
        "INSERT INTO ratings (player, game, rating, deviation, volatility, games, changed) VALUES (?, ?, ?, ?, ?, 0, ?)"
        " ON CONFLICT (player, game) DO NOTHING",
        player,
        game,
        fresh.rating,
        fresh.deviation,
        fresh.volatility,
        now,
    )
    while True:
        kept = _kept(db, player, game)
        assert kept is not None
        rating, games, changed = kept
        new = glicko.after(glicko.rest(rating, now - changed), comparisons)
        # Another game of the same player may have ended since we looked: then we look again.
        if db.run(
            "UPDATE ratings SET rating = ?, deviation = ?, volatility = ?, games = games + 1, changed = ?"
            " WHERE player = ? AND game = ? AND games = ? RETURNING games",
            new.rating,
            new.deviation,
            new.volatility,
            max(now, changed),
            player,
            game,
            games,
        ):
            return new.rating


# ---- Statistics ----


@dataclass(frozen=True)
class Played:
    """One game that ended."""

    table_id: str
    ended: float
    players: int
    place: int
    won: bool
    gone: bool
    score: int | None
    rating: float | None


@dataclass
class GameStatistics:
    """How one person did at one game."""

    game: str
    games: int = 0
    won: int = 0
    gone: int = 0
    best: int | None = None
    """The highest score."""
    with_people: int = 0
    won_with_people: int = 0
    rating: Rating | None = None
    history: list[float] = field(default_factory=list[float])
    """The rating after each of the games that changed it, the oldest first."""
    latest: list[Played] = field(default_factory=list[Played])
    """The newest first."""

    @property
    def provisional(self) -> bool:
        return self.rating is not None and self.rating.deviation > SURE


def statistics(database: Database, person: str) -> list[GameStatistics]:
    """By game, the one played last first."""
    rows = database.rows(
        "SELECT r.game, r.table_id, r.ended, r.players, r.place, r.won, r.gone, r.score, r.rating,"
        " EXISTS (SELECT 1 FROM results o WHERE o.table_id = r.table_id AND o.seat <> r.seat AND o.bot IS NULL)"
        " FROM results r WHERE r.person = ? ORDER BY r.ended DESC, r.table_id, r.seat",
        person,
    )
    now = time.time()
    ratings = {
        game: glicko.rest(Rating(*rating), now - changed)
        for game, *rating, changed in database.rows(
            "SELECT game, rating, deviation, volatility, changed FROM ratings WHERE player = ?", person
        )
    }
    by_game: dict[str, GameStatistics] = {}
    for game, *values, with_people in rows:
        one = by_game.setdefault(game, GameStatistics(game, rating=ratings.get(game)))
        table_id, ended, players, place, won, gone, score, rating = values
        played = Played(table_id, ended, players, place, bool(won), bool(gone), score, rating)
        one.games += 1
        one.won += played.won
        one.gone += played.gone
        if score is not None and not gone:
            one.best = score if one.best is None else max(one.best, score)
        if with_people:
            one.with_people += 1
            one.won_with_people += played.won
        if rating is not None:
            one.history.insert(0, rating)
        if len(one.latest) < LATEST:
            one.latest.append(played)
    return list(by_game.values())


def bot_ratings(database: Database, game: str) -> dict[str, Rating]:
    """How strong each level of the bots has shown itself against people, where it has."""
    return {
        player.removeprefix(BOT): Rating(rating, deviation, volatility)
        for player, rating, deviation, volatility in database.rows(
            "SELECT player, rating, deviation, volatility FROM ratings WHERE game = ? AND games > 0", game
        )
        if player.startswith(BOT)
    }


# ---- What belongs to a person ----


def _merge(db: Transaction, guest: str, person: str) -> None:
    """A guest's results become the account's; a guest has no rating."""
    db.run("UPDATE results SET person = ? WHERE person = ?", person, guest)


def _forget(db: Transaction, person: str) -> None:
    """That somebody played stays, for the others who did; who it was does not."""
    db.run("UPDATE results SET person = NULL, rating = NULL WHERE person = ?", person)
    db.run("DELETE FROM ratings WHERE player = ?", person)


def _export(db: Transaction, person: str) -> dict[str, Any]:
    results = db.run(
        "SELECT table_id, seat, game, ended, players, place, won, gone, score, rating FROM results"
        " WHERE person = ? ORDER BY ended",
        person,
    )
    names = ("table", "seat", "game", "ended", "players", "place", "won", "gone", "score", "rating")
    ratings = db.run(
        "SELECT game, rating, deviation, games FROM ratings WHERE player = ? ORDER BY game", person
    )
    return {
        "results": [dict(zip(names, row, strict=True)) for row in results],
        "ratings": [dict(zip(("game", "rating", "deviation", "games"), row, strict=True)) for row in ratings],
    }


BELONGINGS = Belongings("games", _merge, _forget, _export)
