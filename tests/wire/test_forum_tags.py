"""Forum tags follow the state of a game. Covers `bot/chat/lobby/forum_tags.py`, `bot/views/forum_tags.py`."""

from typing import Any

import pytest

import db
from db.servers import ServerSettings
from tests.wire.harboured_bot import READY_TIMEOUT_S, HarbouredBot

HOUR_S = 3600


class ForumTable:
    """A table of Astrid in the forum, and the names of the tags on its post."""

    def __init__(self, skald: HarbouredBot, code: str) -> None:
        self.skald, self.harbour, self.code = skald, skald.harbour, code

    @property
    def post(self) -> dict[str, Any]:
        return next(each for each in self.harbour.world.threads() if each["name"].endswith(self.code))

    @property
    def tags(self) -> list[str]:
        forum = self.harbour.world.find_channel("tables")
        names = {tag["id"]: tag["name"] for tag in forum["available_tags"]}
        return [names[key] for key in self.post["applied_tags"]]

    async def wait_for_tags(self, *names: str) -> None:
        await self.harbour.wait_until(lambda: sorted(self.tags) == sorted(names), READY_TIMEOUT_S)

    async def join_and_start(self) -> None:
        card = self.skald.lobby_cards(self.code, self.post)[0]
        await self.harbour.user("Bjørn").press(card, self.skald.custom_id(card, "join"))
        astrid = self.harbour.user("Astrid")
        await self.harbour.wait_until(lambda: "Ready:" in str(astrid.messages(self.post)), READY_TIMEOUT_S)
        await self.harbour.wait_until_idle()
        await astrid.press(card, f"skald:start:{self.code}::")
        dag = self.harbour.user("Dag")
        await self.harbour.wait_until(
            lambda: f"skald:play:{self.code}" in str(dag.messages(self.post)), READY_TIMEOUT_S
        )

    async def resign(self) -> None:
        astrid = self.harbour.user("Astrid")
        asked = await astrid.slash("/table resign", in_=self.post)
        await astrid.press(asked.message, self.skald.custom_id(asked.message, "resign"))
        await self.harbour.wait_until_idle()


async def open_in_forum(skald: HarbouredBot, **options: str) -> ForumTable:
    forum = skald.harbour.world.find_channel("tables")["id"]
    async with skald.store.write() as tx:
        guild = int(skald.harbour.world.guild_id)
        await db.servers.update(tx, guild, settings=ServerSettings(lobbies=int(forum)))
    astrid = skald.harbour.user("Astrid")
    await astrid.slash("/new lofoten", in_="games", **options)
    (row,) = await db.players.list_games(skald.store, int(astrid.id))
    posts = skald.harbour.world.threads
    await skald.harbour.wait_until(
        lambda: any(each["name"].endswith(row.code) for each in posts()), READY_TIMEOUT_S
    )
    await skald.harbour.wait_until_idle()
    return ForumTable(skald, row.code)


async def test_tags_of_any_language_follow_the_game_from_table_to_result(skald: HarbouredBot) -> None:
    skald.harbour.set_forum_tags(
        "tables", "Borealis", "PLACE LIBRE", "running", "Terminée", "LOFOTEN", "Rated"
    )
    table = await open_in_forum(skald, pace="live", rated="yes")
    assert table.tags == ["PLACE LIBRE", "LOFOTEN", "Rated"]
    await table.join_and_start()
    await table.wait_for_tags("LOFOTEN", "Rated", "running")
    renames = [call for call in skald.harbour.api_calls if call.method == "PATCH" and "name" in call.request]
    assert "applied_tags" in renames[-1].request, "starting needs one request for name and tags"
    await table.resign()
    await table.wait_for_tags("Terminée", "LOFOTEN", "Rated")


async def test_a_tag_of_a_moderator_stays(skald: HarbouredBot) -> None:
    skald.harbour.set_forum_tags("tables", "running", "finished", "event")
    table = await open_in_forum(skald)
    assert table.tags == []
    event = skald.harbour.world.find_channel("tables")["available_tags"][-1]["id"]
    table.post["applied_tags"] = [event]
    skald.harbour.moderate_thread(table.post["id"], locked=False)
    await table.join_and_start()
    await table.wait_for_tags("running", "event")


async def test_tags_that_skald_may_not_set_are_left_out(skald: HarbouredBot) -> None:
    skald.harbour.set_forum_tags("tables", "lofoten", moderated=("open seat",))
    assert (await open_in_forum(skald)).tags == ["lofoten"]


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50083)])
async def test_a_refusal_changes_nothing_else(skald: HarbouredBot, status: int, code: int) -> None:
    skald.harbour.set_forum_tags("tables", "finished", "running")
    table = await open_in_forum(skald)
    await table.join_and_start()
    skald.harbour.faults.add(
        "error", status=status, code=code, method="PATCH", path=f"/channels/{table.post['id']}$", times=9
    )
    await table.resign()

    def refused() -> int:
        calls = [call for call in skald.harbour.api_calls if call.method == "PATCH"]
        return sum(call.status == status and "applied_tags" in (call.request or {}) for call in calls)

    await skald.harbour.wait_until(lambda: refused() > 0, READY_TIMEOUT_S)
    skald.harbour.clock.advance(HOUR_S)
    await skald.harbour.wait_until_idle()
    assert refused() == 1, "it is not tried again"
    assert table.tags == ["running"]
    assert (await skald.snapshot(table.code)).is_over


async def test_the_settings_name_the_tags_to_create(skald: HarbouredBot) -> None:
    skald.harbour.set_forum_tags("tables", "running", "lofoten")
    await open_in_forum(skald)
    panel = await skald.harbour.user("Astrid").slash("/server settings")
    forum = skald.harbour.world.find_channel("tables")["id"]
    assert f"create these in <#{forum}>, and Skald sets them: Open seat, Finished, Rated," in panel.text
    assert "Lofoten" not in panel.text
