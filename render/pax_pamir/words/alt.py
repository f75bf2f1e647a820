"""Alt texts: one line about a picture with turn, favored suit, coalitions, score, focal area, changes."""

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.private.bribe import find_bribe_request
from render.pax_pamir.words.changes import describe_checks, list_changes
from render.pax_pamir.words.phrases import Phrases


def describe_picture(view: View, picture: str, ctx: kit.RenderContext) -> str:
    """Describe a picture in at most 400 characters; private pictures name the numbered options.

    KeyError for an unknown picture.
    """
    phrases = Phrases(view, ctx)
    private, page = picture.startswith("panel:"), picture.removeprefix("panel:").removeprefix("zoom:")
    subject, focal = _describe_subject(phrases, picture, page, private)
    turn = phrases.describe_turn()
    head = (
        phrases.render_phrase("alt.head_of", what=subject, turn=turn)
        if subject
        else phrases.render_phrase("alt.head", turn=turn)
    )
    if private:
        head = phrases.render_phrase("alt.private", rest=head)
    start = phrases.join_sentences(head, _describe_coalitions(phrases), _describe_score(phrases))
    return phrases.build_alt_text((start,), focal, list_changes(phrases))


def _describe_subject(phrases: Phrases, picture: str, page: str, is_private: bool) -> tuple[str, str]:
    """Return the title of a picture (empty for the board itself), and its focal area in words."""
    view, render_phrase = phrases.view, phrases.render_phrase
    kind, _, number = page.partition(":")
    match kind:
        case "board" if not number:
            return "", _describe_rulers(phrases)
        case "final" if not number:
            return render_phrase("final.title"), phrases.join_sentences(
                *(render_phrase("alt.sentence", text=text) for text in describe_checks(0, phrases))
            )
        case "map" if not number:
            return render_phrase("map.title"), phrases.join_sentences(
                _describe_rulers(phrases), _describe_pieces(phrases)
            )
        case "courts" if not number and not is_private:
            return render_phrase("courts.title"), _describe_courts(phrases)
        case "market_top" | "market_bottom" if not number:
            row = kind == "market_bottom"
            return render_phrase("market.row", row=phrases.render_noun(f"place.{kind}")), _describe_market(phrases, row)
        case "court" if not is_private and number.isdigit() and int(number) < len(view.players):
            player = view.players[int(number)]
            return render_phrase("court.title", name=phrases.format_player(player.number)), _describe_court(
                phrases, player
            )
        case "bribe" if is_private and not number:
            return render_phrase("bribe.title"), _describe_bribe(phrases)
        case "turn" if is_private and not number:
            return "", _describe_turn(phrases, _find_hand_owner(phrases, ""))
        case "hand":
            player = _find_hand_owner(phrases, number)
            is_own = is_private and player.number == phrases.ctx.viewer
            title = (
                render_phrase("hand.own")
                if is_own
                else render_phrase("hand.title", name=phrases.format_player(player.number))
            )
            return title, _describe_hand(phrases, player, is_own)
    raise KeyError(f"Pax Pamir has no picture {picture!r}")


def _describe_bribe(phrases: Phrases) -> str:
    """Describe an open bribe: payer, payee, full bribe, card, and the payer's rupees."""
    request = find_bribe_request(phrases.view)
    if request is None:
        raise KeyError("there is no open bribe")
    return phrases.render_phrase(
        "alt.bribe",
        payer=phrases.format_player(request.payer),
        payee=phrases.format_player(request.payee),
        full=request.full,
        card=CONTENT.cards[request.card].name,
        rupees=phrases.view.players[request.payer].rupees,
    )


def _find_hand_owner(phrases: Phrases, number: str) -> PlayerView:
    """Return the player whose hand is shown; without a number the reader."""
    if number:
        if not (number.isdigit() and int(number) < len(phrases.view.players)):
            raise KeyError(f"Pax Pamir has no hand {number!r}")
        return phrases.view.players[int(number)]
    if phrases.ctx.viewer is None:
        raise ValueError("the reader's own hand: look.viewer must be a seat, got None")
    return phrases.view.players[phrases.ctx.viewer]


def _describe_coalitions(phrases: Phrases) -> str:
    """Describe the favored suit, and the blocks of each coalition."""
    view, render_phrase = phrases.view, phrases.render_phrase
    if view.phase == "over":
        return ""
    blocks = tuple(
        render_phrase("alt.dominant", coalition=phrases.name_coalition(side), n=n)
        if side == view.dominant
        else render_phrase("phrase.count", what=phrases.name_coalition(side), n=n)
        for side, n in view.blocks.items()
    )
    return render_phrase("alt.race", suit=phrases.render_noun(f"suit.{view.favored}"), blocks=blocks)


