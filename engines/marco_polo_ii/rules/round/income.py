"""R4.3 Income of everybody at once: city bonuses, improved seals, characters."""

from __future__ import annotations

from typing import NamedTuple

from engines.kernel import Msg, Option, Prompt, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.goods import PAIRS, pair_gain, receive
from engines.marco_polo_ii.rules.rewards import markers_to_copy
from engines.marco_polo_ii.table.names import amounts, choice, guild, place
from engines.marco_polo_ii.table.questions import Income
from engines.marco_polo_ii.table.state import State

DATA = CONTENT.data
NOTHING = Gain()


class Inflow(NamedTuple):
    """One source of income. id: "bonus:kochi", "seal:tailor"."""

    id: str
    gain: Gain
    name: Msg


class Form(NamedTuple):
    """A form that an income can take. id: part of the option's key."""

    id: str
    gain: Gain


def inflows(s: State, seat: Seat) -> list[Inflow]:
    """R4.3 City bonuses where the player has a post, and improved seals."""
    player = s.players[seat]
    found = [
        Inflow(f"bonus:{city}", DATA.city_bonuses[ident].reward, say("income.bonus", city=place(city)))
        for city, ident in s.bonuses.items()
        if city in player.posts
    ]
    return found + [
        Inflow(f"seal:{ident}", DATA.guilds[ident].improved_bonus, say("income.seal", guild=guild(ident)))
        for ident in GUILDS
        if player.seals.get(ident)
    ]


def forms(s: State, gain: Gain) -> list[Form]:
    """R10 What the player may make of an income: pairs of goods, another marker of the map."""
    if gain.copy_city_bonus:
        return [
            Form(f"{ident}.{form.id}" if form.id else ident, form.gain)
            for _, ident in markers_to_copy(s)
            for form in forms(s, DATA.city_bonuses[ident].reward)
        ]
    if gain.two_different:
        plain = Gain(vp=gain.vp, coins=gain.coins, camels=gain.camels, jade=gain.jade)
        return [Form(f"{one}.{other}", plain.plus(pair_gain((one, other)))) for one, other in PAIRS]
    return [Form("", gain)]


async def income(t: Table[State]) -> None:
    """R4.3 Everybody who has something to choose is asked once, all at the same time."""
    s = t.state
    prompts = [prompt for seat in s.clockwise(s.start) if (prompt := _question(t, seat)) is not None]
    chosen: dict[Seat, tuple[Gain, ...]] = await t.together(prompts) if prompts else {}
    for seat in s.clockwise(s.start):
        total = _of_character(s, seat)
        for inflow in inflows(s, seat):
            found = forms(s, inflow.gain)
            total = total.plus(found[0].gain if len(found) == 1 else NOTHING)
        for gain in chosen.get(seat, ()):
            total = total.plus(gain)
        if total != NOTHING:
            receive(s, seat, total, "bonuses")
            t.tell("income.done", who=Who(seat), gain=amounts(total))


def _of_character(s: State, seat: Seat) -> Gain:
    """R4.3, R12 Abha Basu; in round 1, too, by a ruling."""
    if s.players[seat].character != "abha" or (s.round == 1 and not DATA.rulings.round1_character_income):
        return NOTHING
    return Gain(coins=DATA.characters.abha.round_coins)


def _question(t: Table[State], seat: Seat) -> Prompt | None:
    """One group for each income with a choice; R12 Mailin also chooses which one she gains twice."""
    s = t.state
    found = inflows(s, seat)
    options = []
    sources = []
    for inflow in found:
        several = forms(s, inflow.gain)
        if len(several) > 1:
            sources.append(inflow.id)
            options += [
                Option(
                    f"{inflow.id}.{form.id}",
                    form.gain,
                    amounts(form.gain),
                    group=inflow.name,
                    place=choice(inflow.id, gain=form.gain),
                )
                for form in several
            ]
    if s.players[seat].character == "mailin" and found:
        sources.append("double")
        options += [
            Option(
                f"double:{inflow.id}.{form.id}" if form.id else f"double:{inflow.id}",
                form.gain,
                amounts(form.gain),
                inflow.name,
                group=say("income.double"),
                place=choice("double", gain=form.gain, source=inflow.id),
            )
            for inflow in found
            for form in forms(s, inflow.gain)
        ]
    if not options:
        return None
    default = tuple(next(option.key for option in options if option.key.startswith(source)) for source in sources)
    key = "income.ask" if len(sources) > 1 else "income.ask_one"
    return t.each(seat, key, options, rule="R4", default=default, topic="income", about=Income(tuple(sources)))
