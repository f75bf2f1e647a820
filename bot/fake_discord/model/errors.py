"""Errors: error answers of the API, actions that no user could take, and applications that do not respond."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
"""A Discord object as sent over the network: ids are strings, unknown keys are absent."""


class ApiError(Exception):
    """An error answer of the API: HTTP `status`, Discord's `code` and message, for code 50035 the tree of field errors,
    for a rate limit the seconds to wait.
    """

    def __init__(
        self, status: int, code: int, message: str, errors: Json | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message, self.errors = status, code, message, errors
        self.retry_after = retry_after

    def build_headers(self) -> dict[str, str]:
        """Return the headers that Discord adds to this error; `Via` distinguishes a rate limit from a proxy's ban."""
        return {} if self.retry_after is None else {"Via": "1.1 fake-discord", "Retry-After": str(self.retry_after)}

    def build_body(self) -> Json:
        """Return the JSON body that Discord sends with this error."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


class ImpossibleAction(Exception):
    """A driver tried an action that no user can take in Discord, such as clicking a disabled button. The message says
    why.
    """


class NoAnswer(Exception):
    """The application did not answer within 3 seconds. Discord shows this as "The application did not respond"."""


def build_unknown_error(kind: str) -> ApiError:
    """Return the 404 error that Discord sends for an unknown `kind`: channel, message, guild, member, user, command,
    interaction, webhook.
    """
    codes = {
        "Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "User": 10013, "Webhook": 10015,
        "interaction": 10062, "application command": 10063,
    }  # fmt: skip
    return ApiError(404, codes[kind], f"Unknown {kind}")


@dataclass(frozen=True, slots=True)
class PayloadProblem:
    """One broken rule of a payload."""

    path: tuple[str | int, ...]
    """Keys and indices inside the payload."""
    code: str
    """Discord's short code."""
    message: str
    """In English, with the expected and the given value."""

    def __str__(self) -> str:
        location = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")
        return f"{location or '(body)'}: {self.message}"


_LOST_PICTURE = (
    "attachment://picture.png: the message has no such file",
    "attachment://picture.jpg: the message has no such file",
    "is neither an uploaded file nor on the message",
)
TAKEN_NAME = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
"""Code of the problem that an emoji of the name exists."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A request whose payload Discord would have refused or silently misunderstood."""

    method: str
    """Of HTTP, in capitals."""
    path: str
    """Below /api/v10, with ids or with the names of the route."""
    problem: PayloadProblem
    """The broken rule; a payload that breaks several makes a violation of each."""
    payload: Any
    """The JSON body; None if the request was judged without it."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.problem}"

    @property
    def is_lost_picture(self) -> bool:
        """Whether it is an edit that keeps a picture which another edit has just removed. A bot that answers again
        without it is right.
        """
        is_edit = self.method == "PATCH" or self.path.startswith("/interactions/")
        return is_edit and any(error in str(self) for error in _LOST_PICTURE)

    @property
    def is_taken_name(self) -> bool:
        """Whether an emoji of that name exists. If several processes upload emojis, one that has lost its connection to
        the database cannot know that another one does so.
        """
        return self.problem.code == TAKEN_NAME


class InvalidBody(ApiError):
    """Error 400 with code 50035 and Discord's nested tree of errors. The server records each as a `Violation`."""

    def __init__(self, problems: Iterable[PayloadProblem]) -> None:
        self.problems = tuple(problems)
        tree: Json = {}
        for problem in self.problems:
            node = tree
            for step in problem.path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
        super().__init__(400, 50035, "Invalid Form Body", tree)


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """A request that was answered with an error, for tests that expect none or exactly this one."""

    method: str
    """Of HTTP, in capitals."""
    path: str
    """Below /api/v10, with ids."""
    status: int
    """Of HTTP, 400 or more."""
    code: int
    """Discord's code of the error; 0 for errors without one."""
    message: str
    """Discord's words for it, in English."""
