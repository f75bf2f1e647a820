"""The part of a game that a running match needs: the record of its rules, and the types that go in and come out."""

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from .catalogue import Lang
from .chance import Rng
from .context import GameContext
from .messages import Message, Refused, Seat
from .prompt import Option, Prompt
from .rulebook import Entry

S = TypeVar("S")


class TableOption(msgspec.Struct, frozen=True):
    """A choice made before the start. Sentences: `option.<id>.name`, `option.<id>.help`, `option.<id>.<value>`."""

    id: str
    """Stored with each table, so it never changes."""
    values: tuple[str, ...]
    """In the order in which they are offered; `OFF_ON` is shown as a switch."""
    default: str
    """One of `values`: the choice of a table whose host makes none."""


OFF_ON = ("off", "on")


class Setup(msgspec.Struct, frozen=True):
    """The settings of a new match."""

    seats: int
    """Number of seats at the table, without a player that the rules play."""
    colors: tuple[str, ...]
    """By seat, all different; without meaning where the rules decide colours (`Rules.seat_colors`)."""
    options: dict[str, str] = {}
    """Value by id of the table option; a match started before an option existed lacks it."""

    def is_on(self, option: str) -> bool:
        return self.options.get(option) == "on"


class Score(msgspec.Struct, frozen=True):
    """Final result of a seat."""

    seat: Seat
    """0 .. n-1; n, after the seats, for the player that the rules themselves play (`Game.automa`)."""
    place: int
    """1 = winner; ties only where the rules leave them."""
    total: int
    """Points as the rules print them; ties are broken by `place`, not by this."""
    parts: tuple[tuple[Message, int], ...]
    """Sources of the points; they add up to `total`."""


@dataclass(frozen=True, slots=True)
class PresetTopic:
    """A topic on which a seat may give a preset answer ("always", "waive up to 2 for B").

    A question belongs to it by `topic=` of the asking method. The game defines which presets exist and what each
    answers; giving and storing them is the bot's business.
    """

    description: Message
    """The topic in a few words; it may contain names of people."""
    choices: Callable[[Any, Seat], Sequence[Option]]
    """(View of the seat, seat) -> presets that the seat may give now; their `key` is stored."""
    answer: Callable[[Prompt, Any], tuple[str, ...] | None]
    """(prompt of this topic, `value` of the preset's option) -> its answer, or None = ask the person."""

    def find_answer(self, prompt: Prompt, view: Any, preset: str) -> tuple[str, ...] | None:
        """Return the answer of a stored preset; None if the preset is no longer available or leaves the question open.

        view: that of the seat
        """
        for option in self.choices(view, prompt.seat):
            if option.key == preset:
                return self.answer(prompt, option.value)
        return None


class TurnInfo(msgspec.Struct, frozen=True):
    """The position of a game in its course, for the life of a table between moves. Public knowledge."""

    heading: Message
    """The round or phase."""
    turn: Seat | None = None
    """The seat whose turn it is; a question to any other seat is off turn. None: no seat's turn (a draft, an end of
    round).
    """
    following: tuple[Seat, ...] = ()
    """The seats that come next, in order, as far as that is known."""
    public_points: tuple[int, ...] | None = None
    """Points of each seat so far, if they are public."""


