"""What can be pressed on a panel: the options, what is possible beside them, and the row below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.discord_ui.page.layout import GOOD, MAX_CHOICE, QUIET, STRONG, Choice, Key, Menu, Row, rows_of
from bot.discord_ui.rulebook.lookup import rule_key
from bot.discord_ui.text.voice import cut_after, cut_apart

from . import distribution, menus
from .draft import Draft
from .menus import Block, Line
from .preview import may_show
from .question import Question

STAR = "★"
"""Before a menu in which something looks good: it is seen without opening all of them."""

HEADING_ROOM = 34
"""So much of a heading follows a label that stands before it."""


def rows(question: Question, leaf: int, more: tuple[Key, ...] = ()) -> tuple[Row, ...]:
    """All controls of page `leaf`; more: what leads elsewhere."""
    return (*_options(question, leaf), *_variants(question), *_beside(question), *_below(question, leaf, more))


def _variants(question: Question) -> tuple[Row, ...]:
    """The variant that is shown, as a setting: a press shows the next one. It is no answer and does not stand out; a
    star tells that something among those that are hidden looks good.
    """
    voice, live, variants = question.voice, question.live, question.prompt.variants
    if not variants:
        return ()
    shown = voice.msg_label(variants[question.variant % len(variants)], live.words, live.names)
    following = (question.variant + 1) % len(variants)
    verb = "looking" if question.looking else "variant"
    label = f"{_star(*question.hidden)}{voice.label('panel.variant', shown=shown)}"
    return ((Key(question.id(verb, f"0.{following}"), label),),)


def _options(question: Question, leaf: int) -> tuple[Row, ...]:
    first = leaf * menus.on_page(question.prompt)
    shown = list(enumerate(question.blocks))[first : first + menus.on_page(question.prompt)]
    match question.prompt.kind:
        case "confirm":
            return ()  # its one button stands beside Back
        case "allocate" if question.is_drafted:
            return distribution.rows(question, shown)
        case "some" | "each" if question.is_drafted:
            return tuple(_menu(question, "tick", n, block) for n, block in shown)
        case _:
            return tuple(_pressed(question, "choose", shown))


def _pressed(question: Question, verb: str, shown: Sequence[tuple[int, Block]]) -> Iterator[Row]:
    """Buttons and menus of which one press is the answer; neighbours with a single option share a row."""
    alone: list[Key] = []
    for n, block in shown:
        if len(block.lines) == 1 and question.as_buttons(block):
            alone.append(_pick(question, *block.lines, heading=block.title))
            continue
        yield from rows_of(alone)
        alone = []
        if question.as_buttons(block):
            yield from rows_of([_pick(question, line) for line in block.lines])
        else:
            yield _menu(question, verb, n, block)
    yield from rows_of(alone)


def _pick(question: Question, line: Line, heading: str = "") -> Key:
    """The button of an option. Where stars are given, what has one stands out, and nothing else does, before they come
    and where there is none; elsewhere all do but what is beside menus or the question ("End the turn").
    """
    strong = line.is_advised if _has_stars(question) else len(question.blocks) == 1 and line in question.lines
    style = GOOD if line.option.key in question.given else STRONG if strong and not question.looking else QUIET
    others = [one.label for one in (*question.lines, *question.beside)]
    short = cut_apart(line.label, others, menus.BUTTON_ROOM)
    label = f"{_star(line)}{line.number}. {_headed(question, short, '' if heading in line.label else heading)}"
    return Key(question.id("look" if question.looking else "pick", line.option.key), label, style)


def _headed(question: Question, label: str, heading: str) -> str:
    """The label below its heading; where both are too long for a button, what is chosen comes first and stays whole."""
    colon = question.voice.colon
    if not heading or len(heading) + len(colon) + len(label) <= menus.BUTTON_ROOM:
        return f"{heading}{colon}{label}" if heading else label
    named, parted, rest = heading.partition(colon)
    more = rest if parted and named in label else heading  # "Light blue 4" says the colour already
    return f"{label} · {cut_after(more, HEADING_ROOM)}"


def _has_stars(question: Question) -> bool:
    return question.live.aided(question.seat) or any(x.is_advised for x in (*question.lines, *question.beside))


def _star(*lines: Line) -> str:
    return f"{STAR} " if any(line.is_advised for line in lines) else ""


def _menu(question: Question, verb: str, number: int, block: Block) -> Menu:
    """A menu to choose one (`choose`) or to tick what belongs to the answer (`tick`)."""
    prompt, ticking = question.prompt, verb == "tick"
    choices = tuple(
        Choice(
            line.option.key,
            f"{_star(line)}{line.numbered}",
            cut_after(block.detail(line, brief=True), MAX_CHOICE),
            bool(question.count(line)) if ticking else line.option.key in question.given,
        )
        for line in block.lines
    )
    arg = f"{number}.{question.draft}" if ticking else str(number)
    several = prompt.kind == "some" and ticking
    most = min(prompt.max, len(choices)) if several else 1
    custom_id = question.id("lookmenu" if question.looking and not ticking else verb, arg)
    title = _title(question, block, "panel.tick" if several else "panel.pick")
    return Menu(custom_id, title, choices, 0 if several else 1, max(1, most))


def _title(question: Question, block: Block, key: str) -> str:
    """What a closed menu is for and of which options, its groups last: a narrow screen cuts the end."""
    asked = question.voice.label(key, range=block.range)
    return f"{_star(*block.lines)}{asked}{f' · {block.name}' if block.name else ''}"


def _beside(question: Question) -> tuple[Row, ...]:
    """What is possible beside the question: a button if it is one thing, else menus of its own."""
    if len(question.beside) == 1 and menus.fit_buttons(question.beside):
        return ((_pick(question, *question.beside),),)
    return tuple(
        Menu(
            question.id("lookmenu" if question.looking else "aside", f"b{number}"),
            _title(question, block, "panel.beside"),
            tuple(
                Choice(
                    line.option.key,
                    f"{_star(line)}{line.numbered}",
                    cut_after(block.detail(line, brief=True), MAX_CHOICE),
                )
                for line in block.lines
            ),
        )
        for number, block in enumerate(menus.blocks(question.beside) if question.beside else ())
    )


def _below(question: Question, leaf: int, more: tuple[Key, ...]) -> tuple[Row, ...]:
    """What confirms, Back, pages of a long list, a preview, the rule."""
    keys: list[Key] = []
    prompt, voice, match = question.prompt, question.voice, question.live.match
    ready = question.ticks.is_answer(prompt)
    if prompt.kind == "confirm":
        (line,) = question.lines
        better = any(one.is_advised for one in question.beside)  # it would be missed
        label = line.numbered if question.beside else line.label  # those go on from 2
        keys.append(Key(question.id("pick", line.option.key), label, QUIET if better else GOOD))
    if question.is_drafted:
        keys.append(Key(question.id("ok", question.draft), voice.label("panel.ok"), GOOD, disabled=not ready))
    elif question.may_be_none:
        verb = "lookdraft" if question.looking else "ok"
        keys.append(Key(question.id(verb, Draft.of(prompt, ()).packed(prompt)), voice.label("panel.none")))
    if match is not None and match.acting == question.seat:
        keys.append(Key(question.id("back"), voice.label("panel.back"), QUIET))
    last = (len(question.blocks) - 1) // menus.on_page(prompt)
    if last > 0:
        keys.append(_turn(question, leaf - 1, "panel.earlier", leaf == 0))
        keys.append(_turn(question, leaf + 1, "panel.later", leaf == last))
    if question.looking:
        keys.append(_leaf(question, leaf, voice.label("preview.leave"), STRONG))
    elif may_show(question.live, prompt):
        if question.is_drafted:
            keys.append(Key(question.id("lookdraft", question.draft), voice.label("preview.open"), disabled=not ready))
        elif prompt.kind != "confirm":
            keys.append(Key(question.id("looking", f"{leaf}.{question.variant}"), voice.label("preview.open")))
    rule = rule_key(question.live.game, prompt.rule, voice)
    if rule is not None:
        keys.append(rule)
    return rows_of([*keys, *more])


def _turn(question: Question, leaf: int, label: str, disabled: bool) -> Key:
    if question.looking:
        custom_id = question.id("looking", f"{leaf}.{question.variant}")
        return Key(custom_id, question.voice.label(label), QUIET, disabled)
    return _leaf(question, leaf, question.voice.label(label), QUIET, disabled)


def _leaf(question: Question, leaf: int, label: str, style: ButtonStyle, disabled: bool = False) -> Key:
    """The way to page `leaf` of the options, in the variant that is shown."""
    verb, kept = ("variant", str(question.variant)) if question.prompt.variants else ("leaf", question.draft)
    return Key(question.id(verb, f"{leaf}.{kept}"), label, style, disabled)
