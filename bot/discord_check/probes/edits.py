"""Probes of editing messages with pictures, and of how often a message may be edited."""

from bot.discord_check.probe import Outcome, OutcomeByQuirk, Probe

from .requests import FILE_ID, build_edit, build_edit_request, build_gallery, build_page, build_post_request, build_text

_POST = build_post_request(build_page(build_gallery("blue.png"), attachments=[{"id": 0}]), "blue.png")
_BLUE, _RED = build_gallery("blue.png"), build_gallery("red.png", "A red square")
_KEPT = Outcome(fields={"file": True})
_READS = {"file": FILE_ID + "?"}

PROBES = (
    Probe(
        name="edit_names_no_file", row=7, claim="An edit that lists no files keeps the picture it refers to.",
        steps=(_POST, build_edit_request(build_edit(_BLUE))), reads=_READS, expected=_KEPT,
    ),
    Probe(
        name="edit_without_flag", row=23, claim="An edit need not repeat the flag for components.",
        steps=(_POST, build_edit_request({"components": [_BLUE, build_text("below")]})), reads=_READS, expected=_KEPT,
    ),
    Probe(
        name="edit_keeps_by_id", row=7, claim="An edit keeps a file that it lists by its id.",
        steps=(_POST, build_edit_request(build_edit(_BLUE, attachments=[{"id": "{file}"}]))),
        reads=_READS, expected=_KEPT,
    ),
    Probe(
        name="edit_uploads", row=24, claim="An edit may upload another picture.",
        steps=(_POST, build_edit_request(build_edit(_RED, attachments=[{"id": 0}]), "red.png")), reads=_READS,
        expected=OutcomeByQuirk(
            quirk="patch_accepts_media", outcome_on=_KEPT,
            outcome_off=Outcome(status=400, code=50035, fields={"file": False}),
        ),
    ),
    Probe(
        name="edit_uploads_without_flag", row=24, claim="The same without the flag for components.",
        steps=(_POST, build_edit_request({"components": [_RED], "attachments": [{"id": 0}]}, "red.png")), reads=_READS,
        expected=OutcomeByQuirk(
            quirk="patch_accepts_media", outcome_on=_KEPT,
            outcome_off=Outcome(status=400, code=50035, fields={"file": False}),
        ),
    ),
    Probe(
        name="edit_keeps_and_uploads", row=24, claim="An edit may keep one picture and upload another.",
        steps=(
            _POST, build_edit_request(build_edit(_BLUE, _RED, attachments=[{"id": "{file}"}, {"id": 0}]), "red.png"),
        ),
        reads={"pictures": "components.#"},
        expected=OutcomeByQuirk(
            quirk="patch_accepts_media", outcome_on=Outcome(fields={"pictures": 2}),
            outcome_off=Outcome(status=400, code=50035, fields={"pictures": 0}),
        ),
    ),
    Probe(
        name="edit_drops_file", row=7, claim="A picture whose file an edit drops is refused.",
        steps=(_POST, build_edit_request(build_edit(_BLUE, attachments=[]))), expected=Outcome(status=400, code=50035),
    ),
    Probe(
        name="edit_drops_picture", row=7, claim="An edit may drop the picture and its file.",
        steps=(_POST, build_edit_request(build_edit(build_text("words only"), attachments=[]))),
        reads={"listed": "attachments.#", "components": "components.#"},
        expected=Outcome(fields={"listed": 0, "components": 1}),
    ),
    Probe(
        name="edit_limit", row=28, claim="Five edits in a channel make up one rate limit.",
        steps=(_POST, build_edit_request(build_edit(build_text("counted")))), headers=("X-RateLimit-Limit",),
        expected=Outcome(fields={"X-RateLimit-Limit": "5"}),
    ),
    Probe(
        name="edit_burst", row=28, claim="Six edits in a row are accepted, if need be after a wait.",
        steps=(_POST, build_edit_request(build_edit(build_text("again")), times=6)),
    ),
    Probe(
        name="old_edits", row=17, claim="The fourth edit in a row of a message older than an hour answers 30046.",
        steps=(
            _POST, build_edit_request(build_edit(build_text("1")), pause=3605),
            build_edit_request(build_edit(build_text("2")), times=3),
        ),
        is_slow=True,
        expected=lambda quirks: Outcome(status=429, code=30046) if quirks.old_edits else Outcome(),
    ),
)  # fmt: skip
