"""The structure of data.toml: one Struct per table. `checks.py` checks consistency between tables."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]

Good = Literal["pepper", "silk", "gold"]
Guild = Literal["farmer", "spicer", "tailor", "jeweler"]
Crest = Literal["sun", "cloud", "moon", "star", "rooster", "bamboo", "snake", "monkey", "lotus"]
CityKind = Literal["start", "contract", "card", "special", "small"]
Action = Literal["market", "khan", "guild", "travel", "contracts", "special", "city_card", "purse"]
CardKind = Literal[
    "exchange", "choice_exchange", "count_posts", "count_contracts", "by_die", "per_pip", "city_bonus", "guild_one_die"
]


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R7 A cost to pay."""

    coins: Natural = 0
    camels: Natural = 0
    pepper: Natural = 0
    silk: Natural = 0
    gold: Natural = 0
    jade: Natural = 0
    any_good: Natural = 0
    """Number of goods (pepper, silk or gold) of the payer's choice."""
    vp: Natural = 0

    def add(self, other: Cost, times: int = 1) -> Cost:
        """Return this cost plus `times` the other one."""
        return Cost(*(getattr(self, name) + times * getattr(other, name) for name in COST_KEYS))


COST_KEYS = Cost.__struct_fields__


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R10 A gain. The fields stand in the order in which they are gained."""

    vp: Natural = 0
    coins: Natural = 0
    camels: Natural = 0
    pepper: Natural = 0
    silk: Natural = 0
    gold: Natural = 0
    any_good: Natural = 0
    two_different: Natural = 0
    jade: Natural = 0
    black_die: Natural = 0
    draw_contract: Natural = 0
    take_contract: Natural = 0
    move: Natural = 0
    copy_city_bonus: Natural = 0

    def multiply(self, n: int) -> Gain:
        return Gain(*(n * getattr(self, name) for name in GAIN_KEYS))

    def add(self, other: Gain) -> Gain:
        return Gain(*(getattr(self, name) + getattr(other, name) for name in GAIN_KEYS))


GAIN_KEYS = Gain.__struct_fields__


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all tables. Unknown keys are refused, so that a mistyped key is noticed."""


class _Line(_Table, frozen=True):
    """A printed component."""

    source: str = msgspec.field(name="from")
    """Source of the values; the head of data.toml explains the codes."""


class Meta(_Table, frozen=True):
    players_min: Positive
    players_max: Positive
    rounds: Positive
    colors: tuple[str, ...]


class ByPlayers(_Table, frozen=True):
    """R2 Values that depend on the number of players, e.g. of the neutral dice (0: no die there)."""

    black_dice: Positive
    neutral_khan: tuple[Pips, ...]
    neutral_special_city: Annotated[int, msgspec.Meta(ge=0, le=6)]
    neutral_market_gold_b: Annotated[int, msgspec.Meta(ge=0, le=6)]
    second_most_contracts: bool


class Setup(_Table, frozen=True):
    coins: Natural
    camels: Natural
    dice: Positive
    trading_posts: Positive
    goal_cards_dealt: Positive
    active_contract_slots: Positive
    start_vp: int
    by_players: dict[int, ByPlayers]


class Constants(_Table, frozen=True):
    low_roll_threshold: Positive
    reroll_cost_camels: Natural
    adjust_cost_camels: Natural
    black_die_cost_camels: Natural
    black_die_purchases_per_turn: Positive
    contract_action_coins: Natural
    contract_action_max: Positive
    khan_spaces: Positive
    khan_reward: Gain
    purse_options: tuple[Gain, ...]


class PostVp(_Table, frozen=True):
    """R11 VP for placing the ninth, tenth and eleventh trading post."""

    ninth: Natural
    tenth: Natural
    eleventh: Natural


class GoodLine(_Line, frozen=True):
    caravan_end_vp: Natural = 0
    caravan_sell_vp: Natural = 0
    caravan_upgrade: Good | None = None


class CrestLine(_Line, frozen=True):
    unique: bool = False


class CrestScoring(_Table, frozen=True):
    vp: tuple[Natural, ...]


class City(_Line, frozen=True):
    kind: CityKind
    x: Natural
    y: Natural
    crest: Crest | None = None
    contract_slots: Natural = 0
    card_slots: Natural = 0
    outpost_slot: bool = False
    city_bonus_slot: bool = False
    guild: Guild | None = None


class Oasis(_Line, frozen=True):
    geo: str
    x: Natural
    y: Natural


class Route(_Line, frozen=True):
    a: str
    b: str
    coins: Natural = 0
    camels: Natural = 0
    jade: Natural = 0
    guild: Guild | None = None
    via: tuple[tuple[int, int], ...] = ()


class Space(_Line, frozen=True):
    """An action space."""

    action: Action
    color: Literal["blue", "brown", "purse"]
    dice: Positive
    """Number of dice to place."""
    min_value: Pips
    book: Good | None = None
    caravan_steps: Natural = 0
    order: Natural = 0
    """Position among the Khan spaces."""
    rank: Natural = 0
    """Position among the travel spaces (1: lower space)."""
    extra_coins: Natural = 0
    max_steps: Natural = 0
    extra_post: bool = False
    city: str | None = None


