"""The wire, with discord.py itself: login, commands, pictures, presses, forms, locales."""

import pytest

from harbour import Harbour


@pytest.mark.usefixtures("pilot")
async def test_a_slash_command_is_answered_with_a_layout_and_a_picture(harbour: Harbour) -> None:
    astrid = harbour.person("Astrid")
    answer = await astrid.slash("/board", in_="games")
    assert answer.text == "Pings: 0"
    assert answer.buttons == ["Ping"]
    answer = await astrid.press(answer, "Ping")
    assert answer.text == "Pings: 1"
    assert harbour.defects == []
