"""Progress through the steps of a lesson."""

from bot.play.core.lessons import LessonProgress
from rules.game import LessonStep

PICK = LessonStep("pick", ("pick",))
LAY = LessonStep("lay", ("lay",), optional=True)
END = LessonStep("end", ("end",))
STORE = LessonStep("store", ("store",), optional=True)
NEXT_DAY = LessonStep("next day", ("pick",))
STEPS = LessonProgress((PICK, LAY, END, STORE, NEXT_DAY))


def test_a_step_waits_for_those_before_it_unless_it_is_optional() -> None:
    assert STEPS.step_for({"pick", "end"}) == PICK
    assert STEPS.step_for({"end"}) is None
    assert STEPS.step_for({"store"}) == STORE


def test_a_step_closes_the_optional_ones_before_it() -> None:
    progress = STEPS.after(PICK)
    assert progress.step_for({"lay", "end"}) == LAY
    assert progress.after(LAY).step_for({"lay", "end"}) == END
    assert progress.after(END).step_for({"lay"}) is None
    assert progress.after(END).step_for({"store"}) == STORE


def test_a_lesson_is_finished_without_what_is_optional() -> None:
    progress = STEPS.after(PICK).after(END)
    assert not progress.is_finished
    assert progress.after(NEXT_DAY).is_finished
