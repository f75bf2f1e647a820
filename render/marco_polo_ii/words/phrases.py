"""Phrases for things on the table in the viewer's language: players, dice, goods, and the places of options."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.state import PlacedDie
from engines.marco_polo_ii.view import Mat, View
from render.kit import phrases as kit_phrases
from render.marco_polo_ii.panels.choices import parse_choice
from render.marco_polo_ii.panels.targets import TARGET_KINDS


@dataclass(frozen=True, slots=True)
class Phrases(kit_phrases.PhraseBook):
    """Phrases about one View in the language of one RenderContext; players are named as `B Marco`."""

    view: View  # the table as the reader of `ctx` sees it
    game = "marco_polo_ii"

    def name_player(self, seat: int) -> str:
        return f"{LETTERS[seat]} {self.ctx.names[seat]}"

    def describe_options(self) -> Iterator[str]:
        """Yield all options as one item, as choices contain commas."""
        yield self.join_items(kit_phrases.PhraseBook.describe_options(self))

    def name_place(self, place: str) -> str:
        """Return the name of a city or an oasis."""
        return self.render_noun(f"cities.{place}" if place in CONTENT.data.cities else f"oases.{place}")

    def describe_amount(self, amount: Cost | Gain) -> str:
        return self.render_message(names.describe_amounts(amount))

    def describe_stock(self, resources: Mapping[str, int]) -> str:
        """Return resources as "11 coins, 3 camels", or "nothing"."""
        return self.describe_amount(Cost(**{key: n for key, n in resources.items() if n}))

    def describe_dice(self, mat: Mat) -> tuple[str, ...]:
        """Return the dice on a mat: those of the player's colour, black ones, tokens."""
        pieces = (*map(str, mat.dice), *(f"{n}b" for n in mat.black), *mat.tokens)
        return tuple(self.render_message(names.describe_die(piece)) for piece in pieces)

    def describe_placed_dice(self, dice: Iterable[PlacedDie]) -> tuple[str, ...]:
        """Return the dice on a space: "A 4", "black 3 (B)", "neutral 1"."""
        return tuple(
            self.render_phrase(
                f"phrase.{die.kind}", value=die.value, letter="" if die.seat is None else LETTERS[die.seat]
            )
            for die in dice
        )

    def describe_contract(self, ident: str) -> str:
        return self.render_message(names.describe_contract(ident))

    def describe_card(self, ident: str) -> str:
        return self.render_message(names.describe_card(ident))

    def describe_turn(self) -> str:
        """Return the seat to move, the current phase, or the winner."""
        view = self.view
        if view.scores:
            winners = [score for score in view.scores if score.place == 1]
            winner_names = tuple(self.name_player(score.seat) for score in winners)
            return self.render_phrase("phrase.over", who=winner_names, vp=winners[0].total)
        if view.turn is None or view.phase == "characters":
            phase = self.render_phrase(f"phrase.phase_{view.phase}")
            return (
                phase
                if view.turn is None
                else self.render_phrase("phrase.choosing", phase=phase, who=self.name_player(view.turn))
            )
        return self.render_phrase("phrase.turn", who=self.name_player(view.turn))

    def name_space(self, space: str) -> str:
        """Return the name of an action space; all Khan spaces have the same one."""
        return self.render_noun("spaces.khan" if CONTENT.data.spaces[space].action == "khan" else f"spaces.{space}")

    def describe_place(self, place: str) -> str:
        """Return the place of an option in words. Raises ValueError for unknown ones."""
        kind, _, ident = place.partition(":")
        if kind in TARGET_KINDS:
            return self._describe_target(kind, ident)
        if place.startswith("choice/"):
            return self._describe_choice(place)
        match kind:
            case "space":
                return self.name_space(ident)
            case "dice":
                return self._describe_dice_set(*ident.split("/"))
            case "offer":
                book, _, offer = ident.partition(".")
                return self._describe_offer(book, offer)
            case "contract" | "held" | "discard":
                return self.describe_contract(ident)
            case "take":
                jade = next(line.jade_on_take for name, line in CONTENT.data.guilds.items() if name == ident)
                name = self.render_noun(f"guilds.{ident}")
                return (
                    self.render_phrase("phrase.from", what=name, source=self.describe_amount(Gain(jade=jade)))
                    if jade
                    else name
                )
            case "guild":
                return self.render_noun(f"guilds.{ident}")
            case "goal":
                return self.render_message(names.describe_goal(ident))
            case "character":
                return self.render_noun(f"characters.{ident}")
            case "tile":
                return self.render_message(names.describe_route_tile(ident))
            case "purse" | "reroll" | "adjust":
                return self._describe_die_option(kind, ident)
            case "way":
                return self._describe_path(ident)
            case "aside":
                return self._describe_side_action(ident)
        raise ValueError(f"unknown place {place!r}")

    def _describe_target(self, kind: str, ident: str) -> str:
        """Return a place on the map: for a figure's destination with the lowest price, for a caravan with its tile."""
        *first, end = ident.split(".")
        target_name = self.name_place(end)
        if kind == "to" and end in self.view.walk[-1:]:
            target_name = self.render_phrase("phrase.stop", place=target_name)
        if kind == "start":
            return self.render_phrase(
                "phrase.from", what=target_name, source=self.render_message(names.describe_route_tile(first[0]))
            )
        for arrival in self.view.arrivals if kind == "to" else ():
            if str(arrival.figure) == first[0] and arrival.end == end and arrival.paths[0].payment != Cost():
                return self.render_phrase(
                    "phrase.from", what=target_name, source=self.describe_amount(arrival.paths[0].payment)
                )
        return target_name

    def _describe_dice_set(self, space: str, key: str) -> str:
        """Return dice placed together, with their fee if there is one."""
        pieces = tuple(key.split("+"))
        text = self.render_message(names.describe_dice(pieces))
        for opening in self.view.openings:
            for set_pieces, _, fee in opening.sets if opening.space == space else ():
                if set_pieces == pieces and fee:
                    return self.render_phrase("phrase.fee", dice=text, fee=self.describe_amount(Cost(coins=fee)))
        return text

    def _describe_choice(self, place: str) -> str:
        _, _, cost, gain, source = parse_choice(place)
        if cost == Cost() or gain == Gain():
            text = self.describe_amount(gain if cost == Cost() else cost)
        else:
            text = self.render_phrase("phrase.swap", cost=self.describe_amount(cost), gain=self.describe_amount(gain))
        if not source:
            return text
        kind, _, ident = source.partition(":")
        return self.render_phrase(
            "phrase.from", what=text, source=self.render_noun(f"{'cities' if kind == 'bonus' else 'guilds'}.{ident}")
        )

    def _describe_offer(self, book: str, offer: str) -> str:
        line = CONTENT.data.offer_tiles[self.view.offers[book]]
        first, second = next(lines.free_offers for name, lines in CONTENT.data.books.items() if name == book)
        gain_text = self.describe_amount(
            {"free_1": first, "free_2": second, "left": line.left, "right": line.right}[offer]
        )
        jade = {"left": line.left_jade, "right": line.right_jade}.get(offer, 0)
        return (
            self.render_phrase("phrase.swap", cost=self.describe_amount(Cost(jade=jade)), gain=gain_text)
            if jade
            else gain_text
        )

    def _describe_die_option(self, kind: str, ident: str) -> str:
        first, _, second = ident.partition(".")
        if kind == "purse":
            gain = CONTENT.data.constants.purse_options[int(first) - 1]
            return self.render_phrase(
                "phrase.swap", cost=self.render_message(names.describe_die(second)), gain=self.describe_amount(gain)
            )
        if kind == "adjust":
            return self.render_phrase("phrase.swap", cost=self.render_message(names.describe_die(first)), gain=second)
        return self.render_message(names.describe_die(first))

    def _describe_path(self, ident: str) -> str:
        figure, end, number = ident.split(".")
        for arrival in self.view.arrivals:
            if str(arrival.figure) == figure and arrival.end == end:
                path = arrival.paths[int(number) - 1]
                stops, cost = tuple(map(self.name_place, path.places[1:-1])), self.describe_amount(path.payment)
                return (
                    self.render_phrase("phrase.way", via=stops, cost=cost)
                    if stops
                    else self.render_phrase("phrase.direct", cost=cost)
                )
        return self.name_place(end)

    def _describe_side_action(self, key: str) -> str:
        what, _, ident = key.partition(":")
        if what == "filippo":
            return self.render_phrase("aside.filippo", gain=self.describe_amount(CONTENT.data.outposts[ident].reward))
        return self.render_phrase(f"aside.{ident if what == 'bonus' else what}")
