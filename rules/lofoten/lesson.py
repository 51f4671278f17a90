"""The guided first game of Lofoten, one idea at a time."""

from rules.game import Lesson, LessonStep

# With this seed one movement of the right card loads two fish, and the dock is free for a coffer order.
LESSON = Lesson(
    seed=bytes([186]) * 32,
    seats=2,
    steps=(
        LessonStep("cards", ("side",)),
        LessonStep("sail", ("slide", "turn")),
        LessonStep("place", ("place",)),
        LessonStep("fill", ("fill",)),
        LessonStep("dock", ("side",)),
        LessonStep("store", ("store",)),
        LessonStep("centre", ("centre",)),
        LessonStep("coins", ("coin", "new_hand", "extra_turn")),
    ),
)
