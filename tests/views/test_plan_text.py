"""Texts of a plan: why it was not played, and what it does."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.i18n import locale_for
from bot.play.planning.conditional_moves import Condition, Line, PreparedTurn
from bot.views.plan_text import PlanText, chosen_digests, misfit_text, reveal_choices
from rules import GAMES
from rules.game import Event
from tests.views.views_in_memory import reader_view_at

GAME = GAMES["lofoten"]


@pytest.mark.parametrize(
    ("misfit", "text"),
    [
        ("table", "the table had changed"),
        ("impossible", "move 3 wasn’t possible any more"),
        ("different", "move 3 would do something else now"),
    ],
)
def test_a_plan_that_was_not_played_says_why(misfit: str, text: str) -> None:
    plan = PreparedTurn.model_validate({"misfit": misfit, "misfit_at": 3})
    assert text in misfit_text(locale_for("en"), plan)


class Drawn(Event):
    """A card that a move brings to light."""

    card: str


@pytest.mark.parametrize(
    ("cards", "texts"),
    [
        (
            ["mead, value 2", "mead, value 1", "fish, value 1", "mead, value 2"],
            [
                "You draw mead (any)",
                "You draw fish, value 1",
                "You draw mead, value 1",
                "You draw mead, value 2",
            ],
        ),
        (["mead, value 2", "mead, value 1"], ["You draw mead, value 1", "You draw mead, value 2"]),
        (["mead", "fish"], ["You draw fish", "You draw mead"]),
    ],
)
def test_what_a_move_may_show_is_listed_once_and_cards_of_a_kind_together(
    cards: list[str], texts: list[str]
) -> None:
    plain_text = SimpleNamespace(event_text=lambda event: f"You draw {event.card}.")
    reader: Any = SimpleNamespace(plain_text=plain_text, locale=locale_for("en"))
    choices = reveal_choices(reader, [Drawn(card=card) for card in cards])
    assert [choice.text for choice in choices] == texts
    assert len({choice.value for choice in choices}) == len(texts)
    group = choices[0]
    assert len(group.digests) == (2 if group.is_group else 1)
    assert chosen_digests(choices, [group.value, "unknown"]) == group.digests | {"unknown"}


def test_a_line_without_moves_leaves_the_decision_to_the_player() -> None:
    state = GAME.setup(2, GAME.info.options(), bytes(32))
    plan = PreparedTurn(line=Line(moves=("side left",)))
    text = PlanText(reader_view_at(GAME, state, 0, 2, "en"), 0, plan)
    assert text.moves(()) == "then you decide"
    one, both = text.moves(("slide",)), text.moves(("slide", "turn"))
    assert both.startswith(f"{one}; ")
    planned = text.moves(plan.line.moves)
    assert text.condition(Condition(after=0)) == f"if this is no longer possible: {planned}"
    assert text.condition(Condition(after=1)) == "if this is no longer possible: …"
    assert text.condition(Condition(seat=1, move="side left")) == f"if Bjørn does this: {planned}"
