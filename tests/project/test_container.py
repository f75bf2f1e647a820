"""Checks of the container image without building it (`tests/project/image` builds and starts it), of compose.yaml
without Docker, and of systemd's units.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from yarl import URL

from bot.network_access import DEFAULT_PORT
from bot.settings import Settings
from storage import ServerAddress
from storage.address import EXAMPLE
from tests.statements import COMPLETE

from . import PACKAGES, ROOT

OPERATION = (ROOT / "docs/operate.md").read_text()
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


def run_service(name: str, folder: Path, **variables: str) -> tuple[int, str, dict[str, str]]:
    """Run the command of a service of compose.yaml with these variables, and something that prints its environment in
    place of each program. Return the exit code, what it said of an error, and the environment.
    """

    def substitute(text: str) -> str:
        def find_value(match: re.Match[str]) -> str:
            value, operator = variables.get(match[1], ""), match[2]
            return (match[3] if value else "") if operator == ":+" else value or match[3]

        return re.sub(r"\$\{(\w+)(:[-+])([^}]*)\}", find_value, text).replace("$$", "$")

    service = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"][name]
    for program in ("teban", "python", "docker-entrypoint.sh"):
        (folder / program).write_text("#!/bin/sh\nexec env\n")
        (folder / program).chmod(0o755)
    environment = {key: substitute(str(value)) for key, value in service["environment"].items()}
    started = subprocess.run(
        [*service["entrypoint"], *map(substitute, service["command"])],
        env=environment | {"PATH": f"{folder}:/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return started.returncode, started.stderr, dict(re.findall(r"^(\w+)=(.*)$", started.stdout, re.MULTILINE))


WITH_TOKEN = {"DISCORD_TOKEN": "token", "POSTGRES_PASSWORD": "s3cret"}


def test_the_processes_of_the_compose_file_have_settings_that_exist(tmp_path: Path) -> None:
    for variables, token, password in (({}, "playground", "playground"), (WITH_TOKEN, "token", "s3cret")):
        _, _, environment = run_service("teban", tmp_path, **variables)
        settings = Settings.read(environment)
        assert settings.token == token
        assert settings.database == ServerAddress(f"postgresql://teban:{password}@database/teban")
        assert settings.api_url == (None if variables else URL(f"http://discord:{DEFAULT_PORT}"))
        assert settings.shard_count == 4 and settings.metrics_port == 9100
        assert settings.heartbeat == Path("/tmp/heartbeat")
        assert settings.has_rate_limits == (settings.picture_workers == "processes") == bool(variables)
        names = {name for name in environment if name.startswith(("TEBAN_", "DISCORD_"))}
        assert names <= set(re.findall(r"(?:TEBAN|DISCORD)_[A-Z_]+", str(Settings.read.__doc__)))


def test_the_fake_discord_of_the_compose_file_starts_without_a_token_alone(tmp_path: Path) -> None:
    code, _, environment = run_service("discord", tmp_path)
    assert code == 0 and Settings.read(environment).token == "playground"
    assert environment["TEBAN_HOST"] == "discord"
    assert run_service("discord", tmp_path, **WITH_TOKEN)[::2] == (0, {}), "nothing is started"


def test_the_database_of_the_compose_file_wants_a_password_beside_a_token(tmp_path: Path) -> None:
    _, _, environment = run_service("database", tmp_path)
    assert environment["PGDATA"].endswith("/playground") and environment["POSTGRES_PASSWORD"] == "playground"
    _, _, environment = run_service("database", tmp_path, **WITH_TOKEN)
    assert "PGDATA" not in environment and environment["POSTGRES_PASSWORD"] == "s3cret"
    code, error, environment = run_service("database", tmp_path, DISCORD_TOKEN="token")
    assert (code, environment) == (1, {}) and error.startswith("POSTGRES_PASSWORD is missing: write it into .env")


def test_the_units_of_systemd_have_settings_that_exist() -> None:
    units = re.findall(r"^# /etc/systemd/system/(\S+)\n(.*?)^```", OPERATION, re.MULTILINE | re.DOTALL)
    settings = {}
    for name, text in units:
        unit = text.replace("%i", "2").replace("%t", "/run").replace("%S", "/var/lib")
        own_lines = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
        file = {"DISCORD_TOKEN": "token"} | ({} if "TEBAN_DB" in own_lines else {"TEBAN_DB": EXAMPLE})
        settings[name] = Settings.read(own_lines | file)
        folders = re.findall(r"^(Runtime|State)Directory=(\S+)$", unit, re.MULTILINE)
        [folder] = [f"{'/run' if kind == 'Runtime' else '/var/lib'}/{folder}" for kind, folder in folders]
        assert f"={folder}/" in unit, f"{name} writes elsewhere"
        assert "%" not in unit and {"ExecStart", "Restart", "RestartPreventExitStatus"} <= {
            line.partition("=")[0] for line in unit.splitlines()
        }
    assert settings.keys() == {"teban.service", "teban@.service"}
    assert settings["teban.service"].database == Path("/var/lib/teban/teban.sqlite3")
    several = settings["teban@.service"]
    assert (several.shard_count, several.metrics_port) == (4, 9102)
    assert several.heartbeat == Path("/run/teban-2/heartbeat")


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
    assert all("$(cat .ci/postgres)" in (ROOT / script).read_text() for script in (".ci/run", ".ci/test"))
    found = [path for pattern in (ROOT / ".ci/postgres").read_text().split() for path in ROOT.glob(pattern)]
    covered = {file for path in found for file in ([path] if path.is_file() else path.rglob("*.py"))}
    at_tables = re.compile(r"def test_\w+\([^)]*\b(table: TableHarness|service: TableService)\b")
    playing = {file for file in (ROOT / "tests").rglob("test_*.py") if at_tables.search(file.read_text())}
    assert len(playing) > 100 and playing - covered == set()
    files = {
        file for file in (ROOT / "tests").rglob("*.py") if re.search(r"pytest\.mark\.postgres_only", file.read_text())
    }
    assert len(files) > 10 and files - covered == set()
    asking = {file.relative_to(ROOT).as_posix() for file in covered if "is_on_server" in file.read_text()}
    assert asking and {name for name in asking if not name.startswith(COMPLETE)} == set()
