"""Why a plan is good, in one sentence: the largest of the changes it makes for the party."""

from collections.abc import Iterator

from opponents.explorers.plans import Plan
from opponents.explorers.simulator import Party, Scene
from opponents.explorers.waters import FAR
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
"""How much it weighs, in about points, and what to say."""


def say(key: str, **values: str | int) -> Phrase:
    return Phrase(key=key, values=values)


def reason(before: Party, plan: Plan, scene: Scene) -> Phrase:
    """What speaks most for a plan of this turn."""
    after = plan.after
    found = [*_gained(before, after), *_held(before, after, scene), *_coming(before, after, scene)]
    return max(found, key=lambda each: each[0])[1]


def _gained(before: Party, after: Party) -> Iterator[Reason]:
    yield 0.0, say("bides")
    if len(after.delivered) > len(before.delivered):
        points = livestock_points(after.delivered) - livestock_points(before.delivered)
        count = len(after.delivered) - len(before.delivered)
        yield 1.0 + points, say("delivers", count=count, points=points)
    if len(after.raided) > len(before.raided):
        strength = sum(after.raided) - sum(before.raided)
        yield 1.0 + strength, say("raids", points=strength)
    if len(after.outposts) > len(before.outposts):
        yield (
            2.0 + FIRST_OUTPOST_POINTS + len(before.outposts),
            say("builds", number=len(after.outposts), points=FIRST_OUTPOST_POINTS + len(after.outposts) - 1),
        )
    if after.destroyed > before.destroyed:
        yield 2.0, say("fights", count=after.destroyed - before.destroyed)
    loaded = len(after.hold) - len(before.hold)
    if loaded > 0:
        new = next(animal for animal in after.hold if after.hold.count(animal) > before.hold.count(animal))
        yield 1.5 + loaded, say("loads", animal=new, count=loaded)


def _held(before: Party, after: Party, scene: Scene) -> Iterator[Reason]:
    """Islands on which the lead was won, or where Vikings landed."""
    waters = scene.waters
    for number, isle in enumerate(waters.isles):
        was, now = (_influence(party, number, scene) for party in (before, after))
        if now <= was:
            continue
        best = max((held.get(number, 0) for held in scene.influence), default=0)
        if was <= best < now and isle.size > 1:
            yield isle.size * 0.8 ** (1 + isle.openings), say("leads", tiles=isle.size)
        elif was < best <= now:
            yield isle.size * 0.8 ** (1 + isle.openings), say("joins", tiles=isle.size)
        else:
            yield 0.3, say("lands", tiles=isle.size)


def _influence(party: Party, isle: int, scene: Scene) -> int:
    waters = scene.waters
    there = sum(count for land, count in party.ashore if land != MAINLAND and waters.isle_of[land] == isle)
    return there + 2 * sum(waters.isle_of[waters.points[point][0]] == isle for point in party.outposts)


def _coming(before: Party, after: Party, scene: Scene) -> Iterator[Reason]:
    """What came nearer."""
    waters = scene.waters
    if after.crew > before.crew:
        yield 0.1, say("boards", vikings=after.crew - before.crew)
    if after.hold and waters.approach((MAINLAND,)).get(after.sea, FAR) < waters.approach((MAINLAND,)).get(
        before.sea, FAR
    ):
        yield 1.0, say("homeward", count=len(after.hold))
    if after.sea != before.sea and after.sea != SHORE:
        near = {
            animal: waters.approach((land,)).get(before.sea, FAR)
            - waters.approach((land,)).get(after.sea, FAR)
            for land, animal in after.livestock
        }
        if near and max(near.values()) > 0:
            animal = max(near, key=lambda each: near[each])
            yield 0.4, say("towards_animal", animal=animal)
        for sea in after.enemies:
            steps = waters.sail((sea,))
            if after.crew > 1 and steps.get(after.sea, FAR) < min(3, steps.get(before.sea, FAR)):
                yield 0.45, say("towards_enemy")
    ours, theirs = dict(after.ashore), dict(before.ashore)
    for land, strength in after.settlements:
        gain = ours.get(land, 0) - theirs.get(land, 0)
        sailed = waters.approach((land,))
        if gain > 0 or (
            after.crew >= strength - ours.get(land, 0)
            and sailed.get(after.sea, FAR) < sailed.get(before.sea, FAR)
        ):
            yield 0.5 + 0.3 * strength, say("towards_settlement", strength=strength)
    if len(after.outposts) == len(before.outposts):
        for lands in waters.points.values():
            around = sum(ours.get(land, 0) for land in lands)
            came = around > 1 > sum(theirs.get(land, 0) for land in lands)
            if came and not any(land // 3 in scene.taken for land in lands):
                yield 0.9, say("towards_outpost")
                break
