"""Every catalogue message exists in both languages and is used; the rulebook is complete and its
paragraphs are cited.
"""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from bot.discord_ui.rulebook.lookup import FIRST_TURN
from bot.discord_ui.text.results import TIE
from bot.table.terms.first_use_glosses import CATALOGUE_TABLE as GLOSS
from engines.kernel import LANGS, Catalogue, Lang, Message, load_catalogue, load_games, load_rulebook
from engines.kernel.catalogue import BRIEF_PREFIX, OLD_SUFFIX
from render import load_arts
from tests.contract.cases import build_cases
from tests.contract.code import iter_cited_rules, iter_keys_in_calls, iter_texts, list_sources
from tests.contract.playthrough import play_case
from tests.discovered import list_shipped_games

GAMES = list(load_games())


def list_packages(game: str) -> list[str]:
    return [load_games()[game].package, *([f"render.{game}"] if game in load_arts() else [])]


@pytest.mark.parametrize("package", ["engines.kernel", *(p for game in GAMES for p in list_packages(game))])
def test_both_languages_are_complete(package: str) -> None:
    assert load_catalogue(package).list_problems() == []


@pytest.mark.parametrize("package", ["bot", "engines.kernel", *(p for game in GAMES for p in list_packages(game))])
def test_japanese_punctuation_is_of_full_width(package: str) -> None:
    """This covers messages, rules and nouns, without the syntax of TOML, Markdown and Discord."""
    root = files(package)
    paths = [root / "terms.toml", *(root / "locale" / name for name in ("ja.toml", "rules.ja.toml"))]
    text = "\n".join(path.read_text("utf-8") for path in paths if path.is_file())
    said = re.sub(r"`[^`]*`|<[^>]*>|\{\w+(:[^{}]*)?\}", "", text)
    japanese = r"[\u3040-\u30ff\u4e00-\u9fff、。]"
    assert re.findall(rf".*(?:{japanese}[():?!]|[():?!]{japanese}).*", said) == []


