"""The headline of a poster."""

import pytest

from bot.i18n import locale_for
from bot.views.saga import headline
from rules.game import Outcome


@pytest.mark.parametrize(
    ("ranking", "totals", "text"),
    [
        ((), (), "Nobody has won"),
        (((0, 1),), (7, 7), "Astrid and Bjorn share the victory"),
        (((0,),), (41,), "Astrid comes home with 41 points"),
        (((0,),), (1,), "Astrid comes home with 1 point"),
        (((1,), (0,)), (), "Bjorn wins"),
        (((1,), (0,)), (7, 6), "Bjorn wins"),
        (((1,), (0,)), (7, 7), "Bjorn wins after a tie"),
        (((1,), (0,)), (6, 7), "Bjorn wins by 1 point"),
        (((1,), (0,), (2,)), (6, 9, 2), "Bjorn wins by 3 points"),
    ],
)
def test_the_headline_says_who_won_and_how_closely(
    ranking: tuple[tuple[int, ...], ...], totals: tuple[int, ...], text: str
) -> None:
    outcome = Outcome(ranking=ranking, totals=totals, reason="end")
    assert headline(locale_for("en"), ("Astrid", "Bjorn", "Cara"), outcome) == text
