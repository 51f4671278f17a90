"""The guided first game of Borealis, one idea at a time."""

from rules.game import Lesson, LessonStep

LESSON = Lesson(
    seed=bytes.fromhex("2afd3868dbacad3834a4e9518cfeef0a126198573ba6a1d584868d86b58d9f97"),
    seats=2,
    steps=(
        LessonStep("first_hand", ("exchange",)),
        LessonStep("observe", ("observe",)),
        LessonStep("take", ("take", "draw")),
        LessonStep("flag", ("observe",)),
        LessonStep("pool", ("take", "draw", "refresh")),
        LessonStep("groups", ("observe", "regroup")),
        LessonStep("regroup", ("regroup",)),
        LessonStep("gather", ("gather",)),
        LessonStep("cards", ("observe", "regroup")),
    ),
)
