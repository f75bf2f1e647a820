"""What can be said about the image without building it (`tests/project/image` builds and starts it)."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.playground.address import DEFAULT_PORT

from . import PACKAGES, ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {
    "requirements.lock": PYPROJECT["project"]["dependencies"],
    "requirements-build.lock": PYPROJECT["build-system"]["requires"],
}
every_lock = pytest.mark.parametrize("name", LOCKS)


def locked(name: str) -> dict[str, str]:
    """Package -> version."""
    pins = re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", (ROOT / name).read_text(), re.MULTILINE | re.IGNORECASE)
    return {canonicalize_name(package): number for package, number in pins}


@every_lock
def test_the_lock_fits_the_ranges_of_the_project(name: str) -> None:
    pins = locked(name)
    for wanted in map(Requirement, LOCKS[name]):
        assert wanted.specifier.contains(pins[canonicalize_name(wanted.name)]), str(wanted)


@every_lock
def test_every_locked_package_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE | re.IGNORECASE)[1:]
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text and "index" not in text


def test_no_developers_tool_is_in_the_image() -> None:
    tools = {canonicalize_name(Requirement(line).name) for line in PYPROJECT["project"]["optional-dependencies"]["dev"]}
    assert tools & set(locked("requirements.lock")) == set()


def test_the_locks_were_made_for_the_python_of_the_image() -> None:
    bases = set(re.findall(r"^FROM python:(\d+\.\d+)", DOCKERFILE, re.MULTILINE))
    made_for = {re.search(r"with Python (\S+)", (ROOT / name).read_text())[1] for name in LOCKS}  # type: ignore[index]
    assert len(bases) == 1 and bases == made_for


def test_every_stage_stands_on_one_image_that_no_tag_can_move() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(bases) == 2 and len(set(bases)) == 1
    assert re.fullmatch(r"python:[\w.-]+@sha256:[0-9a-f]{64}", bases[0])


def test_the_build_gets_what_it_copies_and_the_wheel_needs() -> None:
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    copied = {name for line in lines for name in line.split()}
    allowed = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    assert copied == allowed
    assert set(PACKAGES) <= copied


def test_the_image_runs_as_nobody_special_keeps_its_data_and_says_whether_it_is_well() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (\d+):\d+$", last, re.MULTILINE)[1] != "0"  # type: ignore[index]
    assert "\nVOLUME /data\n" in last and "TEBAN_DB=/data/" in last
    assert re.search(r"^HEALTHCHECK .*\"bot\.health\"", last, re.MULTILINE)
    assert f"TEBAN_PORT={DEFAULT_PORT}\n" in last and f"\nEXPOSE {DEFAULT_PORT}\n" in last


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    checked = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize("script", [".ci/run", ".ci/test", ".ci/lock", "tests/project/image"])
def test_scripts_are_sound_and_stop_at_the_first_error(script: str) -> None:
    file = ROOT / script
    assert subprocess.run(["bash", "-n", file], check=False).returncode == 0
    assert "\nset -euo pipefail\n" in file.read_text()
