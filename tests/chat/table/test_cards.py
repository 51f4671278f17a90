"""Where the turn card is edited in place, and where a new one is posted.

Covers `bot/views/table_locale.py`.
"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.messages import MessageBuilder
from bot.chat.messages.custom_id import CustomId
from bot.chat.table.cards import CardDelivery, add_notification, caretaker_line, opening_lines, seal_line
from bot.play.core import outbox_messages
from bot.play.history.story import Replay
from bot.play.turns import caretaker, coach
from bot.views.reader_view import ReaderView
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.finished_games import play_until_last_move
from tests.chat.panel_driver import play_until_handover
from tests.chat.story_fixtures import replayed_entry, view_of_table
from tests.play.table_fixture import choose_last_move

SECONDS, HOUR_S = 20, 60 * 60


@pytest.fixture(autouse=True)
def fast_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opponents choose their last legal move, which is fast."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)
    monkeypatch.setattr(coach, "win_probabilities", lambda *_, **__: (0.5, 0.5))


class Tapped:
    """A message as `send_component` wants it."""

    def __init__(self, message: Any) -> None:
        self.message = message


async def play_rounds(chat: Chat, code: str, actor: Any, card: Any, rounds: int) -> None:
    """Let a person and the computer players move in turn, each within seconds."""
    for _ in range(rounds):
        snapshot = await chat.snapshot(code)
        while snapshot.is_running and 0 in snapshot.owing_seats():
            move = CustomId("go", code, snapshot.row.version, snapshot.legal(0)[-1].tokens())
            await send_component(actor, Tapped(card), str(move))
            snapshot = await chat.snapshot(code)
        if not snapshot.is_running:
            return
        await chat.env.advance_time(SECONDS)


async def cards_of(chat: Chat, code: str) -> tuple[db.Message, ...]:
    return await db.messages.list_for_game(chat.store, code, kind="card")


@pytest.mark.slow
async def test_a_private_game_keeps_one_card_to_its_end(chat: Chat) -> None:
    astrid = chat.user("astrid")
    await astrid.user.slash("new now", game="explorers", level="apprentice")
    (code,) = [game.code for game in await db.players.list_games(chat.store, astrid.id)]
    (card,) = [m for m in astrid.user.dm_channel.history() if "Play" in enabled_components(m).values()]
    seal = next(line for line in card.content.splitlines() if "sealed as" in line)
    await play_rounds(chat, code, astrid.user, card, 6)
    assert len(await cards_of(chat, code)) == 1
    (shown,) = [m for m in astrid.user.dm_channel.history() if m.id == card.id]
    assert "your move" in shown.content.splitlines()[0]
    assert "⚙" in shown.content.split("\n", 1)[1], "what the opponent did"
    assert seal in shown.content, "the seal stays visible until the end"
    await play_rounds(chat, code, astrid.user, card, 90)
    assert (await chat.snapshot(code)).is_over
    assert len(astrid.user.dm_channel.history()) <= 4, "the table, a card, the final card and the saga"


async def test_an_edited_card_tells_only_of_the_last_round(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1", begins="host")
    card = chat.card()
    await play_rounds(chat, code, chat.user("astrid"), card, 4)
    assert [each.message for each in await cards_of(chat, code)] == [card.id]
    told = [line for line in chat.card().content.splitlines() if line.startswith(("astrid", "Ask", "Sigrid"))]
    assert 1 <= len(told) <= 2


async def test_a_card_older_than_an_hour_is_replaced(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1", begins="host")
    card = chat.card()
    await chat.env.advance_time(HOUR_S + SECONDS)
    await play_rounds(chat, code, chat.user("astrid"), card, 1)
    assert len(await cards_of(chat, code)) == 2


async def test_a_person_who_must_be_called_gets_a_new_card(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(10 * SECONDS)
    await play_until_handover(chat, code)
    assert len(await cards_of(chat, code)) == 2
    assert chat.card().mentions


async def speak(chat: Chat, **languages: str) -> None:
    """Set the languages in which users use Discord."""
    async with chat.store.write() as tx:
        for name, language in languages.items():
            await db.users.update(tx, chat.user(name).id, locale=language)


async def test_a_table_speaks_the_language_that_all_its_people_share(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1")
    await speak(chat, astrid="fr")
    snapshot = await chat.snapshot(code)
    assert chat.skald.context.table_locale(snapshot).language == "fr", "whatever the computer players read"
    code = await chat.start_game("astrid", "bjorn")
    await speak(chat, astrid="fr", bjorn="en-GB")
    assert chat.skald.context.table_locale(await chat.snapshot(code)).language == "en", "that of the server"
    lobby = await chat.open_lobby("astrid")
    assert chat.skald.context.table_locale(await chat.snapshot(lobby)).language == "en", "all may join"


async def test_a_call_is_in_the_language_of_the_one_who_is_called(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    await speak(chat, astrid="en-GB", bjorn="fr")
    await chat.env.advance_time(10 * SECONDS)
    await play_until_handover(chat, code)
    call, *rest = chat.card().content.splitlines()
    assert " avec astrid\N{NO-BREAK SPACE}: à vous, " in call
    assert call.endswith(" h restantes.")
    assert "Pace: " in "\n".join(rest), "the rest is in the language of the table"


async def test_the_card_of_a_finished_game_is_edited_however_old_it_is(chat: Chat) -> None:
    """The seal of a challenge is lifted a week after the games that were played."""
    last = await play_until_last_move(chat, "astrid", "bjorn", game="borealis")
    await send_component(chat.user(last.mover), SimpleNamespace(message=chat.card()), last.custom_id)
    await chat.env.advance_time(2 * HOUR_S)
    async with chat.store.write() as tx:
        row = (await chat.service.load(tx, last.code)).row
        row = await db.games.update(tx, row, replace(row, sealed_until=tx.now + 1))
        refresh = outbox_messages.RefreshCard(ply=row.ply, quietly=True)
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, refresh))
    finals = [one for one in chat.thread().history() if "Sealed as" in text_of(one)]
    assert "the seed was" in text_of(finals[-1])
    chat.wake_outbox()
    await chat.env.advance_time(SECONDS)
    after = [one for one in chat.thread().history() if "Sealed as" in text_of(one)]
    assert [one.id for one in after] == [one.id for one in finals]
    assert "no spoilers until then" in text_of(after[-1])


SEAL = "0123456789abcdef"


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({}, "the seed is revealed when the game ends"),
        ({"sealed_until": 5}, "the seed is revealed when the voyage closes"),
        ({"sealed_until": 5, "continues": "XYZ"}, "the seed is revealed when the challenge closes"),
    ],
)
def test_the_first_card_shows_the_seal_and_when_it_is_lifted(
    row: dict[str, Any], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = view_of_table(commitment=SEAL + "hidden", **row)
    monkeypatch.setattr(type(reader.snapshot.game), "key_cards", lambda *_: ())
    assert [*opening_lines(reader, Replay(None, ()))] == [f"-# Shuffle sealed as `{SEAL}`: {text}."]


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({}, "the seed was `010203`: /table verify checks it."),
        ({"sealed_until": 5_000}, "The seed is revealed when the voyage closes, <t:5:R>"),
        (
            {"sealed_until": 5_000, "continues": "X"},
            "The seed is revealed when the challenge closes, <t:5:R>",
        ),
    ],
)
def test_the_final_card_tells_the_seed_only_if_no_one_plays_the_deal(row: dict[str, Any], text: str) -> None:
    line = seal_line(view_of_table(commitment=SEAL + "hidden", seed=bytes((1, 2, 3)), **row))
    assert line.startswith(f"-# Sealed as `{SEAL}`")
    assert text in line
    assert ("010203" in line) is (not row)


def test_a_card_names_those_for_whom_the_caretaker_plays_unless_they_are_to_move() -> None:
    assert caretaker_line(view_of_table(caretaker=[1, 2])) == "-# The caretaker plays for Bjorn and Cara."
    assert caretaker_line(view_of_table(caretaker=[1, 2], owing=[1])) == "-# The caretaker plays for Cara."
    assert caretaker_line(view_of_table(caretaker=[1], owing=[1])) == ""
    assert caretaker_line(view_of_table(owing=[1])) == ""


def test_a_card_calls_those_who_move_themselves_and_says_who_else_is_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def content(reader: ReaderView) -> list[str]:
        builder = MessageBuilder()
        add_notification(builder, reader, {})
        return builder.content().splitlines()

    monkeypatch.setattr(ReaderView, "owed_text", lambda *_: "choose a card")
    call, *others = content(view_of_table(owing=[0, 1], caretaker=[1]))
    assert "<@1>" in call
    assert "<@2>" not in call
    assert others == ["The caretaker plays for Bjorn: choose a card."]
    absent = view_of_table(owing=[1], caretaker=[1])
    title, *others = content(absent)
    assert title in absent.title
    assert others == ["The caretaker plays for Bjorn: choose a card."]


@pytest.mark.parametrize(
    ("changes", "may_edit"),
    [
        ({}, True),
        ({"is_young": False}, False),
        ({"status": "over"}, False),
        ({"cards": ()}, False),
        ({"is_live": False}, False),
        ({"mover": 1}, False),
        ({"mover": None}, True),
        ({"mention": True}, False),
        ({"channels": ("dm",)}, False),
    ],
)
def test_a_card_is_edited_if_those_to_move_have_seen_it_and_no_one_is_called(
    changes: dict[str, Any], may_edit: bool
) -> None:
    given: dict[str, Any] = {"is_live": True, "is_young": True, "status": "running", "mover": 0, **changes}
    card = db.Message(5, 70, "AB2CD", "card", live=given["is_live"])
    snapshot = view_of_table(owing=[0], status=given["status"]).snapshot
    editor = SimpleNamespace(is_freely_editable=lambda _: given["is_young"])
    messenger: Any = SimpleNamespace(editor=editor)
    delivery = CardDelivery(messenger, snapshot, given.get("cards", (card,)))
    entry = replayed_entry(seat=given["mover"] or 0)
    person = None if given["mover"] is None else given["mover"] + 1
    played = replace(entry, entry=replace(entry.entry, person=person))
    called: Any = SimpleNamespace(mention=given.get("mention", False), channels=given.get("channels", ()))
    assert delivery._may_edit(Replay(None, (played,)), [called]) is may_edit


def test_a_card_begins_where_the_one_before_it_ends() -> None:
    first, second, third = (db.Message(ply, 70, "AB2CD", "card", ply=ply) for ply in (4, 7, 9))
    handed_over = replace(third, since=8)
    nobody: Any = None
    delivery = CardDelivery(nobody, view_of_table(begins=2).snapshot, (first, second, third, handed_over))
    assert [delivery._start(card) for card in delivery.cards] == [2, 4, 7, 8]
