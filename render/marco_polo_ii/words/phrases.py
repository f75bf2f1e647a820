"""Things on the table as words for one reader: players, dice, goods, and the places of options."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.state import Placed
from engines.marco_polo_ii.view import Mat, View
from render.kit import phrases as kit
from render.marco_polo_ii.panels.choices import choice_of
from render.marco_polo_ii.panels.targets import KINDS


@dataclass(frozen=True, slots=True)
class Phrases(kit.Phrases):
    """Words about one View in the language of one Look; players are named as `B Marco`."""

    view: View
    game = "marco_polo_ii"

    def player(self, seat: int) -> str:
        return f"{LETTERS[seat]} {self.look.names[seat]}"

    def options(self) -> Iterator[str]:
        """As one item: choices have commas of their own."""
        yield self.series(kit.Phrases.options(self))

    def where(self, place: str) -> str:
        """A city or an oasis."""
        return self.noun(f"cities.{place}" if place in CONTENT.data.cities else f"oases.{place}")

    def amount(self, what: Cost | Gain) -> str:
        return self.told(names.amounts(what))

    def stock(self, carried: Mapping[str, int]) -> str:
        """`11 coins, 3 camels`, or nothing."""
        return self.amount(Cost(**{key: n for key, n in carried.items() if n}))

    def dice(self, mat: Mat) -> tuple[str, ...]:
        """Own dice, black ones, tokens."""
        pieces = (*map(str, mat.dice), *(f"{n}b" for n in mat.black), *mat.tokens)
        return tuple(self.told(names.die(piece)) for piece in pieces)

    def lying(self, dice: Iterable[Placed]) -> tuple[str, ...]:
        """Dice on a space: `A 4`, `black 3 (B)`, `neutral 1`."""
        return tuple(
            self.say(f"phrase.{die.kind}", value=die.value, letter="" if die.seat is None else LETTERS[die.seat])
            for die in dice
        )

    def contract(self, ident: str) -> str:
        return self.told(names.contract(ident))

    def card(self, ident: str) -> str:
        return self.told(names.card(ident))

    def turn(self) -> str:
        """Whose turn it is, or what everybody does."""
        view = self.view
        if view.scores:
            winners = [score for score in view.scores if score.place == 1]
            who = tuple(self.player(score.seat) for score in winners)
            return self.say("phrase.over", who=who, vp=winners[0].total)
        if view.turn is None or view.phase == "characters":
            phase = self.say(f"phrase.phase_{view.phase}")
            return phase if view.turn is None else self.say("phrase.choosing", phase=phase, who=self.player(view.turn))
        return self.say("phrase.turn", who=self.player(view.turn))

    def space(self, space: str) -> str:
        return self.told_term(space)

    def told_term(self, space: str) -> str:
        """An action space by its name; cards and special spaces with their side."""
        return self.noun("spaces.khan" if CONTENT.data.spaces[space].action == "khan" else f"spaces.{space}")

    def place(self, place: str) -> str:
        """The place of an option by the name of what lies there. ValueError for unknown ones."""
        kind, _, ident = place.partition(":")
        if kind in KINDS:
            return self._target(kind, ident)
        if place.startswith("choice/"):
            return self._choice(place)
        match kind:
            case "space":
                return self.space(ident)
            case "dice":
                return self._dice(*ident.split("/"))
            case "offer":
                book, _, offer = ident.partition(".")
                return self._offer(book, offer)
            case "contract" | "held" | "discard":
                return self.contract(ident)
            case "take":
                jade = next(line.jade_on_take for name, line in CONTENT.data.guilds.items() if name == ident)
                name = self.noun(f"guilds.{ident}")
                return self.say("phrase.from", what=name, source=self.amount(Gain(jade=jade))) if jade else name
            case "guild":
                return self.noun(f"guilds.{ident}")
            case "goal":
                return self.told(names.goal(ident))
            case "character":
                return self.noun(f"characters.{ident}")
            case "tile":
                return self.told(names.route_tile(ident))
            case "purse" | "reroll" | "adjust":
                return self._die(kind, ident)
            case "way":
                return self._way(ident)
            case "aside":
                return self._aside(ident)
        raise ValueError(f"unknown place {place!r}")

    def _target(self, kind: str, ident: str) -> str:
        """A place on the map; where a figure goes with the cheapest price, a route with the crests of its tile."""
        *first, end = ident.split(".")
        where = self.where(end)
        if kind == "start":
            return self.say("phrase.from", what=where, source=self.told(names.route_tile(first[0])))
        for arrival in self.view.arrivals if kind == "to" else ():
            if str(arrival.figure) == first[0] and arrival.end == end and arrival.ways[0].paid != Cost():
                return self.say("phrase.from", what=where, source=self.amount(arrival.ways[0].paid))
        return where

    def _dice(self, space: str, key: str) -> str:
        """Dice that are placed together, and their fee if there is one."""
        pieces = tuple(key.split("+"))
        told = self.told(names.dice(pieces))
        for opening in self.view.openings:
            for found, _, fee in opening.sets if opening.space == space else ():
                if found == pieces and fee:
                    return self.say("phrase.fee", dice=told, fee=self.amount(Cost(coins=fee)))
        return told

    def _choice(self, place: str) -> str:
        _, _, cost, gain, source = choice_of(place)
        if cost == Cost() or gain == Gain():
            told = self.amount(gain if cost == Cost() else cost)
        else:
            told = self.say("phrase.swap", cost=self.amount(cost), gain=self.amount(gain))
        if not source:
            return told
        kind, _, ident = source.partition(":")
        return self.say(
            "phrase.from", what=told, source=self.noun(f"{'cities' if kind == 'bonus' else 'guilds'}.{ident}")
        )

    def _offer(self, book: str, offer: str) -> str:
        line = CONTENT.data.offer_tiles[self.view.offers[book]]
        one, other = next(lines.free_offers for name, lines in CONTENT.data.books.items() if name == book)
        told = self.amount({"free_1": one, "free_2": other, "left": line.left, "right": line.right}[offer])
        jade = {"left": line.left_jade, "right": line.right_jade}.get(offer, 0)
        return self.say("phrase.swap", cost=self.amount(Cost(jade=jade)), gain=told) if jade else told

    def _die(self, kind: str, ident: str) -> str:
        first, _, second = ident.partition(".")
        if kind == "purse":
            gain = CONTENT.data.constants.purse_options[int(first) - 1]
            return self.say("phrase.swap", cost=self.told(names.die(second)), gain=self.amount(gain))
        if kind == "adjust":
            return self.say("phrase.swap", cost=self.told(names.die(first)), gain=second)
        return self.told(names.die(first))

    def _way(self, ident: str) -> str:
        figure, end, number = ident.split(".")
        for arrival in self.view.arrivals:
            if str(arrival.figure) == figure and arrival.end == end:
                way = arrival.ways[int(number) - 1]
                between, cost = tuple(map(self.where, way.places[1:-1])), self.amount(way.paid)
                return (
                    self.say("phrase.way", via=between, cost=cost) if between else self.say("phrase.direct", cost=cost)
                )
        return self.where(end)

    def _aside(self, key: str) -> str:
        what, _, ident = key.partition(":")
        if what == "filippo":
            return self.say("aside.filippo", gain=self.amount(CONTENT.data.outposts[ident].reward))
        return self.say(f"aside.{ident if what == 'bonus' else what}")
