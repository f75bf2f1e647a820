"""The real browser in which the page is tested.

Debian's shell without windows takes half the processor time of the whole browser.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.async_api import Browser, Playwright

from render.kit.fonts import find_font_file

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-prefers-reduced-motion")
"""Without a graphics card, what turns for ever on a page would be painted by the processor, sixty times a second."""
DATA_HOME = Path(__file__).parents[2] / ".pytest_cache" / "data"


async def launch_browser(playwright: Playwright, *extra_arguments: str, has_japanese_font: bool = True) -> Browser:
    """Start the machine's Chromium without a window.

    extra_arguments: additional command-line arguments. has_japanese_font: False lets each page load the font of the
    pictures from the playground, as on a desktop without one; to load these 16 MB takes more than all the rest of a
    page. Raises FileNotFoundError if there is no Chromium on the PATH.
    """
    executable = next((path for name in NAMES if (path := shutil.which(name))), None)
    if executable is None:
        raise FileNotFoundError("expected a `chromium` on the PATH for the page (apt install chromium-headless-shell)")
    if has_japanese_font:
        provide_japanese_font()
    data_home = DATA_HOME if has_japanese_font else DATA_HOME / "nowhere"
    return await playwright.chromium.launch(
        executable_path=executable,
        args=[*ARGUMENTS, *extra_arguments],
        env={**os.environ, "XDG_DATA_HOME": str(data_home)},
    )


def provide_japanese_font() -> None:
    """Let fontconfig find the pictures' Japanese font among the fonts of the user."""
    font = find_font_file("regular")
    assert font is not None
    DATA_HOME.mkdir(parents=True, exist_ok=True)
    link = DATA_HOME / f"fonts.{os.getpid()}"
    link.symlink_to(font.parent)
    link.replace(DATA_HOME / "fonts")  # at once, also beside another process that does the same
