"""The guided first game of Explorers, one idea at a time."""

from hashlib import sha256

from rules.game import Lesson, LessonStep

_ACTIONS = ("load", "unload", "sail", "march", "herd", "build", "end")

# With this seed the first hand has an animal, a settlement and an enemy ship.
LESSON = Lesson(
    seed=sha256(b"first voyage").digest(),
    seats=2,
    steps=(
        LessonStep("captain", ("captain",)),
        LessonStep("tile", ("place",)),
        LessonStep("crew", _ACTIONS),
        LessonStep("sailing", _ACTIONS),
        LessonStep("landing", _ACTIONS),
        LessonStep("islands", ("place",)),
        LessonStep("livestock", _ACTIONS),
        LessonStep("outposts", _ACTIONS),
        LessonStep("ending", _ACTIONS),
    ),
)
