"""A small stage for rules tests: a table in a few words, and rules played with scripted answers.

    s = table(offer="W01 R13 B05 Y10 W10", deck="Y21 R02")
    owner(s, RED, zones=(1, 0, 0, 0), goods=(0, 1, 0, 0), coins=6)
    played = play(s, take_turn, "expand:2", "learn:4", "yes")

Goods are written (salt, brick, wood, wheat), zones (castle, university, shipyard, warehouse) as numbers of cards, as
RULES.md writes them. Cards are taken from wherever they lie, so every State is sound if its numbers are.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec.structs import replace

from engines.kernel import (
    LANGS,
    GameContext,
    Message,
    NounRef,
    Option,
    Prompt,
    Rng,
    Setup,
    load_catalogue,
    resolve_text,
)
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, ZONES, Space, Zone
from engines.kilia.rules.achievements import count_earned_markers, count_placed_markers
from engines.kilia.table.setup import new_game
from engines.kilia.table.state import SPRAT, Merchant, Player, State, Warehouse

WHITE, RED, BROWN, YELLOW = range(4)
"""Seats of a table of four, by colour."""
NAMES = ("White", "Red", "Brown", "Yellow")
COLORS = tuple(CONTENT.data.player_colors)
WORDS = load_catalogue("engines.kilia")

Rule = Callable[[GameContext[State]], Coroutine[Any, Any, Any]]


def build_table(
    seats: int = 4,
    *,
    offer: str | None = None,
    deck: str | None = None,
    contracts: str | None = None,
    contract_deck: str | None = None,
    active: int = WHITE,
    start: int = WHITE,
    in_round: int = 1,
    final: bool = False,
    extra_wheel: str = "off",
) -> State:
    """Build a table at the beginning of a turn.

    deck, contract_deck: the cards on top, the top one first; "-" is a hole. Players that the test does not set are as
    after the setup.
    """
    s = new_game(Setup(seats, COLORS[:seats], {"extra_wheel": extra_wheel}), GameContext(None, Rng(bytes(32))))
    s.start, s.active, s.round, s.is_final_round = start, active, in_round, final
    _lay_cards(s.offer, s.deck, offer, deck)
    _lay_cards(s.contracts, s.contract_deck, contracts, contract_deck)
    return s


def _lay_cards(row: list[str | None], pile: list[str], offered: str | None, on_top: str | None) -> None:
    """Put the named cards into the row and on top of the pile; all others of both go below."""
    if offered is not None:
        pile += [card for card in row if card is not None]
        row[:] = [None if card == "-" else card for card in offered.split()]
    if on_top is not None:
        pile += reversed(on_top.split())
    named = [card for card in (*row, *(on_top or "").split()) if card is not None]
    rest = [card for card in dict.fromkeys(pile) if card not in named]
    pile[:] = [*rest, *reversed((on_top or "").split())]


def take_card(s: State, card: str) -> str:
    """Take a card from wherever it lies in offers and decks; an offer is refilled from its deck."""
    for row, pile in ((s.offer, s.deck), (s.contracts, s.contract_deck)):
        if card in pile:
            pile.remove(card)
        elif card in row:
            row[row.index(card)] = pile.pop(0)
    return card


def set_player(
    s: State,
    seat: int,
    *,
    coins: int = 0,
    goods: Sequence[int] = (0, 0, 0, 0),
    zones: Sequence[int] = (0, 0, 0, 0),
    market: str = "",
    abilities: str = "",
    canal: Mapping[int, str] | None = None,
    active: str = "",
    fulfilled: str = "",
    chips: int | None = None,
    sprat: str = "none",
    side: str | None = None,
) -> Player:
    """Set a player.

    market: "M1:Y01 M2:W02+R03 M4:Y04*1" (stacks from below, coins behind the star); canal: {1: "Y02", 5: "Y03 turned"}.
    Earned markers lie on the wheels already. Cards under zones are taken from the far end of the deck where they are
    not named.
    """
    player = s.players[seat]
    player.coins, player.goods = coins, dict(zip(GOODS, goods, strict=True))
    player.abilities = [take_card(s, card) for card in abilities.split()]
    for place in market.split():
        space, _, stack = place.partition(":")
        cards, _, used = stack.partition("*")
        pile = [Merchant(take_card(s, card)) for card in cards.split("+")]
        pile[-1].coins = int(used or 0)
        player.market[cast(Space, space)] = pile
        if space == "M4":
            s.sprats -= 1
    for segment, laid in (canal or {}).items():
        card, *turned = laid.split()
        player.canal[segment - 1] = Warehouse(take_card(s, card), bool(turned))
    player.active = [take_card(s, name) for name in active.split()]
    player.fulfilled = [take_card(s, name) for name in fulfilled.split()]
    player.sprat = sprat  # type: ignore[assignment]
    if side is not None:
        player.side = side  # type: ignore[assignment]
    for zone, count in zip(ZONES, zones, strict=True):
        put_under_zone(s, player, zone, count)
    for achievement, wheel in s.wheels.items():
        for _ in range(count_earned_markers(player, achievement) - count_placed_markers(s, seat, achievement)):
            wheel.markers[min(sum(map(bool, wheel.markers)), len(wheel.markers) - 1)].append(seat)
            player.chips = max(0, player.chips - 1)
    if chips is not None:
        player.chips = chips
    return player


def put_under_zone(s: State, player: Player, zone: Zone, count: int) -> None:
    """Put this number of cards under the zone, from the bottom of the deck."""
    cards = [card for card in s.deck if CONTENT.cards[card].zone == zone][:count]
    assert len(cards) == count
    player.zones[zone] = [take_card(s, card) for card in cards]


def list_goods(player: Player) -> tuple[int, ...]:
    return tuple(player.goods[good] for good in GOODS)


def count_zones(player: Player) -> tuple[int, ...]:
    return tuple(len(player.zones[zone]) for zone in ZONES)


def list_used_coins(player: Player) -> dict[str, int]:
    """Return the coins on the merchants that have any, by space."""
    return {space: stack[-1].coins for space in SPACES if (stack := player.market[space]) and stack[-1].coins}


def list_zones_with_sprat(player: Player) -> list[str]:
    return [zone for zone in ZONES if SPRAT in player.zones[zone]]


# ---------------------------------------------------------------------- playing


@dataclass
class Played:
    """Result of a played rule: all questions in order, and the log."""

    prompts: list[Prompt] = field(default_factory=list)
    logged: list[Message] = field(default_factory=list)
    """All messages of the log."""
    revealed: bool = False
    """Whether hidden information was revealed, so that the step cannot be undone."""

    @property
    def questions(self) -> list[str]:
        return [prompt.text.key for prompt in self.prompts]

    def find_prompt(self, question: str, number: int = 0) -> Prompt:
        """Return the number-th question with that sentence."""
        return [prompt for prompt in self.prompts if prompt.text.key == question][number]

    def list_keys(self, question: str, number: int = 0) -> list[str]:
        return [option.key for option in self.find_prompt(question, number).options]

    def list_side_actions(self, question: str, number: int = 0) -> list[str]:
        return [option.key for option in self.find_prompt(question, number).side_actions]

    def render_detail(self, question: str, key: str, lang: str = "en", number: int = 0) -> str:
        prompt = self.find_prompt(question, number)
        options = {option.key: option for option in (*prompt.options, *prompt.side_actions)}
        return render_text(options[key].detail, lang)

    def render_label(self, question: str, key: str, lang: str = "en") -> str:
        return render_text(next(o.label for o in self.find_prompt(question).options if o.key == key), lang)

    @property
    def sentences(self) -> list[str]:
        return [render_text(msg) for msg in self.logged]


def render_text(text: Any, lang: str = "en") -> str:
    """Return a sentence or noun as a reader sees it."""
    made = text if isinstance(text, NounRef) else resolve_text(text)
    if isinstance(made, NounRef):
        return WORDS.render_noun(made.path, lang)  # type: ignore[arg-type]
    return WORDS.render(made, lang, NAMES)  # type: ignore[arg-type]


def play(s: State, rule: Rule, *answers: str | Iterable[str], rng: Rng | None = None) -> Played:
    """Play a rule with these answers, in order; each must be asked for, and none may be missing.

    An answer to several windows is a list of keys. Every sentence on the way is rendered in both languages. Seats that
    are asked at the same time answer in the order of the questions.
    """
    t, played = GameContext(s, rng or Rng(bytes(32))), Played()
    script, left = rule(t), list(answers)
    value: Any = None
    try:
        while True:
            ask = script.send(value)
            answer_by_seat: dict[int, Any] = {}
            for prompt in ask.prompts:
                prompt.check()
                played.prompts.append(_resolve_texts(prompt))
                _check_rendering(prompt)
                option_keys = [option.key for option in (*prompt.options, *prompt.side_actions)]
                assert left, f"asked {prompt.text.key} {option_keys}, no answer was scripted"
                answer = left.pop(0)
                answer_by_seat[prompt.seat] = prompt.parse_answer(
                    (answer,) if isinstance(answer, str) else tuple(answer)
                )
            value = answer_by_seat if ask.is_simultaneous else next(iter(answer_by_seat.values()))
    except StopIteration:
        played.logged = [event.text for event in t.build_lines()]
        played.revealed = t.has_revealed
        for msg in played.logged:
            assert all(render_text(msg, lang) for lang in LANGS)
    assert not left, f"not asked for: {left}"
    return played


def _resolve_texts(prompt: Prompt) -> Prompt:
    """Return the question with its texts resolved now, because the State changes later."""

    def resolve_options(options: Sequence[Option]) -> tuple[Option, ...]:
        return tuple(
            replace(o, label=resolve_text(o.label), detail=o.detail and resolve_text(o.detail)) for o in options
        )

    return replace(
        prompt,
        question=prompt.text,
        options=resolve_options(prompt.options),
        side_actions=resolve_options(prompt.side_actions),
    )


def _check_rendering(prompt: Prompt) -> None:
    texts = [prompt.text]
    for option in (*prompt.options, *prompt.side_actions):
        texts += [text for text in (option.label, option.detail, option.group) if text is not None]  # type: ignore[misc]
    for text in texts:
        assert all(render_text(text, lang) for lang in LANGS)


def bind_rule(rule: Callable[..., Coroutine[Any, Any, Any]], *args: Any, **flags: bool) -> Rule:
    """Return a rule that takes the context first and then these arguments."""
    return lambda t: rule(t, *args, **flags)
