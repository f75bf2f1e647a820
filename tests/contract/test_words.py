"""Every sentence exists in both languages and is used; the rulebook is sound and its paragraphs are cited."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from bot.discord_ui.card.page import TIE
from bot.discord_ui.rulebook.lookup import FIRST_TURN
from bot.table.knowing.gloss import TABLE as GLOSS
from engines.kernel import LANGS, Catalogue, Lang, Msg, catalogue, games, rulebook
from engines.kernel.catalogue import BEFORE, BRIEF
from render import arts
from tests.contract.cases import cases
from tests.contract.code import keys_in_calls, rules_cited, sources, texts
from tests.contract.playthrough import play
from tests.discovered import shipped

GAMES = list(games())


def packages(game: str) -> list[str]:
    return [games()[game].package, *([f"render.{game}"] if game in arts() else [])]


@pytest.mark.parametrize("package", ["engines.kernel", *(p for game in GAMES for p in packages(game))])
def test_both_languages_say_the_same(package: str) -> None:
    assert catalogue(package).problems() == []


@pytest.mark.parametrize("package", ["bot", "engines.kernel", *(p for game in GAMES for p in packages(game))])
def test_japanese_punctuation_is_of_full_width(package: str) -> None:
    """Sentences, rules and nouns, but for the signs of TOML, Markdown and Discord."""
    root = files(package)
    paths = [root / "terms.toml", *(root / "locale" / name for name in ("ja.toml", "rules.ja.toml"))]
    text = "\n".join(path.read_text("utf-8") for path in paths if path.is_file())
    said = re.sub(r"`[^`]*`|<[^>]*>|\{\w+(:[^{}]*)?\}", "", text)
    japanese = r"[\u3040-\u30ff\u4e00-\u9fff、。]"
    assert re.findall(rf".*(?:{japanese}[():?!]|[():?!]{japanese}).*", said) == []


PRESSED: dict[Lang, str] = {"ja": r"「([^」]+)」を押", "en": r"press \*([^*]+)\*"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_a_button_that_the_rulebook_tells_to_press_is_called_so(game: str, lang: Lang) -> None:
    text = files(games()[game].package).joinpath(f"locale/rules.{lang}.toml").read_text("utf-8")
    buttons = {catalogue("bot").render(Msg(f"card.{name}"), lang) for name in ("play", "seat", "changed", "zoom")}
    assert set(re.findall(PRESSED[lang], text)) <= buttons


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_that_the_code_names_exists(game: str) -> None:
    package = games()[game].package
    book = catalogue(package)
    missing = [
        f"{path.name}: {key}"
        for path in sources(package)
        for key in keys_in_calls(path)
        if not any(re.fullmatch(key, known) for known in (*book.keys(), *catalogue("engines.kernel").keys()))
    ]
    assert missing == []


@pytest.mark.parametrize("package", [p for game in GAMES for p in packages(game)])
def test_every_sentence_is_used(package: str) -> None:
    read = [*sources(package), *(sources("render.kit") if package.startswith("render.") else ())]
    patterns = {text for path in read for text in texts(path) if text and text != "(.+)"}
    fixed = {re.sub(r"\\(.)", r"\1", text) for text in patterns if "(.+)" not in text}
    loose = re.compile("|".join(sorted(text for text in patterns if "(.+)" in text)) or "(?!)")
    told = catalogue(package).keys()
    known = {key.removesuffix(BEFORE) for key in told} - fixed
    game = next((game for game in games().values() if game.package == package), None)
    if game is not None:
        known -= {standing.about.key for standing in game.standing.values()}
        known -= {f"option.{o.id}.{word}" for o in game.options for word in ("name", "help", *o.values)}
        known -= {GLOSS + key for key in sorted(catalogue(package).keys())} | {TIE}
        known -= {key for key in known if key.startswith(BRIEF)}
    assert sorted(key for key in known if not loose.fullmatch(key)) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_gloss_is_of_a_question_and_needs_no_arguments(game: str) -> None:
    assert wrong_glosses(catalogue(games()[game].package)) == []


def wrong_glosses(book: Catalogue) -> list[str]:
    """Those that no question has, or that could not be said at any moment."""
    found = []
    for key in sorted(book.keys()):
        if not key.startswith(GLOSS):
            continue
        if not book.has(key.removeprefix(GLOSS)):
            found.append(f"{key}: no such question")
        try:
            book.render(Msg(key), "en")
        except KeyError:
            found.append(f"{key}: wants arguments")
    return found


def test_a_gloss_of_nothing_or_with_arguments_is_noticed() -> None:
    said = {"ask": "?", "gloss.ask": "{n} things", "gloss.aks": "Words."}
    assert wrong_glosses(Catalogue({"ja": said, "en": said}, {})) == [
        "gloss.aks: no such question",
        "gloss.ask: wants arguments",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_chosen_before_the_start_has_words(game: str) -> None:
    found = games()[game]
    book = catalogue(found.package)
    assert all(book.term(f"terms.{game}", lang) for lang in LANGS)
    assert all(book.term(f"player_colors.{color}", lang) for color in found.colors for lang in LANGS)
    for option in found.options:
        assert option.default in option.values
        plain = set(option.values) == {"on", "off"}  # the bot has words for these
        words = ("name", "help") if plain else ("name", "help", *option.values)
        assert [word for word in words if not book.has(f"option.{option.id}.{word}")] == []
    assert [topic for topic, standing in found.standing.items() if not book.has(standing.about.key)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_says_everything_in_both_languages(game: str) -> None:
    book = rulebook(games()[game].package)
    assert book.problems() == []
    assert list(book.entries["ja"]) == list(book.entries["en"])
    for lang in LANGS:
        assert [e.id for e in book.entries[lang].values() if not e.title.strip() or not e.text.strip()] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_that_the_code_cites_is_in_the_rulebook(game: str) -> None:
    package = games()[game].package
    ids = set(rulebook(package).entries["en"])
    chapters = {paragraph.rpartition(".")[0] for paragraph in ids}
    cited = {cited for path in sources(package) for cited in rules_cited(path)}
    assert cited
    assert sorted(cited - ids - chapters) == []


@pytest.mark.parametrize("game", GAMES)
def test_random_play_says_most_of_the_sentences(game: str) -> None:
    """A sentence that hundreds of games never say is for an error, for looking up, or not reachable at all."""
    keys = catalogue(games()[game].package).keys()
    unsaid = {key for key in keys if not key.startswith(("option.", "refused.", "handbook.", GLOSS, BRIEF))}
    few = 0.2 * len(unsaid)
    for case in cases(game, 24, first=100):
        unsaid -= play(case, every=10_000).keys
        if len(unsaid) < few:
            return
    pytest.fail(f"never said: {sorted(unsaid)}")


@pytest.mark.parametrize("game", shipped())
@pytest.mark.parametrize("lang", LANGS)
def test_newcomers_find_a_first_turn_step_by_step(game: str, lang: Lang) -> None:
    """The lobby and the first card link to it."""
    entry = rulebook(games()[game].package).get(FIRST_TURN, lang)
    assert entry is not None and len(entry.text.splitlines()) > 4
