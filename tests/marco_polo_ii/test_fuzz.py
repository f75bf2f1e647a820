"""Random games go on soundly from late and extreme tables: everything built, nothing left, every character."""

from __future__ import annotations

import pytest
from msgspec import Raw, json

from engines.kernel import Decision, Frame, Match, Rng, pick_random_answer
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.rules.round.beginning import assign_character
from engines.marco_polo_ii.table.state import RESOURCES, Caravan, State

SEED = bytes(range(32))


def build_extreme_state(character: str, rich: bool, number: int) -> State:
    """Build a table. Rich: 10 or 11 posts, all seals, an empty contract pile, loaded caravans, plenty of everything.
    Otherwise the players have nothing.
    """
    s = Match.start(GAME, GAME.build_setup(3, options={"caravan": "on"}), SEED).state
    s.available_characters, s.phase = [], "round"
    others = [ident for ident in ("isabella", "filippo", "abha") if ident != character]
    for seat, ident in enumerate([character, *others][:3]):
        assign_character(s, seat, ident)
        player = s.players[seat]
        player.goal = player.dealt_goals[0]
        for name in RESOURCES:
            setattr(player, name, 30 if rich else 0)
    for _ in range(1, number):
        for tiles in s.tiles.values():
            tiles.pop(0)
    s.round = number - 1 if number > 1 else 0
    if number > 1:  # the beginning of the round takes the next tile itself
        s.tiles = {book: [s.removed[book], *tiles] for book, tiles in s.tiles.items()}
        s.removed = {
            book: next(
                ident
                for ident, tile in CONTENT.data.offer_tiles.items()
                if tile.book == book and ident not in s.tiles[book]
            )
            for book in s.tiles
        }
    if rich:
        for seat, player in enumerate(s.players):
            player.posts = list(CONTENT.trade_cities[: 11 - (seat == 1)])
            player.seals = dict.fromkeys(GUILDS, seat != 2)
            for caravan in player.caravans:
                tile = next(iter(s.routes))
                del s.routes[tile]
                player.tiles.append(tile)
                caravan.place, caravan.goods = "xian", ["gold", "silk"]
        s.outposts = {}
        s.players[1].fulfilled += s.contract_pile.cards
        s.contract_pile.cards = []
    else:
        assert all(player.caravans[0] == Caravan() for player in s.players)
    return s


@pytest.mark.parametrize("rich", [True, False], ids=["rich", "poor"])
@pytest.mark.parametrize("character", CONTENT.characters)
def test_games_go_on_from_extreme_tables(character: str, rich: bool) -> None:
    for number in (1, 5):
        state = build_extreme_state(character, rich, number)
        assert GAME.problems(state) == []
        frame = json.encode(Frame(0, 0, 0, Raw(json.encode(state))))
        match = Match(GAME, GAME.build_setup(3, options={"caravan": "on"}), SEED, frame)
        rng = Rng(bytes([number] * 32))
        for _ in range(2000 if number == 5 else 120):
            if match.is_over:
                break
            seat = rng.pick(match.waiting_seats)
            prompt = match.find_prompt(seat)
            assert prompt is not None
            match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
            assert GAME.problems(match.state) == []
        assert match.is_over or number == 1
