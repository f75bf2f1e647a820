"""A small stage for rules tests: a table in a few words, and rules played with scripted answers.

    s = table(offer="W01 R13 B05 Y10 W10", deck="Y21 R02")
    owner(s, RED, zones=(1, 0, 0, 0), goods=(0, 1, 0, 0), coins=6)
    told = play(s, take_turn, "expand:2", "learn:4", "yes")

Goods are written (salt, brick, wood, wheat), zones (castle, university, shipyard, warehouse) as numbers of cards, as
RULES.md writes them. Cards are taken from wherever they lie, so every State is sound if its numbers are.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec.structs import replace

from engines.kernel import LANGS, Msg, Option, Prompt, Rng, Setup, Table, Term, catalogue, read
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, ZONES, Space, Zone
from engines.kilia.rules.achievements import earned, placed
from engines.kilia.table.setup import new
from engines.kilia.table.state import SPRAT, Merchant, Player, State, Warehouse

WHITE, RED, BROWN, YELLOW = range(4)
"""Seats of a table of four, by colour."""
NAMES = ("White", "Red", "Brown", "Yellow")
COLORS = tuple(CONTENT.data.player_colors)
WORDS = catalogue("engines.kilia")

Rule = Callable[[Table[State]], Coroutine[Any, Any, Any]]


def table(
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
    """A table at the beginning of a turn. deck, contract_deck: the cards on top, the top one first; "-" is a hole.

    Whoever is not mentioned afterwards sits there as after the setup.
    """
    s = new(Setup(seats, COLORS[:seats], {"extra_wheel": extra_wheel}), Table(None, Rng(bytes(32))))
    s.start, s.active, s.round, s.final = start, active, in_round, final
    _lay(s.offer, s.deck, offer, deck)
    _lay(s.contracts, s.contract_deck, contracts, contract_deck)
    return s


def _lay(row: list[str | None], pile: list[str], offered: str | None, on_top: str | None) -> None:
    """Put the named cards into the row and on top of the pile; all others of both go below."""
    if offered is not None:
        pile += [card for card in row if card is not None]
        row[:] = [None if card == "-" else card for card in offered.split()]
    if on_top is not None:
        pile += reversed(on_top.split())
    named = [card for card in (*row, *(on_top or "").split()) if card is not None]
    rest = [card for card in dict.fromkeys(pile) if card not in named]
    pile[:] = [*rest, *reversed((on_top or "").split())]


def take(s: State, card: str) -> str:
    """A card from wherever it lies in offers and decks; what fills an offer comes from its deck."""
    for row, pile in ((s.offer, s.deck), (s.contracts, s.contract_deck)):
        if card in pile:
            pile.remove(card)
        elif card in row:
            row[row.index(card)] = pile.pop(0)
    return card


def owner(
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
    """Set a player. market: "M1:Y01 M2:W02+R03 M4:Y04*1" (stacks from below, coins behind the star);

    canal: {1: "Y02", 5: "Y03 turned"}. Earned markers lie on the wheels already. Cards under zones are taken from the
    far end of the deck where they are not named.
    """
    player = s.players[seat]
    player.coins, player.goods = coins, dict(zip(GOODS, goods, strict=True))
    player.abilities = [take(s, card) for card in abilities.split()]
    for place in market.split():
        space, _, stack = place.partition(":")
        cards, _, used = stack.partition("*")
        pile = [Merchant(take(s, card)) for card in cards.split("+")]
        pile[-1].coins = int(used or 0)
        player.market[cast(Space, space)] = pile
        if space == "M4":
            s.sprats -= 1
    for segment, laid in (canal or {}).items():
        card, *turned = laid.split()
        player.canal[segment - 1] = Warehouse(take(s, card), bool(turned))
    player.active = [take(s, name) for name in active.split()]
    player.fulfilled = [take(s, name) for name in fulfilled.split()]
    player.sprat = sprat  # type: ignore[assignment]
    if side is not None:
        player.side = side  # type: ignore[assignment]
    for zone, count in zip(ZONES, zones, strict=True):
        under_zone(s, player, zone, count)
    for achievement, wheel in s.wheels.items():
        for _ in range(earned(player, achievement) - placed(s, seat, achievement)):
            wheel.placed[min(sum(map(bool, wheel.placed)), len(wheel.placed) - 1)].append(seat)
            player.chips = max(0, player.chips - 1)
    if chips is not None:
        player.chips = chips
    return player


def under_zone(s: State, player: Player, zone: Zone, count: int) -> None:
    """So many cards of the zone, whichever lie lowest in the deck."""
    cards = [card for card in s.deck if CONTENT.cards[card].zone == zone][:count]
    assert len(cards) == count
    player.zones[zone] = [take(s, card) for card in cards]


def goods(player: Player) -> tuple[int, ...]:
    return tuple(player.goods[good] for good in GOODS)


def zones(player: Player) -> tuple[int, ...]:
    return tuple(len(player.zones[zone]) for zone in ZONES)


def used(player: Player) -> dict[str, int]:
    """Coins on the merchants that have any."""
    return {space: stack[-1].coins for space in SPACES if (stack := player.market[space]) and stack[-1].coins}


def sprat_in(player: Player) -> list[str]:
    return [zone for zone in ZONES if SPRAT in player.zones[zone]]


# ---------------------------------------------------------------------- playing


@dataclass
class Played:
    """What happened: every question in turn, and what was told."""

    prompts: list[Prompt] = field(default_factory=list)
    told: list[Msg] = field(default_factory=list)
    revealed: bool = False

    @property
    def asked(self) -> list[str]:
        return [prompt.text.key for prompt in self.prompts]

    def prompt(self, question: str, number: int = 0) -> Prompt:
        """The number-th question with that sentence."""
        return [prompt for prompt in self.prompts if prompt.text.key == question][number]

    def keys(self, question: str, number: int = 0) -> list[str]:
        return [option.key for option in self.prompt(question, number).options]

    def asides(self, question: str, number: int = 0) -> list[str]:
        return [option.key for option in self.prompt(question, number).asides]

    def detail(self, question: str, key: str, lang: str = "en", number: int = 0) -> str:
        prompt = self.prompt(question, number)
        options = {option.key: option for option in (*prompt.options, *prompt.asides)}
        return words(options[key].detail, lang)

    def label(self, question: str, key: str, lang: str = "en") -> str:
        return words(next(o.label for o in self.prompt(question).options if o.key == key), lang)

    @property
    def sentences(self) -> list[str]:
        return [words(msg) for msg in self.told]


def words(text: Any, lang: str = "en") -> str:
    """A sentence or noun as a reader sees it."""
    made = text if isinstance(text, Term) else read(text)
    if isinstance(made, Term):
        return WORDS.term(made.path, lang)  # type: ignore[arg-type]
    return WORDS.render(made, lang, NAMES)  # type: ignore[arg-type]


def play(s: State, rule: Rule, *answers: str | Iterable[str], rng: Rng | None = None) -> Played:
    """Play a rule with these answers, in order; all must be asked for, and none be missing.

    An answer to several windows is a list of keys. Every sentence on the way is rendered in both languages. Several
    seats that are asked at once are answered in the order in which they are asked.
    """
    t, played = Table(s, rng or Rng(bytes(32))), Played()
    script, left = rule(t), list(answers)
    value: Any = None
    try:
        while True:
            ask = script.send(value)
            given: dict[int, Any] = {}
            for prompt in ask.prompts:
                prompt.check()
                played.prompts.append(_as_read(prompt))
                _render(prompt)
                shown = [option.key for option in (*prompt.options, *prompt.asides)]
                assert left, f"asked {prompt.text.key} {shown}, no answer was scripted"
                answer = left.pop(0)
                given[prompt.seat] = prompt.read((answer,) if isinstance(answer, str) else tuple(answer))
            value = given if ask.together else next(iter(given.values()))
    except StopIteration:
        played.told = [event.text for event in t.lines()]
        played.revealed = t.revealed
        for msg in played.told:
            assert all(words(msg, lang) for lang in LANGS)
    assert not left, f"not asked for: {left}"
    return played


def _as_read(prompt: Prompt) -> Prompt:
    """The question with its texts as they read now: later the State is another."""

    def now(options: Sequence[Option]) -> tuple[Option, ...]:
        return tuple(replace(o, label=read(o.label), detail=o.detail and read(o.detail)) for o in options)

    return replace(prompt, options=now(prompt.options), asides=now(prompt.asides))


def _render(prompt: Prompt) -> None:
    texts = [prompt.text]
    for option in (*prompt.options, *prompt.asides):
        texts += [text for text in (option.label, option.detail, option.group) if text is not None]  # type: ignore[misc]
    for text in texts:
        assert all(words(text, lang) for lang in LANGS)


def seated(rule: Callable[..., Coroutine[Any, Any, Any]], *args: Any) -> Rule:
    """A rule that takes the table first and then these arguments."""
    return lambda t: rule(t, *args)
