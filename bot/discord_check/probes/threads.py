"""Probes of the check's thread: archived, opened again, and edits inside."""

from bot.discord_check.probe import HttpRequest, Json, Outcome, OutcomeByQuirk, Probe

from .requests import build_delete_request, build_edit, build_get_request, build_page, build_post_request, build_text

THREAD = "/channels/{thread}"
THREAD_MESSAGES = "/channels/{thread}/messages"
THREAD_MESSAGE = "/channels/{thread}/messages/{message}"
PUBLIC_THREAD = 11
POST_INSIDE = build_post_request(build_page(build_text("inside")), path=THREAD_MESSAGES)
EDIT_INSIDE = HttpRequest(method="PATCH", path=THREAD_MESSAGE, payload=build_edit(build_text("edited")))


def change_thread(**changes: object) -> HttpRequest:
    return HttpRequest(method="PATCH", path=THREAD, payload=dict(changes))


ARCHIVE, OPEN = change_thread(archived=True), change_thread(archived=False)
_NEW: Json = {"name": "teban check", "type": PUBLIC_THREAD, "auto_archive_duration": 10_080}

MAKING = (
    Probe(
        name="thread_made", row=21, claim="The bot can make a thread that is archived after a week.",
        steps=(
            HttpRequest(
                method="POST", path="/channels/{channel}/threads", payload=_NEW, saves={"thread": "id"}, is_kept=True
            ),
        ),
        reads={"type": "type", "minutes": "thread_metadata.auto_archive_duration"},
        expected=Outcome(status=201, fields={"type": PUBLIC_THREAD, "minutes": 10_080}),
    ),
)  # fmt: skip
"""The probe that makes the thread of the others."""

PROBES = (
    Probe(
        name="thread_renamed", row=21, claim="The bot can rename its thread.",
        steps=(change_thread(name="teban check 2"),), reads={"name": "name"},
        expected=Outcome(fields={"name": "teban check 2"}),
    ),
    Probe(
        name="thread_archived", row=20, claim="The bot can archive its thread and open it again.",
        steps=(OPEN, ARCHIVE, OPEN), reads={"archived": "thread_metadata.archived"},
        expected=Outcome(fields={"archived": False}),
    ),
    Probe(
        name="edit_in_archived", row=20, claim="An edit in an archived thread answers 50083.",
        steps=(OPEN, POST_INSIDE, ARCHIVE, EDIT_INSIDE), expected=Outcome(status=400, code=50083),
    ),
    Probe(
        name="delete_in_archived", row=22, claim="A message in an archived thread can be deleted.",
        steps=(OPEN, POST_INSIDE, ARCHIVE, build_delete_request(THREAD_MESSAGE)),
        expected=OutcomeByQuirk(
            quirk="deletes_in_archived_threads", outcome_on=Outcome(status=204),
            outcome_off=Outcome(status=400, code=50083),
        ),
    ),
    Probe(
        name="post_in_archived", row=20, claim="A post opens an archived thread.",
        steps=(OPEN, ARCHIVE, POST_INSIDE, build_get_request(THREAD)), reads={"archived": "thread_metadata.archived"},
        expected=Outcome(fields={"archived": False}),
    ),
)  # fmt: skip
