"""Plans by beam search: the actions of this turn and of the next ones, keeping the best after each action."""

from dataclasses import dataclass

from opponents.explorers.evaluation import Evaluator
from opponents.explorers.simulator import WAIT, Action, Party, Scene, apply_action, legal_actions
from opponents.explorers.weights import WEIGHTS, Weights


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """Search effort and weights of a level."""

    weights: Weights = WEIGHTS
    width: int = 10
    """Beam width: nodes kept after each action."""
    depth_beyond: int = 4
    """Actions of later turns that are searched."""
    max_placements: int = 40
    """Tile placements that are evaluated, those near the own pieces and the Mainland first."""
    max_searched: int = 4
    tile_width: int = 0
    tile_depth_beyond: int = 0
    """For the best `max_searched` placements the following turn is searched, unless `tile_width` is 0."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions of this turn, the party after it, and the value including later turns."""

    actions: tuple[Action, ...]
    after: Party
    value: float


@dataclass(slots=True)
class _Node:
    party: Party
    actions_so_far: tuple[Action, ...]
    value: float
    after: Party
    at_turn: float
    idle: float


def plans(party: Party, scene: Scene, weights: Weights, width: int, depth_beyond: int) -> list[Plan]:
    """Return the best plan for each first action, best first.

    To do nothing is always considered, however promising everything else looks before the horizon.
    """
    evaluator = Evaluator(scene, weights)
    turn_end = party.actions - party.left
    start = _Node(party, (), 0.0, party, 0.0, 0.0)
    horizon = max(0, turn_end - depth_beyond)
    layers: dict[int, dict[Party, _Node]] = {party.actions: {party: start}}
    at_rest = party
    for actions in range(party.actions, horizon, -1):
        nodes = layers.pop(actions, {})
        kept = sorted(nodes.values(), key=_rank)[:width]
        resting = nodes.get(at_rest)
        if resting is not None and all(node is not resting for node in kept):
            kept.append(resting)
        at_rest = apply_action(at_rest, WAIT, scene)
        for node in kept:
            for action in (*legal_actions(node.party, scene), WAIT):
                party_then = apply_action(node.party, action, scene)
                left = party_then.actions
                layer = layers.setdefault(left, {})
                known = layer.get(party_then)
                if left >= turn_end:
                    idle = node.idle + (weights.idle if action is WAIT else weights.effort)
                    if known is not None and known.idle <= idle:
                        continue
                    value = evaluator.evaluate(party_then) - idle
                    so_far = node.actions_so_far if action is WAIT else (*node.actions_so_far, action)
                    layer[party_then] = _Node(party_then, so_far, value, party_then, value, idle)
                elif known is None:
                    value = evaluator.evaluate(party_then) + weights.hurry * node.at_turn - node.idle
                    layer[party_then] = _Node(
                        party_then, node.actions_so_far, value, node.after, node.at_turn, node.idle
                    )
    found: dict[Action, Plan] = {}
    for node in sorted(layers.get(horizon, {}).values(), key=_rank):
        first = node.actions_so_far[0] if node.actions_so_far else WAIT
        if first not in found:
            found[first] = Plan(node.actions_so_far, node.after, node.value)
    return list(found.values())


def _rank(node: _Node) -> float:
    return -node.value