class GuildLine(_Line, frozen=True):
    copies: Positive
    min_value: Pips
    improve_cost: Cost
    improved_bonus: Gain
    goal_vp: Natural
    jade_on_take: Natural = 0


class SpecialCity(_Line, frozen=True):
    guild: Guild
    reward: Gain
    double_from: Pips


class Book(_Line, frozen=True):
    free_offers: tuple[Gain, Gain]


class OfferTile(_Line, frozen=True):
    book: Good
    left_jade: Positive
    left: Gain
    right_jade: Positive
    right: Gain


class BonusTile(_Line, frozen=True):
    """A city bonus marker or an outpost tile."""

    reward: Gain


class Contract(_Line, frozen=True):
    cost: Cost
    reward: Gain


class Exchange(_Table, frozen=True):
    cost: Cost
    reward: Gain


class Range(_Table, frozen=True):
    """The effect of a city card with a die value from min to max."""

    min: Pips
    max: Pips
    reward: Gain = Gain()
    times: Natural = 0
    """Card k03: how many city bonuses may be used."""


class CityCard(_Line, frozen=True):
    """R8.7 A city card. Its kind decides which fields are set."""

    kind: CardKind
    cost: Cost = Cost()
    reward: Gain = Gain()
    options: tuple[Exchange, ...] = ()
    per: Gain = Gain()
    ranges: tuple[Range, ...] = ()


class Goal(_Line, frozen=True):
    crests: tuple[Crest, ...]
    seals: tuple[Guild, ...]


class RouteTile(_Line, frozen=True):
    crests: tuple[Crest, Crest]


class _Character(_Line, frozen=True):
    set: Literal["base", "caravan"]


class Mongke(_Character, frozen=True):
    vp_per_oasis: Natural
    choice: tuple[Gain, Gain]


class DeWu(_Character, frozen=True):
    guild_dice: Positive
    jade_on_improve: Natural
    bonus_crests: Natural


class Abha(_Character, frozen=True):
    round_coins: Natural
    jade_per_contract: Natural
    vp_per_jade: Natural


class Mailin(_Character, frozen=True):
    figures: Positive
    start_coins: Natural


class Isabella(_Character, frozen=True):
    low: dict[Pips, Gain]
    pair: dict[Pips, Gain]
    max_pairs: Natural


class Tebaldo(_Character, frozen=True):
    caravan_extra_steps: Natural
    bonus_crests: Natural


class Piedro(_Character, frozen=True):
    caravans: Positive
    on_complete: Gain


class Vidal(_Character, frozen=True):
    contract_action_max: Positive
    counts_as_contracts: Natural
    trade_cost: Cost
    trade_vp: Natural


class Donata(_Character, frozen=True):
    tokens: Natural
    token_value: Pips
    occupied_camels: Natural


class Characters(_Table, frozen=True):
    mongke: Mongke
    de_wu: DeWu
    abha: Abha
    mailin: Mailin
    filippo: _Character
    isabella: Isabella
    gantulga: _Character
    tebaldo: Tebaldo
    piedro: Piedro
    vidal: Vidal
    donata: Donata


class CaravanRules(_Table, frozen=True):
    max_goods: Positive
    min_goods: Positive
    allowed_goods: tuple[Good, ...]


class FinalScoring(_Table, frozen=True):
    coins_per_vp: Positive
    resources_per_vp: Positive
    most_contracts_vp: Natural
    second_contracts_vp: Natural


class Rulings(_Table, frozen=True):
    """R15 Switches for questions that the rules leave open."""

    start_player: Literal["highest_travel_space", "last_traveller"]
    black_die_limit_counts_rewards: bool
    second_place_after_first_tie: bool
    zero_contracts_score: bool
    relocated_post_scores_vp: bool
    round1_character_income: bool
    mongke_counts_end_oasis: bool
    isabella_rerolls_count: bool
    filippo_unused_tiles_vp: Natural


class Data(_Table, frozen=True):
    meta: Meta
    setup: Setup
    constants: Constants
    post_vp: PostVp
    goods: dict[str, GoodLine]
    crests: dict[Crest, CrestLine]
    crest_scoring: CrestScoring
    cities: dict[str, City]
    oases: dict[str, Oasis]
    routes: dict[str, Route]
    spaces: dict[str, Space]
    guilds: dict[Guild, GuildLine]
    special_cities: dict[str, SpecialCity]
    books: dict[Good, Book]
    offer_tiles: dict[str, OfferTile]
    city_bonuses: dict[str, BonusTile]
    outposts: dict[str, BonusTile]
    starting_contracts: dict[str, Contract]
    contracts: dict[str, Contract]
    city_cards: dict[str, CityCard]
    goals: dict[str, Goal]
    characters: Characters
    caravan: CaravanRules
    route_tiles: dict[str, RouteTile]
    final_scoring: FinalScoring
    rulings: Rulings
