"""Plans: the actions of this turn and of the next ones, searched together; the best are looked at further."""

from dataclasses import dataclass

from opponents.explorers.evaluation import Evaluator
from opponents.explorers.simulator import WAIT, Action, Party, Scene, apply_action, legal_actions
from opponents.explorers.weights import WEIGHTS, Weights


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """How far one looks, and what one thinks of."""

    weights: Weights = WEIGHTS
    width: int = 10
    """How many ways are looked at further after each action."""
    beyond: int = 4
    """How many actions of later turns are thought of."""
    glances: int = 40
    """How many ways to lay a tile are looked at, those near the own ship and the Mainland first."""
    tiles: int = 4
    tile_width: int = 0
    tile_beyond: int = 0
    """Of how many ways to lay a tile the turn is thought through, and how far; not at all without a width."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do in this turn, the party after it, and what all that is planned comes to."""

    actions: tuple[Action, ...]
    after: Party
    value: float


@dataclass(slots=True)
class _Node:
    party: Party
    acts: tuple[Action, ...]
    worth: float
    after: Party
    at_turn: float
    idle: float


def plans(party: Party, scene: Scene, weights: Weights, width: int, beyond: int) -> list[Plan]:
    """The best plan for each way to begin, the best first."""
    judge = Evaluator(scene, weights)
    turn_end = party.actions - party.left
    start = _Node(party, (), 0.0, party, 0.0, 0.0)
    horizon = max(0, turn_end - beyond)
    layers: dict[int, dict[Party, _Node]] = {party.actions: {party: start}}
    for actions in range(party.actions, horizon, -1):
        ways = sorted(layers.pop(actions, {}).values(), key=_rank)
        for way in ways[:width]:
            for act in (*legal_actions(way.party, scene), WAIT):
                party_then = apply_action(way.party, act, scene)
                left = party_then.actions
                layer = layers.setdefault(left, {})
                if party_then in layer:
                    continue
                worth = judge.evaluate(party_then)
                if left >= turn_end:
                    idle = way.idle + weights.idle if act is WAIT else way.idle
                    worth -= idle
                    so_far = way.acts if act is WAIT else (*way.acts, act)
                    layer[party_then] = _Node(party_then, so_far, worth, party_then, worth, idle)
                else:
                    worth += weights.hurry * way.at_turn - way.idle
                    layer[party_then] = _Node(party_then, way.acts, worth, way.after, way.at_turn, way.idle)
    found: dict[Action, Plan] = {}
    for way in sorted(layers.get(horizon, {}).values(), key=_rank):
        first = way.acts[0] if way.acts else WAIT
        if first not in found:
            found[first] = Plan(way.acts, way.after, way.worth)
    return list(found.values())


def _rank(way: _Node) -> float:
    return -way.worth
