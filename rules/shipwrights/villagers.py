"""Villagers with an effect for the own player: gold, workers, resources, cards, first turn, protection."""

from collections import Counter

from rules.engine import StepRecorder
from rules.replace import replace
from rules.shipwrights import attacks, events, moves
from rules.shipwrights.components import Components
from rules.shipwrights.deck import draw_cards
from rules.shipwrights.hand import discard, without
from rules.shipwrights.moves import ShipwrightsMove
from rules.shipwrights.pieces import GOODS, Card, Good, Tradable, Villager
from rules.shipwrights.state import DRAWN_SOURCE, Held, Player, State


def choices(state: State, card: Card, components: Components) -> list[ShipwrightsMove]:
    """Return the ways to call a villager; empty if there is no target or the price cannot be paid."""
    player = state.player
    match card:
        case "beggar":
            return [*moves.BEGGAR]
        case "merchant":
            return [*moves.MERCHANT]
        case "sage":
            return _sage_choices(player)
        case "trader":
            return [moves.CALL[card]] if player.workers or player.mill.total else []
        case "assassin" | "barbarian" | "conspirator" | "raider" | "berserker" | "thief":
            return attacks.choices(state, card, components)
        case _:
            return [moves.CALL[card]]


def call(state: State, move: moves.Call, components: Components, recorder: StepRecorder) -> State:
    """Call a villager who needs no further choice."""
    seat = state.active
    match move.card:
        case "pioneer":
            recorder.emit(events.PioneerPlayed(seat=seat))
            player = without_card(state.player, move.card)
            player = player._replace(pioneers=player.pioneers + 1)
            return replace(state, players=state.players_with(seat, player), tomorrow=seat)
        case "watchman":
            recorder.emit(events.WatchmanPosted(seat=seat))
            player = without_card(state.player, move.card)
            player = player._replace(watchmen=player.watchmen + 1)
            return replace(state, players=state.players_with(seat, player))
        case "chieftain":
            return _call_chieftain(state, components, recorder)
        case "trader":
            recorder.emit(events.TraderCalled(seat=seat))
            state = replace(discard(state, move.card), stage="trader")
            return replace(state, swaps=components.faces["trader"].exchanges)
        case "labourer":
            workers = components.faces[move.card].gains_workers
            recorder.emit(events.WorkersReceived(seat=seat, villager=move.card, workers=workers))
            state = discard(state, move.card)
            player = state.player._replace(workers=state.player.workers + workers)
            return replace(state, players=state.players_with(seat, player))
        case "mercenary":
            return attacks.lose_to_mercenary(
                _gain_gold(state, move.card, components, recorder), components, recorder
            )
        case _:
            return _gain_gold(state, move.card, components, recorder)


def gold_gain(state: State, card: Villager, components: Components) -> int:
    """Return the gold a villager gives: a Navigator's grows with the turns already played today."""
    face = components.faces[card]
    gain = face.gains_gold + face.gains_gold_per_turn * state.turn_index(state.active)
    return min(gain, components.board.gold - state.player.gold)


def _gain_gold(state: State, card: Villager, components: Components, recorder: StepRecorder) -> State:
    gain = gold_gain(state, card, components)
    recorder.emit(events.GoldGained(seat=state.active, villager=card, gold=gain))
    state = discard(state, card)
    player = state.player._replace(gold=state.player.gold + gain)
    return replace(state, players=state.players_with(state.active, player))


def use_beggar(state: State, move: moves.Beggar, components: Components, recorder: StepRecorder) -> State:
    face = components.faces["beggar"]
    recorder.emit(events.WorkersReceived(seat=state.active, villager="beggar", workers=face.gains_workers))
    state = _receive(state, "beggar", (move.good,) * face.gains_goods, recorder)
    player = state.player._replace(workers=state.player.workers + face.gains_workers)
    return replace(state, players=state.players_with(state.active, player))


def use_merchant(state: State, move: moves.Merchant, recorder: StepRecorder) -> State:
    return _receive(state, "merchant", (move.first, move.second), recorder)


def _receive(state: State, villager: Villager, goods: tuple[Good, ...], recorder: StepRecorder) -> State:
    state = discard(state, villager)
    mill = state.player.mill
    for good, amount in Counter(goods).items():
        recorder.emit(events.GoodsReceived(seat=state.active, villager=villager, good=good, amount=amount))
        mill = mill.plus(good, amount)
    return replace(state, players=state.players_with(state.active, state.player._replace(mill=mill)))


