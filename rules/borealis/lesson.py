"""The guided first game of Borealis, one idea at a time."""

from rules.game import Lesson, LessonStep

_TURN = ("observe", "regroup")

LESSON = Lesson(
    seed=bytes.fromhex("2afd3868dbacad3834a4e9518cfeef0a126198573ba6a1d584868d86b58d9f97"),
    seats=2,
    steps=(
        LessonStep("first_hand", ("exchange",)),
        LessonStep("observe", _TURN),
        LessonStep("take", ("take", "draw"), optional=True),
        LessonStep("cards", _TURN),
        LessonStep("pool", ("take", "draw", "refresh"), optional=True),
        LessonStep("flag", _TURN),
        LessonStep("groups", _TURN),
        LessonStep("gather", ("gather",), optional=True),
        LessonStep("regroup", _TURN),
    ),
)
