"""A process on the bus, for tests: python -m tests.server.bus_worker ADDRESS FOLDER.

Publishes every line it reads, and prints every topic it hears; ends when there is nothing more to read.
"""

import asyncio
import logging
import sys
from pathlib import Path

from rotonde.server.bus import NotifyBus, open_bus
from rotonde.server.database import open_database


async def main(address: str, folder: Path) -> None:
    logging.basicConfig(level="CRITICAL")
    database = open_database(address)
    bus = open_bus(database, folder)
    bus.subscribe(lambda topic: print(topic, flush=True))
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        bus.publish(line.strip())
    bus.close()
    database.close()


if __name__ == "__main__":
    NotifyBus.PAUSE = 0.05
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
