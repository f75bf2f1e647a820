"""The posters of tables before their start: every seat, every language, any name, small files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.kernel import LANGS, Lang, load_catalogue, load_games
from render import Scene, load_arts, paint
from render.kit.painting.lobby_poster import PosterTexts, SeatedPlayer, draw_lobby_poster
from render.kit.scene import TextRun
from tests.discovered import list_shipped_games, mark_slice, pick_game
from tests.render.picture_checks import list_cut_labels, list_nodes_outside

LONG_NAMES = (
    "とても長い名前の人あいうえおかきくけこさしすせそ",
    "𠮷野家のさくら",
    "Ada Lovelace-Byron of Kirkby Mall",
    "🎲☃ꙮ𓂀",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
)
MAX_BYTES = 400_000


def iter_poster_texts(game: str, lang: Lang) -> Iterator[PosterTexts]:
    """Yield the placards of one person and of a full table with long names, with and without colours."""
    rules, art = load_games()[game], load_arts()[game]
    title = load_catalogue(rules.package).render_noun(f"terms.{game}", lang)
    seats, colours = max(rules.seat_counts), list(art.colours.values())
    yield PosterTexts(title, "1 of 5", "free", (SeatedPlayer("Ada", None), *(None,) * (seats - 1)))
    yield PosterTexts(title, "5 of 5", "free", tuple(SeatedPlayer(name, None) for name in LONG_NAMES[:seats]))
    names = zip(LONG_NAMES[:seats], colours, strict=False)
    yield PosterTexts(title, "5 of 5", "free", tuple(SeatedPlayer(name, colour) for name, colour in names))


def draw_poster(game: str, poster_texts: PosterTexts) -> Scene:
    backdrop = load_arts()[game].lobby_backdrop
    assert backdrop is not None, "each of the bot's games has a poster"
    return draw_lobby_poster(backdrop, poster_texts)


def list_words(scene: Scene) -> list[str]:
    return [node.text for node in scene.live_part if isinstance(node, TextRun)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", list_shipped_games())
def test_posters_keep_every_word_within_its_place(game: str, lang: Lang) -> None:
    for number, poster_texts in enumerate(iter_poster_texts(game, lang)):
        scene = draw_poster(game, poster_texts)
        pictures = [(f"poster {number}", scene)]
        assert not list_nodes_outside(pictures) and not list_cut_labels(pictures)
        words = list_words(scene)
        assert words.count("free") == poster_texts.places.count(None)
        assert "".join(words).startswith(poster_texts.title.partition("：")[0].partition(":")[0])
        assert scene.height <= 0.7 * scene.width, "two posters and a lobby's words fit a phone"


@pytest.mark.parametrize("game", mark_slice(list_shipped_games(), lambda game: game == pick_game()))
def test_posters_are_small_files(game: str) -> None:
    for poster_texts in iter_poster_texts(game, "ja"):
        content = paint(draw_poster(game, poster_texts))
        assert len(content) <= MAX_BYTES and content == paint(draw_poster(game, poster_texts))


def test_a_seat_has_its_colour_as_soon_as_it_is_known() -> None:
    game = pick_game()
    plain, coloured = (PosterTexts("T", "1", "free", (SeatedPlayer("Ada", colour),)) for colour in (None, "#123456"))
    assert "#123456" in repr(draw_poster(game, coloured).live_part)
    assert "#123456" not in repr(draw_poster(game, plain).live_part)
