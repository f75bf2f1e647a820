"""Words for things on the table: players, cards, pieces, and the places of options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.kernel import LETTERS, Message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table import names
from engines.pax_pamir.view import PlayerView, View
from render.kit import phrases as kit_phrases
from render.pax_pamir.board.event_signs import find_lasting_effect
from render.pax_pamir.catalogue import find_player_name, render_effect
from render.pax_pamir.private.hand import find_play_cost
from render.pax_pamir.private.targets import build_refusal


@dataclass(frozen=True, slots=True)
class Phrases(kit_phrases.PhraseBook):
    """Words about one View in the language of one reader; players are named as `B Marco`."""

    view: View  # the table as the reader of `ctx` sees it
    game = "pax_pamir"

    def format_player(self, number: int) -> str:
        return self.render_phrase(
            "phrase.player", letter=LETTERS[number], name=find_player_name(self.view, number, self.ctx)
        )

    def describe_turn(self) -> str:
        """Describe the turn: the player on turn with the actions left, the awaited player, or the winner."""
        view = self.view
        if view.phase == "over":
            first = view.scores[0]
            return self.render_phrase("phrase.over", who=self.format_player(first.seat), vp=first.total)
        if view.turn is None:
            return self.render_phrase("phrase.loyalty")
        if view.turn.awaited_seat is not None:
            return self.render_phrase(
                "phrase.answer",
                who=self.format_player(view.turn.awaited_seat),
                turn=self.format_player(view.turn.player),
            )
        return self.render_phrase("phrase.turn", who=self.format_player(view.turn.player), n=view.turn.actions)

    def name_coalition(self, coalition: str) -> str:
        return self.render_noun(f"coalition.{coalition}")

    def name_winner(self, coalition: str | None) -> str:
        """Return the name of a check's dominant coalition, or the word for nobody."""
        return self.render_phrase("report.nobody") if coalition is None else self.name_coalition(coalition)

    def list_gains(self, points: Iterable[int]) -> tuple[str, ...] | str:
        """List the points of each player who gains any, e.g. `B Marco +3`, or return the word for nobody."""
        gains_by_player = tuple(f"{self.format_player(i)} {vp:+d}" for i, vp in enumerate(points) if vp)
        return gains_by_player or self.render_phrase("report.nobody")

    def name_region(self, region: str) -> str:
        return self.render_noun(f"region.{region}")

    def name_border(self, border: str) -> str:
        return "–".join(map(self.name_region, CONTENT.borders[border]))

    def list_blocks(self, blocks: Mapping[Coalition, int]) -> tuple[str, ...]:
        """List the blocks of each coalition, e.g. `British 3`."""
        return tuple(
            self.render_phrase("phrase.count", what=self.name_coalition(side), n=n) for side, n in blocks.items()
        )

    def list_owners(self, counts: Iterable[int]) -> tuple[str, ...]:
        """List the owners of pieces with their numbers, e.g. `B Marco ×2`, `C Aoi`."""
        return tuple(
            self.format_player(i) if n == 1 else f"{self.format_player(i)} ×{n}" for i, n in enumerate(counts) if n
        )

    def name_space(self, index: int) -> str:
        """Return the name of a market space by its row and column."""
        return self.render_message(names.name_space(index))

    def name_card(self, card: int) -> str:
        """Return the name of a card; of an event the name of its purchased side."""
        if card in CONTENT.cards:
            return CONTENT.cards[card].name
        return self.render_noun(f"event.{CONTENT.events[card].purchased}")

    def name_event(self, card: int, is_private: bool) -> str:
        """Return the name of a lasting event's effect. is_private: it lies before one player."""
        return self.render_noun(f"event.{find_lasting_effect(card, is_private)}")

    def describe_card(self, number: int) -> str:
        """Describe a card with everything printed on it."""
        if number not in CONTENT.cards:
            event = CONTENT.events[number]
            if event.is_check:
                return self.render_phrase("phrase.check", check=self.name_card(number), id=number)
            effect_text = render_effect(event.purchased, self.ctx.lang)
            if event.discarded == "no_effect":
                return self.render_phrase(
                    "phrase.unbought", bought=self.name_card(number), id=number, bought_effect=effect_text
                )
            return self.render_phrase(
                "phrase.event",
                bought=self.name_card(number),
                id=number,
                bought_effect=effect_text,
                discarded=self.render_noun(f"event.{event.discarded}"),
                discarded_effect=render_effect(event.discarded, self.ctx.lang),
            )
        card = CONTENT.cards[number]
        parts = [
            self.render_phrase("phrase.rank", suit=self.render_noun(f"suit.{card.suit}"), n=card.rank),
            self.name_region(card.region),
            self.render_phrase("phrase.icons", icons=tuple(map(self.name_icon, card.impact))),
        ]
        if card.actions:
            actions = tuple(self.render_noun(f"action.{action}") for action in card.actions)
            parts.append(self.render_phrase("phrase.actions", actions=actions))
        if card.ability != "none":
            parts.append(self.render_phrase("phrase.ability", ability=self.render_noun(f"ability.{card.ability}")))
        if card.patriot != "none":
            parts.append(self.render_phrase("phrase.patriot", coalition=self.name_coalition(card.patriot)))
        if card.prize != "none":
            parts.append(self.render_phrase("phrase.prize", coalition=self.name_coalition(card.prize)))
        return self.render_phrase("phrase.card", name=card.name, id=number, printed=self.join_items(parts))

    def name_icon(self, icon: str) -> str:
        """Return the name of an impact icon: the piece that it places, or the suit that it favors."""
        if icon.startswith("suit_"):
            return self.render_noun(f"impact.{icon}")
        return self.render_noun("concept.leverage" if icon == "leverage" else f"piece.{icon}")

    def list_instructions(self, card: int) -> tuple[str, ...]:
        """R14.3 List the instructions of one of Wakhan's cards, from the top."""
        return tuple(self.render_message(Message(f"handbook.wakhan.{action}")) for action in CONTENT.ai[card].actions)

    def describe_ruler(self, player: PlayerView, card: int, is_own: bool) -> str:
        """Describe the ruler of the region of a card in hand, and the bribe. is_own: the hand is the reader's."""
        key, ruler, due = find_play_cost(self.view, player, card, is_own)
        return self.render_phrase(f"hand.{key}", who="" if ruler is None else self.format_player(ruler), n=due)

    def describe_place(self, place: str) -> str:
        """Name the place of an option (see `engines.pax_pamir.view`) by the thing there. ValueError for others."""
        kind, _, thing = place.partition(":")
        match kind:
            case "market":
                card = self.view.market[int(thing)].card
                space = self.name_space(int(thing))
                return (
                    space
                    if card is None
                    else self.render_phrase("phrase.space", space=space, card=self.name_card(card))
                )
            case "hand" | "court":
                return self.name_card(int(thing))
            case "end":
                return self.render_noun(f"place.{thing}_end")
            case "region":
                return self.name_region(thing)
            case "border":
                return self.name_border(thing)
            case "army":
                region, coalition = thing.split(":")
                return self.render_phrase(
                    "phrase.army", region=self.name_region(region), coalition=self.name_coalition(coalition)
                )
            case "tribe":
                region, player = thing.split(":")
                return self.render_phrase(
                    "phrase.tribe", region=self.name_region(region), who=self.format_player(int(player))
                )
            case "gift":
                return self.render_phrase("phrase.gift", n=int(thing))
            case "player":
                return self.format_player(int(thing))
            case "suit":
                return self.render_noun(f"suit.{thing}")
            case "coalition":
                return self.name_coalition(thing)
            case "no":
                return self.render_message(build_refusal(thing))
        raise ValueError(f"unknown place {place!r}")
