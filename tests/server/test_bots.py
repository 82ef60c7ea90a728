"""Bots in real processes of their own."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import rotonde
from rotonde import games
from rotonde.kernel.handle import Seen
from rotonde.server.bots import BotFailed, Bots
from rotonde.server.house import House, Settings
from rotonde.server.storage import Seat
from rotonde.server.table import LiveTable
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))


def some_view() -> Seen:
    import random

    table = rotonde.game(GAME, engine="python").new()
    table.deal(random.Random(4))
    return table.seen_by(table.actor)


def run(bots: Bots, ask: Callable[[Bots], Awaitable[object]]) -> object:
    async def main() -> object:
        try:
            return await ask(bots)
        finally:
            bots.close()

    return asyncio.run(main())


def test_a_bot_answers_from_another_process() -> None:
    seen = some_view()
    move = run(Bots(1, fake_players.quick, fake_players.no_need), lambda bots: bots.choose("x", seen, 3))
    assert move in seen.moves()


def test_a_bot_whose_process_dies_is_asked_again(tmp_path: Path) -> None:
    seen = some_view()
    bots = Bots(1, fake_players.dies_once, fake_players.no_need)
    move = run(bots, lambda bots: bots.choose(str(tmp_path / "died"), seen, 3))
    assert move in seen.moves()


def test_a_bot_whose_process_always_dies_fails() -> None:
    with pytest.raises(BotFailed):
        run(Bots(1, fake_players.dies, fake_players.no_need), lambda bots: bots.choose("x", some_view(), 3))


def test_a_bot_with_an_error_fails_and_the_log_says_why(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(BotFailed):
        run(Bots(1, fake_players.broken, fake_players.no_need), lambda bots: bots.choose("x", some_view(), 3))
    assert "this bot is broken" in caplog.text


def test_a_table_asks_the_process_that_thought_about_it_before() -> None:
    seen = some_view()

    async def ask(bots: Bots) -> None:
        pids = await asyncio.gather(*[bots.choose("", seen, 0, table) for table in ("here", "there")])
        assert len(set(pids)) == 2, "two tables think at the same time"
        for table, pid in [*zip(("here", "there"), pids, strict=True)] * 2:
            assert await bots.choose("", seen, 0, table) == pid
        # A third one takes the place of the table that has not been heard of for longest; nobody waits needlessly.
        assert await bots.choose("", seen, 0, "elsewhere") == pids[0]
        both = await asyncio.gather(*[bots.choose("", seen, 0, "there") for _ in range(2)])
        assert set(both) == set(pids)

    run(Bots(2, fake_players.who, fake_players.no_need), ask)


def test_warming_happens_once(tmp_path: Path) -> None:
    seen = some_view()

    async def ask(bots: Bots) -> None:
        assert not bots.is_warm(GAME)
        await asyncio.gather(bots.get_warm(seen.game), bots.get_warm(seen.game))
        assert bots.is_warm(GAME)

    run(Bots(1, fake_players.quick, fake_players.no_need), ask)


def test_a_house_that_closes_while_bots_get_warm_leaves_nothing_behind(tmp_path: Path) -> None:
    import multiprocessing

    async def then(house: House, live: LiveTable) -> None:
        await until(lambda: house.bot_state(live.id) == "warming" and bool(multiprocessing.active_children()))

    at_a_table(tmp_path, fake_players.quick, then, warm=fake_players.warms_for_ever)
    patience = time.monotonic() + 30
    while multiprocessing.active_children():
        assert time.monotonic() < patience, "a bot's process lives on"
        time.sleep(0.05)


def test_no_bot_outlives_a_server_that_was_killed() -> None:
    program = """
        import asyncio, multiprocessing, time
        from rotonde.server.bots import Bots
        from tests.server import fake_players
        from tests.server.test_bots import some_view

        async def main():
            bots = Bots(1, fake_players.quick, fake_players.no_need)
            await bots.choose("x", some_view(), 1)
            print(*[child.pid for child in multiprocessing.active_children()], flush=True)
            time.sleep(60)

        if __name__ == "__main__":
            asyncio.run(main())
    """
    root = Path(__file__).parents[2]
    server = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert server.stdout is not None
    workers = [int(word) for word in server.stdout.readline().split()]
    assert workers
    server.send_signal(signal.SIGKILL)
    server.wait()
    patience = time.monotonic() + 30
    while any(is_alive(worker) for worker in workers):
        assert time.monotonic() < patience, "a bot's process lives on"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


# ---- bots at a table ----


def at_a_table(
    tmp_path: Path,
    choose: Callable[[str, Seen, int], int],
    then: Callable[[House, LiveTable], Awaitable[None]],
    warm: Callable[[Seen], None] = fake_players.no_need,
    spec: str = "x",
) -> None:
    async def main() -> None:
        house = House(Settings(tmp_path, bot_pause=0, bot_spec=lambda _: spec, bots=Bots(1, choose, warm)))
        live = house.tables.create(
            GAME, {}, [Seat("A", "driver"), Seat("B", "driver")], "fr", house.people.come()[0].id
        )
        try:
            house.wake_bots(live)
            await then(house, live)
        finally:
            await house.close()

    asyncio.run(main())


async def until(what: Callable[[], bool]) -> None:
    for _ in range(6000):
        if what():
            return
        await asyncio.sleep(0.005)
    pytest.fail("it never happened")


def test_bots_play_a_game_among_themselves(tmp_path: Path) -> None:
    async def then(house: House, live: LiveTable) -> None:
        await until(lambda: live.over)
        assert house.bot_state(live.id) in ("thinking", "ready")
        await until(lambda: house.bot_state(live.id) == "ready")

    at_a_table(tmp_path, fake_players.quick, then)


@pytest.mark.parametrize("choose", [fake_players.broken, fake_players.illegal, fake_players.dies])
def test_a_bot_that_cannot_play_is_shown_as_failed(
    tmp_path: Path, choose: Callable[[str, Seen, int], int]
) -> None:
    async def then(house: House, live: LiveTable) -> None:
        number = live.number
        await until(lambda: house.bot_state(live.id) == "failed")
        assert live.number == number
        house.changed(live)
        assert house.bot_state(live.id) == "failed", "it is not asked for ever"

    at_a_table(tmp_path, choose, then)


def test_a_bot_that_cannot_be_compiled_is_shown_as_failed(tmp_path: Path) -> None:
    async def then(house: House, live: LiveTable) -> None:
        await until(lambda: house.bot_state(live.id) == "failed")

    at_a_table(tmp_path, fake_players.quick, then, warm=fake_players.cannot_warm)


def test_a_failed_bot_can_be_asked_again(tmp_path: Path) -> None:
    mended = tmp_path / "mended"

    async def then(house: House, live: LiveTable) -> None:
        await until(lambda: house.bot_state(live.id) == "failed")
        mended.touch()
        house.wake_bots(live, after_failure=True)
        number = live.number
        await until(lambda: live.number > number + 5)

    at_a_table(tmp_path, fake_players.mends, then, spec=str(mended))


def test_a_bot_whose_person_comes_back_while_it_thinks_does_not_move(tmp_path: Path) -> None:
    thought = tmp_path / "thought"

    async def then(house: House, live: LiveTable) -> None:
        await until(lambda: house.bot_state(live.id) == "thinking")
        live.come_back(live.actor)
        number = live.number
        thought.touch()
        await until(lambda: house.bot_state(live.id) == "ready")
        assert live.number == number

    at_a_table(tmp_path, fake_players.waits, then, spec=str(thought))


def test_a_viewer_who_does_not_read_finds_one_flag(tmp_path: Path) -> None:
    async def then(house: House, live: LiveTable) -> None:
        with house.live.viewer(live.id) as flag:
            await until(lambda: live.number > 60 or live.over)
            assert flag.is_set()
            flag.clear()
            await until(flag.is_set)

    at_a_table(tmp_path, fake_players.quick, then)


def test_a_bot_gets_nothing_but_what_its_seat_may_know() -> None:
    """The only way to a worker is `choose(spec, seen, seed)`, and a view holds no table."""
    import pickle

    seen = some_view()
    again = pickle.loads(pickle.dumps(seen))
    assert again.state == seen.state
    assert len(pickle.dumps(seen)) < 4000
    assert not any(isinstance(value, rotonde.Table) for value in vars(again).values())


@pytest.mark.slow
def test_the_real_bots_get_up_steam_and_play(tmp_path: Path) -> None:
    async def main() -> None:
        house = House(Settings(tmp_path, bot_pause=0))
        seats = [Seat("A", "apprentice"), Seat("B", "apprentice")]
        live = house.tables.create(GAME, {}, seats, "fr", house.people.come()[0].id)
        number = live.number
        house.wake_bots(live)
        await asyncio.sleep(0)
        try:
            await until(lambda: house.bot_state(live.id) == "warming")
            async with asyncio.timeout(300):
                while live.number < number + 10 and not live.over:
                    await asyncio.sleep(0.05)
            assert house.bot_state(live.id) != "failed"
        finally:
            await house.close()

    asyncio.run(main())
