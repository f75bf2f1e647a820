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

    coins: Natural = 0  # jade may replace each of them (R7)
    camels: Natural = 0  # jade may replace each of them, too
    pepper: Natural = 0  # exactly this good; nothing replaces it
    silk: Natural = 0  # exactly this good
    gold: Natural = 0  # exactly this good
    jade: Natural = 0  # printed jade, besides any that replaces coins or camels
    any_good: Natural = 0
    """Number of goods (pepper, silk or gold) of the payer's choice."""
    vp: Natural = 0  # card k05: the points may become negative (R8.7)

    def add(self, other: Cost, times: int = 1) -> Cost:
        """Return this cost plus `times` the other one."""
        return Cost(*(getattr(self, name) + times * getattr(other, name) for name in COST_KEYS))


COST_KEYS = Cost.__struct_fields__


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """R10 A gain. The fields stand in the order of that rule."""

    vp: Natural = 0  # scored at once, under a source of `Player.points`
    coins: Natural = 0  # from the supply, which has no limit (R7)
    camels: Natural = 0  # as coins; camels are no goods (R1)
    pepper: Natural = 0  # exactly this good
    silk: Natural = 0  # exactly this good
    gold: Natural = 0  # exactly this good
    any_good: Natural = 0  # number of goods of the gainer's choice, pepper, silk or gold; equal ones are allowed
    two_different: Natural = 0  # number of pairs of the gainer's choice, of two different ones of pepper, silk and gold
    jade: Natural = 0  # each also scores if Abha Basu gains it (R12)
    black_die: Natural = 0  # dice taken and rolled at once, as many as are left
    draw_contract: Natural = 0  # contracts from the pile, one after the other
    take_contract: Natural = 0  # face-up contracts from cities with a post of the player's; each may be declined
    move: Natural = 0  # steps of one movement, which may be declined; its routes cost as usual
    copy_city_bonus: Natural = 0  # "!?": bonuses of other markers on the map, chosen again every time

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
    players_min: Positive  # fewest seats with which a table can begin
    players_max: Positive  # most seats
    rounds: Positive  # the last one is followed by the final scoring (R14)
    colors: tuple[str, ...]  # of dice, posts and Donata's tokens; in which seats without a wish get them


class ByPlayers(_Table, frozen=True):
    """R2 Numbers that depend on how many play; of neutral dice the values."""

    black_dice: Positive  # in the game, on mats, on spaces and in the supply together
    neutral_khan: tuple[Pips, ...]  # on the first Khan spaces, in their order; they stay all game (R2.7)
    neutral_special_city: Annotated[int, msgspec.Meta(ge=0, le=6)]  # on the first space of each; 0: none
    neutral_market_gold_b: Annotated[int, msgspec.Meta(ge=0, le=6)]  # on that space; 0: none
    second_most_contracts: bool  # whether the second-highest number scores (R14.5)


class Setup(_Table, frozen=True):
    coins: Natural  # of each player at the start (R2.8)
    camels: Natural  # of each player at the start (R2.8)
    dice: Positive  # in the colour of each player; rolled together every round
    trading_posts: Positive  # of each player, in the supply and on the map together
    goal_cards_dealt: Positive  # to each player, who keeps one (R2.11)
    active_contract_slots: Positive  # contracts that a player can hold at the same time
    start_vp: int  # of each player, under the source "start"
    by_players: dict[int, ByPlayers]  # by the number of players


class Constants(_Table, frozen=True):
    low_roll_threshold: Positive  # pips of five dice below which the difference is compensated (R4.6)
    reroll_cost_camels: Natural  # for one die, each time (R9.4)
    adjust_cost_camels: Natural  # for one die by 1, each time (R9.5)
    black_die_cost_camels: Natural  # for one black die, rolled at once (R9.6)
    black_die_purchases_per_turn: Positive  # dice from rewards are not counted (R9.6, R15.5)
    contract_action_coins: Natural  # gained after taking the contracts (R8.4)
    contract_action_max: Positive  # most contracts taken by one action (R8.4)
    khan_spaces: Positive  # as many as lines of `Data.spaces` for the Khan
    khan_reward: Gain  # of every Khan space, whatever the die (R8.2)
    purse_options: tuple[Gain, ...]  # one of them for each die put there; numbered from 1 in option keys (R9.3)


