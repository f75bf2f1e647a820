"""Probes of posting: what a message lists, its nonce, its mentions, its flags."""

from bot.discord_check.probe import HttpRequest, Outcome, OutcomeByQuirk, Probe
from bot.fake_discord.model.components import IS_SILENT, IS_V2

from .requests import (
    FILE_ID,
    MESSAGE,
    MESSAGES,
    build_buttons,
    build_container,
    build_delete_request,
    build_edit,
    build_edit_request,
    build_gallery,
    build_get_request,
    build_page,
    build_post_request,
    build_text,
)

THREAD_MESSAGES = "/channels/{thread}/messages"
_PICTURE = build_page(build_gallery("blue.png"), attachments=[{"id": 0}])
_CALL = "<@{person}> Your turn in Pax Pamir (a check, no game)"
_PERSON = {"parse": [], "users": ["{person}"]}
MARK = 1_000_000_007
"""A component id as the bot uses it to find its own posts again."""


def _build_nonce(suffix: str) -> dict[str, object]:
    return {"nonce": "{nonce}" + suffix, "enforce_nonce": True}


_FIRST = HttpRequest(method="POST", path=MESSAGES, payload=build_page(build_text("first")), saves={"before": "id"})
"""A message after which others are counted."""

PROBES = (
    Probe(
        name="v2_attachments", row=23, claim="A message with components does not list the files that these show.",
        steps=(build_post_request(_PICTURE, "blue.png"),), reads={"listed": "attachments.#"},
        expected=OutcomeByQuirk(
            quirk="lists_v2_attachments", outcome_on=Outcome(fields={"listed": 1}),
            outcome_off=Outcome(fields={"listed": 0}),
        ),
    ),
    Probe(
        name="media_fields", row=23, claim="A shown picture has the id of its file and keeps its description.",
        steps=(build_post_request(_PICTURE, "blue.png"),),
        reads={"file": FILE_ID + "?", "alt": "components.0.items.0.description"},
        expected=Outcome(fields={"file": True, "alt": "A blue square"}),
    ),
    Probe(
        name="component_id_kept", row=52, claim="The id of a component comes back as it was sent.",
        steps=(
            build_post_request(build_page({**build_container(build_text("marked")), "id": MARK})),
            build_get_request(MESSAGES + "?limit=1"),
        ),
        reads={"id": "0.components.0.id"}, expected=Outcome(fields={"id": MARK}),
    ),
    Probe(
        name="nonce_twice", row=34, claim="A nonce that is sent twice makes one message.",
        steps=(
            _FIRST,
            build_post_request(build_page(build_text("once"), **_build_nonce("a")), times=2),
            build_get_request(MESSAGES + "?limit=10&after={before}"),
        ),
        reads={"messages": "#"}, expected=Outcome(fields={"messages": 1}),
    ),
    Probe(
        name="nonce_of_deleted", row=18, claim="The nonce of a message that was deleted meanwhile answers 10008.",
        steps=(
            build_post_request(build_page(build_text("gone"), **_build_nonce("b"))),
            build_delete_request(MESSAGE),
            build_post_request(build_page(build_text("gone"), **_build_nonce("b"))),
        ),
        expected=OutcomeByQuirk(
            quirk="finds_deleted_nonce", outcome_on=Outcome(status=404, code=10008), outcome_off=Outcome()
        ),
    ),
    Probe(
        name="nonce_elsewhere", row=34, claim="The same nonce in another channel makes another message.",
        steps=(
            build_post_request(build_page(build_text("here"), **_build_nonce("c"))),
            build_post_request(build_page(build_text("there"), **_build_nonce("c")), path=THREAD_MESSAGES),
            build_get_request(THREAD_MESSAGES + "/{message}"),
        ),
    ),
    Probe(
        name="nonce_later", row=34, claim="After ten minutes a nonce is forgotten.", is_slow=True,
        steps=(
            _FIRST,
            build_post_request(build_page(build_text("early"), **_build_nonce("d"))),
            build_post_request(build_page(build_text("late"), **_build_nonce("d")), pause=600),
            build_get_request(MESSAGES + "?limit=10&after={before}"),
        ),
        reads={"messages": "#"}, expected=Outcome(fields={"messages": 2}),
    ),
    Probe(
        name="plain_to_page", row=1, claim="A plain message can be edited into one with components.",
        steps=(
            build_post_request({"content": _CALL, "flags": IS_SILENT, "allowed_mentions": _PERSON}),
            build_edit_request(
                build_edit(build_text(_CALL), build_buttons("Play"), content=None, allowed_mentions=_PERSON)
            ),
        ),
        reads={"content": "content", "components": "components.#", "mentions": "mentions.#"},
        expected=Outcome(fields={"content": "", "components": 2, "mentions": 1}),
    ),
    Probe(
        name="page_to_plain", row=1, claim="A message with components never becomes a plain one again.",
        steps=(
            build_post_request(build_page(build_text("page"))),
            build_edit_request({"content": "plain", "components": [], "flags": 0}),
        ),
        expected=Outcome(status=400, code=50035),
    ),
    Probe(
        name="content_beside_components", row=1, claim="A message with components cannot have content too.",
        steps=(build_post_request(build_page(build_text("page"), content="words")),),
        expected=Outcome(status=400, code=50035),
    ),
    Probe(
        name="mention_allowed", row=35, claim="A mention inside components counts if it is allowed.",
        steps=(build_post_request({**build_page(build_text(_CALL)), "allowed_mentions": _PERSON}),),
        reads={"mentions": "mentions.#"}, expected=Outcome(fields={"mentions": 1}),
    ),
    Probe(
        name="mention_refused", row=35, claim="A mention that is not allowed counts for nobody.",
        steps=(build_post_request(build_page(build_text(_CALL))),),
        reads={"mentions": "mentions.#"}, expected=Outcome(fields={"mentions": 0}),
    ),
    Probe(
        name="silent_flag", row=11, claim="A silent message says so in its flags.",
        steps=(build_post_request(build_page(build_text("silent"))),),
        reads={"flags": "flags"}, expected=Outcome(fields={"flags": IS_V2 | IS_SILENT}),
    ),
    Probe(
        name="empty_message", row=36, claim="An empty message is refused with 50006.",
        steps=(build_post_request({"content": ""}),), expected=Outcome(status=400, code=50006),
    ),
    Probe(
        name="deleted_twice", row=48, claim="Deleting a message twice answers 10008.",
        steps=(
            build_post_request(build_page(build_text("gone"))),
            build_delete_request(MESSAGE), build_delete_request(MESSAGE),
        ),
        expected=Outcome(status=404, code=10008),
    ),
    Probe(
        name="post_limit", row=28, claim="Five posts in a channel make up one rate limit.",
        steps=(build_post_request(build_page(build_text("counted"))),), headers=("X-RateLimit-Limit",),
        expected=Outcome(fields={"X-RateLimit-Limit": "5"}),
    ),
    Probe(
        name="delete_limit", row=48, claim="Five deletions in a channel make up one rate limit.",
        steps=(build_post_request(build_page(build_text("counted"))), build_delete_request(MESSAGE)),
        headers=("X-RateLimit-Limit",),
        expected=Outcome(status=204, fields={"X-RateLimit-Limit": "5"}),
    ),
)  # fmt: skip
