"""A real PostgreSQL server, started by the first test that needs one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "rotonde.sqlite3")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()