class PostVp(_Table, frozen=True):
    """R11 VP for placing the last trading posts."""

    ninth: Natural  # for the ninth post on the map
    tenth: Natural  # for the tenth post
    eleventh: Natural  # for the last one


class GoodLine(_Line, frozen=True):
    caravan_end_vp: Natural = 0  # for one that is still on a caravan at the end (R14.6); 0 for jade
    caravan_sell_vp: Natural = 0  # for one sold when a route is completed (R13)
    caravan_upgrade: Good | None = None  # good that replaces it when upgraded (R13); None: cannot be


class CrestLine(_Line, frozen=True):
    unique: bool = False  # whether one city alone bears it


class CrestScoring(_Table, frozen=True):
    vp: tuple[Natural, ...]  # by number of crests, from 0; more crests than listed score as the last (R14.2)


class City(_Line, frozen=True):
    kind: CityKind  # decides the spaces and tiles of the city (R1)
    x: Natural  # 0-1000 to the right (R19); pictures have coordinates of their own
    y: Natural  # 0-1000 downwards
    crest: Crest | None = None  # None in Beijing alone
    contract_slots: Natural = 0  # number of face-up contracts, 0 where the kind is not "contract"
    card_slots: Natural = 0  # number of city cards, 0 where the kind is not "card"
    outpost_slot: bool = False  # whether an outpost tile lies there at the start
    city_bonus_slot: bool = False  # whether a city bonus marker lies there
    guild: Guild | None = None  # of a special city, as in `SpecialCity`; else None


class Oasis(_Line, frozen=True):
    x: Natural  # as `City.x`
    y: Natural  # as `City.y`


class Route(_Line, frozen=True):
    a: str  # one end, a city or an oasis; routes lead in both directions
    b: str  # the other end
    coins: Natural = 0  # for each use (R8.5); 0 for Gantulga (R12)
    camels: Natural = 0  # for each use; 0 for Gantulga
    jade: Natural = 0  # for each use, for Gantulga as well
    guild: Guild | None = None  # its seal is needed, basic or improved (R8.3); None: open to all
    via: tuple[tuple[int, int], ...] = ()  # points (x, y) of its bends from a to b, as in `City.x`


class Space(_Line, frozen=True):
    """An action space."""

    action: Action  # main action, or "purse" for the bonus action (R9.3)
    color: Literal["blue", "brown", "purse"]
    """Blue: a fee if dice lie there; brown: one use per round; purse: any number of dice (R6, R9.3)."""
    dice: Positive
    """Number of dice to place."""
    min_value: Pips  # of the lowest die; a Khan space may ask for more (R8.2)
    book: Good | None = None  # of a market space; else None
    caravan_steps: Natural = 0  # of each own caravan after the market action (R13)
    order: Natural = 0
    """Position among the Khan spaces."""
    rank: Natural = 0
    """Position among the travel spaces (1: lower space)."""
    extra_coins: Natural = 0  # for the Travel action, besides fee and routes (R8.5)
    max_steps: Natural = 0  # of a travel space; the lowest die limits them, too
    extra_post: bool = False  # whether the movement may place a second post (R8.5)
    city: str | None = None  # where the player needs a post; None on the main board and for common cards


class GuildLine(_Line, frozen=True):
    min_value: Pips  # lowest value of the action that reaches this guild (R8.3)
    improve_cost: Cost  # for turning the basic seal over (R9.2)
    improved_bonus: Gain  # gained when improved, as income of later rounds, and in the special city
    goal_vp: Natural  # for its icon on the goal card if the seal is improved (R14.1)
    jade_on_take: Natural = 0  # gained with the basic seal (R8.3)


class SpecialCity(_Line, frozen=True):
    guild: Guild  # its improved seal adds the seal's bonus (R8.6)
    reward: Gain  # for a die of any value
    double_from: Pips  # value of the die from which the seal's bonus is added twice


class Book(_Line, frozen=True):
    free_offers: tuple[Gain, Gain]  # printed, open in every round (R8.1)


