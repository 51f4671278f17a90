"""Alt texts of Borealis: phrases whose sentences are in the catalogue."""

from collections import Counter
from collections.abc import Iterator

from render.borealis.focus import scene_of
from render.painter import PictureRequest, closeup_seat
from render.painter import alt_phrase as _say
from rules.borealis.pieces import Card, Team
from rules.borealis.view import HandCardView, PlayerView, SiteView, View
from rules.game import Phrase


def describe_board(view: View) -> tuple[Phrase, ...]:
    """Describe a player's own sites, or for a spectator the progress of all; then the open cards."""
    if view.seat is not None:
        mine = view.players[view.seat]
        own = _say("own", stars=mine.stars, points=mine.score.total)
        rest = (*describe_pool(view), *_objectives(view), *describe_scores(view, mine), describe_deck(view))
        return (*describe_time(view), own, *_expedition(mine), *rest)
    progress = () if view.phase == "exchange" else _progress(view)
    return (
        *describe_time(view),
        *progress,
        *describe_pool(view),
        *_objectives(view),
        _scores(view),
        describe_deck(view),
    )


def describe_focus(request: PictureRequest[View]) -> tuple[Phrase, ...]:
    """Describe the goals and the hand, or the sites with the hand or the open cards."""
    view = request.view
    if view.seat is None:
        return describe_board(view)
    mine = view.players[view.seat]
    own = _say("own", stars=mine.stars, points=mine.score.total)
    match scene_of(request):
        case "opening":
            teams = (_say(f"site_{site.site}", **_team(site.team)) for site in mine.sites)
            return (*describe_hand(view), *_objectives(view), *describe_scores(view, mine), *teams)
        case "open_cards":
            return (*describe_pool(view), *_expedition(mine), *describe_hand(view), describe_deck(view), own)
        case "expedition":
            return (*describe_hand(view), *_expedition(mine), own)


def describe_closeup(view: View, key: str) -> tuple[Phrase, ...]:
    """Describe a player's board with its points for the score cards, or the discard pile."""
    seat = closeup_seat(key)
    if seat is None:
        counts = Counter(card.species for card in view.discards)
        animals = (_say("discarded", animal=species, count=count) for species, count in counts.most_common())
        return (_say("discards", cards=len(view.discards)), *animals)
    player = view.players[seat]
    return (describe_player(player), *_expedition(player), *describe_scores(view, player))


def describe_player(player: PlayerView) -> Phrase:
    points, cards = player.score.total, player.hand_size
    return _say("of", seat=player.seat, stars=player.stars, points=points, cards=cards)


def describe_time(view: View) -> Iterator[Phrase]:
    if view.round:
        yield _say("round", round=view.round)
    if view.last_round:
        yield _say("last_round")


def _progress(view: View) -> Iterator[Phrase]:
    for player in view.players:
        left, middle, right = (len(site.cards) for site in player.sites)
        yield _say(
            "player",
            seat=player.seat,
            left_cards=left,
            middle_cards=middle,
            right_cards=right,
            stars=player.stars,
            points=player.score.total,
        )


def _expedition(player: PlayerView) -> Iterator[Phrase]:
    for site in player.sites:
        yield from describe_site(site)
    yield from describe_camps(player)


def describe_site(site: SiteView) -> Iterator[Phrase]:
    """Describe the scientists, the cards and the flag of a site."""
    yield _say(f"site_{site.site}", **_team(site.team))
    if site.cards:
        animals = {f"animal_{place}": card.species for place, card in enumerate(site.cards, 1)}
        yield _say(f"stack_{len(site.cards)}", **animals)
    yield _flag(site)


def describe_camps(player: PlayerView) -> Iterator[Phrase]:
    """Describe the scientists in the camps, and the vehicles on all sites."""
    for camp, team in (("left_camp", player.left_camp), ("right_camp", player.right_camp)):
        if any(team):
            yield _say(camp, **_team(team))
    vehicles = Counter(card.vehicle for site in player.sites for card in site.cards)
    for vehicle, count in vehicles.most_common():
        yield _say("vehicle", vehicle=vehicle, count=count)


def _team(team: Team) -> dict[str, str | int]:
    return {"yellow": team.yellow, "pink": team.pink, "blue": team.blue}


def _flag(site: SiteView) -> Phrase:
    if site.flag + 1 < len(site.track):
        one, other = site.track[site.flag + 1].vehicles
        return _say("flag", space=site.flag, vehicle=one, other=other)
    return _say("flag_end", space=site.flag)


def _card(card: Card) -> dict[str, str | int]:
    return {"animal": card.species, "vehicle": card.vehicle, "goes_left": card.left, "goes_right": card.right}


def describe_pool(view: View) -> Iterator[Phrase]:
    for letter, card in zip("ABCD", view.pool, strict=False):
        yield _say("pool_card_star" if card.stars else "pool_card", place=letter, **_card(card))


def _objectives(view: View) -> Iterator[Phrase]:
    for objective in view.objectives:
        if objective.open:
            yield _say("objective", objective=objective.card)


def _scores(view: View) -> Phrase:
    first, second = view.score_cards
    return _say("scores", first_card=first.card, second_card=second.card)


def describe_deck(view: View) -> Phrase:
    return _say("deck", cards=view.deck)


def describe_scores(view: View, player: PlayerView) -> Iterator[Phrase]:
    for card in view.score_cards:
        yield _say("score_card", score_card=card.card, points=card.points[player.seat])


def describe_hand(view: View) -> tuple[Phrase, ...]:
    """Describe each card with the sites it suits, or the cards that are being exchanged."""
    leaving = view.exchanging or ()
    return tuple(
        phrase
        for number, held in enumerate(view.hand or (), 1)
        for phrase in (*describe_held(number, held), *((_say("exchanged"),) if number in leaving else ()))
    )


def describe_held(number: int, held: HandCardView) -> Iterator[Phrase]:
    yield _say("card_star" if held.card.stars else "card", number=number, **_card(held.card))
    for site in held.sites:
        yield _say(f"advances_{site}" if site in held.advances else f"playable_{site}")
