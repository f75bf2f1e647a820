"""Things on the table as words for one reader: players, cards, pieces, and the places of options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.kernel import LETTERS, Msg
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table import names
from engines.pax_pamir.view import PlayerView, View
from render.kit import phrases as kit
from render.pax_pamir.board.event_signs import lasting
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.catalogue import name
from render.pax_pamir.private.asked import refusal
from render.pax_pamir.private.hand import duty


@dataclass(frozen=True, slots=True)
class Phrases(kit.Phrases):
    """Words about one View in the language of one Look; players are named as `B Marco`."""

    view: View
    game = "pax_pamir"

    def player(self, number: int) -> str:
        return self.say("phrase.player", letter=LETTERS[number], name=name(self.view, number, self.look))

    def turn(self) -> str:
        """Whose turn it is and how many actions are left, or who has won."""
        view = self.view
        if view.phase == "over":
            first = view.scores[0]
            return self.say("phrase.over", who=self.player(first.seat), vp=first.total)
        if view.turn is None:
            return self.say("phrase.loyalty")
        if view.turn.asked is not None:
            return self.say("phrase.answer", who=self.player(view.turn.asked), turn=self.player(view.turn.player))
        return self.say("phrase.turn", who=self.player(view.turn.player), n=view.turn.actions)

    def coalition(self, coalition: str) -> str:
        return self.noun(f"coalition.{coalition}")

    def winner(self, coalition: str | None) -> str:
        """The dominant coalition of a check, or nobody."""
        return self.say("report.nobody") if coalition is None else self.coalition(coalition)

    def gains(self, points: Iterable[int]) -> tuple[str, ...] | str:
        """What each player gains, or nobody: `B Marco +3`."""
        gained = tuple(f"{self.player(i)} {vp:+d}" for i, vp in enumerate(points) if vp)
        return gained or self.say("report.nobody")

    def region(self, region: str) -> str:
        return self.noun(f"region.{region}")

    def border(self, border: str) -> str:
        return "–".join(map(self.region, CONTENT.borders[border]))

    def blocks(self, blocks: Mapping[Coalition, int]) -> tuple[str, ...]:
        """`British 3`"""
        return tuple(self.say("phrase.count", what=self.coalition(side), n=n) for side, n in blocks.items())

    def owners(self, counts: Iterable[int]) -> tuple[str, ...]:
        """Pieces of several players: `B Marco ×2`, `C Aoi`."""
        return tuple(self.player(i) if n == 1 else f"{self.player(i)} ×{n}" for i, n in enumerate(counts) if n)

    def space(self, index: int) -> str:
        """A market space as sentences call it, by its row and column."""
        return self.told(names.space(index))

    def card(self, card: int) -> str:
        """A card by its name; an event by its purchased side, or the other where it cannot be bought."""
        if card in CONTENT.cards:
            return CONTENT.cards[card].name
        return self.noun(f"event.{CONTENT.events[card].purchased}")

    def event(self, card: int, private: bool) -> str:
        """The lasting effect of an event before a player, or before everybody."""
        return self.noun(f"event.{lasting(card, private)}")

    def printed(self, number: int) -> str:
        """A card with all that is printed on it."""
        if number not in CONTENT.cards:
            event = CONTENT.events[number]
            if event.is_check:
                return self.say("phrase.check", check=self.card(number), id=number)
            told = effect(event.purchased, self.look.lang)
            if event.discarded == "no_effect":
                return self.say("phrase.unbought", bought=self.card(number), id=number, bought_effect=told)
            return self.say(
                "phrase.event",
                bought=self.card(number),
                id=number,
                bought_effect=told,
                discarded=self.noun(f"event.{event.discarded}"),
                discarded_effect=effect(event.discarded, self.look.lang),
            )
        card = CONTENT.cards[number]
        parts = [
            self.say("phrase.rank", suit=self.noun(f"suit.{card.suit}"), n=card.rank),
            self.region(card.region),
            self.say("phrase.icons", icons=tuple(map(self.icon, card.impact))),
        ]
        if card.actions:
            actions = tuple(self.noun(f"action.{action}") for action in card.actions)
            parts.append(self.say("phrase.actions", actions=actions))
        if card.ability != "none":
            parts.append(self.say("phrase.ability", ability=self.noun(f"ability.{card.ability}")))
        if card.patriot != "none":
            parts.append(self.say("phrase.patriot", coalition=self.coalition(card.patriot)))
        if card.prize != "none":
            parts.append(self.say("phrase.prize", coalition=self.coalition(card.prize)))
        return self.say("phrase.card", name=card.name, id=number, printed=self.series(parts))

    def icon(self, icon: str) -> str:
        """An impact icon by the piece that it places, or the suit that it favors."""
        if icon.startswith("suit_"):
            return self.noun(f"impact.{icon}")
        return self.noun("concept.leverage" if icon == "leverage" else f"piece.{icon}")

    def instructions(self, card: int) -> tuple[str, ...]:
        """R14.3 What a card of Wakhan's tells her to do, from the top."""
        return tuple(self.told(Msg(f"handbook.wakhan.{action}")) for action in CONTENT.ai[card].actions)

    def ruled(self, player: PlayerView, card: int, own: bool) -> str:
        """Who rules the region of a card in hand, and the bribe for playing it; own: the hand is the reader's."""
        key, ruler, due = duty(self.view, player, card, own)
        return self.say(f"hand.{key}", who="" if ruler is None else self.player(ruler), n=due)

    def place(self, place: str) -> str:
        """The place of an option (`engines.pax_pamir.view`) by the name of what lies there. ValueError for others."""
        kind, _, what = place.partition(":")
        match kind:
            case "market":
                card = self.view.market[int(what)].card
                space = self.space(int(what))
                return space if card is None else self.say("phrase.space", space=space, card=self.card(card))
            case "hand" | "court":
                return self.card(int(what))
            case "end":
                return self.noun(f"place.{what}_end")
            case "region":
                return self.region(what)
            case "border":
                return self.border(what)
            case "army":
                region, coalition = what.split(":")
                return self.say("phrase.army", region=self.region(region), coalition=self.coalition(coalition))
            case "tribe":
                region, player = what.split(":")
                return self.say("phrase.tribe", region=self.region(region), who=self.player(int(player)))
            case "gift":
                return self.say("phrase.gift", n=int(what))
            case "player":
                return self.player(int(what))
            case "suit":
                return self.noun(f"suit.{what}")
            case "coalition":
                return self.coalition(what)
            case "no":
                return self.told(refusal(what))
        raise ValueError(f"unknown place {place!r}")