def _describe_score(phrases: Phrases) -> str:
    """List the victory points of all players, most first."""
    players = sorted(phrases.view.players, key=lambda player: -player.vp)
    return phrases.render_phrase(
        "alt.score", scores=tuple(f"{phrases.format_player(player.number)} {player.vp}" for player in players)
    )


def _describe_rulers(phrases: Phrases) -> str:
    ruled = tuple(
        phrases.render_phrase(
            "phrase.rules", region=phrases.name_region(region.id), who=phrases.format_player(region.ruler)
        )
        for region in phrases.view.regions
        if region.ruler is not None
    )
    return phrases.render_phrase("alt.rulers", ruled=ruled or phrases.render_phrase("report.nobody"))


def _describe_pieces(phrases: Phrases) -> str:
    """List armies and tribes of each region that has any."""
    render_phrase = phrases.render_phrase
    lines = []
    for region in phrases.view.regions:
        region_pieces = (*phrases.list_blocks(region.armies), *phrases.list_owners(region.tribes))
        if region_pieces:
            lines.append(render_phrase("alt.region", region=phrases.name_region(region.id), pieces=region_pieces))
    return render_phrase("alt.sentence", text=phrases.join_items(lines)) if lines else ""


def _describe_market(phrases: Phrases, row: int) -> str:
    cards = []
    for space in phrases.view.market[COLUMNS * row : COLUMNS * (row + 1)]:
        if space.card is not None:
            facts = [str(space.cost)]
            if space.rupees:
                facts.append(phrases.render_phrase("alt.holds", n=space.rupees))
            if space.is_locked:
                facts.append(phrases.render_phrase("alt.locked"))
            space_name, card_name = phrases.name_space(space.index), phrases.name_card(space.card)
            cards.append(phrases.render_phrase("alt.space", space=space_name, card=card_name, facts=tuple(facts)))
    return phrases.render_phrase("alt.market", cards=tuple(cards) or phrases.render_phrase("report.none"))


def _describe_courts(phrases: Phrases) -> str:
    """List the cards of every court with their spies."""
    rows = []
    for number in phrases.view.ring:
        cards = tuple(_describe_slot(phrases, slot) for slot in phrases.view.players[number].court)
        rows.append(
            phrases.render_phrase(
                "alt.row", who=phrases.format_player(number), cards=cards or phrases.render_phrase("report.none")
            )
        )
    return phrases.render_phrase("alt.sentence", text=phrases.join_items(rows))


def _describe_slot(phrases: Phrases, slot: CourtSlot) -> str:
    """Describe a court card: name, holder of a hostage, spies."""
    card, spies = phrases.name_card(slot.card), phrases.list_owners(slot.spies)
    if slot.hostage is not None:
        card = phrases.render_phrase("alt.hostage", card=card, who=phrases.format_player(slot.hostage))
    return phrases.render_phrase("alt.spies", card=card, spies=spies) if spies else card


def _describe_court(phrases: Phrases, player: PlayerView) -> str:
    render_phrase = phrases.render_phrase
    text = render_phrase(
        "alt.court",
        loyalty=render_phrase("hand.no_loyalty") if player.loyalty is None else phrases.name_coalition(player.loyalty),
        influence=player.influence,
        rupees=player.rupees,
        n=len(player.court),
        limit=player.court_limit,
        cards=tuple(_describe_slot(phrases, slot) for slot in player.court) or render_phrase("report.none"),
    )
    wakhan = phrases.view.wakhan
    if player.is_automa and wakhan is not None and wakhan.front is not None:
        return phrases.join_sentences(
            text,
            render_phrase(
                "alt.wakhan", n=wakhan.front, actions=phrases.join_items(phrases.list_instructions(wakhan.front))
            ),
        )
    return text


def _describe_turn(phrases: Phrases, player: PlayerView) -> str:
    """Describe the reader's means in a turn: rupees, hand, court, loyalty."""
    return phrases.render_phrase(
        "alt.turn",
        rupees=player.rupees,
        held=player.hand_size,
        hand_limit=player.hand_limit,
        court=len(player.court),
        court_limit=player.court_limit,
        loyalty=phrases.render_phrase("hand.no_loyalty")
        if player.loyalty is None
        else phrases.name_coalition(player.loyalty),
    )


def _describe_hand(phrases: Phrases, player: PlayerView, is_own: bool) -> str:
    cards = tuple(
        phrases.render_phrase(
            "alt.in_hand", card=phrases.name_card(card), ruler=phrases.describe_ruler(player, card, is_own)
        )
        for card in player.hand or ()
    )
    text = phrases.render_phrase(
        "alt.hand", n=player.hand_size, limit=player.hand_limit, cards=cards or phrases.render_phrase("report.none")
    )
    return phrases.join_sentences(text, phrases.render_phrase("alt.means", rupees=player.rupees))
