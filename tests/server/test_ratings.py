"""Results are kept once; ratings follow them, between people with accounts."""

import math
import random
import threading

import pytest

from rotonde.server import glicko, ratings
from rotonde.server.accounts import Accounts
from rotonde.server.database import Database
from rotonde.server.glicko import Comparison, Rating
from rotonde.server.people import hashed
from rotonde.server.ratings import Outcome, places, record_result, statistics
from tests.server.known import guest, with_people

DAY = 24 * 3600.0


@pytest.fixture
def database(database: Database) -> Database:
    return with_people(database)


@pytest.fixture
def people(database: Database) -> list[str]:
    """Four people with accounts."""
    return [known(database, name) for name in ("lea", "hugo", "anna", "zoe")]


def known(database: Database, login: str) -> str:
    person, _ = guest(database, login)
    with database.writing() as db:
        db.run("INSERT INTO accounts (person, login, created) VALUES (?, ?, 0)", person, login)
    return person


def record(
    database: Database, table: str, *outcomes: Outcome, cooperative: bool = False, ended: float = 0
) -> bool:
    with database.writing() as db:
        return record_result(db, table, "tram", outcomes, cooperative, ended)


def rating(database: Database, player: str) -> tuple[float, int] | None:
    rows = database.rows("SELECT rating, games FROM ratings WHERE player = ?", player)
    return (rows[0][0], rows[0][1]) if rows else None


# ---- Glicko-2 itself ----


def test_the_example_of_the_paper() -> None:
    """Glickman, Example of the Glicko-2 system: 1500, 200, 0.06 beats one and loses to two."""
    others = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    new = glicko.after(
        Rating(1500, 200, 0.06),
        [Comparison(other, float(won)) for other, won in zip(others, (1, 0, 0), strict=True)],
    )
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.02)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_what_was_known_grows_less_sure() -> None:
    known = Rating(1600, 60, 0.06)
    later = glicko.rest(known, 52 * glicko.PERIOD)
    assert later.rating == 1600
    assert later.deviation == pytest.approx(math.hypot(60, 0.06 * 173.7178 * math.sqrt(52)))
    assert glicko.rest(known, 10**12).deviation == 350
    assert glicko.rest(known, -5).deviation == pytest.approx(60)


def test_an_upset_of_any_size_can_be_rated() -> None:
    for strong in (1500, 2200, 3500):
        lost = glicko.after(Rating(strong, 40), [Comparison(Rating(600, 40), 0)])
        assert math.isfinite(lost.rating) and lost.rating < strong


def test_comparisons_in_one_game_count_what_they_tell() -> None:
    """The variance of a player's mean result against n - 1 equals is that of 3 (n - 1) / (n + 1) coin tosses."""
    chance = random.Random(5)
    for players in (2, 3, 4, 6):
        means: list[float] = []
        for _ in range(20_000):
            mine, *others = [chance.random() for _ in range(players)]
            means.append(sum(mine > other for other in others) / (players - 1))
        variance = sum((mean - 0.5) ** 2 for mean in means) / len(means)
        independent = 0.25 / variance
        assert independent == pytest.approx((players - 1) * glicko.weight(players), rel=0.05)


def test_several_players_find_their_strengths() -> None:
    """Four players whose strengths are known play each other: so far apart are their ratings."""
    chance = random.Random(7)
    strengths = [1300, 1450, 1550, 1700]
    current = [Rating() for _ in strengths]
    sums = [0.0] * 4
    for game in range(3000):
        # Plackett-Luce: the winner is drawn by strength, then the next among the rest.
        luck = [10 ** (s / 400) / chance.expovariate(1) for s in strengths]
        current = [
            glicko.after(
                current[i],
                [
                    Comparison(current[j], float(luck[i] > luck[j]), glicko.weight(4))
                    for j in range(4)
                    if j != i
                ],
            )
            for i in range(4)
        ]
        if game >= 500:
            sums = [s + one.rating for s, one in zip(sums, current, strict=True)]
    for s, true in zip(sums, strengths, strict=True):
        assert s / 2500 == pytest.approx(true, abs=60)


# ---- Results ----


def test_places() -> None:
    assert places([5, 9, 5, 1]) == [2, 1, 2, 4]
    assert places([0, 0]) == [1, 1]


def test_a_result_is_kept_once(database: Database, people: list[str]) -> None:
    outcomes = [Outcome(1, people[0], score=9), Outcome(2, people[1], score=5)]
    assert record(database, "t1", *outcomes)
    after = rating(database, people[0])
    assert not record(database, "t1", *reversed(outcomes))
    assert rating(database, people[0]) == after
    [one] = statistics(database, people[0])
    assert (one.games, one.won, one.best) == (1, 1, 9)


def test_the_winner_rises_and_the_loser_falls(database: Database, people: list[str]) -> None:
    record(database, "t1", Outcome(1, people[0]), Outcome(3, people[1]), Outcome(2, people[2]))
    first, last, second = (rating(database, person) for person in people[:3])
    assert first and second and last
    assert second[0] == pytest.approx(1500)
    assert first[0] > second[0] > last[0]
    assert first[1] == second[1] == last[1] == 1


