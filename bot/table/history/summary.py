"""Select the log entries relevant to a reader: actions against them, and new results of a decision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

from bot.table.history.game_log import LogLine, find_first_own_decision, load_published_lines
from bot.table.service.table_service import TableService
from bot.table.state.table import Table
from engines.kernel import Catalogue, LogEvent, Message, Seat, SeatRef
from engines.kernel.catalogue import Importance
from engines.kernel.messages import LINE_KEY
from storage.play import decisions

SentenceIndex = tuple[int, int]
"""Index of a sentence: its line among the lines, and its place in that line."""
MAX_QUOTED = 3
"""Maximum number of sentences about actions against a person that a notification quotes."""


async def load_actions_against(
    service: TableService, table: Table, seat: Seat, before_n: int | None = None
) -> list[LogLine]:
    """Return the newest public sentences about actions of others against the seat since it last answered.

    before_n: only decisions before this one.
    """
    until_n = table.published_n if before_n is None else before_n - 1
    own_numbers = [
        row.n
        for row in await decisions.load_public_outlines(service.db, table.id)
        if row.seat == seat and row.n <= table.published_n
    ]
    first = find_first_own_decision(table, seat)  # earlier actions were against somebody else
    since = max(own_numbers[-1] if own_numbers else 0, first - 1)
    published_lines = [
        line for line in await load_published_lines(service, table, since + 1, until_n) if not line.is_undone
    ]
    return keep_sentences(published_lines, set(list_sentences_about(published_lines, seat)[-MAX_QUOTED:]))


def list_sentences_about(lines: Sequence[LogLine], reader: Seat | None) -> list[SentenceIndex]:
    """Return the sentences of other seats that name the reader."""
    return [
        (i, k)
        for i, line in enumerate(lines)
        if reader is not None and line.seat not in (None, reader)
        for k, event in enumerate(line.events)
        if not event.is_reason and reader in iter_named_seats(event.text)
    ]


def keep_sentences(lines: Sequence[LogLine], chosen: Set[SentenceIndex]) -> list[LogLine]:
    """Reduce the lines to the chosen sentences; lines without any are dropped."""
    reduced_lines = (
        replace(line, events=tuple(event for k, event in enumerate(line.events) if (i, k) in chosen))
        for i, line in enumerate(lines)
    )
    return [line for line in reduced_lines if line.events]


def filter_news(line: LogLine, seat: Seat, catalogue: Catalogue) -> LogLine:
    """Reduce a line to what is news for the seat.

    A seat knows what its own answer did. News are chance, effects of the rules, actions of others in reply (a smaller
    bribe, say), changes of points and rank, and what only this seat may know, which stands in no post.
    """
    is_own_answer = line.seat == seat and not (line.is_autopilot or line.is_forced or line.is_preset)

    def is_news(event: LogEvent) -> bool:
        is_own_action = (
            is_own_answer
            and event.to is None
            and seat in iter_named_seats(event.text)
            and not _is_by_another(event.text, seat, catalogue)
        )
        return not event.is_reason and (not is_own_action or catalogue.rate_importance(event.text) == Importance.FIRST)

    return replace(line, events=tuple(event for event in line.events if is_news(event)))


def _is_by_another(msg: Message, seat: Seat, catalogue: Catalogue) -> bool:
    """Return whether the message reports an action of another seat."""
    parts = msg.args["sentences"] if msg.key == LINE_KEY else (msg,)
    assert isinstance(parts, tuple)
    actors = (find_acting_seat(part) for part in parts if isinstance(part, Message) and catalogue.is_action(part))
    return any(actor not in (None, seat) for actor in actors)


def find_acting_seat(msg: Message) -> Seat | None:
    """Return the acting seat: the one that the sentence, or the first sentence with a seat in a line, names first."""
    return next(iter_named_seats(msg), None)


def iter_named_seats(msg: Message) -> Iterator[Seat]:
    """Yield the seats that a sentence names."""
    for arg in msg.args.values():
        yield from _iter_seats(arg if isinstance(arg, tuple) else (arg,))


def _iter_seats(atoms: Iterable[object]) -> Iterator[Seat]:
    for atom in atoms:
        if isinstance(atom, SeatRef):
            yield atom.seat
        elif isinstance(atom, Message):
            yield from iter_named_seats(atom)


MAX_SENTENCES = 8
"""Maximum number of sentences in a summary."""
MAX_IMPORTANT = 12
"""Maximum number of sentences about points, rank and the reader; they are kept beyond MAX_SENTENCES, the newest first.
"""


@dataclass(frozen=True, slots=True)
class LogSummary:
    """The result of a selection."""

    lines: tuple[LogLine, ...]
    """The lines in order, reduced to the selected events."""
    omitted_count: int
    """Number of sentences left out."""


def summarize_lines(
    lines: Sequence[LogLine], reader: Seat | None, catalogue: Catalogue, max_sentences: int = MAX_SENTENCES
) -> LogSummary:
    """Select at most `max_sentences` sentences; all of them if they are that few.

    Priority: changes of points or rank, chapter beginnings and actions against the reader; then the main action of each
    other player in their newest turn, so that each is mentioned; then plays, purchases, and new cards on display. Among
    equals: the main action of each turn first, newest turns first, other players before the reader. An effect is
    selected together with the action that caused it. The result is in order of time.
    """
    total = sum(len(line.events) for line in lines)
    if total <= max_sentences + 1:  # "one more" would take as much space as the sentence
        return LogSummary(tuple(lines), 0)
    sentences = [(i, k) for i, line in enumerate(lines) for k, event in enumerate(line.events) if not event.is_reason]
    selected = _select_sentences(lines, sentences, reader, catalogue, max_sentences)
    if len(sentences) - len(selected) == 1:
        selected.update(sentences)
    return LogSummary(tuple(keep_sentences(lines, selected)), len(sentences) - len(selected))


def _select_sentences(
    lines: Sequence[LogLine],
    sentences: Sequence[SentenceIndex],
    reader: Seat | None,
    catalogue: Catalogue,
    max_sentences: int,
) -> set[SentenceIndex]:
    """Return the sentences that are required, with their causes, then as many others as fit."""
    weights = {sentence: catalogue.rate_importance(_find_message(lines, sentence)) for sentence in sentences}
    causes, about_reader = _list_causes(lines, catalogue), set(list_sentences_about(lines, reader))
    required = sorted(
        sentence for sentence in sentences if weights[sentence] == Importance.FIRST or sentence in about_reader
    )
    selected = {
        cause
        for sentence in required[-max(max_sentences, MAX_IMPORTANT) :]
        for cause in _iter_with_causes(sentence, causes)
    }
    main = _list_main_sentences(lines, reader, weights)
    newest = {lines[sentence[0]].seat: sentence for sentence in reversed(main) if lines[sentence[0]].seat != reader}
    rest = dict.fromkeys((*main, *reversed(sentences)))
    for sentence in (*newest.values(), *sorted(rest, key=weights.__getitem__)):
        additions = {*_iter_with_causes(sentence, causes)} - selected
        if len(selected) + len(additions) <= max_sentences:
            selected |= additions
    return selected


def _find_message(lines: Sequence[LogLine], index: SentenceIndex) -> Message:
    return lines[index[0]].events[index[1]].text


def _list_main_sentences(
    lines: Sequence[LogLine], reader: Seat | None, weights: Mapping[SentenceIndex, Importance]
) -> list[SentenceIndex]:
    """Return the main sentence of each turn: the first that weighs as much as a play, else the first. Newest turns
    first, the reader's own last.
    """
    main_sentences = []
    for _, turn in groupby(enumerate(lines), key=lambda item: item[1].seat):
        turn_sentences = [(i, k) for i, line in turn for k in range(len(line.events)) if (i, k) in weights]
        if turn_sentences:
            plays = (item for item in turn_sentences if weights[item] <= Importance.PLAY)
            main_sentences.append(next(plays, turn_sentences[0]))
    newest_first = main_sentences[::-1]
    return sorted(newest_first, key=lambda item: lines[item[0]].seat == reader)


def _list_causes(lines: Sequence[LogLine], catalogue: Catalogue) -> dict[SentenceIndex, SentenceIndex]:
    """Map each effect to its cause: the action, or a step of that action (a move to the place where a post was then
    built).

    Another seat may have answered in between. A heading that an action brings about at once (a check that a player
    bought) counts as its effect.
    """
    causes: dict[SentenceIndex, SentenceIndex] = {}
    action: SentenceIndex | None = None
    step: SentenceIndex | None = None
    for i, line in enumerate(lines):
        for k, event in enumerate(line.events):
            if event.is_reason:
                continue
            if catalogue.is_heading(event.text):
                if action is not None and action[0] == i:
                    causes[i, k] = action
                action = step = None
            elif catalogue.is_action(event.text):
                action, step = (i, k), None
            elif (
                action is not None
                and catalogue.rate_importance(event.text) <= Importance.PLAY
                and _is_consequence(lines, (i, k), action)
            ):
                is_step = catalogue.is_step(event.text)
                causes[i, k] = action if is_step or step is None else step
                step = (i, k) if is_step else step
    return causes


def _is_consequence(lines: Sequence[LogLine], effect: SentenceIndex, action: SentenceIndex) -> bool:
    """Return whether a sentence was decided by the actor of that action, or is about that actor."""
    return lines[effect[0]].seat == lines[action[0]].seat or find_acting_seat(
        _find_message(lines, effect)
    ) == find_acting_seat(_find_message(lines, action))


def _iter_with_causes(
    sentence: SentenceIndex, causes: Mapping[SentenceIndex, SentenceIndex]
) -> Iterator[SentenceIndex]:
    """Yield the sentence and its causes."""
    current: SentenceIndex | None = sentence
    while current is not None:
        yield current
        current = causes.get(current)
