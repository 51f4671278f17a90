"""Shortcuts for the rest of a turn: play every free card, finish the ship that becomes possible, end.

If a card needs a choice (which resource? whose mill?), there is a shortcut for each answer, all with the same
name. If the player can pay for the tools and buildings of the hand, playing the whole hand is offered too.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, islice

from rules.game import Phrase, Shortcut
from rules.shipwrights import attacks
from rules.shipwrights.components import Components, Face
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
from rules.shipwrights.pieces import KINDS, MAX_CRAFTSMEN, Card
from rules.shipwrights.shipyard import ship_in, simple_finishes, with_workshop
from rules.shipwrights.state import Player, State

FREE_VILLAGERS: tuple[Card, ...] = (
    "king", "queen", "navigator", "mercenary", "labourer", "watchman", "pioneer",
)  # fmt: skip
"""Villagers without cost, choice, draw or drawback."""
CHOICE_VILLAGERS: tuple[Card, ...] = (
    "beggar", "merchant", "thief", "conspirator", "assassin", "barbarian", "raider",
)  # fmt: skip
"""Villagers without cost that need a choice, the most useful first."""
MAX_NAMED_CARDS = 2
MAX_NAMES, MAX_LINES = 4, 60
"""With more names or lines than these no shortcut is offered."""

Apply = Callable[[State, ShipwrightsMove], State]
Line = tuple[ShipwrightsMove, ...]
Values = dict[str, str | int]
Stage = Callable[[State], list[Line]]
"""Returns the alternatives at one point of a turn, each a row of moves."""


def rest_of_turn_shortcuts(state: State, components: Components, apply: Apply) -> list[Shortcut]:
    """Return shortcuts that play all free cards, or the whole hand, and end the turn."""
    lines = list(islice(_lines(state, components, apply), MAX_LINES + 1))
    named = [(name, line) for line in lines if len(line) > 1 and (name := _name(state, line, components))]
    if len(lines) > MAX_LINES or len({str(name) for name, _ in named}) > MAX_NAMES:
        return []
    return [Shortcut(name, line, keeps_first_move=True) for name, line in named]


def _lines(state: State, components: Components, apply: Apply) -> Iterator[Line]:
    """Yield lines: villagers first, who may bring what a ship lacks, then ships, finishing, craftsmen."""
    hand = [held.card for held in state.player.hand]
    villagers = [card for card in (*FREE_VILLAGERS, *CHOICE_VILLAGERS) for _ in range(hand.count(card))]
    stages: list[Stage] = [partial(_call_lines, card, components) for card in villagers]
    stages += [_lay_lines, partial(_finish_lines, components), _hire_lines]
    yield from _play_stages(state, (), stages, apply)
    paid = [card for card in hand if KINDS[card] in ("tool", "building")]
    if paid:
        whole = _play_stages(state, (), [*stages, partial(_purchase_lines, paid, components)], apply)
        yield from (line for line in whole if any(isinstance(move, BuyTool | Build) for move in line))


def _play_stages(state: State, line: Line, stages: list[Stage], apply: Apply) -> Iterator[Line]:
    """Yield every row of moves through these stages."""
    if not stages:
        yield (*line, END)
        return
    seat = state.active
    for moves in stages[0](state):
        after = state
        for move in moves:
            after = apply(after, move)
        if after.stage != "afternoon" or after.active != seat:
            yield (*line, *moves)  # the turn has ended automatically
        else:
            yield from _play_stages(after, (*line, *moves), stages[1:], apply)


# The stages


def _call_lines(card: Card, components: Components, state: State) -> list[Line]:
    """Return each way to call a villager; an empty row if there is no target."""
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


def _lay_lines(state: State) -> list[Line]:
    ships = [held.card for held in state.player.hand if KINDS[held.card] == "ship"]
    return _choices_of(ships, state.player.workshops.count(None), LAY)


def _finish_lines(components: Components, state: State) -> list[Line]:
    """Return ways to finish a ship; none if there are two, because that needs thought."""
    found = simple_finishes(state.player, components)
    if len({move.workshop for move in found}) > 1:
        return []
    return [(move,) for move in found] or [()]


def _hire_lines(state: State) -> list[Line]:
    craftsmen = [held.card for held in state.player.hand if KINDS[held.card] == "craftsman"]
    return _choices_of(craftsmen, MAX_CRAFTSMEN - len(state.player.craftsmen), HIRE)


def _choices_of(cards: list[Card], room: int, moves: Mapping[Card, ShipwrightsMove]) -> list[Line]:
    """Return all of these cards, or each combination that there is room for."""
    chosen = dict.fromkeys(combinations(cards, min(room, len(cards))))
    return [tuple(moves[card] for card in each) for each in chosen]


def _purchase_lines(cards: list[Card], components: Components, state: State) -> list[Line]:
    """Return the purchase of all tools and buildings of the hand, if affordable and no tool is replaced."""
    player, faces = state.player, components.faces
    tools = [card for card in cards if KINDS[card] == "tool"]
    buildings = [card for card in cards if KINDS[card] == "building"]
    too_dear = sum(faces[card].gold for card in cards) > player.gold
    too_much = sum(faces[card].workers for card in cards) > player.workers
    owned = len({*buildings, *player.buildings}) < len(buildings) + len(player.buildings)
    if too_dear or too_much or owned or len(tools) > (player.tool is None):
        return []
    return [(*(BUY_TOOL[card] for card in tools), *(BUILD[card] for card in buildings))]


# Names


def _name(state: State, line: Line, components: Components) -> Phrase | None:
    """Return a name with the finished ship, the cards and the cost; None if that is too much."""
    player = state.player
    cards = [card for move in line if (card := card_of(move)) is not None]
    left = len(player.hand) - len(cards)
    finished = next((move for move in line if isinstance(move, Finish)), None)
    ship: dict[str, Card] = {}
    if finished is not None:
        ship["ship"] = ship_in(_with_laid_ships(line, player), finished.workshop)
        left -= (finished.first, finished.second, finished.third).count("hand")
    bought = [components.faces[move.card] for move in line if isinstance(move, BuyTool | Build)]
    if bought:
        paid = [*bought, *(components.faces[each] for each in ship.values())]
        named = None if left else _purchase_name(paid, finishes=bool(ship))
    else:
        named = _cards_name(player, cards, whole_hand=not left, finishes=bool(ship))
    if named is None:
        return None
    key, values = named
    if left:
        key, values = f"{key}_rest" if key else "rest", values | {"discards": left}
    keys = ("finish" if ship else "", key)
    tool: Values = {"tool": player.tool} if finished and finished.tool and player.tool else {}
    parts = (Phrase(key="shortcut.with_tool", values=tool),) if tool else ()
    return Phrase(key=f"shortcut.{'_'.join(filter(None, keys))}", values=ship | values, parts=parts)


def _purchase_name(paid: list[Face], *, finishes: bool) -> tuple[str, Values]:
    """Return key and values for the whole hand with these tools and buildings, and perhaps a ship."""
    gold, workers = sum(face.gold for face in paid), sum(face.workers for face in paid)
    if workers or finishes:
        return "all_built", {"gold": gold, "workers": workers}
    return "all_paid", {"gold": gold}


def _cards_name(
    player: Player, cards: list[Card], *, whole_hand: bool, finishes: bool
) -> tuple[str, Values] | None:
    """Return key and values for free cards: their number if it is the whole hand, else at most two names."""
    if whole_hand and (len(cards) > 1 if finishes else len(cards) > MAX_NAMED_CARDS):
        return "all", {"cards": len(player.hand)}
    if len(cards) > MAX_NAMED_CARDS:
        return None
    key = ("", "one", "two")[len(cards)]
    return key, {} if key == "two" and finishes else dict(zip(("first", "second"), cards, strict=False))


def _with_laid_ships(line: Line, player: Player) -> Player:
    """Return the player with the ships that a line lays into the workshops."""
    for move in line:
        if isinstance(move, Lay):
            place = player.workshops.index(None)
            player = player._replace(workshops=with_workshop(player, place, move.card))
    return player
