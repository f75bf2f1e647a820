"""R9.2 Improving a guild seal."""

from msgspec.structs import replace

from engines.kernel import GameContext, Seat, SeatRef
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain, Guild
from engines.marco_polo_ii.rules.gains import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.table.names import describe_amounts, name_guild
from engines.marco_polo_ii.table.state import Player, State

DE_WU = CONTENT.data.characters.de_wu


def compute_improve_cost(player: Player, guild: Guild) -> Cost:
    """R9.2 Return the cost of improving a seal; R12 Tebaldo pays no coins."""
    cost = CONTENT.data.guilds[guild].improve_cost
    return replace(cost, coins=0) if player.character == "tebaldo" else cost


def list_improvable_seals(player: Player) -> list[Guild]:
    """R9.2 Return the guilds whose basic seal the player can pay to improve."""
    return [
        ident
        for ident, improved in player.seals.items()
        if not improved and can_pay(player, compute_improve_cost(player, ident))
    ]


async def improve_seal(ctx: GameContext[State], seat: Seat, guild: Guild) -> None:
    """R9.2 Pay, flip the seal and gain its bonus at once; R12 De Wu also gains jade."""
    player = ctx.state.players[seat]
    payment = await pay(ctx, seat, compute_improve_cost(player, guild))
    player.seals[guild] = True
    bonus = CONTENT.data.guilds[guild].improved_bonus
    receive(ctx.state, seat, bonus, "seals")
    ctx.log_event(
        "improve.done",
        who=SeatRef(seat),
        guild=name_guild(guild),
        paid=describe_amounts(payment),
        gain=describe_amounts(bonus),
    )
    if player.character == "de_wu":
        jade = Gain(jade=DE_WU.jade_on_improve)
        receive(ctx.state, seat, jade, "character")
        ctx.log_event("told.gains", who=SeatRef(seat), gain=describe_amounts(jade))
