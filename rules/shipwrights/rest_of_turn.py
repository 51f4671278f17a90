"""The rest of a turn in one go: every card that costs nothing, the ship that can then be finished, the end.

Where a card leaves a choice (which resource? whose mill?) there is one for each answer, all of one name. If
there are gold and workers for the tools and buildings of the hand, playing all of it is offered too.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, islice

from rules.game import Phrase, Shortcut
from rules.shipwrights import attacks
from rules.shipwrights.components import Components
from rules.shipwrights.moves import (
    BEGGAR,
    BUILD,
    BUY_TOOL,
    CALL,
    END,
    HIRE,
    LAY,
    MERCHANT,
    Build,
    BuyTool,
    Finish,
    Lay,
    ShipwrightsMove,
    card_of,
)
from rules.shipwrights.pieces import KINDS, PLACES_FOR_CRAFTSMEN, Card
from rules.shipwrights.shipyard import plain_finishes, ship_in, with_workshop
from rules.shipwrights.state import Player, State

ONLY_GOOD: tuple[Card, ...] = (
    "king",
    "queen",
    "navigator",
    "mercenary",
    "labourer",
    "watchman",
    "pioneer",
)
"""Villagers who ask for nothing, draw nothing, and do their caller nothing but good."""
WITH_A_CHOICE: tuple[Card, ...] = (
    "beggar",
    "merchant",
    "thief",
    "conspirator",
    "assassin",
    "barbarian",
    "raider",
)
"""Villagers who cost nothing and leave something to choose, in the order in which they help most."""
MOST_NAMED = 2
MOST_NAMES, MOST_LINES = 4, 60
"""With more ways to go on there is too much to choose for one row of moves."""

Apply = Callable[[State, ShipwrightsMove], State]
Line = tuple[ShipwrightsMove, ...]
Stage = Callable[[State], list[Line]]
"""What may be done at one point of a turn: one of these rows of moves."""


def rests(state: State, components: Components, apply: Apply) -> list[Shortcut]:
    """Every way to play what costs nothing, or all there is, and to end the turn."""
    lines = list(islice(_lines(state, components, apply), MOST_LINES + 1))
    named = [(name, line) for line in lines if len(line) > 1 and (name := _name(state, line, components))]
    if len(lines) > MOST_LINES or len({str(name) for name, _ in named}) > MOST_NAMES:
        return []
    return [Shortcut(name, line, keeps_first_move=True) for name, line in named]


def _lines(state: State, components: Components, apply: Apply) -> Iterator[Line]:
    """First the villagers, who may bring what a ship lacks; then ships, what can be finished, craftsmen."""
    hand = [held.card for held in state.player.hand]
    villagers = [card for card in (*ONLY_GOOD, *WITH_A_CHOICE) for _ in range(hand.count(card))]
    stages: list[Stage] = [partial(_calling, card, components) for card in villagers]
    stages += [_laying, partial(_launching, components), _hiring]
    yield from _played(state, (), stages, apply)
    paid = [card for card in hand if KINDS[card] in ("tool", "building")]
    if paid:
        whole = _played(state, (), [*stages, partial(_paying, paid, components)], apply)
        yield from (line for line in whole if any(isinstance(move, BuyTool | Build) for move in line))


def _played(state: State, line: Line, stages: list[Stage], apply: Apply) -> Iterator[Line]:
    """Every row of moves through these stages, from here on."""
    if not stages:
        yield (*line, END)
        return
    seat = state.active
    for moves in stages[0](state):
        after = state
        for move in moves:
            after = apply(after, move)
        if after.stage != "afternoon" or after.active != seat:
            yield (*line, *moves)  # nothing is left to do, and the turn has ended by itself
        else:
            yield from _played(after, (*line, *moves), stages[1:], apply)


# The stages


def _calling(card: Card, components: Components, state: State) -> list[Line]:
    """Each way to call that villager; one who finds nothing to do is discarded in the end."""
    match card:
        case "beggar":
            return [(move,) for move in BEGGAR]
        case "merchant":
            return [(move,) for move in MERCHANT]
        case "thief" | "conspirator" | "assassin" | "barbarian" | "raider":
            targets = attacks.choices(state, card, components)
            return [(move,) for move in targets if getattr(move, "player", None) != state.active] or [()]
        case _:
            return [(CALL[card],)]


def _laying(state: State) -> list[Line]:
    ships = [held.card for held in state.player.hand if KINDS[held.card] == "ship"]
    return _as_many(ships, state.player.workshops.count(None), LAY)


def _launching(components: Components, state: State) -> list[Line]:
    """The ship that can be finished now; whoever can finish two has more to think about."""
    found = plain_finishes(state.player, components)
    if len({move.workshop for move in found}) > 1:
        return []
    return [(move,) for move in found] or [()]


def _hiring(state: State) -> list[Line]:
    craftsmen = [held.card for held in state.player.hand if KINDS[held.card] == "craftsman"]
    return _as_many(craftsmen, PLACES_FOR_CRAFTSMEN - len(state.player.craftsmen), HIRE)


def _as_many(cards: list[Card], room: int, moves: Mapping[Card, ShipwrightsMove]) -> list[Line]:
    """All of these cards, or each choice of as many as there is room for."""
    chosen = dict.fromkeys(combinations(cards, min(room, len(cards))))
    return [tuple(moves[card] for card in each) for each in chosen]


def _paying(cards: list[Card], components: Components, state: State) -> list[Line]:
    """All tools and buildings of the hand, where they can be paid for and no tool is given up for another."""
    player, faces = state.player, components.faces
    tools = [card for card in cards if KINDS[card] == "tool"]
    buildings = [card for card in cards if KINDS[card] == "building"]
    too_dear = sum(faces[card].gold for card in cards) > player.gold
    too_much = sum(faces[card].workers for card in cards) > player.workers
    owned = len({*buildings, *player.buildings}) < len(buildings) + len(player.buildings)
    if too_dear or too_much or owned or len(tools) > (player.tool is None):
        return []
    return [(*(BUY_TOOL[card] for card in tools), *(BUILD[card] for card in buildings))]


# What it is called


def _name(state: State, line: Line, components: Components) -> Phrase | None:
    """What is finished, which cards are played, what is paid; None where that is too much for a name."""
    player = state.player
    cards = [card for move in line if (card := card_of(move)) is not None]
    finished = next((move for move in line if isinstance(move, Finish)), None)
    values: dict[str, str | int] = {}
    left = len(player.hand) - len(cards)
    if finished is not None:
        values["ship"] = ship_in(_with_ships_of(line, player), finished.workshop)
        left -= (finished.first, finished.second, finished.third).count("hand")
    bought = [components.faces[move.card] for move in line if isinstance(move, BuyTool | Build)]
    if bought:
        gold, workers = sum(face.gold for face in bought), sum(face.workers for face in bought)
        values |= {"gold": gold, **({"workers": workers} if workers else {})}
        key = None if left or (workers and finished) else "all_built" if workers else "all_paid"
    elif not left and len(cards) > (0 if finished is None else 1):
        values["cards"] = len(player.hand)
        key = "all" if len(cards) > MOST_NAMED or finished is not None else ("one", "two")[len(cards) - 1]
    else:
        key = ("", "one", "two")[len(cards)] if len(cards) <= MOST_NAMED else None
    if key == "one" or (key == "two" and finished is None):
        values = {name: value for name, value in values.items() if name == "ship"}
        values |= dict(zip(("first", "second"), cards, strict=False))
    if key is None:
        return None
    parts = ("finish" if finished is not None else "", key)
    return Phrase(key=f"shortcut.{'_'.join(part for part in parts if part)}", values=values)


def _with_ships_of(line: Line, player: Player) -> Player:
    """With the ships of that line in the workshops."""
    for move in line:
        if isinstance(move, Lay):
            place = player.workshops.index(None)
            player = player._replace(workshops=with_workshop(player, place, move.card))
    return player
