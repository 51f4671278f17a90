"""Reasons of the AI: the largest change that a plan makes for the party, as a phrase."""

from collections.abc import Iterator

from opponents.explorers.map_analysis import UNREACHABLE, Steps
from opponents.explorers.plans import Plan
from opponents.explorers.simulator import Party, Scene
from rules.explorers.land import FIRST_OUTPOST_POINTS
from rules.explorers.scoring import livestock_points
from rules.explorers.state import MAINLAND, SHORE
from rules.game import Phrase

REASONS = (
    "captain", "lays_animal", "lays_settlement", "lays_enemy", "completes", "widens", "gives_up", "redraws",
    "delivers", "raids", "builds", "fights", "leads", "joins", "loads", "homeward", "towards_animal",
    "towards_settlement", "towards_outpost", "towards_enemy", "boards", "lands", "bides",
)  # fmt: skip
Reason = tuple[float, Phrase]
"""Weight, in about points, and phrase."""


def phrase(key: str, **values: str | int) -> Phrase:
    return Phrase(key=key, values=values)


def reason(before: Party, plan: Plan, scene: Scene) -> Phrase:
    """Return the most important reason for a plan."""
    after = plan.after
    found = [
        *_gain_reasons(before, after),
        *_island_reasons(before, after, scene),
        *_approach_reasons(before, after, scene),
    ]
    return max(found, key=lambda each: each[0])[1]


def _gain_reasons(before: Party, after: Party) -> Iterator[Reason]:
    yield 0.0, phrase("bides")
    if len(after.delivered) > len(before.delivered):
        points = livestock_points(after.delivered) - livestock_points(before.delivered)
        count = len(after.delivered) - len(before.delivered)
        yield 1.0 + points, phrase("delivers", count=count, points=points)
    if len(after.raided) > len(before.raided):
        strength = sum(after.raided) - sum(before.raided)
        yield 1.0 + strength, phrase("raids", points=strength)
    if len(after.outposts) > len(before.outposts):
        yield (
            2.0 + FIRST_OUTPOST_POINTS + len(before.outposts),
            phrase(
                "builds", number=len(after.outposts), points=FIRST_OUTPOST_POINTS + len(after.outposts) - 1
            ),
        )
    if after.destroyed > before.destroyed:
        yield 2.0, phrase("fights", count=after.destroyed - before.destroyed)
    loaded = len(after.hold) - len(before.hold)
    if loaded > 0:
        new = next(animal for animal in after.hold if after.hold.count(animal) > before.hold.count(animal))
        yield 1.5 + loaded, phrase("loads", animal=new, count=loaded)


def _island_reasons(before: Party, after: Party, scene: Scene) -> Iterator[Reason]:
    """Yield islands on which the lead was won, or where Vikings landed."""
    analysis = scene.map
    for number, island in enumerate(analysis.islands):
        was, now = (_influence(party, number, scene) for party in (before, after))
        if now <= was:
            continue
        best = max((held.get(number, 0) for held in scene.influence), default=0)
        if was <= best < now and island.size > 1:
            yield island.size * 0.8 ** (1 + island.openings), phrase("leads", tiles=island.size)
        elif was < best <= now:
            yield island.size * 0.8 ** (1 + island.openings), phrase("joins", tiles=island.size)
        else:
            yield 0.3, phrase("lands", tiles=island.size)


def _influence(party: Party, island: int, scene: Scene) -> int:
    analysis = scene.map
    there = sum(
        count for land, count in party.ashore if land != MAINLAND and analysis.island_of[land] == island
    )
    return there + 2 * sum(
        analysis.island_of[analysis.points[point][0]] == island for point in party.outposts
    )


def _approach_reasons(before: Party, after: Party, scene: Scene) -> Iterator[Reason]:
    """Yield goals that came nearer."""
    analysis = scene.map
    if after.crew > before.crew:
        yield 0.1, phrase("boards", vikings=after.crew - before.crew)
    if after.hold and _came_nearer(before, after, analysis.steps_to_landing((MAINLAND,))):
        yield 1.0, phrase("homeward", count=len(after.hold))
    if after.sea != before.sea and after.sea != SHORE:
        yield from _sailing_reasons(before, after, scene)
    yield from _landing_reasons(before, after, scene)


def _came_nearer(before: Party, after: Party, steps: Steps) -> bool:
    return steps.get(after.sea, UNREACHABLE) < steps.get(before.sea, UNREACHABLE)


def _sailing_reasons(before: Party, after: Party, scene: Scene) -> Iterator[Reason]:
    """Yield the animal that came nearest, and enemies in reach."""
    analysis = scene.map
    near = {
        animal: steps.get(before.sea, UNREACHABLE) - steps.get(after.sea, UNREACHABLE)
        for land, animal in after.livestock
        for steps in (analysis.steps_to_landing((land,)),)
    }
    if near and max(near.values()) > 0:
        yield 0.4, phrase("towards_animal", animal=max(near, key=lambda each: near[each]))
    for sea in after.enemies if after.crew > 1 else ():
        steps = analysis.steps_by_sea((sea,))
        if steps.get(after.sea, UNREACHABLE) < min(3, steps.get(before.sea, UNREACHABLE)):
            yield 0.45, phrase("towards_enemy")


def _landing_reasons(before: Party, after: Party, scene: Scene) -> Iterator[Reason]:
    """Yield settlements and outpost points that Vikings came nearer to."""
    analysis = scene.map
    ours, theirs = dict(after.ashore), dict(before.ashore)
    for land, strength in after.settlements:
        landed = ours.get(land, 0) > theirs.get(land, 0)
        enough = after.crew >= strength - ours.get(land, 0)
        if landed or (enough and _came_nearer(before, after, analysis.steps_to_landing((land,)))):
            yield 0.5 + 0.3 * strength, phrase("towards_settlement", strength=strength)
    if len(after.outposts) == len(before.outposts):
        for lands in analysis.points.values():
            around = sum(ours.get(land, 0) for land in lands)
            came = around > 1 > sum(theirs.get(land, 0) for land in lands)
            if came and not any(land // 3 in scene.rival_outpost_tiles for land in lands):
                yield 0.9, phrase("towards_outpost")
                break
