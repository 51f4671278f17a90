"""Lessons: a first game against the house that explains one idea after another."""

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import LessonStep, Seat

LEARNER: Seat = 0


def is_lesson(snapshot: GameSnapshot) -> bool:
    """True if the game was dealt from its lesson's fixed seed."""
    lesson = snapshot.game.info.lesson
    return lesson is not None and snapshot.row.seed == lesson.seed


async def current_step(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> LessonStep | None:
    """The step to show now: the first whose move has not been made, if that move is legal now."""
    lesson = snapshot.game.info.lesson
    if lesson is None or seat != LEARNER or not is_lesson(snapshot):
        return None
    made = [
        entry.text.partition(" ")[0]
        for entry in await db.entries.read_effective_log(reads, snapshot.code)
        if entry.kind == "move" and entry.seat == seat
    ]
    ahead = list(lesson.steps)
    for kind in made:
        if ahead and kind in ahead[0].kinds:
            del ahead[0]
    possible = {move.kind for move in snapshot.legal(seat)}
    return ahead[0] if ahead and possible & set(ahead[0].kinds) else None
