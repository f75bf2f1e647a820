"""Checks of the container image without building it (`tests/project/image` builds and starts it)."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from yarl import URL

from bot.network_access import DEFAULT_PORT
from bot.settings import Settings
from storage import ServerAddress
from tests.statements import COMPLETE

from . import PACKAGES, ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {
    "requirements.lock": [
        *PYPROJECT["project"]["dependencies"],
        *PYPROJECT["project"]["optional-dependencies"]["postgres"],
    ],
    "requirements-build.lock": PYPROJECT["build-system"]["requires"],
}
every_lock = pytest.mark.parametrize("name", LOCKS)


def load_locked_versions(name: str) -> dict[str, str]:
    """Return the locked version of each package."""
    pins = re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", (ROOT / name).read_text(), re.MULTILINE | re.IGNORECASE)
    return {canonicalize_name(package): number for package, number in pins}


@every_lock
def test_the_lock_fits_the_ranges_of_the_project(name: str) -> None:
    pins = load_locked_versions(name)
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
    assert tools & set(load_locked_versions("requirements.lock")) == set()


def test_the_processes_of_the_compose_file_have_settings_that_exist() -> None:
    text = (ROOT / "compose.yaml").read_text().partition("\n  teban:")[2]
    values = dict(re.findall(r"^      ((?:TEBAN|DISCORD)_\w+): (.+)$", text, re.MULTILINE))
    settings = Settings.read({name: re.sub(r"\$\{(\w+)[^}]*\}", r"\1", value) for name, value in values.items()})
    without_token = dict(re.findall(r"((?:TEBAN|DISCORD)_\w+)=(\S+)", text))
    assert Settings.read(values | without_token).api_url == URL(f"http://discord:{DEFAULT_PORT}")
    assert settings.shard_count is not None and settings.heartbeat is not None and settings.token == "DISCORD_TOKEN"
    assert settings.database == ServerAddress("postgresql://teban:POSTGRES_PASSWORD@database/teban")
    assert settings.metrics_port is not None
    assert {*values} <= set(re.findall(r"(?:TEBAN|DISCORD)_[A-Z_]+", str(Settings.read.__doc__)))


def test_the_secrets_of_the_compose_file_stay_out_of_the_repository() -> None:
    assert "`.env`" in (ROOT / "compose.yaml").read_text() and ".env" in (ROOT / ".gitignore").read_text().split()


def test_the_locks_were_made_for_the_python_of_the_image() -> None:
    bases = set(re.findall(r"^FROM python:(\d+\.\d+)", DOCKERFILE, re.MULTILINE))
    made_for = {re.search(r"with Python (\S+)", (ROOT / name).read_text())[1] for name in LOCKS}  # type: ignore[index]
    assert len(bases) == 1 and bases == made_for


def test_all_stages_use_one_pinned_image() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(bases) == 2 and len(set(bases)) == 1
    assert re.fullmatch(r"python:[\w.-]+@sha256:[0-9a-f]{64}", bases[0])


def test_build_context_has_all_copied_files() -> None:
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    copied = {name for line in lines for name in line.split()}
    allowed = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    assert copied == allowed
    assert set(PACKAGES) <= copied


def test_image_is_unprivileged_with_volume_and_health_check() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (\d+):\d+$", last, re.MULTILINE)[1] != "0"  # type: ignore[index]
    assert "\nVOLUME /data\n" in last and "TEBAN_DB=/data/" in last
    assert re.search(r"^HEALTHCHECK .*\"bot\.health\"", last, re.MULTILINE)
    assert f"TEBAN_PORT={DEFAULT_PORT}\n" in last and f"\nEXPOSE {DEFAULT_PORT}\n" in last


def test_hadolint_reports_nothing() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    checked = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize("script", [".ci/run", ".ci/test", ".ci/lock", "tests/project/image"])
def test_scripts_are_valid_and_stop_at_first_error(script: str) -> None:
    file = ROOT / script
    assert subprocess.run(["bash", "-n", file], check=False).returncode == 0
    assert "\nset -euo pipefail\n" in file.read_text()


def test_tests_of_postgresql_itself_run_in_continuous_integration() -> None:
    folders = re.search(r"--postgres --enough-of \S+ (tests/.+)\n", (ROOT / ".ci/run").read_text())
    assert folders is not None
    found = [path for name in folders[1].split() for path in ROOT.glob(name)]
    covered = {file for path in found for file in ([path] if path.is_file() else path.rglob("*.py"))}
    files = {
        file for file in (ROOT / "tests").rglob("*.py") if re.search(r"pytest\.mark\.postgres_only", file.read_text())
    }
    assert len(files) > 10 and files - covered == set()
    asking = {file.relative_to(ROOT).as_posix() for file in covered if "is_on_server" in file.read_text()}
    assert asking and {name for name in asking if not name.startswith(COMPLETE)} == set()