def _call_chieftain(state: State, components: Components, recorder: StepRecorder) -> State:
    """Draw two cards, one of which is kept. The Chieftain is discarded after the draw."""
    seat = state.active
    state = replace(state, players=state.players_with(seat, without_card(state.player, "chieftain")))
    cards, state = draw_cards(state, components.faces["chieftain"].draws, recorder)
    recorder.emit(events.ChieftainCalled(seat=seat, cards=len(cards)))
    _emit_drawn(state, cards, components, recorder)
    state = replace(state, discards=(*state.discards, "chieftain"), drawn=cards)
    if len(set(cards)) > 1:
        return replace(state, stage="chieftain")
    return _keep(state, cards[0], recorder) if cards else state


def keep_choices(state: State) -> tuple[ShipwrightsMove, ...]:
    return tuple(moves.KEEP[card] for card in dict.fromkeys(state.drawn))


def keep_card(state: State, move: moves.Keep, recorder: StepRecorder) -> State:
    return _keep(replace(state, stage="afternoon"), move.card, recorder)


def _keep(state: State, card: Card, recorder: StepRecorder) -> State:
    place = state.drawn.index(card)
    others = (*state.drawn[:place], *state.drawn[place + 1 :])
    for other in others:
        recorder.emit(events.CardDiscarded(seat=state.active, card=other))
    player = state.player
    player = player._replace(hand=(*player.hand, Held(card, DRAWN_SOURCE)))
    return replace(
        state, players=state.players_with(state.active, player), discards=(*state.discards, *others), drawn=()
    )


def _sage_choices(player: Player) -> list[ShipwrightsMove]:
    """Return the ways to exchange one or two other cards of the hand."""
    others = [held.card for held in without(player.hand, "sage")]
    found: dict[ShipwrightsMove, None] = {}
    for place, first in enumerate(others):
        found[moves.sage(first)] = None
        for second in others[place + 1 :]:
            found[moves.sage(first, second)] = None
    return list(found)


def use_sage(state: State, move: moves.Sage, components: Components, recorder: StepRecorder) -> State:
    """Discard cards, sorted so that the order reveals nothing, draw as many, then discard the Sage."""
    seat = state.active
    given: tuple[Card, ...] = (move.first,) if move.second == "none" else (move.first, move.second)
    given = tuple(sorted(given))
    recorder.emit(events.SageCalled(seat=seat, cards=given))
    hand = without(state.player.hand, "sage")
    for card in given:
        hand = without(hand, card)
    state = replace(state, discards=(*state.discards, *given))
    cards, state = draw_cards(state, len(given), recorder)
    _emit_drawn(state, cards, components, recorder)
    player = state.player._replace(hand=(*hand, *(Held(card, DRAWN_SOURCE) for card in cards)))
    return replace(state, players=state.players_with(seat, player), discards=(*state.discards, "sage"))


def _emit_drawn(
    state: State, cards: tuple[Card, ...], components: Components, recorder: StepRecorder
) -> None:
    for card in cards:
        recorder.emit(events.CardDrawn(seat=state.active, card=card, audience=frozenset((state.active,))))
    if state.backs:
        oak, wool, iron = components.price(state.backs[-1])
        recorder.emit(events.PriceChanged(oak=oak, wool=wool, iron=iron))


def swap_choices(state: State) -> tuple[ShipwrightsMove, ...]:
    player = state.player
    tradables: tuple[Tradable, ...] = (*(good for good in GOODS if player.mill.of(good)),)
    if player.workers:
        tradables = (*tradables, "worker")
    return (*(move for give in tradables for move in moves.SWAP[give]), moves.ENOUGH)


def swap_goods(state: State, move: moves.Swap, recorder: StepRecorder) -> State:
    recorder.emit(events.Swapped(seat=state.active, give=move.give, take=move.take))
    player = _with_change(_with_change(state.player, move.give, -1), move.take, 1)
    state = replace(state, players=state.players_with(state.active, player), swaps=state.swaps - 1)
    return state if state.swaps else end_swaps(state)


def end_swaps(state: State) -> State:
    return replace(state, stage="afternoon", swaps=0)


def _with_change(player: Player, what: Tradable, amount: int) -> Player:
    if what == "worker":
        return player._replace(workers=player.workers + amount)
    return player._replace(mill=player.mill.plus(what, amount))


def without_card(player: Player, card: Card) -> Player:
    return player._replace(hand=without(player.hand, card))
