"""Runs inside the container (see `image` beside this file): starts the bot as the image would and looks at it.

usage: python inside_image.py HEALTHCHECK-COMMAND...
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

PATIENCE_S = 60


def free_port() -> int:
    """The container of the build shares the machine's network, so the usual port may be taken."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def page_at(address: str) -> bytes | None:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bytes(answer.read())
    except OSError:
        return None


def main(healthcheck: list[str]) -> None:
    assert os.getuid() != 0, "the image runs as root"
    version = subprocess.run(["teban", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert version.startswith("teban "), version

    port = free_port()
    environment = os.environ | {"TEBAN_PORT": str(port)}
    assert subprocess.run(healthcheck, env=environment).returncode == 1, "healthy before it was started"
    bot = subprocess.Popen(["teban"], env=environment)
    try:
        end = time.monotonic() + PATIENCE_S
        page, healthy = None, False
        while not (page and healthy):
            assert bot.poll() is None, f"teban stopped at once, exit code {bot.returncode}"
            assert time.monotonic() < end, f"after {PATIENCE_S} s: page {'there' if page else 'missing'}, {healthy=}"
            time.sleep(0.5)
            page = page_at(f"http://127.0.0.1:{port}/play/")
            healthy = subprocess.run(healthcheck, env=environment, capture_output=True).returncode == 0
    finally:
        bot.send_signal(signal.SIGTERM)
    assert bot.wait(30) == 0, f"exit code {bot.returncode} after SIGTERM"
    assert b"<html" in page, page[:200]
    left = sorted(file.name for file in Path(os.environ["TEBAN_DB"]).parent.iterdir())
    print(f"image: {version}, user {os.getuid()}, playground and health check answer, SIGTERM ends it; left: {left}")


if __name__ == "__main__":
    main(sys.argv[1:])
