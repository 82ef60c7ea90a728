"""The package as a stranger gets it: built from the source archive, installed where nothing is, run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
VENDOR = "rotonde/web/static/vendor/"

# Patterns that do not match themselves: this file names no address either.
ADDRESSES = re.compile(
    r"registry\.\w+\.\w|\bpypi\.\w|python[h]osted|--(extra-)?index-ur[l]|--find-link\w|[\"]resolved[\"]:"
)


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked() -> list[str]:
    return [name for name in run("git", "ls-files", "-z").split("\0") if name]


@pytest.fixture(scope="module")
def source_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(source_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    shutil.unpack_archive(source_archive, folder)
    tree = next(folder.iterdir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=tree)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_all_that_is_shown_and_nothing_else(wheel: Path):
    names = ZipFile(wheel).namelist()
    ours = {name for name in tracked() if name.startswith("rotonde/") and (ROOT / name).is_file()}
    rules = {f"rotonde/{name}" for name in tracked() if name.startswith("docs/rules/")}
    fonts = {name for name in names if name.startswith(VENDOR)}
    assert rules
    assert ours | rules <= set(names)
    assert sum(name.endswith(".woff2") for name in fonts) == 10
    assert {f"{VENDOR}josefin-sans-LICENSE.txt", f"{VENDOR}source-sans-3-LICENSE.txt"} <= fonts
    assert all(name.startswith(("rotonde/", "rotonde-")) for name in names)


def test_every_font_the_style_sheet_names_is_there(wheel: Path):
    archive = ZipFile(wheel)
    css = archive.read(f"{VENDOR}fonts.css").decode()
    named = re.findall(r'url\("([^"]+)"\)', css)
    assert len(named) == 10
    for name in named:
        assert archive.read(VENDOR + name).startswith(b"wOF2")


@pytest.mark.slow
def test_the_wheel_runs_in_an_empty_environment(wheel: Path, tmp_path: Path):
    venv.create(tmp_path / "venv", with_pip=True)
    bin_folder = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(
        *(bin_folder / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-compile", "--constraint", ROOT / "constraints.txt", wheel),
    )
    games = run(bin_folder / "rotonde", "games", cwd=tmp_path, HOME=str(tmp_path), PYTHONPATH="")
    assert "game-of-trains" in games


def test_nothing_of_others_is_tracked():
    assert not [name for name in tracked() if name.startswith(VENDOR) or "node_modules/" in name]
    assert not [name for name in tracked() if name.endswith((".woff", ".woff2", ".ttf", ".otf"))]


def test_no_tracked_file_says_where_packages_are_downloaded_from():
    found = []
    for name in tracked():
        path = ROOT / name
        if path.is_file():
            text = path.read_bytes().decode("utf-8", errors="ignore")
            found += [f"{name}: {match[0]}" for match in ADDRESSES.finditer(text)]
    assert not found


def test_every_package_in_the_font_lock_has_a_checksum():
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    fetched = {name: package for name, package in packages.items() if name}
    assert fetched
    assert all(package["integrity"].startswith("sha512-") for package in fetched.values())
