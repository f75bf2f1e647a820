"""Play a rule of any game with scripted answers and collect its questions, messages and result.

STAGE = Stage("engines.flotsam", ("Ada", "Ben", "Cleo"))
played = STAGE.play(state, lambda t: auction(t, "silk"), "bid:3", "bid:5", "bid:4", "pass", "pass")
assert played.sentences == [...]
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from engines.kernel import (
    LANGS,
    Catalogue,
    GameContext,
    Lang,
    Message,
    Option,
    Prompt,
    PromptSet,
    Rng,
    Seat,
    Text,
    load_catalogue,
    resolve_text,
)

Rule = Callable[[GameContext[Any]], Coroutine[Any, Any, Any]]


@dataclass
class Played:
    """Questions, messages and result of a rule that was played."""

    catalogue: Catalogue
    names: Sequence[str]
    prompts: list[Prompt] = field(default_factory=list)
    """Every question in order, with the option texts as they were when it was asked."""
    messages: list[Message] = field(default_factory=list)
    """Every logged message, not yet rendered in a language."""
    result: Any = None
    """Return value of the rule."""

    @property
    def seat_questions(self) -> list[tuple[Seat, str]]:
        """Return the asked seat and the key of each question."""
        return [(prompt.seat, prompt.text.key) for prompt in self.prompts]

    @property
    def question_keys(self) -> list[str]:
        """Return the message key of each question."""
        return [prompt.text.key for prompt in self.prompts]

    def find_prompt(self, question: str) -> Prompt:
        """Return the first question with that message key."""
        return next(prompt for prompt in self.prompts if prompt.text.key == question)

    def list_option_keys(self, question: str) -> list[str]:
        """Return the option keys of the first question with that message key."""
        return [option.key for option in self.find_prompt(question).options]

    def render_label(self, question: str, key: str, lang: Lang = "en") -> str:
        """Render the label of an option."""
        label = next(option.label for option in self.find_prompt(question).options if option.key == key)
        return self.catalogue.render(resolve_text(label), lang, self.names)

    def render_detail(self, question: str, key: str, lang: Lang = "en") -> str:
        """Render the detail text of an option."""
        detail = next(option.detail for option in self.find_prompt(question).options if option.key == key)
        assert detail is not None
        return self.catalogue.render(resolve_text(detail), lang, self.names)

    @property
    def sentences(self) -> list[str]:
        """Return all logged messages in English."""
        return [self.catalogue.render(msg, "en", self.names) for msg in self.messages]

    @property
    def message_keys(self) -> list[str]:
        """Return the keys of all logged messages."""
        return [msg.key for msg in self.messages]


@dataclass(frozen=True)
class Stage:
    """Environment in which rules of one game are played: its package and the names of its seats."""

    package: str
    names: Sequence[str]

    def play(self, state: Any, rule: Rule, *answers: str, rng: Rng | None = None) -> Played:
        """Play a rule with these answers ("a b" is one answer of two keys); each must be used and none may be missing.

        Answers to a question for several seats are in the order of its prompts. Every message is rendered in both
        languages as a check.
        """
        table, remaining = GameContext(state, rng or Rng(bytes(32))), list(answers)
        played = Played(load_catalogue(self.package), self.names)
        script, value = rule(table), None
        try:
            while True:
                ask = script.send(value)
                values = {}
                for prompt in ask.prompts:
                    played.prompts.append(resolve_texts(prompt))
                    self._render(*_iter_texts(played.prompts[-1]))
                    assert remaining, (
                        f"asked {prompt.text.key} {[o.key for o in prompt.options]}, no answer was scripted"
                    )
                    values[prompt.seat] = prompt.parse_answer(tuple(remaining.pop(0).split()))
                table.has_revealed = False
                value = _build_value(ask, values)
        except StopIteration as stop:
            played.result = stop.value
        played.messages = [event.text for event in table.events]
        self._render(*played.messages)
        assert not remaining, f"not asked for: {remaining}"
        return played

    def find_prompt(self, state: Any, rule: Rule, *answers: str) -> Prompt:
        """Return the (first) question that a rule asks after these answers."""
        script = rule(GameContext(state, Rng(bytes(32))))
        ask = script.send(None)
        for answer in answers:
            (prompt,) = ask.prompts
            ask = script.send(prompt.parse_answer(tuple(answer.split())))
        first_prompt: Prompt = ask.prompts[0]
        return first_prompt

    def _render(self, *texts: Text) -> None:
        words = load_catalogue(self.package)
        for text in texts:
            assert all(words.render(text, lang, self.names) for lang in LANGS)


class Dice(Rng):
    """Random generator whose first dice show these pips."""

    def __init__(self, pips: Sequence[int] = ()) -> None:
        super().__init__(bytes(32))
        self.pips = list(pips)

    def pick_below(self, n: int) -> int:
        return self.pips.pop(0) - 1 if self.pips else super().pick_below(n)


def resolve_texts(prompt: Prompt) -> Prompt:
    """Return the question with its lazy texts resolved now, while they describe the present State."""
    options = tuple(_resolve_option_texts(option) for option in prompt.options)
    return replace(prompt, question=prompt.text, options=options)


def _resolve_option_texts(option: Option) -> Option:
    return replace(
        option,
        label=resolve_text(option.label),
        detail=option.detail and resolve_text(option.detail),
        group=option.group and resolve_text(option.group),
    )


def _iter_texts(prompt: Prompt) -> Iterator[Text]:
    yield prompt.text
    for option in prompt.options:
        yield from (resolve_text(text) for text in (option.label, option.detail, option.group) if text is not None)


def _build_value(ask: PromptSet, values: dict[Seat, Any]) -> Any:
    return values if ask.is_simultaneous else values[ask.prompts[0].seat]
