"""Finds the PostgreSQL server that the tests start for themselves, or installs one where the machine allows.

As a program (`python tools/postgresql.py`) it installs one where needed, or says what is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "ROTONDE_POSTGRESQL"
DEBIAN = Path("/usr/lib/postgresql")
FOLDERS = (
    "/opt/homebrew/opt/postgresql/bin",
    "/usr/local/opt/postgresql/bin",
    "/usr/local/pgsql/bin",
)
MISSING = f"""\
The tests start a PostgreSQL server of their own, and none was found. One of these helps:
  - install it with the system's package manager (Debian: apt-get install postgresql);
  - set {VARIABLE} to the folder that holds initdb and postgres."""


class NoPostgreSQL(Exception):
    pass


def find() -> Path:
    """The folder of a PostgreSQL that starts; NoPostgreSQL, with a sentence that helps, where there is none."""
    if VARIABLE in os.environ:
        named = Path(os.environ[VARIABLE])
        if not starts(named):
            raise NoPostgreSQL(f"{VARIABLE} is set to {named}, but no PostgreSQL starts there.")
        return named
    # Debian keeps servers off the path, one folder a version: the newest first.
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    for folder in [*folders, *map(Path, FOLDERS)]:
        if starts(folder):
            return folder
    raise NoPostgreSQL(MISSING)


def starts(folder: Path) -> bool:
    return all(_starts(folder / program) for program in ("initdb", "postgres"))


def _starts(program: Path) -> bool:
    if not os.access(program, os.X_OK):
        return False
    try:
        return subprocess.run([program, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def install() -> Path:
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        raise NoPostgreSQL(MISSING)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "postgresql"]):
        print("No PostgreSQL found, trying:", *command, flush=True)
        if subprocess.run(command, env=environment, stdin=subprocess.DEVNULL).returncode != 0:
            raise NoPostgreSQL(MISSING)
    return find()


def main() -> int:
    try:
        try:
            folder = find()
        except NoPostgreSQL:
            if VARIABLE in os.environ:
                raise
            folder = install()
    except NoPostgreSQL as missing:
        print(missing, file=sys.stderr)
        return 1
    print(f"Database tests: {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
