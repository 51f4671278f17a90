"""The guided first game of Lofoten, one idea at a time."""

from rules.game import Lesson, LessonStep

_CARDS = ("side", "centre")

# With this seed one movement of the right card loads two fish, and the dock is free for a coffer order.
LESSON = Lesson(
    seed=bytes([186]) * 32,
    seats=2,
    steps=(
        LessonStep("cards", _CARDS),
        LessonStep("sail", ("slide", "turn"), optional=True),
        LessonStep("place", ("place",)),
        LessonStep("fill", ("fill",), optional=True),
        LessonStep("dock", _CARDS),
        LessonStep("centre", _CARDS),
        LessonStep("store", ("store",), optional=True),
        LessonStep("coins", _CARDS),
    ),
)
