"""What an answer would do, before it is given: in words, and on the picture. Nothing happens."""

from __future__ import annotations

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_question
from bot.discord_ui.page.layout import GOLD, GOOD, QUIET, Key, Page
from bot.discord_ui.text import signs, titles
from bot.discord_ui.text.report import Report, Told
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, QuestionRef
from engines.kernel import Preview, Prompt, Seat, preview

from . import menus
from .draft import Draft
from .menus import labels


def may_show(live: LiveTable, prompt: Prompt) -> bool:
    """Whether anything can be shown of an answer: not while others are asked, nor where all that were asked are
    revealed next, nor where dice decide next.
    """
    match, aids = live.match, live.game.aids
    if match is None or match.ask is None or match.ask.together or live.waiting != (prompt.seat,):
        return False
    return aids is None or not aids.player.last(prompt)


def preview_page(
    live: LiveTable, seat: Seat, voice: Voice, prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...]
) -> Page:
    """The page of these keys as an answer. Raises Refused if they are no legal one."""
    assert live.match is not None
    found = preview(live.match, seat, keys)
    answer = labels(menus.all_lines(live, prompt, voice), keys)
    head = f"-# {titles.table_title(live, voice)} · {signs.of(live, seat)}"
    texts = [head, "### " + voice.line("preview.head", answer=answer).replace("\n", "\n### ")]
    ways = (_do(voice, prompt, ref, keys), _back(voice, prompt, ref, keys), _other(voice, ref))
    if found is None:
        return Page((*texts, voice.line("preview.hidden")), (ways,), colour=GOLD, panel_of=live.id)
    if found.told:
        told = [Told(event, seat) for event in found.told]
        texts.append("\n".join(Report(live, voice.first).lines(told)))
    texts.append(_then(live, voice, found))
    shot = picture_requests.preview(live, seat, voice.first, found, keys)
    return Page(tuple(texts), (ways,), shot, GOLD, live.id, foot=voice.line("preview.foot"))


def _then(live: LiveTable, voice: Voice, found: Preview) -> str:
    """What comes after it."""
    text = found.later if found.question is None else found.question.text
    if text is None:
        return voice.line("preview.over")
    asked = voice.msg(text, live.words, live.names)
    return f"{voice.line('preview.asked')}\n> " + asked.replace("\n", "\n> ")


def _do(voice: Voice, prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...]) -> Key:
    if len(keys) == 1 and (prompt.kind in ("one", "confirm") or keys[0] in {aside.key for aside in prompt.asides}):
        custom_id = at_question(ref, "pick", keys[0])
    else:
        custom_id = at_question(ref, "ok", Draft.of(prompt, keys).packed(prompt))
    return Key(custom_id, voice.label("preview.do"), GOOD)


def _back(voice: Voice, prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...]) -> Key:
    """To the question, where a press counts again; with what was chosen so far where an answer is put together."""
    among = {option.key for option in prompt.options}
    drafted = min(prompt.max, prompt.room) > 1 and all(key in among for key in keys)
    kept = Draft.of(prompt, keys if drafted else ()).packed(prompt)
    custom_id = at_question(ref, "variant", "0.0") if prompt.variants else at_question(ref, "leaf", f"0.{kept}")
    return Key(custom_id, voice.label("preview.leave"))


def _other(voice: Voice, ref: QuestionRef) -> Key:
    """To look at another option."""
    return Key(at_question(ref, "looking", "0.0"), voice.label("preview.other"), QUIET)
