"""The pages of a lesson, two minutes to read: the game in short, a first turn in words, the same turn in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.discord_ui.page.ids import at_table, for_help
from bot.discord_ui.page.layout import GOOD, QUIET, STRONG, Key, Page, rows_of
from bot.discord_ui.page.picture_requests import in_order
from bot.discord_ui.rulebook.lookup import FIRST_TURN, IN_SHORT, LEGEND, book, rule_key
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, bot_words, cut
from engines.kernel import Catalogue, Game, Lang, Msg, Option, Prompt, catalogue, games, read
from render import Look, arts

from . import pictures
from .example import Example, Step, example

WORDS = 2
"""Pages of words before the pictures of the turn."""
MOST_OPTIONS, MOST_DETAIL = 4, 110
CHOSEN = "➡️"


def shelf(voice: Voice) -> Page:
    """Which game somebody wants to learn."""
    taught = [game for game in games().values() if book(game).get(FIRST_TURN, voice.first) is not None]
    keys = [Key(for_help("learn", f"{game.id}.0"), titles.game_title(game, voice)) for game in taught]
    return Page((voice.line("learn.which"),), rows_of(keys))


def lesson(game: Game[Any], number: int, voice: Voice, table: int | None = None) -> Page:
    """Page `number` (from 0; the nearest if there is none). table: where the reader plays the game: it ends there."""
    found = example(game)
    last = WORDS - 1 if found is None else WORDS + len(found.steps)
    number = min(max(number, 0), last)
    voice = Voice((voice.first,))
    if number == 0:
        page = _in_short(game, found, voice)
    elif number < WORDS or found is None:
        page = _in_words(game, found, voice)
    elif number < last:
        page = _step(game, found, number, voice)
    else:
        page = _after(game, found, number, voice, table)
    head = f"-# {titles.game_title(game, voice)} · {voice.label('rules.first_turn')} · {number + 1}/{last + 1}"
    if number == 0 and page.shot is not None:
        head += f" · {voice.label('learn.not_yours')}"
    rule = None if number < WORDS or found is None or number == last else found.steps[number - WORDS].prompt.rule
    play = ((Key(at_table(table, "play"), voice.label("card.play"), GOOD),),) if table and number == last else ()
    return Page((head, *page.texts), (*play, _leaves(game, number, last, rule, voice)), page.shot, page.colour)


def _leaves(game: Game[Any], number: int, last: int, rule: str | None, voice: Voice) -> tuple[Key, ...]:
    """Back and on; what looks further: the rule of the question, of the board what its parts are, else the rulebook."""

    def leaf(to: int, label: str, style: Any, inside: bool) -> Key:
        return Key(for_help("learn", f"{game.id}.{to}"), voice.label(label), style, disabled=not inside)

    legend = number == 0 and book(game).get(LEGEND, voice.first) is not None
    entry, label = (LEGEND, "learn.legend") if legend else (IN_SHORT, "learn.book")
    return (
        leaf(number - 1, "rules.before", QUIET, number > 0),
        leaf(number + 1, "rules.after", STRONG, number < last),
        rule_key(game, rule, voice) or Key(for_help("look", f"{game.id}.{entry}"), voice.label(label)),
    )


def _in_short(game: Game[Any], found: Example | None, voice: Voice) -> Page:
    entry = book(game).get(IN_SHORT, voice.first)
    text = "" if entry is None else entry.text.strip()
    shot = None
    if found is not None and game.id in arts():
        shot = pictures.overview(game.id, 0, found.start, Look(voice.first, _names(found, voice.first)))
    return Page((f"## {titles.game_title(game, voice)}\n{text}",), shot=shot)


def _in_words(game: Game[Any], found: Example | None, voice: Voice) -> Page:
    entry = book(game).get(FIRST_TURN, voice.first)
    text = "" if entry is None else f"### {entry.title}\n{entry.text.strip()}"
    shot = None
    if found is not None and game.id in arts():
        shot = pictures.own(game.id, 1, found, voice.first, _names(found, voice.first))
    return Page((text,), shot=shot)


def _step(game: Game[Any], found: Example, number: int, voice: Voice) -> Page:
    """One question of the example: what is asked, what could be answered, what was, and what that brought."""
    step, lang, words = found.steps[number - WORDS], voice.first, catalogue(game.package)
    names = _names(found, lang)
    art = arts().get(game.id)
    prompt = step.prompt if art is None else in_order(art, step.view, step.prompt)
    shot = None if art is None else pictures.asked(game.id, number, step, prompt, lang, names)
    begins = [voice.line("learn.example", who=names[found.seat])] if number == WORDS else []
    asked = words.render(prompt.text, lang, names).replace("\n", "\n### ")
    told = [f"✓ {words.report.render(msg, lang, names)}" for msg in step.told]
    texts = (*begins, f"### {asked}", "\n".join(_options(prompt, step, words, names, voice)), "\n".join(told))
    return Page(tuple(filter(None, texts)), shot=shot)


def _options(prompt: Prompt, step: Step, words: Catalogue, names: Sequence[str], voice: Voice) -> list[str]:
    """A few of them, as the picture numbers them; what was chosen stands out."""
    options = (*prompt.options, *prompt.asides)
    if prompt.kind == "confirm":
        options = prompt.options
    numbered = list(enumerate(options, 1))
    chosen = [one for one in numbered if one[1].key in step.keys]
    others = [one for one in numbered if one not in chosen][: max(0, MOST_OPTIONS - len(chosen))]
    lines = [
        _option(n, one, one.key in step.keys, words, names, voice.first)
        for n, one in sorted(chosen + others, key=lambda x: x[0])
    ]
    left = len(numbered) - len(chosen) - len(others)
    return [*lines, *([voice.line("learn.more", count=left)] if left else [])]


def _option(number: int, option: Option, chosen: bool, words: Catalogue, names: Sequence[str], lang: Lang) -> str:
    label = words.render(read(option.label), lang, names)
    detail = "" if option.detail is None else words.render(read(option.detail), lang, names)
    said = f"{number}. {label}"
    return (f"{CHOSEN} **{said}**" if chosen else f"-# {said}") + (f" — {cut(detail, MOST_DETAIL)}" if detail else "")


def _after(game: Game[Any], found: Example, number: int, voice: Voice, table: int | None) -> Page:
    """How the table stands after the turn, and how one's own begins."""
    names = _names(found, voice.first)
    shot = None
    if game.id in arts():
        shot = pictures.after(game.id, number, found, voice.first, names)
    on = voice.line("learn.play" if table else "learn.yours")
    return Page((voice.line("learn.after", who=names[found.seat]), on), shot=shot)


def _names(found: Example, lang: Lang) -> tuple[str, ...]:
    """Of the people in the example."""
    words = bot_words().render(Msg("learn.names"), lang)
    return tuple(name.strip() for name in words.replace("、", ",").split(","))[: found.seats]