@dataclass(frozen=True, slots=True)
class Rules(Generic[S]):
    """The rules of a game, as one frozen record of functions over a plain-data State.

    The State is a msgspec Struct of plain data: ids, numbers, lists, dicts with text keys. It contains everything that
    the game hides. Rules are `async def`; each `await` on the GameContext is a question to a seat.
    """

    id: str
    """Stored with each table, so it never changes."""
    package: str
    """Name of the Python package with the catalogue, the rulebook and the data, such as "engines.GAME"."""
    seat_counts: tuple[int, ...]
    """Numbers of seats that can play."""
    colors: tuple[str, ...]
    """Seat colours to choose from, in the printed order."""
    rules_version: int
    """Version of the rules; raise it when a fix changes how logged decisions play out."""
    state_type: type[S]
    """For decoding stored States."""
    new_game: Callable[[Setup, GameContext[Any]], S]
    """(Setup, context without a State) -> the State after the shuffle. Events logged here open the log."""
    play_turn: Callable[[GameContext[S]], Coroutine[Any, Any, None]]
    """Plays from one checkpoint to the next. It reads the position from the State alone: the State is stored when it
    returns, and a restarted game replays the decisions since then.
    """
    is_over: Callable[[S], bool]
    """Whether the game has ended."""
    view: Callable[[S, Seat | None], Any]
    """(State, seat) -> the information that the seat may see (None: a spectator), built as a whitelist."""
    scores: Callable[[S], tuple[Score, ...]]
    """Final scores, or the current ranking, best first."""
    problems: Callable[[S], list[str]]
    """Broken invariants, in words; empty when sound."""
    redeal: Callable[[S, Seat | None, Rng], None]
    """Redeals, in place, everything that the seat cannot see (None: everything hidden from spectators). Open
    questions whose options were given as a function are then listed again (`Prompt.renew_options`).
    """
    options: tuple[TableOption, ...] = ()
    """Choices that the table may make before the start."""
    presets: Mapping[str, PresetTopic] = field(default_factory=dict)
    """Topics of preset answers by name (`Prompt.topic`)."""
    seat_counts_for: Callable[[Mapping[str, str]], tuple[int, ...]] | None = None
    """Numbers of seats that can play with these values of the table options; None: always all of `seat_counts`. The
    smallest of them must be able to play with every value.
    """
    automa: str | None = None
    """The noun of the player that the rules themselves play. It has no seat at the table and is asked nothing;
    sentences call it by this noun, and in the scores it comes after the seats.
    """
    entries: Callable[[Lang], Iterable[Entry]] | None = None
    """Entries of the rulebook that are made from the data (cards, tiles); they follow the written ones."""
    turn_info: Callable[[Any], TurnInfo] | None = None
    """The position in the course of the game, from a spectator's View."""
    seat_colors: Callable[[Any], tuple[str | None, ...]] | None = None
    """The colours of the seats if the rules decide them, from a spectator's View (None: not yet). The lobby then asks
    for no colours, and `Setup.colors` is ignored.
    """
    colors_chosen_with: Callable[[Mapping[str, str]], bool] | None = None
    """Whether people choose their colours in the lobby with these values of the table options, in a game with
    `seat_colors`; None: never.
    """
    upgrade: Callable[[dict[str, Any], int], dict[str, Any]] | None = None
    """(State of earlier rules as plain data, their version) -> today's State as plain data."""
    add_prompts: Callable[[Any, Mapping[Seat, Any]], Any] | None = None
    """(View, pending seats with the subject of their question) -> the View that also shows them, in games that do; a
    State does not know them. Only the public part of a subject may reach a View.
    """
    evaluate: Callable[[S, Seat], float] | None = None
    """Rule-of-thumb value of a State for a seat, in final points: for search, suggestions and previews."""

    def list_seat_counts(self, options: Mapping[str, str]) -> tuple[int, ...]:
        """Return the numbers of seats that can play with these values of the table options."""
        return self.seat_counts if self.seat_counts_for is None else self.seat_counts_for(options)

    def are_colors_chosen(self, options: Mapping[str, str]) -> bool:
        """Return True if people choose their colours before the start with these values of the table options."""
        return self.seat_colors is None or (self.colors_chosen_with is not None and self.colors_chosen_with(options))

    def build_setup(self, seats: int, colors: Sequence[str] = (), options: Mapping[str, str] | None = None) -> Setup:
        """Return a checked Setup with default colours and options filled in. Raises Refused with
        the expected values.
        """
        values = {option.id: option.default for option in self.options}
        for key, value in (options or {}).items():
            allowed = next((option.values for option in self.options if option.id == key), None)
            if allowed is None:
                raise Refused("kernel.refused.option", got=key, allowed=tuple(values))
            if value not in allowed:
                raise Refused("kernel.refused.option_value", option=key, got=value, allowed=allowed)
            values[key] = value
        if seats not in self.list_seat_counts(values):
            raise Refused("kernel.refused.seats", got=seats, allowed=self.list_seat_counts(values))
        chosen = tuple(colors) + tuple(c for c in self.colors if c not in colors)[: seats - len(colors)]
        if len(chosen) != seats or len(set(chosen)) != seats or not set(chosen) <= set(self.colors):
            raise Refused("kernel.refused.colors", got=tuple(colors), allowed=self.colors)
        return Setup(seats, chosen, values)
