"""Ten questions to the operator about things that only eyes can see, each with its messages."""

from dataclasses import dataclass

from bot.fake_discord.model.components import IS_SILENT

from .probe import HttpRequest
from .probes.requests import (
    build_buttons,
    build_edit,
    build_edit_request,
    build_gallery,
    build_menu,
    build_options,
    build_page,
    build_post_request,
    build_text,
)
from .probes.threads import ARCHIVE, OPEN, THREAD_MESSAGES

_CALL = "<@{person}> Your turn in Pax Pamir (a check, no game)"
_PERSON = {"allowed_mentions": {"parse": [], "users": ["{person}"]}}
_PLAY = build_buttons("Play", custom_id="c:play")
_BOARD = build_post_request(build_page(build_gallery("board.png"), _PLAY, attachments=[{"id": 0}]), "board.png")
LABEL = "Buy Mohan Lal for 3 rupees, to Kandahar"
"""A button's label as long as the bot's longest."""
_FIVE_BUTTONS = build_buttons("Play", "Seat", "Rules", "History", "Table")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that the operator answers with yes or no."""

    name: str
    """Names its answer in a recording, so it stays the same."""
    row: int
    """Number of the behaviour in docs/discord-behaviour.md."""
    sentence: str
    """In English, answered with yes or no."""
    is_expected: bool
    """The expected answer."""
    requests: tuple[HttpRequest, ...]
    """The messages sent before it is asked. Everything is deleted after the answer."""


QUESTIONS = (
    Question(
        name="push_of_plain", row=1, is_expected=True,
        requests=(build_post_request({"content": _CALL, "components": [_PLAY], **_PERSON}),),
        sentence="A message that mentions you was posted. Does the notification on your phone say whose turn it is?",
    ),
    Question(
        name="push_of_page", row=1, is_expected=False,
        requests=(build_post_request({**build_page(build_text(_CALL), _PLAY), "flags": 1 << 15, **_PERSON}),),
        sentence="The same in the new layout. Does this notification, too, say whose turn it is?",
    ),
    Question(
        name="push_of_changed", row=1, is_expected=True,
        requests=(
            build_post_request({"content": _CALL, "components": [_PLAY], **_PERSON}),
            build_edit_request(build_edit(build_text(_CALL), _PLAY, content=None, **_PERSON)),
        ),
        sentence=(
            "A plain message was posted and at once changed into the new layout. Does its notification say whose turn"
            " it is, and does the channel have a red number?"
        ),
    ),
    Question(
        name="push_of_time", row=1, is_expected=False,
        requests=(build_post_request({"content": f"{_CALL} until <t:1800014400:f>", **_PERSON}),),
        sentence="A message with a time was posted. Does its notification say a date and a time, without <, : and >?",
    ),
    Question(
        name="push_of_silent", row=11, is_expected=False,
        requests=(build_post_request({"content": "A silent message", "flags": IS_SILENT}),),
        sentence="A silent message was posted. Did your phone ring, vibrate or light up for it?",
    ),
    Question(
        name="five_buttons", row=36, is_expected=True,
        requests=(build_post_request(build_page(_FIVE_BUTTONS, build_buttons(LABEL, custom_id="c:long"))),),
        sentence=(
            "On the phone: are the first five buttons of the newest message in one row, and can you read all five and"
            f" the whole button below them, “{LABEL}”?"
        ),
    ),
    Question(
        name="menu_width", row=36, is_expected=True,
        requests=(
            build_post_request(build_page(build_menu(build_options(25, LABEL, "costs 3, leaves you with 2 rupees")))),
        ),
        sentence=(
            "On the phone: open the menu. Can you read what each option costs and what is left (the second line), for"
            " all 25 options?"
        ),
    ),
    Question(
        name="picture_inline", row=53, is_expected=True, requests=(_BOARD,),
        sentence="On the phone, without touching the picture: can you read its third line (40 px)?",
    ),
    Question(
        name="picture_flashes", row=7, is_expected=False,
        requests=(
            _BOARD,
            build_edit_request(
                build_edit(build_gallery("board.png"), build_text("changed"), attachments=[{"id": "{file}"}]),
                pause=8,
            ),
        ),
        sentence=(
            "The picture stayed and a word appeared below it eight seconds later. Did the picture vanish or flash"
            " while that happened?"
        ),
    ),
    Question(
        name="buttons_in_archived", row=20, is_expected=True,
        requests=(
            OPEN, build_post_request(build_page(build_text("archived"), _PLAY), path=THREAD_MESSAGES), ARCHIVE,
        ),
        sentence=(
            "Look at the archived thread *teban check 2* (Threads, then *Archived*), without pressing: does the button"
            " *Play* look as if it could be pressed?"
        ),
    ),
)  # fmt: skip
