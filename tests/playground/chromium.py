"""The real browser in which the page is tested."""

from __future__ import annotations

import shutil

from playwright.async_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


async def launch_browser(playwright: Playwright, *extra_arguments: str) -> Browser:
    """Start the machine's Chromium without a window.

    extra_arguments: additional command-line arguments. Raises FileNotFoundError if there is no Chromium on the PATH.
    """
    executable = next((path for name in NAMES if (path := shutil.which(name))), None)
    if executable is None:
        raise FileNotFoundError("expected `chromium` on the PATH (apt install chromium): the page needs a real browser")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *extra_arguments]
    return await playwright.chromium.launch(executable_path=executable, args=arguments)
