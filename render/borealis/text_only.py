"""Borealis in words, for readers without pictures: everything that the boards and the hand show."""

from collections.abc import Iterator

from render.borealis.alt_text import (
    describe_camps,
    describe_deck,
    describe_held,
    describe_player,
    describe_pool,
    describe_scores,
    describe_site,
    describe_time,
)
from render.painter import Line, TextSection, text_heading
from render.painter import alt_phrase as _say
from rules.borealis.view import ObjectiveView, PlayerView, SiteView, View
from rules.game import Phrase


def text_only_board(view: View) -> tuple[TextSection, ...]:
    """Describe the reader's sites, then the cards on offer, the goals and the other players."""
    parts: list[tuple[Phrase, tuple[Line, ...]]] = []
    mine = None if view.seat is None else view.players[view.seat]
    time = tuple(describe_time(view))
    if mine is not None:
        own = _say("own", stars=mine.stars, points=mine.score.total)
        parts.append((text_heading("own"), ((*time, own), *_expedition(mine))))
    elif time:
        parts.append((text_heading("board"), (time,)))
    parts += [
        (text_heading("pool"), (*((phrase,) for phrase in describe_pool(view)), (describe_deck(view),))),
        (text_heading("goals"), tuple(_goals(view, mine))),
    ]
    for player in view.players:
        if player is not mine:
            heading = text_heading("player", seat=player.seat)
            parts.append((heading, ((describe_player(player),), *_expedition(player))))
    return tuple(TextSection(heading, lines) for heading, lines in parts if lines)


def _expedition(player: PlayerView) -> Iterator[Line]:
    for site in player.sites:
        yield (*describe_site(site), *_site_points(site))
    camps = tuple(describe_camps(player))
    if camps:
        yield camps


def _site_points(site: SiteView) -> Iterator[Phrase]:
    """Yields the stars of a site now, and those of the next space of its track."""
    yield _say("site_points", species=site.species_points, flag=site.flag_points)
    if site.flag + 1 < len(site.track):
        yield _say("next_space", points=site.track[site.flag + 1].points)


def _goals(view: View, mine: PlayerView | None) -> Iterator[Line]:
    """Yields each objective and score card with what it asks for."""
    yield from map(_objective, view.objectives)
    if mine is None:
        return
    for card, scored in zip(view.score_cards, describe_scores(view, mine), strict=True):
        yield scored, Phrase(key=f"piece.{card.card}", values={"points": card.each, "pair": card.pair})


def _objective(objective: ObjectiveView) -> Line:
    if not objective.open:
        return (_say("objective_gone", objective=objective.card),)
    asked = Phrase(
        key=f"piece.{objective.card}", values={"number": objective.number, "stars": objective.stars}
    )
    return _say("objective_open", objective=objective.card), asked


def text_only_hand(view: View) -> tuple[Line, ...]:
    """Describe each card with the sites it suits, or that it is being exchanged."""
    leaving = view.exchanging or ()
    return tuple(
        (*describe_held(number, held), *((_say("exchanged"),) if number in leaving else ()))
        for number, held in enumerate(view.hand or (), 1)
    )
