"""A view of Borealis in words, sentence by sentence; the catalogue has the sentences."""

from collections import Counter
from collections.abc import Iterator

from rules.borealis.pieces import Card, Team
from rules.borealis.view import HandCardView, PlayerView, SiteView, View
from rules.game import Phrase


def board_in_words(view: View) -> tuple[Phrase, ...]:
    """A seated reader's own sites, else everybody's progress; then the cards that lie open, and the turn."""
    if view.seat is not None:
        mine = _expedition(view.players[view.seat])
        return (*mine, *_pool(view), *_objectives(view), *_turn(view))
    progress = () if view.phase == "exchange" else _progress(view)
    return (*progress, *_pool(view), *_objectives(view), _scores(view), _deck(view), *_turn(view))


def _say(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"alt.{key}", values=values)


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


def _expedition(mine: PlayerView) -> Iterator[Phrase]:
    yield _say("own", stars=mine.stars, points=mine.score.total)
    for site in mine.sites:
        yield _say(f"site_{site.site}", **_team(site.team))
        for species, count in Counter(card.species for card in site.cards).most_common():
            yield _say("group", animal=species, count=count)
        yield _flag(site)
    for camp, team in (("left_camp", mine.left_camp), ("right_camp", mine.right_camp)):
        if any(team):
            yield _say(camp, **_team(team))


def _team(team: Team) -> dict[str, str | int]:
    return {"yellow": team.yellow, "pink": team.pink, "blue": team.blue}


def _flag(site: SiteView) -> Phrase:
    if site.flag + 1 < len(site.track):
        one, other = site.track[site.flag + 1].vehicles
        return _say("flag", space=site.flag, vehicle=one, other=other)
    return _say("flag_end", space=site.flag)


def _card(card: Card) -> dict[str, str | int]:
    return {
        "animal": card.species,
        "vehicle": card.vehicle,
        "goes_left": card.left,
        "goes_right": card.right,
    }


def _pool(view: View) -> Iterator[Phrase]:
    for letter, card in zip("ABCD", view.pool, strict=False):
        yield _say("pool_card_star" if card.stars else "pool_card", place=letter, **_card(card))


def _objectives(view: View) -> Iterator[Phrase]:
    for objective in view.objectives:
        if objective.open:
            yield _say("objective", objective=objective.card)


def _scores(view: View) -> Phrase:
    first, second = view.score_cards
    return _say("scores", first_card=first.card, second_card=second.card)


def _deck(view: View) -> Phrase:
    return _say("deck", cards=view.deck)


def _turn(view: View) -> Iterator[Phrase]:
    if view.last_round:
        yield _say("last_round")
    for seat in sorted(view.to_act):
        yield _say("to_act", seat=seat)


def hand_in_words(view: View) -> tuple[Phrase, ...]:
    return tuple(phrase for number, held in enumerate(view.hand or (), 1) for phrase in _held(number, held))


def _held(number: int, held: HandCardView) -> Iterator[Phrase]:
    yield _say("card_star" if held.card.stars else "card", number=number, **_card(held.card))
    for site in held.sites:
        yield _say(f"advances_{site}" if site in held.advances else f"playable_{site}")
