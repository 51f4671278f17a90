"""Rest days in /settings and on the lobby card, and the question about away days."""

import db
from bot.play.core import outbox_messages
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import Chat, text_of
from tests.chat.form_driver import prefilled_values, submit_form


async def test_rest_days_are_chosen_in_a_form_and_shown_on_the_panel_and_the_lobby_card(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = (await actor.slash(chat.channel, "settings", zone="Europe/Paris")).response
    assert "Rest days" not in text_of(panel)
    form = await actor.click(panel.message, custom_id=find_custom_id(panel, "rest-form"))
    saved = await submit_form(actor, form, days=["6", "5"])
    assert "Rest days Saturday and Sunday: no pings" in text_of(saved.response)
    assert (await db.users.get(chat.store, actor.id)).preferences.rest_days == (5, 6)
    form = await actor.click(panel.message, custom_id=find_custom_id(panel, "rest-form"))
    assert prefilled_values(form)["days"] == ["5", "6"]
    timed = await chat.open_lobby("astrid", pace="slow")
    assert "Rest days of astrid: Saturday and Sunday" in text_of(chat.lobby_card(timed))
    await actor.click(chat.lobby_card(timed), label="Leave")
    untimed = await chat.open_lobby("astrid", pace="none")
    assert "Rest days" not in text_of(chat.lobby_card(untimed))


async def test_rest_days_are_refused_until_the_time_zone_is_known(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = (await actor.slash(chat.channel, "settings")).response
    form = await actor.click(panel.message, custom_id=find_custom_id(panel, "rest-form"))
    refused = await submit_form(actor, form, days=["5"])
    assert "Set where you live first" in text_of(refused.followups[0])


async def test_the_answer_about_away_days_is_one_tap(chat: Chat) -> None:
    actor = chat.user("astrid")
    code = await chat.start_game("astrid", "bjorn", pace="live")
    async with chat.store.write() as tx:
        notice = outbox_messages.Notice(code="ask_away_days", values={"n": 14})
        await outbox_messages.post_private_notice(tx, actor.id, notice, key="away days", game=code)
    chat.wake_outbox()
    await chat.env.settle()
    (asked,) = [one for one in actor.user.dm_channel.history() if "Is that all right?" in text_of(one)]
    done = await actor.user.click(asked, label="Keep away days")
    assert "Skald won’t use your away days" in text_of(done.response)
    assert not (await db.users.get(chat.store, actor.id)).preferences.use_away_days
