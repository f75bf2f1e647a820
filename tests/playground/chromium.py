"""The real browser that the page is tested in."""

from __future__ import annotations

import shutil

from playwright.async_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


async def launch(playwright: Playwright, *more: str) -> Browser:
    """A headless Chromium of this machine. more: arguments of its own. Raises FileNotFoundError if there is
    none on the PATH.
    """
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise FileNotFoundError("expected `chromium` on the PATH (apt install chromium): the page needs a real browser")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *more]
    return await playwright.chromium.launch(executable_path=found, args=arguments)
