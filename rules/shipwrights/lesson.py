"""The guided first game of Shipwrights, one idea at a time."""

from rules.game import Lesson, LessonStep

# With this seed a first day can end with a ship afloat: a Skute, its Blacksmith, and a villager to help.
LESSON = Lesson(
    seed=(2342).to_bytes(32),
    seats=2,
    steps=(
        LessonStep("stock", ("stock",)),
        LessonStep("ship", ("pick",)),
        LessonStep("craftsman", ("pick",)),
        LessonStep("third", ("pick",)),
        LessonStep("lay", ("lay",), optional=True),
        LessonStep("buy", ("buy",), optional=True),
        LessonStep("finish", ("finish",), optional=True),
        LessonStep("end", ("end",)),
        LessonStep("evening", ("pick",)),
        LessonStep("military", ("pick",)),
        LessonStep("extras", ("pick",)),
        LessonStep("hire", ("hire", "lay", "call", "buy", "build", "tool", "finish", "end")),
    ),
)
