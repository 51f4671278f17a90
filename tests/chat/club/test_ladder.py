"""/club ladder: joining, challenging, answering, and the ladder as it is shown."""

from dataclasses import replace
from typing import Any

import pytest

import db
from bot.chat.club.ladder import LadderDetails, challenge_card, ladder_card
from bot.i18n import locale_for
from bot.play.club import ladder
from db.users import DisplayName
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, response_text, text_of


async def show_ladder(chat: Chat, name: str) -> Any:
    return (await chat.user(name).slash(chat.channel, "club ladder", game="lofoten")).response


async def join(chat: Chat, *names: str) -> None:
    for name in names:
        await chat.user(name).click(await show_ladder(chat, name), label="Join the ladder")


async def challenge(chat: Chat, name: str, rival: str) -> Any:
    """Challenge a player. Returns the message with the question."""
    panel, user = await show_ladder(chat, name), chat.user(name)
    chosen = [str(chat.user(rival).id)]
    done = await user.select(panel.message, chosen, custom_id=find_custom_id(panel, "ladder-challenge"))
    assert "Challenge sent" in text_of(done.response)
    (asked,) = [one for one in chat.channel.history() if "Do you accept?" in text_of(one)]
    return asked


async def test_members_are_listed_by_rung_and_only_those_above_can_be_challenged(chat: Chat) -> None:
    await join(chat, "astrid", "bjorn")
    panel = text_of(await show_ladder(chat, "bjorn"))
    assert panel.index("1\\. astrid") < panel.index("2\\. **bjorn**")
    top = await show_ladder(chat, "astrid")
    assert not any("ladder-challenge" in name for name in enabled_components(top))


async def test_an_accepted_challenge_starts_the_game_and_its_winner_climbs(chat: Chat) -> None:
    await join(chat, "astrid", "bjorn")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    asked = await challenge(chat, "bjorn", "astrid")
    assert f"<@{astrid.id}>" in text_of(asked)
    refused = await bjorn.click(asked, label="Accept")
    assert "between two others" in response_text(refused)
    await astrid.click(asked, label="Accept")
    (game,) = await db.players.list_games(chat.store, astrid.id)
    assert (game.ladder, game.rated) == (True, True)
    assert any("Counts for the ladder and the ratings" in text_of(one) for one in chat.channel.history())
    (asked,) = [one for one in chat.channel.history() if "takes on" in text_of(one)]
    assert not enabled_components(asked)
    confirm = (await astrid.slash(chat.thread(), "table resign")).response
    await astrid.click(confirm, custom_id=find_custom_id(confirm, "resign"))
    panel = text_of(await show_ladder(chat, "astrid"))
    assert panel.index("1\\. bjorn") < panel.index("2\\. **astrid**")
    assert any("climbs to rung 1" in text_of(one) for one in chat.thread().history())


async def test_a_challenge_is_withdrawn_from_the_panel(chat: Chat) -> None:
    await join(chat, "astrid", "bjorn")
    await challenge(chat, "bjorn", "astrid")
    panel = await show_ladder(chat, "bjorn")
    assert "bjorn has challenged astrid" in text_of(panel)
    await chat.user("bjorn").click(panel, label="Withdraw my challenge")
    assert any("was withdrawn" in text_of(one) for one in chat.channel.history())


async def test_a_posted_ladder_lets_others_join(chat: Chat) -> None:
    await join(chat, "astrid")
    await chat.user("astrid").click(await show_ladder(chat, "astrid"), label="Post here")
    posted = chat.channel.last_message
    joined = await chat.user("cara").click(posted, label="Join the ladder")
    assert "2\\. **cara**" in text_of(joined.response)
    listed = (await chat.user("dora").slash(chat.channel, "club ladder")).response
    assert find_custom_id(listed, "ladder-choose")


CHALLENGE = db.LadderChallenge(1, 7, "lofoten", 11, 12, 0, 5_000)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (ladder.ACCEPTED, "<@11> takes on <@12>."),
        (ladder.DECLINED, "<@12> declined the challenge of <@11>."),
        (ladder.WITHDRAWN, "The challenge of <@11> to <@12> was withdrawn."),
        (ladder.EXPIRED, "<@12> didn’t answer the challenge of <@11> in time."),
    ],
)
def test_a_challenge_ends_with_its_result_and_without_buttons(result: str, text: str) -> None:
    card = challenge_card(locale_for("en"), "Lofoten", replace(CHALLENGE, result=result))
    assert card.content() == text
    assert card.mentions == []
    assert not any(isinstance(part, list) for part in card.parts)


def test_a_challenge_pings_the_rival_unless_the_server_is_quiet() -> None:
    card = challenge_card(locale_for("en"), "Lofoten", CHALLENGE)
    assert card.content().startswith("<@12>: <@11> challenges you on the ladder of Lofoten.")
    assert "The challenge ends <t:5:R>" in card.content()
    assert card.mentions == [12]
    assert challenge_card(locale_for("en"), "Lofoten", CHALLENGE, quiet=True).mentions == []


def test_a_long_ladder_shows_its_top_with_ratings_and_the_challenges_of_members() -> None:
    names: dict[int | None, DisplayName] = {
        one: DisplayName(f"viking {one}", hidden=False) for one in range(1, 41)
    }
    challenges = (
        replace(CHALLENGE, person=3, rival=2),
        replace(CHALLENGE, person=40, rival=2),
    )
    details = LadderDetails("slow", tuple(range(1, 28)), challenges, names, {2: 1040})
    text = "\n".join(map(str, ladder_card(locale_for("en"), "Lofoten", details, 2).parts))
    assert "1\\. viking 1\n2\\. **viking 2** · 1040\n" in text
    assert "25\\. viking 25\n-# … and 2 more" in text
    assert "viking 26" not in text
    assert "viking 3 has challenged viking 2, until <t:5:R>" in text
    assert "viking 40" not in text
    few = LadderDetails("slow", tuple(range(1, 26)), (), names, {})
    assert "more" not in str(ladder_card(locale_for("en"), "Lofoten", few, None).parts[1])
    none = LadderDetails("slow", (), (), names, {})
    assert ladder_card(locale_for("en"), "Lofoten", none, None).parts[1] == "Nobody is on this ladder yet."
