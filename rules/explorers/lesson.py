"""The guided first game of Explorers, one idea at a time."""

from hashlib import sha256

from rules.game import Lesson, LessonStep

LESSON = Lesson(
    seed=sha256(b"first voyage").digest(),
    seats=2,
    steps=(
        LessonStep("captain", ("captain",)),
        LessonStep("tile", ("place",)),
        LessonStep("crew", ("load",)),
        LessonStep("sailing", ("sail",)),
        LessonStep("landing", ("unload",)),
        LessonStep("livestock", ("load", "herd")),
        LessonStep("islands", ("march", "build")),
        LessonStep("ending", ("end",)),
    ),
)
