"""What stands in the way of a person's wish and can be said in one sentence."""

from __future__ import annotations


class UserError(Exception):
    """Something expected stands in the way; `key` and `args` say it in the bot's words."""

    def __init__(self, key: str, **args: str | int) -> None:
        super().__init__(key, args)
        self.key, self.args_ = key, args
