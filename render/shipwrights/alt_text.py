"""Alt texts of Shipwrights: phrases whose sentences are in the catalogue."""

from collections.abc import Iterator

from render.painter import PictureRequest, closeup_seat
from render.painter import alt_phrase as _say
from render.shipwrights.closeups import belongings, discard_rows
from render.shipwrights.focus import attacked_seats
from render.shipwrights.hand import next_giver, shown_cards
from render.shipwrights.playable import is_playable
from render.shipwrights.village_row import missing_needs
from rules.game import Phrase, Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import WORKSHOPS
from rules.shipwrights.view import PlayerView, View, WorkshopView

FEW = 3
"""Up to this many players, there is room for everything each ship lacks."""


def describe_board(view: View) -> tuple[Phrase, ...]:
    """Describe the day and the price, then each player; the reader in the most detail."""
    return (
        *describe_table(view),
        *(phrase for seat in seats_from_reader(view) for phrase in _player(view, seat)),
    )


def describe_focus(request: PictureRequest[View]) -> tuple[Phrase, ...]:
    """Describe the players that an attack can hit, or the cards and the reader's yard."""
    view = request.view
    if view.seat is None:
        return describe_board(view)
    attacked = attacked_seats(request, view.seat)
    if not attacked:
        return (*describe_hand(view), *describe_table(view), *_player(view, view.seat))
    rivals = (phrase for seat in attacked for phrase in _in_detail(view, seat))
    own = () if view.seat in attacked else _player(view, view.seat)
    return (*rivals, *own)


def _in_detail(view: View, seat: Seat) -> Iterator[Phrase]:
    """Describe a player with workshops and belongings, which only the reader's own row has otherwise."""
    yield from _player(view, seat)
    if seat != view.seat:
        yield from describe_workshops(view.players[seat], in_full=False)
        yield from describe_belongings(view.players[seat])


def seats_from_reader(view: View) -> tuple[Seat, ...]:
    if view.seat is None:
        return view.order
    players = len(view.players)
    return tuple((view.seat + step) % players for step in range(players))


def describe_table(view: View) -> Iterator[Phrase]:
    if view.phase == "stock":
        yield _say("stock")
    else:
        yield _say("day", day=view.day, phase=view.phase)
    if view.price is not None:
        yield _say("price", oak=view.price.oak, wool=view.price.wool, iron=view.price.iron)
    if view.last_day:
        yield _say("last_day")


def _player(view: View, seat: Seat) -> Iterator[Phrase]:
    player = view.players[seat]
    yield from describe_yard(view, seat)
    if view.seat is None and seat == _latest(view) and player.discarded:
        yield _say("discarded")
        yield from (_say("piece", card=card) for card in player.discarded)
    if view.seat is None or view.seat == seat:
        yield from describe_workshops(player, in_full=view.seat == seat and len(view.players) <= FEW)
    if view.seat == seat:
        yield from describe_belongings(player)


def describe_yard(view: View, seat: Seat) -> Iterator[Phrase]:
    """Describe what a player has and scores, and the order of play."""
    player = view.players[seat]
    yield _say(
        "player",
        seat=seat,
        gold=player.gold,
        workers=player.workers,
        oak=player.mill.oak,
        wool=player.mill.wool,
        iron=player.mill.iron,
        ships=len(player.fleet),
        points=player.points,
    )
    if seat == view.first:
        yield _say("first")
    if seat == view.tomorrow:
        yield _say("tomorrow")
    if player.watchman:
        yield _say("watchman")


def _latest(view: View) -> Seat | None:
    """The seat that ended the latest turn; only its unplayed cards are described."""
    played = [seat for seat in view.order if view.players[seat].played]
    return played[-1] if played else None


def describe_workshops(player: PlayerView, *, in_full: bool) -> Iterator[Phrase]:
    for workshop, content in zip(WORKSHOPS, player.workshops, strict=True):
        if content is not None:
            yield from describe_workshop(workshop, content, in_full=in_full)


def describe_workshop(workshop: str, content: WorkshopView, *, in_full: bool) -> Iterator[Phrase]:
    """Describe the ship in a workshop and how much is lacking, in full with what."""
    missing = sum(amount for _, amount in missing_needs(content))
    if not missing:
        yield _say("workshop_ready", workshop=workshop, ship=content.ship.card)
        return
    yield _say("workshop", workshop=workshop, ship=content.ship.card, lacking=missing)
    if in_full:
        for sign, amount in missing_needs(content):
            yield _say("lack", amount=amount, piece="gold" if sign == "coin" else sign)


def describe_belongings(player: PlayerView) -> Iterator[Phrase]:
    if player.craftsmen:
        yield _say("craftsmen")
        yield from (_say("piece", card=craftsman) for craftsman in player.craftsmen)
    if player.tool:
        yield _say("tool", card=player.tool.card)
    if player.buildings:
        yield _say("buildings")
        yield from (_say("piece", card=built.building.card) for built in player.buildings)


def describe_hand(view: View) -> tuple[Phrase, ...]:
    """Describe the cards to choose from, then the hand and, in the afternoon, what cannot be played.

    For an empty hand, describe where the next cards come from.
    """
    phrases: list[Phrase] = []
    if view.seat is not None and not shown_cards(view):
        giver = next_giver(view, view.seat)
        return (_say("empty") if giver is None else _say("empty_next", seat=giver),)
    if view.draft:
        phrases.append(_say("set", number=view.draft_number or 1))
        phrases += [describe_card(face) for face in view.draft]
    if view.drawn:
        phrases.append(_say("drawn"))
        phrases += [describe_card(face) for face in view.drawn]
    if view.hand:
        phrases.append(_say("kept" if view.draft else "hand"))
        for face in view.hand:
            phrases.append(describe_card(face))
            if view.phase in ("afternoon", "trader") and not is_playable(view, face):
                phrases.append(_say("not_now"))
    return tuple(phrases)


def describe_card(face: Face) -> Phrase:
    match face.kind:
        case "ship":
            return _say(
                "card_ship",
                card=face.card,
                gold=face.gold,
                workers=face.workers,
                oak=face.goods.oak,
                wool=face.goods.wool,
                iron=face.goods.iron,
                points=face.points,
                military=face.military,
            )
        case "tool":
            return _say("card_tool", card=face.card, gold=face.gold)
        case "building":
            return _say("card_building", card=face.card, gold=face.gold, workers=face.workers)
        case kind:
            return _say(f"card_{kind}", card=face.card)


def describe_closeup(view: View, key: str) -> tuple[Phrase, ...]:
    seat = closeup_seat(key)
    if seat is None:
        pile = (_say("pile", card=card, count=count) for card, count in discard_rows(view))
        return (_say("discards", cards=len(view.discards), hidden=view.buried), *pile)
    player = view.players[seat]
    return (*_player(view, seat), *describe_workshops(player, in_full=True), *describe_belongings(player))


MAX_VISIBLE_COMPONENTS = 12


def visible_components(view: View) -> tuple[str, ...]:
    """The cards to choose from and in hand, then those on boards."""
    cards: list[str] = [face.card for face in (*(view.draft or view.drawn or ()), *(view.hand or ()))]
    for seat in seats_from_reader(view):
        player = view.players[seat]
        cards += [workshop.ship.card for workshop in player.workshops if workshop is not None]
        cards += belongings(player)
        cards += [ship.card for ship in player.fleet]
    return tuple(dict.fromkeys(cards))[:MAX_VISIBLE_COMPONENTS]
