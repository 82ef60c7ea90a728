"""What is kept, is kept alike in both kinds of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rotonde.server.database import Database, open_database
from tests.postgresql import Cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "rotonde.sqlite3")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture
def database(database_address: str) -> Iterator[Database]:
    database = open_database(database_address)
    yield database
    database.close()
