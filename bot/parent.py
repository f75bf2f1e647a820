"""Processes that work for the bot end with it, however it ends: also when it is killed and can tell them nothing."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_the_bot() -> None:
    """In a process that `multiprocessing` has started: watch the bot from a thread, and end at once when it is gone.

    Without this the process of a bot that was killed thinks or draws on for nobody, beside the bot that was started
    in its place.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="watches the bot", daemon=True).start()


def end_all_of_them() -> None:
    """In the bot, when it stops: Python would wait for what is just thought out or drawn, however long that takes."""
    for child in multiprocessing.active_children():
        child.kill()
