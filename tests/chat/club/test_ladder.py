"""/club ladder: joining, challenging, answering, and the ladder as it is shown."""

from typing import Any

import db
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
