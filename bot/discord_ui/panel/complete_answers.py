"""Complete answers to a question: all that one press can give, if they are few enough for one list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from bot.discord_ui.page.pages import MAX_CHOICES
from engines.kernel import Prompt

from .draft import Draft
from .option_menus import MAX_BEGINNING, OptionLine, format_count


@dataclass(frozen=True, slots=True)
class CompleteAnswer:
    """One answer, of one option or of several."""

    label: str
    """Numbers and names of its options; numbers first if it is long."""
    detail: str
    """Consequence, without the reason of a star; "" for an answer of several options."""
    is_suggested: bool
    """All its options, and they alone, have a star."""
    keys: tuple[str, ...]
    """As in `Decision.keys`."""
    draft_code: str | None
    """The answer as a draft; None if it is a single option of a question that takes one."""
    numbers: tuple[int, ...]
    """Numbers of its options, which may be on the picture."""
    number_label: str
    """A label of these numbers alone: `1 ×2 + 3`."""


def build_single_answer(line: OptionLine, label: str) -> CompleteAnswer:
    """Return the answer that consists of one option or side action."""
    text = f"{line.number}. {label}"
    keys = (line.option.key,)
    return CompleteAnswer(text, line.brief, line.is_suggested, keys, None, (line.number,), str(line.number))


def build_joint_answers(prompt: Prompt, lines: tuple[OptionLine, ...], colon: str) -> tuple[CompleteAnswer, ...]:
    """Return all answers of one option or more to a question that takes several; () if too many for one list.

    colon: what separates numbers from words in the language of the question
    """
    drafts = list(islice((draft for draft in _iter_drafts(prompt) if draft.total), MAX_CHOICES + 1))
    if len(drafts) > MAX_CHOICES:
        return ()
    fixed = {group[0].key for group in prompt.groups if len(group) == 1} if prompt.kind == "each" else set[str]()
    suggested_keys = tuple(line.option.key for line in lines if line.is_suggested)
    return tuple(
        _build_joint_answer(prompt, lines, draft, fixed, draft.list_keys(prompt) == suggested_keys, colon)
        for draft in drafts
    )


def _build_joint_answer(
    prompt: Prompt, lines: tuple[OptionLine, ...], draft: Draft, fixed: set[str], is_suggested: bool, colon: str
) -> CompleteAnswer:
    chosen = [
        (line, count)
        for line, count in zip(lines, draft.counts, strict=True)
        if count and line.option.key not in fixed  # a group with one option is no choice
    ]
    label = format_amounts(chosen, colon)
    detail = chosen[0][0].brief if len(chosen) == 1 else ""
    keys, numbers = draft.list_keys(prompt), tuple(line.number for line, _ in chosen)
    return CompleteAnswer(label, detail, is_suggested, keys, draft.encode(prompt), numbers, _format_numbers(chosen))


def format_amounts(chosen: Sequence[tuple[OptionLine, int]], colon: str) -> str:
    """Return how many of which options: `1. Food ×2 + 3. Faith`, or the numbers first if that is long."""
    label = " + ".join(f"{line.numbered_label}{format_count(count)}" for line, count in chosen)
    if len(label) <= MAX_BEGINNING or sum(count for _, count in chosen) == 1:
        return label
    return f"{_format_numbers(chosen)}{colon}{' + '.join(line.label for line, _ in chosen)}"  # a phone cuts off the end


def _format_numbers(chosen: Sequence[tuple[OptionLine, int]]) -> str:
    return " + ".join(f"{line.number}{format_count(count)}" for line, count in chosen)


def _iter_drafts(prompt: Prompt) -> Iterator[Draft]:
    """Yield all answers, those with the most of the first options first."""
    if prompt.kind == "each":
        for chosen in product(*prompt.groups):
            yield Draft.from_keys(prompt, tuple(option.key for option in chosen))
        return
    limits = tuple(option.limit for option in prompt.options)
    yield from map(Draft, _distribute(limits, prompt.min, prompt.max))


def _distribute(limits: tuple[int, ...], min_total: int, max_total: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to choose min..max things, at most `limits` of each."""
    if not limits:
        if min_total <= 0:
            yield ()
        return
    if sum(limits) < min_total:
        return
    for count in range(min(limits[0], max_total), -1, -1):
        for rest in _distribute(limits[1:], min_total - count, max_total - count):
            yield (count, *rest)
