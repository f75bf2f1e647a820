"""One line that says what a picture shows: game, turn, favored suit, race, score, focal area, changes."""

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.look import Look
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.private.bribe import request_of
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.since import changed, checks


def alt(view: View, picture: str, look: Look) -> str:
    """At most 400 characters; private pictures name the numbered options. KeyError for one that does not exist."""
    phrases = Phrases(view, look)
    private, what = picture.startswith("panel:"), picture.removeprefix("panel:").removeprefix("zoom:")
    subject, focal = _subject(phrases, picture, what, private)
    turn = phrases.turn()
    head = phrases.say("alt.head_of", what=subject, turn=turn) if subject else phrases.say("alt.head", turn=turn)
    if private:
        head = phrases.say("alt.private", rest=head)
    start = phrases.together(head, _race(phrases), _score(phrases))
    return phrases.one_line((start,), focal, changed(phrases))


def _subject(phrases: Phrases, picture: str, what: str, private: bool) -> tuple[str, str]:
    """What the picture shows besides the whole board (empty for the board itself), and its focal area in words."""
    view, say = phrases.view, phrases.say
    kind, _, number = what.partition(":")
    match kind:
        case "board" if not number:
            return "", _rulers(phrases)
        case "final" if not number:
            return say("final.title"), phrases.together(
                *(say("alt.sentence", text=text) for text in checks(0, phrases))
            )
        case "map" if not number:
            return say("map.title"), phrases.together(_rulers(phrases), _pieces(phrases))
        case "courts" if not number and not private:
            return say("courts.title"), _courts(phrases)
        case "market_top" | "market_bottom" if not number:
            row = kind == "market_bottom"
            return say("market.row", row=phrases.noun(f"place.{kind}")), _market(phrases, row)
        case "court" if not private and number.isdigit() and int(number) < len(view.players):
            player = view.players[int(number)]
            return say("court.title", name=phrases.player(player.number)), _court(phrases, player)
        case "bribe" if private and not number:
            return say("bribe.title"), _bribe(phrases)
        case "turn" if private and not number:
            return "", _turn(phrases, _whose(phrases, ""))
        case "hand":
            player = _whose(phrases, number)
            own = private and player.number == phrases.look.viewer
            title = say("hand.own") if own else say("hand.title", name=phrases.player(player.number))
            return title, _hand(phrases, player, own)
    raise KeyError(f"Pax Pamir has no picture {picture!r}")


def _bribe(phrases: Phrases) -> str:
    """Who asks whom, for which card, and what the payer has."""
    request = request_of(phrases.view)
    if request is None:
        raise KeyError("there is no open bribe")
    return phrases.say(
        "alt.bribe",
        payer=phrases.player(request.payer),
        payee=phrases.player(request.payee),
        full=request.full,
        card=CONTENT.cards[request.card].name,
        rupees=phrases.view.players[request.payer].rupees,
    )


def _whose(phrases: Phrases, number: str) -> PlayerView:
    """The player whose hand is shown; without a number the reader's."""
    if number:
        if not (number.isdigit() and int(number) < len(phrases.view.players)):
            raise KeyError(f"Pax Pamir has no hand {number!r}")
        return phrases.view.players[int(number)]
    if phrases.look.viewer is None:
        raise ValueError("the reader's own hand: look.viewer must be a seat, got None")
    return phrases.view.players[phrases.look.viewer]


def _race(phrases: Phrases) -> str:
    """The favored suit, and the blocks of each coalition."""
    view, say = phrases.view, phrases.say
    if view.phase == "over":
        return ""
    blocks = tuple(
        say("alt.dominant", coalition=phrases.coalition(side), n=n)
        if side == view.dominant
        else say("phrase.count", what=phrases.coalition(side), n=n)
        for side, n in view.blocks.items()
    )
    return say("alt.race", suit=phrases.noun(f"suit.{view.favored}"), blocks=blocks)


