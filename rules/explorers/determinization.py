"""Determinization: replace hidden information by random values that one reader cannot tell apart."""

from rules.chance import Chance
from rules.explorers.pieces import Captain
from rules.explorers.state import Player, State
from rules.game import Seat
from rules.replace import replace


def reshuffle(state: State, seat: Seat | None, seed: bytes) -> State:
    """Randomise the stack, the hands and secret captains of others, all hidden tokens, and the seed.

    Unseen pieces are sorted first, so that the result does not depend on hidden information.
    """
    chance = Chance(seed)
    others = [owner for owner in range(len(state.players)) if owner != seat]
    hands = [number for owner in others for number in state.players[owner].hand]
    tiles, chance = chance.shuffled(sorted((*state.stack, *hands)))
    strengths, chance = chance.shuffled(sorted(state.settlement_supply))
    backs, chance = chance.shuffled(sorted((*state.enemy_supply, *(deadly for _, deadly in state.enemies))))
    players = list(state.players)
    for owner in others:
        player = players[owner]
        players[owner] = player._replace(hand=tiles[: len(player.hand)])
        tiles = tiles[len(player.hand) :]
    afloat = len(state.enemies)
    state = replace(
        state,
        chance=Chance(seed, state.chance.counter),
        players=tuple(players),
        stack=tiles,
        settlement_supply=strengths,
        enemies=tuple((sea, back) for (sea, _), back in zip(state.enemies, backs, strict=False)),
        enemy_supply=backs[afloat:],
    )
    return state if state.solo else _randomize_captains(state, others, chance)


def _randomize_captains(state: State, others: list[Seat], chance: Chance) -> State:
    """Before the choice both captains of another player are hidden; after it, the one they returned."""
    secret = state.stage == "captains"
    unknown: list[Captain] = [*state.spare_captains]
    for owner in others:
        player = state.players[owner]
        unknown += [captain for captain in player.captains if secret or captain != player.kept]
    cards, chance = chance.shuffled(sorted(unknown))
    players = list(state.players)
    for owner in others:
        count = 2 if secret else 1
        players[owner] = _with_captains(players[owner], cards[:count], secret=secret)
        cards = cards[count:]
    return replace(state, players=tuple(players), spare_captains=cards)


def _with_captains(player: Player, cards: tuple[Captain, ...], *, secret: bool) -> Player:
    if secret:
        return player._replace(captains=cards, kept=player.kept and cards[0])
    assert player.kept is not None
    return player._replace(captains=(player.kept, *cards))
