"""Probes of sizes: the largest that is accepted and the smallest that is refused."""

from collections.abc import Callable

import msgspec

from bot.discord_check.probe import HttpRequest, Json, Outcome, Probe, SizeSearch
from bot.fake_discord.model.quirks import Quirks

from .requests import (
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

_REFUSED = Outcome(status=400, code=50035)
_LARGEST_ID = 2**31 - 1
ACCEPTED_BYTES, REFUSED_BYTES = 9_000, 10_300
"""The bot's own limit, and more than Discord was seen to accept."""


def build_kanji(count: int) -> Json:
    """Return a text of this many Japanese characters, three bytes each."""
    return build_text("港" * count)


def build_menus(length: int) -> list[Json]:
    """Return three menus of 25 options, with descriptions of this many ASCII characters."""
    return [build_menu(build_options(25, "Kabul", "x" * length), f"c:menu:{n}") for n in range(3)]


def fill_bytes(size: int) -> Json:
    """Return a text component whose list is about this many bytes of JSON."""
    return build_kanji((size - 27) // 3)


def _expect_largest(low: int, high: int, build_components: Callable[[int], list[Json]]) -> Callable[[Quirks], Outcome]:
    def expect(quirks: Quirks) -> Outcome:
        limit = quirks.max_message_bytes
        accepted_counts = [
            n for n in range(low, high) if limit is None or len(msgspec.json.encode(build_components(n))) <= limit
        ]
        return Outcome(status=200, fields={"largest": accepted_counts[-1]})

    return expect


def _build_search(
    name: str, claim: str, low: int, high: int, build_components: Callable[[int], list[Json]], *,
    is_escaped: bool = False,
) -> Probe:  # fmt: skip
    """Return a probe that edits one message into larger and larger ones."""

    def build_request(n: int) -> HttpRequest:
        return build_edit_request(build_edit(*build_components(n)), is_escaped=is_escaped)

    return Probe(
        name=name, row=3, claim=claim,
        steps=(
            build_post_request(build_page(build_text("grows"))),
            SizeSearch(low=low, high=high, build_request=build_request),
        ),
        expected=_expect_largest(low, high, build_components),
    )  # fmt: skip


def _build_pair(name: str, claim: str, build: Callable[[int], HttpRequest], limit: int) -> tuple[Probe, Probe]:
    """Return two probes: this many are accepted, one more is refused."""
    return (
        Probe(name=f"{name}_{limit}", row=36, claim=f"{claim}: {limit} are accepted.", steps=(build(limit),)),
        Probe(
            name=f"{name}_{limit + 1}", row=36, claim=f"{claim}: {limit + 1} are refused.", steps=(build(limit + 1),),
            expected=_REFUSED,
        ),
    )  # fmt: skip


def _post_page(*components: Json) -> HttpRequest:
    return build_post_request(build_page(*components))


_PAIRS: tuple[tuple[str, str, Callable[[int], HttpRequest], int], ...] = (
    ("components", "Components of a message", lambda n: _post_page(*[build_text("x") for _ in range(n)]), 40),
    ("characters", "Characters over all texts", lambda n: _post_page(build_text("x" * n)), 4000),
    ("content", "Characters of a plain message", lambda n: build_post_request({"content": "x" * n}), 2000),
    ("options", "Options of a menu", lambda n: _post_page(build_menu(build_options(n))), 25),
    ("buttons", "Buttons of a row", lambda n: _post_page(build_buttons(*["x"] * n)), 5),
    ("label", "Characters of a button's label", lambda n: _post_page(build_buttons("x" * n)), 80),
    ("custom_id", "Characters of a custom_id", lambda n: _post_page(build_buttons("x", custom_id="c" * n)), 100),
    (
        "description", "Characters of an option's description",
        lambda n: _post_page(build_menu(build_options(1, "x", "d" * n))), 100,
    ),
    (
        "alt", "Characters of a picture's description",
        lambda n: build_post_request(
            build_page(build_gallery("blue.png", "a" * n), attachments=[{"id": 0}]), "blue.png"
        ),
        1024,
    ),
    ("component_id", "The id of a component", lambda n: _post_page({**build_text("x"), "id": n}), _LARGEST_ID),
)  # fmt: skip

PROBES: tuple[Probe, ...] = (
    *(probe for pair in _PAIRS for probe in _build_pair(*pair)),
    Probe(
        name="emoji_characters", row=36, claim="An emoji is one character of the 4000, not two.",
        steps=(_post_page(build_text("😀" * 2100)),),
    ),
    Probe(
        name="custom_id_twice", row=36, claim="A custom_id that is used twice is refused.",
        steps=(_post_page(build_buttons("a"), build_buttons("b")),), expected=_REFUSED,
    ),
    Probe(
        name="file_too_large", row=33, claim="A file above 10 MiB is refused with 40005.",
        steps=(build_post_request({"content": "file"}, "too_large.bin"),), expected=Outcome(status=413, code=40005),
    ),
    Probe(
        name="post_9000_bytes", row=3, claim="A message of the bot's largest size is accepted.",
        steps=(_post_page(fill_bytes(ACCEPTED_BYTES)),),
    ),
    Probe(
        name="post_10300_bytes", row=3, claim="A post that is too large answers 500.",
        steps=(_post_page(fill_bytes(REFUSED_BYTES)),),
        expected=lambda quirks: Outcome() if quirks.max_message_bytes is None else Outcome(status=500, code=0),
    ),
    _build_search(
        "largest_japanese", "The largest edit in Japanese characters.", 3000, 4000, lambda n: [build_kanji(n)]
    ),
    _build_search(
        "largest_escaped", "The same sent with escapes: Discord counts without them.", 3000, 4000,
        lambda n: [build_kanji(n)], is_escaped=True,
    ),
    _build_search("largest_menus", "The largest edit with 75 options, characters a description.", 1, 100, build_menus),
)  # fmt: skip