def test_leaving_is_worse_than_any_place(database: Database, people: list[str]) -> None:
    record(database, "t1", Outcome(1, people[0], gone=True), Outcome(2, people[1]), Outcome(3, people[2]))
    left, second, third = (rating(database, person) for person in people[:3])
    assert left and second and third
    assert left[0] < third[0] < second[0]
    [one] = statistics(database, people[0])
    assert (one.games, one.won, one.gone) == (1, 0, 1)


def test_bots_move_nobody_but_are_measured(database: Database, people: list[str]) -> None:
    record(database, "t1", Outcome(1, people[0]), Outcome(2, bot="master"), Outcome(3, bot="driver"))
    assert rating(database, people[0]) is None
    found = ratings.bot_ratings(database, "tram")
    assert set(found) == {"master", "driver"}
    assert all(one.rating < 1500 for one in found.values())
    [one] = statistics(database, people[0])
    assert (one.games, one.with_people, one.rating) == (1, 0, None)
    # With people at the table too, only they count for each other.
    record(database, "t2", Outcome(2, people[0]), Outcome(3, people[1]), Outcome(1, bot="master"))
    record(database, "t3", Outcome(2, people[2]), Outcome(3, people[3]), Outcome(1, people[0]))
    won, lost = rating(database, people[0]), rating(database, people[1])
    assert won and lost and won[0] > 1500 > lost[0]


def test_guests_and_those_who_play_several_seats_are_not_rated(database: Database, people: list[str]) -> None:
    visitor, _ = guest(database)
    record(database, "t1", Outcome(1, people[0]), Outcome(2, visitor))
    record(database, "t2", Outcome(1, people[0]), Outcome(2, people[0]))
    record(database, "t3", Outcome(1, people[0]), Outcome(2, people[0]), Outcome(3, people[1]))
    record(database, "t4", Outcome(1, people[0]), Outcome(2))
    assert rating(database, people[0]) is None
    assert rating(database, people[1]) is None
    assert rating(database, visitor) is None
    assert statistics(database, people[0])[0].with_people == 6


def test_co_operation_is_counted_and_not_rated(database: Database, people: list[str]) -> None:
    record(database, "t1", *(Outcome(1, person) for person in people), cooperative=True)
    record(database, "t2", *(Outcome(2, person) for person in people), cooperative=True)
    for person in people:
        [one] = statistics(database, person)
        assert (one.games, one.won, one.rating, one.history) == (2, 1, None, [])


def test_statistics_by_game_with_the_newest_first(database: Database, people: list[str]) -> None:
    for day in range(30):
        record(
            database,
            f"t{day}",
            Outcome(1 + day % 2, people[0]),
            Outcome(2 - day % 2, people[1]),
            ended=day * DAY,
        )
    with database.writing() as db:
        record_result(db, "x", "metro", [Outcome(1, people[0]), Outcome(2, people[1])], False, 100 * DAY)
    metro, tram = statistics(database, people[0])
    assert (metro.game, tram.game) == ("metro", "tram")
    assert (tram.games, tram.won) == (30, 15)
    assert [one.table_id for one in tram.latest[:2]] == ["t29", "t28"]
    assert len(tram.history) == 30 and tram.history[0] > 1500 > tram.history[1]
    assert tram.latest[0].rating == tram.history[-1]
    assert metro.provisional
    assert statistics(database, "nobody") == []


def test_games_that_end_in_the_same_moment_all_count(database: Database, people: list[str]) -> None:
    def play(worker: int) -> None:
        for number in range(6):
            order = people if (worker + number) % 2 else people[::-1]
            record(database, f"t{worker}-{number}", *(Outcome(n, p) for n, p in enumerate(order, 1)))

    threads = [threading.Thread(target=play, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for person in people:
        found = rating(database, person)
        assert found and found[1] == 24


def test_one_table_that_two_workers_end_is_kept_once(database: Database, people: list[str]) -> None:
    kept: list[bool] = []

    def end(number: int) -> None:
        kept.append(record(database, "t1", Outcome(1, people[0]), Outcome(2, people[1])))

    threads = [threading.Thread(target=end, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == [False, False, False, True]
    found = rating(database, people[0])
    assert found and found[1] == 1


def test_results_come_along_and_go_with_the_account(database: Database, people: list[str]) -> None:
    visitor, browser = guest(database)
    record(database, "t1", Outcome(1, visitor, score=7), Outcome(2, people[1]))
    accounts = Accounts(database, [ratings.BELONGINGS])
    session = accounts.register(browser, "visitor", "quai numéro neuf", "192.0.2.7")
    other, other_browser = guest(database)
    record(database, "t2", Outcome(1, other, score=9), Outcome(2, people[1]))
    entered = accounts.log_in(other_browser, "visitor", "quai numéro neuf", "192.0.2.7")
    assert statistics(database, session.person)[0].games == 2
    record(database, "t3", Outcome(1, session.person), Outcome(2, people[1]))
    exported = accounts.export(session.person)["games"]
    assert [one["table"] for one in exported["results"]] == ["t1", "t2", "t3"]
    assert exported["ratings"][0]["games"] == 1
    accounts.delete(hashed(entered.secret))
    assert statistics(database, session.person) == []
    assert rating(database, session.person) is None
    assert statistics(database, people[1])[0].with_people == 3
