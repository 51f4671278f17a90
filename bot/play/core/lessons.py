"""Lessons: a guided first game against a computer player, one idea at a time."""

from collections.abc import Collection
from dataclasses import dataclass

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import LessonStep, Seat

LEARNER: Seat = 0


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """The steps that the learner has still `ahead`."""

    ahead: tuple[LessonStep, ...]

    @property
    def is_finished(self) -> bool:
        return all(step.optional for step in self.ahead)

    def step_for(self, kinds: Collection[str]) -> LessonStep | None:
        """The first step about one of these kinds of move: an optional one, or the next that is not."""
        required = next((step for step in self.ahead if not step.optional), None)
        return next(
            (
                step
                for step in self.ahead
                if (step.optional or step is required) and not set(step.kinds).isdisjoint(kinds)
            ),
            None,
        )

    def after(self, step: LessonStep) -> "LessonProgress":
        """The progress after a step. One that is not optional closes the optional ones before it."""
        place = self.ahead.index(step)
        return LessonProgress((self.ahead[:place] if step.optional else ()) + self.ahead[place + 1 :])


def is_lesson(snapshot: GameSnapshot) -> bool:
    """True for the running game of a lesson, also once it is played on after the last step."""
    lesson = snapshot.game.info.lesson
    return lesson is not None and snapshot.is_running and snapshot.row.seed == lesson.seed


async def find_progress(reads: db.Reads, snapshot: GameSnapshot) -> LessonProgress | None:
    """Returns None if the game is no lesson, is over, or was played on after the lesson."""
    lesson = snapshot.game.info.lesson
    if lesson is None or not is_lesson(snapshot):
        return None
    progress, done, last = LessonProgress(lesson.steps), tuple[str, ...](), None
    for entry in await db.entries.read_effective_log(reads, snapshot.code):
        if entry.kind != "move" or entry.seat != LEARNER:
            continue
        if entry.interaction_id is not None or last is None or entry.at != last.at:  # Another tap.
            if progress.is_finished and entry.by is None:
                return None
            done = ()
        last, step = entry, progress.step_for((entry.text.partition(" ")[0],))
        # A tap may play several moves. Of several steps about the same kinds it is an example for one.
        if step is not None and step.kinds != done:
            progress, done = progress.after(step), step.kinds
    return progress