def _score(phrases: Phrases) -> str:
    """VP of all players, most first."""
    players = sorted(phrases.view.players, key=lambda player: -player.vp)
    return phrases.say("alt.score", scores=tuple(f"{phrases.player(player.number)} {player.vp}" for player in players))


def _rulers(phrases: Phrases) -> str:
    ruled = tuple(
        phrases.say("phrase.rules", region=phrases.region(region.id), who=phrases.player(region.ruler))
        for region in phrases.view.regions
        if region.ruler is not None
    )
    return phrases.say("alt.rulers", ruled=ruled or phrases.say("report.nobody"))


def _pieces(phrases: Phrases) -> str:
    """Armies and tribes of each region that has any."""
    say = phrases.say
    lines = []
    for region in phrases.view.regions:
        there = (*phrases.blocks(region.armies), *phrases.owners(region.tribes))
        if there:
            lines.append(say("alt.region", region=phrases.region(region.id), pieces=there))
    return say("alt.sentence", text=phrases.series(lines)) if lines else ""


def _market(phrases: Phrases, row: int) -> str:
    cards = []
    for space in phrases.view.market[COLUMNS * row : COLUMNS * (row + 1)]:
        if space.card is not None:
            facts = [str(space.cost)]
            if space.rupees:
                facts.append(phrases.say("alt.holds", n=space.rupees))
            if space.locked:
                facts.append(phrases.say("alt.locked"))
            where, name = phrases.space(space.index), phrases.card(space.card)
            cards.append(phrases.say("alt.space", space=where, card=name, facts=tuple(facts)))
    return phrases.say("alt.market", cards=tuple(cards) or phrases.say("report.none"))


def _courts(phrases: Phrases) -> str:
    """The cards of every court, and who has spies on them."""
    rows = []
    for number in phrases.view.ring:
        cards = tuple(_slot(phrases, slot) for slot in phrases.view.players[number].court)
        rows.append(phrases.say("alt.row", who=phrases.player(number), cards=cards or phrases.say("report.none")))
    return phrases.say("alt.sentence", text=phrases.series(rows))


def _slot(phrases: Phrases, slot: CourtSlot) -> str:
    """A card by its name, who holds it hostage, and the spies on it."""
    card, spies = phrases.card(slot.card), phrases.owners(slot.spies)
    if slot.hostage is not None:
        card = phrases.say("alt.hostage", card=card, who=phrases.player(slot.hostage))
    return phrases.say("alt.spies", card=card, spies=spies) if spies else card


def _court(phrases: Phrases, player: PlayerView) -> str:
    say = phrases.say
    text = say(
        "alt.court",
        loyalty=say("hand.no_loyalty") if player.loyalty is None else phrases.coalition(player.loyalty),
        influence=player.influence,
        rupees=player.rupees,
        n=len(player.court),
        limit=player.court_limit,
        cards=tuple(_slot(phrases, slot) for slot in player.court) or say("report.none"),
    )
    hers = phrases.view.wakhan
    if player.automa and hers is not None and hers.front is not None:
        return phrases.together(
            text, say("alt.wakhan", n=hers.front, actions=phrases.series(phrases.instructions(hers.front)))
        )
    return text


def _turn(phrases: Phrases, player: PlayerView) -> str:
    """What decides in a turn."""
    return phrases.say(
        "alt.turn",
        rupees=player.rupees,
        held=player.held,
        hand_limit=player.hand_limit,
        court=len(player.court),
        court_limit=player.court_limit,
        loyalty=phrases.say("hand.no_loyalty") if player.loyalty is None else phrases.coalition(player.loyalty),
    )


def _hand(phrases: Phrases, player: PlayerView, own: bool) -> str:
    cards = tuple(
        phrases.say("alt.in_hand", card=phrases.card(card), ruler=phrases.ruled(player, card, own))
        for card in player.hand or ()
    )
    text = phrases.say("alt.hand", n=player.held, limit=player.hand_limit, cards=cards or phrases.say("report.none"))
    return phrases.together(text, phrases.say("alt.means", rupees=player.rupees))
