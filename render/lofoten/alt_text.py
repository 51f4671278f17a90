"""Alt texts of Lofoten: phrases whose sentences are in the catalogue."""

from collections.abc import Iterator

from render.lofoten.focus import scene_of
from render.lofoten.hand_slots import SLOTS
from render.lofoten.highlights import POSITIONS, ship_at
from render.painter import PictureRequest, closeup_seat
from render.painter import alt_phrase as _say
from rules.game import Phrase
from rules.lofoten.pieces import GOODS, SHIELDS
from rules.lofoten.view import AllianceView, ShipView, View, WarehouseView


def describe_board(view: View) -> tuple[Phrase, ...]:
    """Describe the card in play, the market, fleets and purses, the warehouses, and the supply."""
    return (
        *describe_turn(view),
        *describe_market(view),
        *(phrase for seat in _seats(view) for phrase in _player(view, seat)),
        *_warehouses(view),
        *map(describe_alliance, view.alliances),
        *describe_supply(view),
    )


def describe_focus(request: PictureRequest[View]) -> tuple[Phrase, ...]:
    """Describe the market and both fleets, or the hand with the market, or the warehouses."""
    view, scene = request.view, scene_of(request)
    near, far = _seats(view)
    match scene:
        case "hand":
            fleets = (*_player(view, near), _purse(view, far))
            return (*describe_hand(view), *describe_turn(view), *describe_market(view), *fleets)
        case "warehouses":
            return (
                *describe_turn(view),
                *_warehouses(view),
                *_player(view, near),
                *map(describe_alliance, view.alliances),
            )
        case "market":
            fleets = (*_player(view, near), *_player(view, far))
            stacks = describe_supply(view) if view.phase in ("draw", "upkeep") else ()
            return (*describe_turn(view), *describe_market(view), *fleets, *stacks)


def _warehouses(view: View) -> Iterator[Phrase]:
    for number, store in enumerate(view.warehouses, 1):
        yield from describe_warehouse(view, number, store)


def _seats(view: View) -> tuple[int, int]:
    near = view.seat or 0
    return near, 1 - near


def describe_market(view: View) -> Iterator[Phrase]:
    for zone, tile in zip("ABCDE", view.market, strict=True):
        if tile and tile.shields:
            yield _say("zone_shields", zone=zone, good=tile.good, amount=tile.amount, shields=tile.shields)
        elif tile:
            yield _say("zone", zone=zone, good=tile.good, amount=tile.amount)
        else:
            yield _say("zone_empty", zone=zone)


def _purse(view: View, seat: int) -> Phrase:
    zone = "ABCDE"[view.fleets[seat].zone]
    return _say("player", seat=seat, zone=zone, coins=view.coins[seat], points=view.points[seat])


def _player(view: View, seat: int) -> Iterator[Phrase]:
    fleet = view.fleets[seat]
    yield _purse(view, seat)
    for position in POSITIONS:
        ship = ship_at(fleet, position)
        if ship.order or ship.load or ship.upgraded:
            yield describe_ship(ship, position)
    yield from describe_shields(view, seat)


def describe_shields(view: View, seat: int) -> Iterator[Phrase]:
    stored = "".join(tile.shown for store in view.warehouses for tile in store.sides[seat])
    if stored:
        red, blue, yellow = (stored.count(shield) for shield in SHIELDS)
        yield _say("shields", seat=seat, red=red, blue=blue, yellow=yellow)


def describe_ship(ship: ShipView, position: str) -> Phrase:
    """Describe a ship; a better one by its letter."""
    better = "better_" if ship.upgraded else ""
    letter: dict[str, str | int] = {"ship": ship.ship} if ship.upgraded else {}
    if ship.load:
        amount = sum(tile.amount for tile in ship.load)
        return _say(f"{better}ship_loaded", place=position, good=ship.load[0].good, amount=amount, **letter)
    if ship.order:
        return _say(f"{better}ship_order", place=position, good=ship.order.good, **letter)
    return _say("better_ship", place=position, **letter)


def describe_warehouse(view: View, number: int, store: WarehouseView) -> Iterator[Phrase]:
    if store.level == 2:
        yield from _new_warehouse(view, number, store)
        return
    if store.good is None:
        yield _say("warehouse_empty", warehouse=number, points=store.points)
        return
    common: dict[str, str | int] = {"warehouse": number, "points": store.points, "good": store.good}
    yield _comparison("warehouse", view, store, common)


