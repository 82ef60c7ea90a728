"""Finds the PostgreSQL that the tests start for themselves; `python -m tools.postgresql` installs one where needed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.programs import Program, answers, by_debian

DEBIAN = Path("/usr/lib/postgresql")
FOLDERS = (
    "/opt/homebrew/opt/postgresql/bin",
    "/usr/local/opt/postgresql/bin",
    "/usr/local/pgsql/bin",
)


def places() -> Iterator[Path]:
    """Folders that hold initdb and postgres."""
    # Debian keeps servers off the path, one folder a version: the newest first.
    yield from sorted(DEBIAN.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        yield Path(on_path).resolve().parent
    yield from map(Path, FOLDERS)


def starts(folder: Path) -> bool:
    return all(answers(folder / program) for program in ("initdb", "postgres"))


POSTGRESQL = Program(
    name="PostgreSQL",
    variable="ROTONDE_POSTGRESQL",
    starts=starts,
    places=places,
    ways=by_debian("postgresql"),
    hints=["install it with the system's package manager (Debian: apt-get install postgresql);"],
)

if __name__ == "__main__":
    sys.exit(POSTGRESQL.provide())