class OfferTile(_Line, frozen=True):
    book: Good  # on whose stack it lies
    left_jade: Positive  # price of the left offer (R8.1)
    left: Gain  # everything that the left offer gives
    right_jade: Positive  # price of the right offer
    right: Gain  # everything that the right offer gives


class BonusTile(_Line, frozen=True):
    """A city bonus marker or an outpost tile."""

    reward: Gain  # of a marker: for a new post and as income (R4.3, R11); of an outpost tile: once


class Contract(_Line, frozen=True):
    cost: Cost  # camels, goods and jade, never coins (R9.1)
    reward: Gain  # VP and something else


class Exchange(_Table, frozen=True):
    cost: Cost  # of doing it once
    reward: Gain  # gained by doing it once


class Range(_Table, frozen=True):
    """R8.7 The effect of a city card for some values of the action."""

    min: Pips  # lowest value of the action in it
    max: Pips  # highest value in it
    reward: Gain = Gain()  # of a `by_die` card
    times: Natural = 0
    """Card k03: how many city bonuses may be used."""


class CityCard(_Line, frozen=True):
    """R8.7 A city card."""

    kind: CardKind  # its effect, and which fields below hold it
    cost: Cost = Cost()  # of an `exchange`, once; of `guild_one_die`, for the seal
    reward: Gain = Gain()  # of an `exchange`, once
    options: tuple[Exchange, ...] = ()  # the two lines of a `choice_exchange`
    per: Gain = Gain()  # for each post, fulfilled contract or pip of the die
    ranges: tuple[Range, ...] = ()  # of `by_die` and `city_bonus`; they hold every value once, in order


class Goal(_Line, frozen=True):
    crests: tuple[Crest, ...]  # icons that count as a crest more where the player's post covers the crest (R14.2)
    seals: tuple[Guild, ...]  # icons that score if the player's seal is improved (R14.1)


class RouteTile(_Line, frozen=True):
    crests: tuple[Crest, Crest]  # of the figure's city and of the caravan's, either way round (R13)


class _Character(_Line, frozen=True):
    set: Literal["base", "caravan"]  # "caravan": in play only with the expansion (R2.10)


class Mongke(_Character, frozen=True):
    vp_per_oasis: Natural  # for each different oasis that a movement passes or ends on
    choice: tuple[Gain, Gain]  # one of the two besides, chosen for each oasis


class DeWu(_Character, frozen=True):
    guild_dice: Positive  # enough for the guild space, where others need two
    jade_on_improve: Natural  # for each seal he improves
    bonus_crests: Natural  # added to his crests (R14.2)


class Abha(_Character, frozen=True):
    round_coins: Natural  # income of every round (R4.3)
    jade_per_contract: Natural  # for each contract he fulfils
    vp_per_jade: Natural  # for each jade he gains from any source


class Mailin(_Character, frozen=True):
    figures: Positive  # number of her figures, all in Beijing at the start
    start_coins: Natural  # in addition to `Setup.coins`


class Isabella(_Character, frozen=True):
    low: dict[Pips, Gain]  # gain for a single die, by the value rolled
    pair: dict[Pips, Gain]  # gain for a pair instead of the two single gains, by the value rolled
    max_pairs: Natural  # of one value in a roll; five dice hold no more


class Tebaldo(_Character, frozen=True):
    caravan_extra_steps: Natural  # added to `Space.caravan_steps`
    bonus_crests: Natural  # added to his crests (R14.2)


class Piedro(_Character, frozen=True):
    caravans: Positive  # number of his caravans, where others have one
    on_complete: Gain  # for each route he completes


class Vidal(_Character, frozen=True):
    contract_action_max: Positive  # instead of `Constants.contract_action_max`
    counts_as_contracts: Natural  # his number in R14.5, however many he has fulfilled
    trade_cost: Cost  # of his own bonus action, once per turn
    trade_vp: Natural  # for that bonus action


class Donata(_Character, frozen=True):
    tokens: Natural  # at the start, one in each colour but her own
    token_value: Pips  # of a token placed like a die
    occupied_camels: Natural  # after each main action for which she paid a fee


