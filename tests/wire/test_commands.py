"""Commands, settings and modals: in a server, in DMs, and where Skald is not a member."""

import db
from bot.chat.interactions.registration import register_commands
from bot.play.account import uploads
from harbour import text_of
from tests.wire.harboured_bot import HarbouredBot

EVERYWHERE_COMMANDS = {"play", "next", "games", "hand", "board", "rules", "settings", "help", "table", "club"}
SERVER_COMMANDS = {"new", "leaderboard", "server"}


async def test_each_place_offers_what_works_there(skald: HarbouredBot) -> None:
    astrid = skald.harbour.user("Astrid")
    in_server = astrid.commands("games")
    assert len(set(in_server)) == len(in_server) <= 20
    assert set(in_server) >= EVERYWHERE_COMMANDS | {"new", "leaderboard"}
    direct = set(astrid.commands(astrid.dm_channel()))
    assert direct >= EVERYWHERE_COMMANDS
    assert direct & SERVER_COMMANDS == {"new"}, "a table against computer players can be opened there too"


async def test_settings_are_kept_by_a_form_in_direct_messages(skald: HarbouredBot) -> None:
    chloé = skald.harbour.user("Chloé")
    panel = await chloé.slash("/settings", in_=chloé.dm_channel())
    assert "Vos réglages" in panel.text
    opened = await chloé.press(panel, "skald:settings-form:::")
    saved = await chloé.submit(
        opened,
        {"place": "Genève", "bed": ["22"], "rise": ["6"], "tell": "dm", "extras": ["hints", "listed"]},
    )
    assert not saved.failed
    assert "Enregistré" in text_of(panel.message)
    assert "Zurich" in text_of(panel.message)
    person = await db.users.get(skald.store, int(chloé.id))
    assert (person.timezone, person.preferences.sleep) == ("Europe/Zurich", (22 * 60, 6 * 60))
    assert (person.preferences.tell, person.preferences.hidden) == ("dm", False)


async def test_who_owns_the_server_chooses_channels_by_a_form(skald: HarbouredBot) -> None:
    owner = skald.harbour.user("Astrid")
    assert "server" in owner.commands("games")
    assert "server" not in skald.harbour.user("Bjørn").commands("games")
    panel = await owner.slash("/server settings")
    opened = await owner.press(panel, "skald:server-form:::")
    results = skald.harbour.world.find_channel("hall-of-fame")["id"]
    saved = await owner.submit(opened, {"results": [results], "opening": "managers", "switches": ["quiet"]})
    assert not saved.failed
    assert f"<#{results}>" in text_of(panel.message)
    guild = int(skald.harbour.world.find_channel("games")["guild_id"])
    chosen = (await db.servers.get(skald.store, guild)).settings
    assert (chosen.results, chosen.opening, chosen.quiet) == (int(results), "managers", True)


async def test_a_chosen_channel_without_rights_is_named_at_once(skald: HarbouredBot) -> None:
    harbour, owner = skald.harbour, skald.harbour.user("Astrid")
    hall, tables = (harbour.world.find_channel(name)["id"] for name in ("hall-of-fame", "tables"))
    harbour.revoke("view_channel", in_="hall-of-fame")
    harbour.revoke("send_messages_in_threads", in_="tables")
    # The choice counts before the gateway has told Skald of the channel.
    skald.client.guilds[0]._channels.pop(int(hall))
    opened = await owner.press(await owner.slash("/server settings"), "skald:server-form:::")
    saved = await owner.submit(opened, {"lobbies": [tables], "results": [hall], "opening": "everyone"})
    assert f"In <#{hall}> Skald still needs: View Channel" in saved.text
    assert f"In <#{tables}> Skald still needs: Send Messages in Threads." in saved.text


async def test_where_skald_is_absent_ones_own_app_plays_in_private(skald: HarbouredBot) -> None:
    code = await skald.start_game("Astrid", "Bjørn")
    actor = await skald.owing_user(code)
    assert actor.commands("tavern") == []
    actor.installed = True
    offered = set(actor.commands("tavern"))
    assert offered >= EVERYWHERE_COMMANDS
    assert not offered & SERVER_COMMANDS
    for name in ("games", "hand", "board", "rules", "settings", "help", "next"):
        answer = await actor.slash(f"/{name}", in_="tavern")
        assert not answer.failed, name
        assert answer.ephemeral, name
    panel = await actor.slash("/play", in_="tavern")
    before = (await skald.snapshot(code)).row.ply
    await actor.press(panel, skald.custom_id(panel.message, "pick"))  # a side card
    assert (await skald.snapshot(code)).row.ply == before + 1


async def test_somebody_without_a_game_is_told_there_where_to_begin(skald: HarbouredBot) -> None:
    eira = skald.harbour.user("Eira")
    eira.installed = True
    for name in ("play", "games", "help"):
        answer = await eira.slash(f"/{name}", in_="tavern")
        assert answer.ephemeral
        assert "server with Skald" in answer.text, name


async def test_the_menu_on_a_card_explains_and_replays_it(skald: HarbouredBot) -> None:
    code = await skald.start_game("Astrid", "Bjørn")
    await skald.harbour.wait_until_idle()
    card, chloé = skald.latest_card(code), skald.harbour.user("Chloé")
    assert card is not None
    assert chloé.message_commands("games") == ["What is this?", "Replay from here"]
    explained = await chloé.use_message_command(card, "What is this?")
    assert explained.ephemeral
    assert "C’est la carte d’un tour" in explained.text
    replayed = await chloé.use_message_command(card, "Replay from here")
    assert "Le début" in replayed.text
    refused = await chloé.use_message_command(chloé.send("ahoy", in_="games"), "What is this?")
    assert "n’est pas de Skald" in refused.text


async def test_an_entry_point_command_of_discord_stays_and_does_not_block_an_update(
    skald: HarbouredBot,
) -> None:
    harbour, client, context = skald.harbour, skald.client, skald.client.context
    assert client.application_id is not None
    await register_commands(client, client.tree, context)
    harbour.enable_activities()
    known = await db.registrations.find(skald.store, client.application_id)
    assert known is not None
    older = db.Registration(known.application, "of an older Skald", known.ids)
    await uploads.save_commands(skald.service, older)
    await register_commands(client, client.tree, context)
    assert await db.registrations.find(skald.store, client.application_id) == known
    assert "launch" in {command["name"] for command in harbour.world.commands.values()}
    updates = [call for call in harbour.api_calls if call.method == "PUT"]
    await register_commands(client, client.tree, context)
    assert [call for call in harbour.api_calls if call.method == "PUT"] == updates
