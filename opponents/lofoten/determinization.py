"""Build the simulator's table from a state of the rules, and randomise what a seat does not know."""

from random import Random

from opponents.lofoten.simulator import POSITIONS, Table
from rules.lofoten.components import Components
from rules.lofoten.pieces import GOODS, Tile
from rules.lofoten.state import State


def build_table(state: State, components: Components) -> Table:
    """Convert a state of the rules to a table of the simulator."""
    table = Table.__new__(Table)
    table.components, table.options, table.chance = components, state.options, state.chance
    table.first, table.active, table.stage = state.first, state.active, state.stage
    players = state.players
    table.hands = [player.hand for player in players]
    table.drawn = [player.drawn for player in players]
    table.coins = [player.coins for player in players]
    table.zones = [player.fleet.zone for player in players]
    table.wheels = [player.fleet.ships for player in players]
    table.market = state.market
    table.stacks = (state.stacks[0].tiles, state.stacks[1].tiles)
    table.looked = (state.stacks[0].looked, state.stacks[1].looked)
    table.covered = dict.fromkeys(GOODS, (0, 0))
    for stack in table.stacks:
        for tile in stack:
            number, goods = table.covered[tile.good]
            table.covered[tile.good] = number + 1, goods + tile.amount
    table.pile, table.discards, table.box = state.pile, state.discards, state.box
    table.reserve, table.warehouses, table.alliances = state.reserve, state.warehouses, state.alliances
    in_play = state.in_play
    table.side = None
    if in_play is not None and in_play.hand != "centre":
        table.side = in_play.hand
    table.effect = in_play.effect if in_play else None
    table.left = in_play.left if in_play else 0
    table.unloading = None if state.unloading is None else POSITIONS.index(state.unloading)
    table.paid, table.ending = state.paid_for_turn, state.ending
    table.upgraded, table.finishing, table.loading = state.upgraded, state.finishing, state.loading
    table.given, table.claimed = state.given, state.claimed
    return table


def determinize(table: Table, seat: int, rng: Random) -> None:
    """Randomise in place what a seat does not know: pile, the rival's hand, covered tiles."""
    rival = 1 - seat
    drawn = table.drawn[rival]
    cards = [*table.pile, *table.hands[rival], *((drawn,) if drawn else ())]
    rng.shuffle(cards)
    if drawn:
        table.drawn[rival] = cards.pop()
    held = len(table.hands[rival])
    table.hands[rival] = tuple(cards[:held])
    table.pile = tuple(cards[held:])
    _randomize_stacks(table, rng)


def _randomize_stacks(table: Table, rng: Random) -> None:
    """Shuffle the covered tiles. Tops keep their type, and their amount if it was looked at."""
    tiles = [
        tile
        for stack, looked in zip(table.stacks, table.looked, strict=True)
        for tile in (stack[:-1] if looked else stack)
    ]
    rng.shuffle(tiles)
    tops: list[tuple[Tile, ...]] = []
    for stack, looked in zip(table.stacks, table.looked, strict=True):
        top = stack[-1:]
        if top and not looked:
            top = (next(tile for tile in tiles if tile.good == top[0].good),)
            tiles.remove(top[0])
        tops.append(top)
    height = len(table.stacks[0]) - len(tops[0])
    table.stacks = ((*tiles[:height], *tops[0]), (*tiles[height:], *tops[1]))