class Characters(_Table, frozen=True):
    mongke: Mongke  # Möngke Khan: oases
    de_wu: DeWu  # De Wu: seals
    abha: Abha  # Abha Basu: coins and jade
    mailin: Mailin  # Mailin and Tian Chin: two figures
    filippo: _Character  # Filippo Vitello: outpost tiles; without numbers
    isabella: Isabella  # Isabella Donati: rolls
    gantulga: _Character  # Gantulga Od: routes; without numbers
    tebaldo: Tebaldo  # Tebaldo Visconti da Piacenza: caravan and seals
    piedro: Piedro  # Piedro Tartarino: two caravans
    vidal: Vidal  # Vidal Badoer: contracts
    donata: Donata  # Donata Badoer: tokens


class CaravanRules(_Table, frozen=True):
    max_goods: Positive  # loaded at the start of a route (R13)
    min_goods: Positive  # loaded at the start of a route (R13)
    allowed_goods: tuple[Good, ...]  # kinds that can be loaded: all but jade (R13)


class FinalScoring(_Table, frozen=True):
    coins_per_vp: Positive  # for 1 VP, rounded down (R14.3)
    resources_per_vp: Positive  # goods, jade included, for 1 VP, rounded down (R14.4)
    most_contracts_vp: Natural  # for every player with the highest number (R14.5)
    second_contracts_vp: Natural  # for every player with the second-highest number


class Rulings(_Table, frozen=True):
    """R15 Switches for questions that the rules leave open."""

    start_player: Literal["highest_travel_space", "last_traveller"]  # which Travel action takes the record (R15.3)
    black_die_limit_counts_rewards: bool  # whether dice from rewards use up the purchase of a turn (R15.5)
    second_place_after_first_tie: bool  # whether the second number scores if several have the first (R15.18)
    zero_contracts_score: bool  # whether a number of 0 can score (R14.5)
    relocated_post_scores_vp: bool  # whether moving a post scores as placing the last one (R16.11)
    round1_character_income: bool  # whether Abha Basu has income in round 1 (R4.3)
    mongke_counts_end_oasis: bool  # whether the oasis where he stops counts (R15.8)
    isabella_rerolls_count: bool  # whether rerolls bring her gains (R15.9)
    filippo_unused_tiles_vp: Natural  # for each tile that he has kept to the end (R12)


class Data(_Table, frozen=True):
    meta: Meta  # how many can play, and how long
    setup: Setup  # pieces and resources that a player begins with (R2)
    constants: Constants  # numbers of the actions (R8, R9)
    post_vp: PostVp  # scored with the last posts of a player (R11)
    goods: dict[str, GoodLine]  # pepper, silk, gold and jade (R1)
    crests: dict[Crest, CrestLine]  # in the order in which mats show them
    crest_scoring: CrestScoring  # the crest track (R14.2)
    cities: dict[str, City]  # ids are places in States and option keys
    oases: dict[str, Oasis]  # ids are places, too
    routes: dict[str, Route]  # each once, for both directions (R8.5)
    spaces: dict[str, Space]  # action spaces and the purse; in the order in which they are offered
    guilds: dict[Guild, GuildLine]  # in the order of their lowest dice (R8.3)
    special_cities: dict[str, SpecialCity]  # by city, for those of the kind "special" (R8.6)
    books: dict[Good, Book]  # by the good that they sell (R8.1)
    offer_tiles: dict[str, OfferTile]  # for each book one more than rounds (R2.6)
    city_bonuses: dict[str, BonusTile]  # markers, one more than cities with a slot (R2.2)
    outposts: dict[str, BonusTile]  # as many as cities with a slot (R2.3)
    starting_contracts: dict[str, Contract]  # blue; they leave the game when discarded (R8.4)
    contracts: dict[str, Contract]  # red; they return under the pile when discarded
    city_cards: dict[str, CityCard]  # of the cities, the common spaces and the deck (R2.4)
    goals: dict[str, Goal]  # goal cards, of which each player keeps one (R2.11, R14)
    characters: Characters  # numbers of their powers (R12)
    caravan: CaravanRules  # loads of caravans (R13)
    route_tiles: dict[str, RouteTile]  # in play only with the Caravan expansion (R13)
    final_scoring: FinalScoring  # coins, goods and contracts at the end (R14)
    rulings: Rulings  # decisions on open questions (R15)
