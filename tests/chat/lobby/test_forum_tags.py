"""Tags of a game's forum post: which are chosen, and what a refusal does."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.lobby import forum_tags
from bot.chat.lobby.forum_tags import deliver_forum_tags, game_tags
from rules import GAMES
from tests.chat.outbox.fake_discord import discord_error

OWN = ("Open seat", "Running", "Finished", "Lofoten", "Borealis", "Rated")


def tag(name: str, *, moderated: bool = False) -> Any:
    return SimpleNamespace(id=sum(name.encode()), name=name, moderated=moderated)


def forum_with(*tags: Any, manages: bool = False, requires_tag: bool = False) -> Any:
    return SimpleNamespace(
        available_tags=[*tags],
        permissions_for=lambda _: discord.Permissions(manage_threads=manages),
        guild=SimpleNamespace(me=None),
        flags=SimpleNamespace(require_tag=requires_tag),
    )


def tags_of(
    forum: Any, *applied: Any, status: str = "lobby", is_full: bool = False, rated: bool = False
) -> str:
    context: Any = SimpleNamespace(games=GAMES)
    snapshot: Any = SimpleNamespace(
        row=SimpleNamespace(status=status, key="lofoten", rated=rated), is_full=is_full
    )
    return ", ".join(each.name for each in game_tags(context, forum, snapshot, applied))


@pytest.mark.parametrize(
    ("status", "is_full", "rated", "names"),
    [
        ("lobby", False, False, "Open seat, Lofoten"),
        ("lobby", True, False, "Lofoten"),
        ("running", False, True, "Running, Lofoten, Rated"),
        ("over", True, False, "Finished, Lofoten"),
        ("closed", False, False, "Lofoten"),
    ],
)
def test_a_post_is_tagged_by_state_and_game(status: str, is_full: bool, rated: bool, names: str) -> None:
    forum = forum_with(*map(tag, OWN))
    assert tags_of(forum, status=status, is_full=is_full, rated=rated) == names


def test_tags_of_moderators_stay_and_those_of_an_earlier_state_go() -> None:
    own, chosen = [tag(name) for name in OWN], [tag(f"by hand {number}") for number in range(4)]
    forum = forum_with(*own, *chosen)
    assert tags_of(forum, own[0], chosen[0], status="over") == "Finished, Lofoten, by hand 0"
    assert tags_of(forum, *chosen, status="over") == ("Finished, Lofoten, by hand 0, by hand 1, by hand 2"), (
        "Discord allows five"
    )


def test_moderated_tags_need_the_right_to_manage_threads() -> None:
    tags = tag("Lofoten", moderated=True), tag("Open seat"), tag("open SEAT")
    assert tags_of(forum_with(*tags)) == "Open seat"
    assert tags_of(forum_with(*tags, manages=True)) == "Open seat, Lofoten"


def test_a_forum_that_requires_a_tag_gets_one_that_may_be_set() -> None:
    news, chat = tag("News", moderated=True), tag("Chat")
    assert tags_of(forum_with(news, chat)) == ""
    assert tags_of(forum_with(news, chat, requires_tag=True)) == "Chat"
    assert tags_of(forum_with(news, requires_tag=True)) == "News"
    assert tags_of(forum_with(news, tag("Lofoten"), requires_tag=True)) == "Lofoten"


@pytest.mark.parametrize(
    ("status", "is_repeated"),
    [(500, True), (503, True), (429, True), (403, False), (400, False), (404, False)],
)
async def test_tags_are_set_later_after_an_outage_and_given_up_when_refused(
    status: int, is_repeated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, list[int]]] = []

    async def edit_channel(thread: int, *, applied_tags: list[int]) -> None:
        asked.append((thread, applied_tags))
        raise discord_error(status, 0)

    async def call_api(request: Any) -> None:
        await request()

    async def snapshot(_: Any) -> Any:
        return SimpleNamespace(row=SimpleNamespace(thread=70))

    monkeypatch.setattr(forum_tags, "changed_tags", lambda *_: [1, 2])
    messenger: Any = SimpleNamespace(
        snapshot=snapshot,
        sender=SimpleNamespace(call_api=call_api),
        client=SimpleNamespace(http=SimpleNamespace(edit_channel=edit_channel)),
    )
    nothing: Any = None
    if is_repeated:
        with pytest.raises(discord.HTTPException):
            await deliver_forum_tags(messenger, nothing, nothing)
    else:
        await deliver_forum_tags(messenger, nothing, nothing)
    assert asked == [(70, [1, 2])]
