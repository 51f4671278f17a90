"""Shipwrights in words, for readers without pictures: everything that the yards and the hand show."""

from collections.abc import Iterator

from render.painter import Line, TextSection, text_heading
from render.painter import alt_phrase as _say
from render.shipwrights.alt_text import (
    describe_belongings,
    describe_card,
    describe_hand,
    describe_table,
    describe_workshop,
    describe_yard,
    seats_from_reader,
)
from render.shipwrights.hand import shown_cards
from render.shipwrights.playable import is_playable
from rules.game import Phrase, Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import WORKSHOPS
from rules.shipwrights.view import View


def text_only_board(view: View) -> tuple[TextSection, ...]:
    """Describe the day and the prices, then every yard in full, the reader's first, and the piles."""
    table = tuple((phrase,) for phrase in describe_table(view))
    parts = [
        (text_heading("day"), table),
        *((_heading(view, seat), tuple(_yard(view, seat))) for seat in seats_from_reader(view)),
        (text_heading("piles"), ((_say("deck", cards=view.deck, discards=len(view.discards)),),)),
    ]
    return tuple(TextSection(heading, lines) for heading, lines in parts if lines)


def _heading(view: View, seat: Seat) -> Phrase:
    return text_heading("own_yard") if seat == view.seat else text_heading("yard", seat=seat)


def _yard(view: View, seat: Seat) -> Iterator[Line]:
    player = view.players[seat]
    yield tuple(describe_yard(view, seat))
    for workshop, content in zip(WORKSHOPS, player.workshops, strict=True):
        if content is None:
            yield (_say("workshop_empty", workshop=workshop),)
        else:
            yield tuple(describe_workshop(workshop, content, in_full=True))
    belongings = tuple(describe_belongings(player))
    if belongings:
        yield belongings
    if player.fleet:
        yield (
            _say("fleet", military=player.military),
            *(_say("piece", card=ship.card) for ship in player.fleet),
        )
    yield (
        _say("evening", gold=player.evening_gold, workers=player.evening_workers),
        _say("mill", capacity=player.mill_capacity),
    )
    if seat != view.seat:
        yield (_say("hand_size", cards=player.hand_size),)


def text_only_hand(view: View) -> Iterator[Line]:
    """Describe the cards to choose from and the hand, a line per card, with what a ship needs."""
    if not shown_cards(view):
        yield from ((phrase,) for phrase in describe_hand(view))
        return
    if view.draft:
        yield (_say("set", number=view.draft_number or 1),)
        yield from (tuple(_card(face)) for face in view.draft)
    if view.drawn:
        yield (_say("drawn"),)
        yield from (tuple(_card(face)) for face in view.drawn)
    if view.hand and (view.draft or view.drawn):
        yield (_say("kept" if view.draft else "hand"),)
    is_turn = view.phase in ("afternoon", "trader")
    for face in view.hand or ():
        not_now = (_say("not_now"),) if is_turn and not is_playable(view, face) else ()
        yield (*_card(face), *not_now)


def _card(face: Face) -> Iterator[Phrase]:
    yield describe_card(face)
    if face.craftsmen:
        yield _say("needs")
        yield from (_say("piece", card=craftsman) for craftsman in face.craftsmen)
