"""Programs that the tests need and pip cannot bring: found on the machine, or installed the way it allows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

Command = list[str]


class Missing(Exception):
    """Says what is missing, and what helps."""


@dataclass(frozen=True)
class Program:
    name: str
    variable: str
    """Of the environment: names the path instead of a search."""
    starts: Callable[[Path], bool]
    places: Callable[[], Iterable[Path]]
    """Where it may be, the best one first."""
    ways: list[list[Command]]
    """To install it: each is a list of commands, run until one fails."""
    hints: list[str]

    def find(self) -> Path:
        """A path where it starts."""
        if self.variable in os.environ:
            named = Path(os.environ[self.variable])
            if not self.starts(named):
                raise Missing(f"{self.variable} is set to {named}, but no {self.name} starts there.")
            return named
        for place in self.places():
            if self.starts(place):
                return place
        hints = [*self.hints, f"set {self.variable} to the path of one that is already there."]
        listed = "".join(f"\n  - {hint}" for hint in hints)
        raise Missing(f"The tests need {self.name}, and none was found. One of these helps:{listed}")

    def install(self) -> Path:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for commands in self.ways:
            for command in commands:
                print(f"No {self.name} found, trying:", *command, flush=True)
                if subprocess.run(command, env=environment, stdin=subprocess.DEVNULL).returncode != 0:
                    break
            try:
                return self.find()
            except Missing:
                continue
        return self.find()

    def provide(self) -> int:
        """Find or install it, and say which; the exit status."""
        try:
            try:
                path = self.find()
            except Missing:
                if self.variable in os.environ:
                    raise
                path = self.install()
        except Missing as missing:
            print(missing, file=sys.stderr)
            return 1
        print(f"{self.name}: {path}")
        return 0


def answers(program: Path) -> bool:
    """Whether it is there and starts: some systems put a script there that only says how to install the real one."""
    if not os.access(program, os.X_OK) or program.is_dir():
        return False
    try:
        return subprocess.run([program, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def by_debian(package: str) -> list[list[Command]]:
    """The way to install a package of Debian, where that is possible."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        return [[["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", package]]]
    return []
