"""A rule of any game, played with scripted answers: what it asked, what it told, what it returned.

STAGE = Stage("engines.flotsam", ("Ada", "Ben", "Cleo"))
played = STAGE.play(state, lambda t: auction(t, "silk"), "bid:3", "bid:5", "bid:4", "pass", "pass")
assert played.sentences == [...]
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from engines.kernel import LANGS, Ask, Catalogue, Lang, Msg, Option, Prompt, Rng, Seat, Table, Text, catalogue, read

Rule = Callable[[Table[Any]], Coroutine[Any, Any, Any]]


@dataclass
class Played:
    """What happened.

    prompts: every question in turn, its options as they read when it was put
    told:    every sentence, without a language
    result:  what the rule returned
    """

    words: Catalogue
    names: Sequence[str]
    prompts: list[Prompt] = field(default_factory=list)
    told: list[Msg] = field(default_factory=list)
    result: Any = None

    @property
    def asked(self) -> list[tuple[Seat, str]]:
        """Who was asked which question."""
        return [(prompt.seat, prompt.text.key) for prompt in self.prompts]

    @property
    def questions(self) -> list[str]:
        """The sentences of the questions, by key."""
        return [prompt.text.key for prompt in self.prompts]

    def prompt(self, question: str) -> Prompt:
        """The first question with that sentence."""
        return next(prompt for prompt in self.prompts if prompt.text.key == question)

    def keys(self, question: str) -> list[str]:
        """The option keys of the first question with that sentence."""
        return [option.key for option in self.prompt(question).options]

    def label(self, question: str, key: str, lang: Lang = "en") -> str:
        """What an option is called."""
        label = next(option.label for option in self.prompt(question).options if option.key == key)
        return self.words.render(read(label), lang, self.names)

    def detail(self, question: str, key: str, lang: Lang = "en") -> str:
        """What stands below an option."""
        detail = next(option.detail for option in self.prompt(question).options if option.key == key)
        assert detail is not None
        return self.words.render(read(detail), lang, self.names)

    @property
    def sentences(self) -> list[str]:
        """What was told, in English."""
        return [self.words.render(msg, "en", self.names) for msg in self.told]

    @property
    def keys_told(self) -> list[str]:
        """The keys of the sentences that were told."""
        return [msg.key for msg in self.told]


@dataclass(frozen=True)
class Stage:
    """Where the rules of one game are played: its package, and the names of the seats in sentences."""

    package: str
    names: Sequence[str]

    def play(self, state: Any, rule: Rule, *answers: str, rng: Rng | None = None) -> Played:
        """Play a rule with these answers (several keys of one answer: "a b"); all must be asked for, none be missing.

        Of a question to several seats the answers stand in the order of its prompts. Every sentence on the way is
        rendered in both languages.
        """
        table, left = Table(state, rng or Rng(bytes(32))), list(answers)
        played = Played(catalogue(self.package), self.names)
        script, value = rule(table), None
        try:
            while True:
                ask = script.send(value)
                values = {}
                for prompt in ask.prompts:
                    played.prompts.append(as_read(prompt))
                    self._render(*_texts(played.prompts[-1]))
                    assert left, f"asked {prompt.text.key} {[o.key for o in prompt.options]}, no answer was scripted"
                    values[prompt.seat] = prompt.read(tuple(left.pop(0).split()))
                table.revealed = False
                value = _value(ask, values)
        except StopIteration as stop:
            played.result = stop.value
        played.told = [event.text for event in table.events]
        self._render(*played.told)
        assert not left, f"not asked for: {left}"
        return played

    def question(self, state: Any, rule: Rule, *before: str) -> Prompt:
        """The (first) question that a rule puts after these answers."""
        script = rule(Table(state, Rng(bytes(32))))
        ask = script.send(None)
        for answer in before:
            (prompt,) = ask.prompts
            ask = script.send(prompt.read(tuple(answer.split())))
        asked: Prompt = ask.prompts[0]
        return asked

    def _render(self, *texts: Text) -> None:
        words = catalogue(self.package)
        for text in texts:
            assert all(words.render(text, lang, self.names) for lang in LANGS)


class Dice(Rng):
    """Chance that shows these pips first."""

    def __init__(self, pips: Sequence[int] = ()) -> None:
        super().__init__(bytes(32))
        self.pips = list(pips)

    def below(self, n: int) -> int:
        return self.pips.pop(0) - 1 if self.pips else super().below(n)


def as_read(prompt: Prompt) -> Prompt:
    """The question with labels and details that are read now: they speak of the present State."""
    return replace(prompt, options=tuple(_as_read(option) for option in prompt.options))


def _as_read(option: Option) -> Option:
    return replace(
        option,
        label=read(option.label),
        detail=option.detail and read(option.detail),
        group=option.group and read(option.group),
    )


def _texts(prompt: Prompt) -> Iterator[Text]:
    yield prompt.text
    for option in prompt.options:
        yield from (read(text) for text in (option.label, option.detail, option.group) if text is not None)


def _value(ask: Ask, values: dict[Seat, Any]) -> Any:
    return values if ask.together else values[ask.prompts[0].seat]