PRESS_PATTERNS: dict[Lang, str] = {"ja": r"「([^」]+)」を押", "en": r"press \*([^*]+)\*"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_buttons_named_by_the_rulebook_exist(game: str, lang: Lang) -> None:
    text = files(load_games()[game].package).joinpath(f"locale/rules.{lang}.toml").read_text("utf-8")
    buttons = {
        load_catalogue("bot").render(Message(f"card.{name}"), lang) for name in ("play", "seat", "changed", "zoom")
    }
    assert set(re.findall(PRESS_PATTERNS[lang], text)) <= buttons


@pytest.mark.parametrize("game", GAMES)
def test_every_message_named_by_the_code_exists(game: str) -> None:
    package = load_games()[game].package
    book = load_catalogue(package)
    missing = [
        f"{path.name}: {key}"
        for path in list_sources(package)
        for key in iter_keys_in_calls(path)
        if not any(
            re.fullmatch(key, known) for known in (*book.list_keys(), *load_catalogue("engines.kernel").list_keys())
        )
    ]
    assert missing == []


@pytest.mark.parametrize("package", [p for game in GAMES for p in list_packages(game)])
def test_every_message_is_used(package: str) -> None:
    read = [*list_sources(package), *(list_sources("render.kit") if package.startswith("render.") else ())]
    patterns = {text for path in read for text in iter_texts(path) if text and text != "(.+)"}
    fixed = {re.sub(r"\\(.)", r"\1", text) for text in patterns if "(.+)" not in text}
    loose = re.compile("|".join(sorted(text for text in patterns if "(.+)" in text)) or "(?!)")
    message_keys = load_catalogue(package).list_keys()
    known = {key.removesuffix(OLD_SUFFIX) for key in message_keys} - fixed
    game = next((game for game in load_games().values() if game.package == package), None)
    if game is not None:
        known -= {standing.description.key for standing in game.presets.values()}
        known -= {f"option.{o.id}.{word}" for o in game.options for word in ("name", "help", *o.values)}
        known -= {GLOSS + key for key in sorted(load_catalogue(package).list_keys())} | {TIE}
        known -= {key for key in known if key.startswith(BRIEF_PREFIX)}
    assert sorted(key for key in known if not loose.fullmatch(key)) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_gloss_has_a_question_and_no_arguments(game: str) -> None:
    assert list_wrong_glosses(load_catalogue(load_games()[game].package)) == []


def list_wrong_glosses(book: Catalogue) -> list[str]:
    """Return complaints about glosses without a question, or with arguments (a gloss must be usable anywhere)."""
    complaints = []
    for key in sorted(book.list_keys()):
        if not key.startswith(GLOSS):
            continue
        if not book.has_key(key.removeprefix(GLOSS)):
            complaints.append(f"{key}: no such question")
        try:
            book.render(Message(key), "en")
        except KeyError:
            complaints.append(f"{key}: wants arguments")
    return complaints


def test_wrong_glosses_are_detected() -> None:
    said = {"ask": "?", "gloss.ask": "{n} things", "gloss.aks": "Words."}
    assert list_wrong_glosses(Catalogue({"ja": said, "en": said}, {})) == [
        "gloss.aks: no such question",
        "gloss.ask: wants arguments",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_table_options_have_words(game: str) -> None:
    definition = load_games()[game]
    book = load_catalogue(definition.package)
    assert all(book.render_noun(f"terms.{game}", lang) for lang in LANGS)
    assert all(book.render_noun(f"player_colors.{color}", lang) for color in definition.colors for lang in LANGS)
    for option in definition.options:
        assert option.default in option.values
        plain = set(option.values) == {"on", "off"}  # the bot's catalogue names these values
        words = ("name", "help") if plain else ("name", "help", *option.values)
        assert [word for word in words if not book.has_key(f"option.{option.id}.{word}")] == []
    assert [topic for topic, standing in definition.presets.items() if not book.has_key(standing.description.key)] == []


@pytest.mark.parametrize("game", GAMES)
def test_rulebook_is_complete_in_both_languages(game: str) -> None:
    book = load_rulebook(load_games()[game].package)
    assert book.list_problems() == []
    assert list(book.entries["ja"]) == list(book.entries["en"])
    for lang in LANGS:
        assert [e.id for e in book.entries[lang].values() if not e.title.strip() or not e.text.strip()] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_that_the_code_cites_is_in_the_rulebook(game: str) -> None:
    package = load_games()[game].package
    ids = set(load_rulebook(package).entries["en"])
    chapters = {paragraph.rpartition(".")[0] for paragraph in ids}
    cited = {cited for path in list_sources(package) for cited in iter_cited_rules(path)}
    assert cited
    assert sorted(cited - ids - chapters) == []


@pytest.mark.release
@pytest.mark.parametrize("game", GAMES)
def test_random_play_uses_most_messages(game: str) -> None:
    """A message that never occurs in many games is an error message, only for look-ups, or unreachable."""
    keys = load_catalogue(load_games()[game].package).list_keys()
    unused = {key for key in keys if not key.startswith(("option.", "refused.", "handbook.", GLOSS, BRIEF_PREFIX))}
    allowed_count = 0.2 * len(unused)
    for case in build_cases(game, 24, first=100):
        unused -= play_case(case, every=10_000).keys
        if len(unused) < allowed_count:
            return
    pytest.fail(f"never said: {sorted(unused)}")


@pytest.mark.parametrize("game", list_shipped_games())
@pytest.mark.parametrize("lang", LANGS)
def test_rulebook_explains_a_first_turn(game: str, lang: Lang) -> None:
    """The lobby and the first card link to this entry."""
    entry = load_rulebook(load_games()[game].package).find_entry(FIRST_TURN, lang)
    assert entry is not None and len(entry.text.splitlines()) > 4
