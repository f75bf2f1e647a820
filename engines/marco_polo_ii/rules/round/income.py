"""R4.3 The simultaneous income of all seats: city bonuses, improved seals, characters."""

from typing import NamedTuple

from engines.kernel import GameContext, Message, Option, Prompt, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.gains import PAIRS, build_pair_gain, receive
from engines.marco_polo_ii.rules.rewards import list_copyable_markers
from engines.marco_polo_ii.table.names import build_choice_place, describe_amounts, name_guild, name_place
from engines.marco_polo_ii.table.questions import Income
from engines.marco_polo_ii.table.state import State

DATA = CONTENT.data
NOTHING = Gain()


class IncomeSource(NamedTuple):
    """One source of income of a seat."""

    id: str
    """E.g. "bonus:kochi", "seal:tailor"."""
    gain: Gain
    """As printed; it may leave a choice (`list_income_alternatives`)."""
    name: Message
    """Heading of its options: the city, or the guild."""


class IncomeAlternative(NamedTuple):
    """One alternative of an income that leaves a choice."""

    id: str
    """Part of the option's key."""
    gain: Gain
    """All of the income, with this choice made."""


def list_income_sources(s: State, seat: Seat) -> list[IncomeSource]:
    """R4.3 Return the sources of income: city bonuses where the seat has a post, and improved seals."""
    player = s.players[seat]
    income_sources = [
        IncomeSource(f"bonus:{city}", DATA.city_bonuses[ident].reward, message("income.bonus", city=name_place(city)))
        for city, ident in s.bonuses.items()
        if city in player.posts
    ]
    return income_sources + [
        IncomeSource(
            f"seal:{ident}", DATA.guilds[ident].improved_bonus, message("income.seal", guild=name_guild(ident))
        )
        for ident in GUILDS
        if player.seals.get(ident)
    ]


def list_income_alternatives(s: State, gain: Gain) -> list[IncomeAlternative]:
    """R10 Return the alternatives of an income: pairs of goods, or another bonus marker of the map."""
    if gain.copy_city_bonus:
        return [
            IncomeAlternative(f"{ident}.{alternative.id}" if alternative.id else ident, alternative.gain)
            for _, ident in list_copyable_markers(s)
            for alternative in list_income_alternatives(s, DATA.city_bonuses[ident].reward)
        ]
    if gain.two_different:
        plain = Gain(vp=gain.vp, coins=gain.coins, camels=gain.camels, jade=gain.jade)
        return [
            IncomeAlternative(f"{first}.{second}", plain.add(build_pair_gain((first, second))))
            for first, second in PAIRS
        ]
    return [IncomeAlternative("", gain)]


async def gain_income(ctx: GameContext[State]) -> None:
    """R4.3 Give all seats their income. Seats with choices are asked once, all at the same time."""
    s = ctx.state
    prompts = [
        prompt for seat in s.list_seats_from(s.start) if (prompt := _build_income_question(ctx, seat)) is not None
    ]
    chosen: dict[Seat, tuple[Gain, ...]] = await ctx.ask_together(prompts) if prompts else {}
    for seat in s.list_seats_from(s.start):
        total = _compute_character_income(s, seat)
        for income_source in list_income_sources(s, seat):
            alternatives = list_income_alternatives(s, income_source.gain)
            total = total.add(alternatives[0].gain if len(alternatives) == 1 else NOTHING)
        for gain in chosen.get(seat, ()):
            total = total.add(gain)
        if total != NOTHING:
            receive(s, seat, total, "bonuses")
            ctx.log_event("income.done", who=SeatRef(seat), gain=describe_amounts(total))


def _compute_character_income(s: State, seat: Seat) -> Gain:
    """R4.3, R12 Return the income of Abha Basu; a ruling decides whether he gets it in round 1."""
    if s.players[seat].character != "abha" or (s.round == 1 and not DATA.rulings.round1_character_income):
        return NOTHING
    return Gain(coins=DATA.characters.abha.round_coins)


def _build_income_question(ctx: GameContext[State], seat: Seat) -> Prompt | None:
    """Return the income question, with one group for each choice; None if there is none.

    R12 Mailin also chooses which income she gains twice.
    """
    s = ctx.state
    incomes = list_income_sources(s, seat)
    options = []
    headings: dict[str, Message] = {}
    for income_source in incomes:
        alternatives = list_income_alternatives(s, income_source.gain)
        if len(alternatives) > 1:
            headings[income_source.id] = income_source.name
            options += [
                Option(
                    f"{income_source.id}.{alternative.id}",
                    alternative.gain,
                    describe_amounts(alternative.gain),
                    group=income_source.name,
                    place=build_choice_place(income_source.id, gain=alternative.gain),
                )
                for alternative in alternatives
            ]
    if s.players[seat].character == "mailin" and incomes:
        headings["double"] = message("income.double")
        options += [
            Option(
                f"double:{income_source.id}.{alternative.id}" if alternative.id else f"double:{income_source.id}",
                alternative.gain,
                message("income.from", source=income_source.name, gain=describe_amounts(alternative.gain)),
                group=headings["double"],
                place=build_choice_place("double", gain=alternative.gain, source=income_source.id),
            )
            for income_source in incomes
            for alternative in list_income_alternatives(s, income_source.gain)
        ]
    if not options:
        return None
    default = tuple(next(option.key for option in options if option.key.startswith(source)) for source in headings)
    key, args = (
        ("income.ask", {}) if len(headings) > 1 else ("income.ask_one", {"source": next(iter(headings.values()))})
    )
    return ctx.build_each_prompt(
        seat, key, options, rule="R4", default=default, topic="income", subject=Income(tuple(headings)), **args
    )
