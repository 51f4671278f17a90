"""Parts shared by the cards of the club: winners, and buttons that turn pages."""

import pytest

from bot.chat.club.standings_card import page_buttons, winners_text
from bot.chat.messages.custom_id import CustomId
from bot.i18n import locale_for


@pytest.mark.parametrize(
    ("page", "pages", "disabled"),
    [(0, 3, [True, False]), (1, 3, [False, False]), (2, 3, [False, True]), (0, 1, [])],
)
def test_pages_turn_within_their_number(page: int, pages: int, disabled: list[bool]) -> None:
    buttons = page_buttons(lambda to: CustomId("turn", args=(str(to),)), page, pages, ("Newer", "Older"))
    assert [each.disabled for each in buttons] == disabled
    assert [each.custom_id for each in buttons if not each.disabled] == [
        str(CustomId("turn", args=(str(to),))) for to in (page - 1, page + 1) if 0 <= to < pages
    ]


def test_several_winners_share_it() -> None:
    locale = locale_for("en")
    assert winners_text(locale, ["Astrid"]) == "**Astrid** wins it."
    assert winners_text(locale, ["Astrid", "Bjorn"]) == "**Astrid** and **Bjorn** share it."
