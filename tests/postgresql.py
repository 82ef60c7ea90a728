"""A real PostgreSQL server for the tests: in a folder of its own, on loopback, gone afterwards."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from tools.postgresql import POSTGRESQL

PASSWORD = "in-no-message"
PATIENCE = 60


class Cluster:
    """Started, stopped, killed and started again on the same folder and port."""

    def __init__(self) -> None:
        self._programs = POSTGRESQL.find()
        # Not pytest's folder: the server may be another user, who cannot walk into it.
        self._folder = Path(tempfile.mkdtemp(prefix="rotonde-postgresql-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._count = itertools.count()
        self._user = _user()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        secret = self._folder / "password"
        secret.write_text(PASSWORD)
        if self._user is not None:
            for path in (self._folder, secret):
                os.chown(path, self._user.pw_uid, self._user.pw_gid)
        self._run(
            *("initdb", "--pgdata", str(self._data), "--username", "rotonde", "--pwfile", str(secret)),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        self._process = self._open(
            *("postgres", "-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1", "-k", ""),
            *("-c", "fsync=off", "-c", "log_min_messages=fatal", "-c", "max_connections=60"),
        )
        patience = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, "PostgreSQL did not start"
                assert time.monotonic() < patience, "PostgreSQL does not answer"
                time.sleep(0.05)

    def stop(self) -> None:
        """Everybody who is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # PostgreSQL's "fast shutdown"
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://rotonde:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test_{next(self._count)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def cut(self) -> int:
        """Cut off every connection but our own, as a network does; how many."""
        with psycopg.connect(self.address(), autocommit=True) as connection:
            return connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid != pg_backend_pid()"
            ).rowcount

    def _run(self, program: str, *arguments: str) -> None:
        process = self._open(program, *arguments)
        assert process.wait(PATIENCE) == 0, f"{program} failed"

    def _open(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        user = self._user
        return subprocess.Popen(
            [str(self._programs / program), *arguments],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
        )


def _user() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root: then as the user it came with, or as nobody."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError("no user but root is known here, and PostgreSQL refuses to run as root")
