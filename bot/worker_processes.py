"""Worker processes end with the bot, even if it is killed and cannot stop them."""

import multiprocessing
import os
import threading


def exit_with_bot() -> None:
    """Watch the bot from a thread of a `multiprocessing` process, and end the process at once when the bot is gone.

    Without this, a worker of a killed bot would search or draw on, beside the bot that was started instead.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="watches the bot", daemon=True).start()


def kill_workers() -> None:
    """End all worker processes when the bot stops. Python would wait for their present work,
    however long that takes.
    """
    for child in multiprocessing.active_children():
        child.kill()
