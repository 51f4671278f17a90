"""Determinization: replace hidden information by random values that one reader cannot tell apart."""

from rules.chance import Chance
from rules.game import Seat
from rules.lofoten.pieces import Card, Tile
from rules.lofoten.state import Player, Stack, State
from rules.replace import replace


def reshuffle(state: State, seat: Seat | None, seed: bytes) -> State:
    """Randomise the order pile, the hands of others, the covered tiles, and the seed.

    Unseen pieces are sorted first, so that the result does not depend on hidden information.
    """
    chance = Chance(seed)
    cards, chance = chance.shuffled(sorted(_unseen_cards(state, seat)))
    tiles, chance = chance.shuffled(sorted(_unseen_tiles(state)))
    players = []
    for owner, player in enumerate(state.players):
        if owner != seat:
            player, cards = _with_cards(player, cards)
        players.append(player)
    return replace(
        state,
        chance=Chance(seed, state.chance.counter),
        players=(players[0], players[1]),
        pile=cards,
        stacks=_restack(state, list(tiles)),
    )


def _unseen_cards(state: State, seat: Seat | None) -> tuple[Card, ...]:
    held = [
        card
        for owner, player in enumerate(state.players)
        if owner != seat
        for card in (*player.hand, *([player.drawn] if player.drawn else []))
    ]
    return (*state.pile, *held)


def _with_cards(player: Player, cards: tuple[Card, ...]) -> tuple[Player, tuple[Card, ...]]:
    held = len(player.hand)
    hand, cards = cards[:held], cards[held:]
    if player.drawn is None:
        return player._replace(hand=hand), cards
    return player._replace(hand=hand, drawn=cards[0]), cards[1:]


def _unseen_tiles(state: State) -> tuple[Tile, ...]:
    """Return all tiles of the stacks, except tops whose amount was looked at."""
    return tuple(
        tile for stack in state.stacks for tile in (stack.tiles[:-1] if stack.looked else stack.tiles)
    )


def _restack(state: State, tiles: list[Tile]) -> tuple[Stack, Stack]:
    """Build stacks of equal heights. Tops keep their type, and their amount if it was looked at."""
    tops = []
    for stack in state.stacks:
        top = stack.tiles[-1:]
        if top and not stack.looked:
            alike = next(tile for tile in tiles if tile.good == top[0].good)
            tiles.remove(alike)
            top = (alike,)
        tops.append(top)
    covered = len(state.stacks[0].tiles) - len(tops[0])
    left, right = state.stacks
    return (
        left._replace(tiles=(*tiles[:covered], *tops[0])),
        right._replace(tiles=(*tiles[covered:], *tops[1])),
    )
