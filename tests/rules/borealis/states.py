"""Builders of Borealis states: boards and cards."""

from dataclasses import replace
from typing import Any

from rules.borealis.components import LETTERS
from rules.borealis.game import Borealis
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import Card, ObjectiveKey, ScoreCardKey, Team
from rules.borealis.state import Objective, Player, State, Supply

GAME = Borealis()
COMPONENTS = GAME.components
ANIMALS = dict(zip("BFOSP", ("polar_bear", "arctic_fox", "snowy_owl", "harp_seal", "puffin"), strict=True))
ALL_OVER = (Team(), Team(1, 1, 1), Team(1, 1, 1), Team(1, 1, 1), Team())


def card(species: str = "polar_bear", vehicle: str = "sleigh", arrows: str = "yp") -> Card:
    left, right = arrows
    return Card(species, vehicle, LETTERS[left], LETTERS[right], int(left == right))  # type: ignore[arg-type]


def pile(animals: str, vehicle: str = "sleigh") -> tuple[Card, ...]:
    """Return the cards of a site in the order played, by letter: Bear, Fox, Owl, Seal, Puffin."""
    return tuple(card(ANIMALS[animal], vehicle) for animal in animals)


def cards_with_vehicles(**counts: int) -> tuple[Card, ...]:
    return tuple(card(vehicle=vehicle) for vehicle, count in counts.items() for _ in range(count))


def player(*sites: str | tuple[Card, ...], **changes: Any) -> Player:
    """Return a player with these cards on the sites, everything else as at the start."""
    stacks = [pile(site) if isinstance(site, str) else site for site in sites]
    stacks += [()] * (3 - len(stacks))
    start = Player(
        board="i",
        hand=(card(), card(), card(), card()),
        sites=(stacks[0], stacks[1], stacks[2]),
        places=ALL_OVER,
        flags=(0, 0, 0),
        stars=2,
    )
    return start._replace(**changes)


def table(
    *players: Player,
    score_cards: tuple[ScoreCardKey, ScoreCardKey] = ("safe_return", "outer_lands"),
    objectives: tuple[ObjectiveKey, ObjectiveKey, ObjectiveKey] = (
        "balanced_ecosystem",
        "morning_shift",
        "bold_explorers",
    ),
    **changes: Any,
) -> State:
    """Return a state in the first round with these players, seat 0 to act; missing players are added."""
    seated = (*players, player(), player())[: max(2, len(players))]
    start = GAME.setup(len(seated), BorealisOptions(), bytes(32))
    animal, scientist, vehicle = map(Objective, objectives)
    started = replace(
        start,
        first=0,
        active=0,
        phase="action",
        round=1,
        players=seated,
        score_cards=score_cards,
        objectives=(animal, scientist, vehicle),
    )
    return replace(started, **changes)


def supply(
    deck: tuple[Card, ...] = (), pool: tuple[Card, ...] = (), discards: tuple[Card, ...] = ()
) -> Supply:
    """Return a supply. The next card to draw comes first; missing cards are bears."""
    return Supply((card(),) * 20 + deck[::-1], pool or (card(),) * 4, discards)