def _comparison(key: str, view: View, store: WarehouseView, common: dict[str, str | int]) -> Phrase:
    """Describe which player has more, or that both have the same."""
    near, far = _seats(view)
    if store.counts[near] == store.counts[far]:
        return _say(f"{key}_tied", **common, total=store.counts[near])
    leader = max((near, far), key=lambda seat: store.counts[seat])
    return _say(
        f"{key}_led", **common, seat=leader, total=store.counts[leader], other=store.counts[1 - leader]
    )


def _new_warehouse(view: View, number: int, store: WarehouseView) -> Iterator[Phrase]:
    """Describe what each side has of what the card counts and its points, the reader's side first."""
    if store.good is None:
        yield _say("new_warehouse_empty", warehouse=number, card=store.card)
        return
    yield _comparison(
        "new_warehouse", view, store, {"warehouse": number, "card": store.card, "good": store.good}
    )
    for seat in _seats(view):
        if store.scores[seat]:
            yield _say("scores", seat=seat, points=store.scores[seat])


def describe_alliance(alliance: AllianceView) -> Phrase:
    jarl, owner = alliance.jarl, alliance.owner
    if owner is None:
        return _say("jarl_free", jarl=jarl, demand=alliance.demand.key)
    if alliance.warehouse is None:
        return _say("jarl_owned", jarl=jarl, seat=owner)
    return _say("jarl_bound", jarl=jarl, seat=owner, warehouse=alliance.warehouse + 1)


def describe_supply(view: View) -> Iterator[Phrase]:
    for name, stack in zip(("stack_left", "stack_right"), view.stacks, strict=True):
        if stack.top is None:
            yield _say(f"{name}_empty")
        elif stack.amount is None:
            yield _say(name, count=stack.left, good=stack.top)
        else:
            yield _say(f"{name}_amount", count=stack.left, good=stack.top, amount=stack.amount)
    yield _say("supply", coins=view.reserve, cards=view.pile)


def describe_turn(view: View) -> Iterator[Phrase]:
    if view.in_play:
        card = view.in_play.card
        yield _say("in_play", good=card.good, value=card.value, left=view.in_play.left)
    if view.last_turn:
        yield _say("last_turn")
    if view.extra_turn:
        yield _say("extra_turn", seat=view.active)


def describe_hand(view: View) -> tuple[Phrase, ...]:
    if not view.hand and not view.drawn:
        return ()
    hand = view.hand or ()
    phrases: list[Phrase] = []
    if len(hand) == len(SLOTS):
        for place, card in zip(SLOTS, hand, strict=True):
            phrases.append(_say(f"card_{place}", good=card.good, value=card.value))
    else:
        phrases += [_say("card", good=card.good, value=card.value) for card in hand]
    if view.drawn:
        phrases.append(_say("drawn", good=view.drawn.good, value=view.drawn.value))
    if view.seat is not None and view.fleets[view.seat].dock.order is not None:
        phrases.append(_say("dock_occupied"))
    return tuple(phrases)


def describe_closeup(view: View, key: str) -> tuple[Phrase, ...]:
    """Describe one player's fleet, purse and stored tiles, or the discards."""
    seat = closeup_seat(key)
    if seat is None:
        return _discards(view)
    stored = (
        _say(
            "stored",
            warehouse=number,
            good=store.good,
            tiles=len(store.sides[seat]),
            amount=sum(tile.goods for tile in store.sides[seat]),
        )
        for number, store in enumerate(view.warehouses, 1)
        if store.good is not None and store.sides[seat]
    )
    return (*_player(view, seat), *stored)


def _discards(view: View) -> tuple[Phrase, ...]:
    """Describe the played order cards by good and value, and the tiles out of the game."""
    phrases = []
    for good in GOODS:
        values = [card.value for card in view.discards if card.good == good]
        ones, twos, threes = (values.count(value) for value in (1, 2, 3))
        phrases.append(_say("discard", good=good, ones=ones, twos=twos, threes=threes))
    boxed = [_say("boxed", good=tile.good, amount=tile.amount) for tile in view.box]
    return (*phrases, *(boxed or [_say("nothing_boxed")]))
