"""Probes in which the operator presses in Discord, or changes the channel, while the check listens."""

from bot.discord_check.gateway import PRESS
from bot.discord_check.probe import Event, HttpRequest, Json, Outcome, OutcomeByQuirk, Press, Probe
from bot.fake_discord.model.components import IS_EPHEMERAL

from .limits import REFUSED_BYTES, fill_bytes
from .requests import (
    CALLBACK,
    MESSAGE,
    ORIGINAL,
    build_answer,
    build_buttons,
    build_delete_request,
    build_edit,
    build_gallery,
    build_get_request,
    build_menu,
    build_page,
    build_post_request,
    build_text,
)
from .threads import ARCHIVE, EDIT_INSIDE, OPEN, POST_INSIDE, THREAD, THREAD_MESSAGES

DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 5, 6, 7
_UPLOADED = {"attachments": [{"id": 0}]}
FRUITS = ("Apple", "Pear", "Plum")


def _answer(payload: Json, **fields: float) -> HttpRequest:
    return HttpRequest(method="POST", path=CALLBACK, payload=payload, **fields)  # type: ignore[arg-type]


def _press(label: str, custom_id: str, note: str = "") -> Press:
    return Press(control=custom_id, instruction=f"In the channel, press the button *{label}* once.{note}")


def _post_button(label: str, custom_id: str) -> HttpRequest:
    return build_post_request(build_page(build_text("A check of Teban"), build_buttons(label, custom_id=custom_id)))


_FAILS = " (Discord may say that the interaction failed: that is part of the check.)"
_DEFER = _answer({"type": DEFERRED_UPDATE})
_NEW_PICTURE = HttpRequest(
    method="PATCH", path=ORIGINAL, payload=build_edit(build_gallery("red.png"), **_UPLOADED), files=("red.png",)
)
_CHOICE = f"{PRESS} c:menu"
_MENU = (
    build_menu([{"label": fruit, "value": fruit.lower()} for fruit in FRUITS]),
    build_buttons("Eight", custom_id="c:eight"),
)
_POST_MENU = build_post_request(build_page(*_MENU))
_CHOOSE = Press(control="c:menu", instruction="In the channel, choose *Apple* in the menu.")

