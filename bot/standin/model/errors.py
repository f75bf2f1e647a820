"""What can go wrong: answers of the API, actions that no person could take, applications that do not respond."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
"""A Discord object as it travels: ids are strings, unknown keys are absent."""


class ApiError(Exception):
    """An error answer of the API: HTTP `status`, Discord's `code` and message, and for code 50035 the tree of field
    errors.
    """

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def body(self) -> Json:
        """The JSON body that Discord sends with this error."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Impossible(Exception):
    """A driver asked for something that no person can do in Discord, such as clicking a disabled button. The message
    says why.
    """


class NoAnswer(Exception):
    """The application did not respond within 3 seconds: what people see as "The application did not respond"."""


def unknown(what: str) -> ApiError:
    """404 with the code that Discord uses for an unknown `what`: channel, message, guild, member, user, command,
    interaction, webhook.
    """
    codes = {
        "Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "User": 10013, "Webhook": 10015,
        "interaction": 10062, "application command": 10063,
    }  # fmt: skip
    return ApiError(404, codes[what], f"Unknown {what}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule of a payload: `path` inside the payload (keys, indices), Discord's short `code`, a sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str

    def __str__(self) -> str:
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")
        return f"{where or '(body)'}: {self.message}"


@dataclass(frozen=True, slots=True)
class Violation:
    """A payload that Discord would have refused (or silently misunderstood): which request, what is wrong, the
    payload itself.
    """

    method: str
    path: str
    problem: Problem
    payload: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.problem}"


class InvalidForm(ApiError):
    """400 with code 50035 and Discord's nested tree of errors. The stand-in records each as a `Violation`."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        tree: Json = {}
        for problem in self.problems:
            node = tree
            for step in problem.path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
        super().__init__(400, 50035, "Invalid Form Body", tree)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that was answered with an error: for tests that expect none, or just this one."""

    method: str
    path: str
    status: int
    code: int
    message: str