PROBES = (
    Probe(
        name="update_names_no_file", row=7, claim="An answer that updates a message drops files it does not name.",
        steps=(
            build_post_request(
                build_page(build_gallery("blue.png"), build_buttons("One", custom_id="c:one"), **_UPLOADED), "blue.png"
            ),
            _press("One", "c:one", _FAILS),
            _answer(build_answer(UPDATE, build_gallery("blue.png"))),
        ),
        expected=OutcomeByQuirk(
            quirk="update_keeps_unnamed_files", outcome_on=Outcome(status=204),
            outcome_off=Outcome(status=400, code=50035),
        ),
    ),
    Probe(
        name="deferred_update_uploads", row=24, claim="After a deferred update a picture can be uploaded.",
        steps=(_post_button("Two", "c:two"), _press("Two", "c:two"), _DEFER, _NEW_PICTURE),
    ),
    Probe(
        name="private_answer_uploads", row=24, claim="A private answer can get a picture later.",
        steps=(
            _post_button("Three", "c:three"), _press("Three", "c:three"),
            _answer({"type": DEFERRED_MESSAGE, "data": {"flags": IS_EPHEMERAL}}), _NEW_PICTURE,
        ),
    ),
    Probe(
        name="answer_after_3_seconds", row=27, claim="An answer after three seconds comes too late: 10062.",
        steps=(
            _post_button("Four", "c:four"), _press("Four", "c:four", _FAILS),
            _answer({"type": DEFERRED_UPDATE}, pause=3.5),
        ),
        expected=Outcome(status=404, code=10062),
    ),
    Probe(
        name="answer_twice", row=27, claim="A second answer to one press is refused with 40060.",
        steps=(_post_button("Five", "c:five"), _press("Five", "c:five"), _DEFER, _DEFER),
        expected=Outcome(status=400, code=40060),
    ),
    Probe(
        name="answer_too_large", row=3, claim="An answer that is too large gets 500.",
        steps=(
            _post_button("Six", "c:six"), _press("Six", "c:six", _FAILS),
            _answer(build_answer(UPDATE, fill_bytes(REFUSED_BYTES))),
        ),
        expected=lambda quirks: Outcome(status=204 if quirks.max_message_bytes is None else 500,
                                        code=None if quirks.max_message_bytes is None else 0),
    ),
    Probe(
        name="press_in_archived", row=20, claim="A press in an archived thread opens the thread first.",
        steps=(
            OPEN, build_post_request(build_page(build_buttons("Seven", custom_id="c:seven")), path=THREAD_MESSAGES),
            ARCHIVE,
            Press(
                control="c:seven",
                instruction="In the archived thread *teban check 2* (Threads, then *Archived*), press *Seven* once.",
            ),
            _DEFER, build_get_request(THREAD),
        ),
        reads={"archived": "thread_metadata.archived"},
        expected=OutcomeByQuirk(
            quirk="presses_in_archived_threads", outcome_on=Outcome(fields={"archived": True}),
            outcome_off=Outcome(fields={"archived": False}),
        ),
    ),
    Probe(
        name="same_choice_twice", row=19, claim="A menu does not send the same choice twice.",
        steps=(
            _POST_MENU, _CHOOSE, _DEFER,
            Press(
                control="c:eight",
                instruction="Open the same menu, choose *Apple* once more, then press the button *Eight*.",
            ),
            _DEFER,
        ),
        counts=(_CHOICE,),
        expected=OutcomeByQuirk(
            quirk="sends_same_choice_twice", outcome_on=Outcome(status=204, fields={_CHOICE: 2}),
            outcome_off=Outcome(status=204, fields={_CHOICE: 1}),
        ),
    ),
    Probe(
        name="same_choice_after_edit", row=19, claim="After an edit that changes nothing, a menu sends it again.",
        steps=(
            _POST_MENU, _CHOOSE, _answer(build_answer(UPDATE, *_MENU)),
            Press(control="c:menu", instruction="Choose *Apple* in the same menu once more."), _DEFER,
        ),
        counts=(_CHOICE,), expected=Outcome(status=204, fields={_CHOICE: 2}),
    ),
    Probe(
        name="private_answer_after_15_minutes", row=12, claim="After 15 minutes an answer's token has ended: 50027.",
        is_slow=True,
        steps=(
            _post_button("Nine", "c:nine"), _press("Nine", "c:nine"),
            _answer({"type": DEFERRED_MESSAGE, "data": {"flags": IS_EPHEMERAL}}),
            HttpRequest(method="PATCH", path=ORIGINAL, payload=build_edit(build_text("late")), pause=930),
        ),
        expected=Outcome(status=401, code=50027),
    ),
    Probe(
        name="own_deletion_event", row=52, claim="The deletion of an own message is announced once.",
        steps=(_post_button("Gone", "c:gone"), build_delete_request(MESSAGE), Event(label="MESSAGE_DELETE")),
        counts=("MESSAGE_DELETE",), expected=Outcome(status=204, fields={"MESSAGE_DELETE": 1}),
    ),
    Probe(
        name="permission_event", row=9, claim="A changed permission is announced.",
        steps=(
            Event(
                label="CHANNEL_UPDATE",
                instruction=(
                    "In the channel's settings, under Permissions, deny the bot *Add Reactions* and save."
                    " (The bot does not need it.)"
                ),
            ),
        ),
        expected=Outcome(status=0),
    ),
    Probe(
        name="edit_in_locked", row=21,
        claim="An edit in a locked thread answers 160005 (unless the bot has the permission Manage Threads).",
        steps=(
            OPEN, POST_INSIDE, Event(label="MESSAGE_CREATE"),
            Event(label="THREAD_UPDATE", instruction="Lock the thread *teban check 2* (its menu, *Lock Thread*)."),
            EDIT_INSIDE,
        ),
        expected=OutcomeByQuirk(
            quirk="edits_in_locked_threads", outcome_on=Outcome(), outcome_off=Outcome(status=400, code=160005)
        ),
    ),
    Probe(
        name="parent_deleted", row=13, claim="When a channel is deleted, its threads are not announced as deleted.",
        steps=(
            Event(
                label="CHANNEL_DELETE",
                instruction=(
                    "Last step: delete the channel that you made for this check. (If you want to keep it, wait: the"
                    " check goes on without this after three minutes.)"
                ),
            ),
        ),
        counts=("THREAD_DELETE",),
        expected=OutcomeByQuirk(
            quirk="sends_thread_deletes_with_parent", outcome_on=Outcome(status=0, fields={"THREAD_DELETE": 1}),
            outcome_off=Outcome(status=0, fields={"THREAD_DELETE": 0}),
        ),
    ),
)  # fmt: skip
