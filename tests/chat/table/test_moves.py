"""Playing, undoing and resigning by typed commands.

Covers `bot/chat/table/resignation.py`, `bot/chat/table/undo.py`, `bot/play/turns/choosing.py`.
"""

import logging
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.app.logging_setup import LIBRARY_LEVELS
from bot.chat.messages.custom_id import CustomId
from bot.chat.table import conditional_moves, moves
from bot.play.turns.choosing import Selection
from tests.chat.components import enabled_components, walk_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import move_elsewhere

CHOOSING_VERBS = ("pick", "choose", "several", "page", "go", "short", "short-go")
MOVE_VERBS = (*CHOOSING_VERBS, "ahead", "plan", "advice", "orders")
"""The verbs on a panel of a player who may move."""
RESIGNED_TEXT = "You resigned this game. The caretaker plays for you to the end."


async def test_giving_up_is_asked_twice_and_ends_the_game(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    loser = chat.user("bjorn")
    asked = await loser.slash(chat.thread(), "table resign")
    assert (await chat.snapshot(code)).is_running
    await loser.click(asked.response.message, label="Resign")
    snapshot = await chat.snapshot(code)
    assert snapshot.is_over
    assert snapshot.outcome().ranking == ((0,), (1,))
    final = chat.final_card()
    assert "astrid" in text_of(final)
    assert not any(name.startswith(("skald:play:", "skald:pick:")) for name in enabled_components(final))


def offered_verbs(message: Any) -> list[str]:
    return [
        name
        for name in enabled_components(message)
        if name.startswith(tuple(f"skald:{verb}:" for verb in MOVE_VERBS))
    ]


@pytest.mark.parametrize("game", ["borealis", "explorers", "shipwrights"])
async def test_who_gave_up_is_offered_no_moves_and_makes_none(chat: Chat, game: str) -> None:
    code = await chat.start_game("astrid", "bjorn", "cara", game=game)
    await chat.stop_background()  # the caretaker does not come first
    loser = await chat.player_to_move(code)
    panel = (await loser.slash(chat.thread(), "play")).response
    assert offered_verbs(panel)
    asked = await loser.slash(chat.thread(), "table resign")
    after = await loser.click(asked.response.message, label="Resign")
    assert "you resigned this game" in text_of(after.response)
    assert offered_verbs(after.response) == []
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(loser.id)
    assert snapshot.game.legal(snapshot.state, seat)
    move = snapshot.game.legal(snapshot.state, seat)[0]
    for verb in ("go", "advice"):
        tapped = await send_component(loser, panel, f"skald:{verb}:{code}:{snapshot.row.version}:{move}")
        assert [text_of(word) for word in tapped.followups] == [RESIGNED_TEXT]
    assert (await chat.snapshot(code)).row == snapshot.row


@pytest.mark.quick
async def test_undo_by_typing(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    before = await chat.snapshot(code)
    await actor.slash(chat.thread(), "lofoten side", card="left")
    await actor.slash(chat.thread(), "undo")
    assert (await chat.snapshot(code)).state == before.state
    refused = await actor.slash(chat.thread(), "undo")
    assert "You can’t undo this" in text_of(refused.response)


@pytest.mark.quick
async def test_an_impossible_move_shows_what_is_possible(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    answer = await actor.slash(chat.thread(), "lofoten slide")
    assert "isn’t possible now" in text_of(answer.response)
    assert any(name.startswith("skald:pick:") for name in enabled_components(answer.response))
    assert (await chat.snapshot(code)).row.ply == 1


@pytest.mark.parametrize("turn", ["0", "any way"])
async def test_a_typed_move_is_refused_with_the_reason(chat: Chat, turn: str) -> None:
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    for name in ("astrid", "bjorn"):
        snapshot = await chat.snapshot(code)
        captain = snapshot.legal(snapshot.seat_of(chat.user(name).id))[0].captain
        await chat.user(name).slash(chat.thread(), "explorers captain", captain=captain)
    actor = await chat.player_to_move(code)
    tile = (await chat.snapshot(code)).state.player.hand[0]
    answer = await actor.slash(chat.thread(), "explorers place", tile=str(tile), cell="C9", turn=turn)
    assert "C9 belongs to the Mainland" in text_of(answer.response)


async def test_what_only_takes_a_move_back_is_not_offered_but_may_be_typed(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    while (before := await chat.snapshot(code)).state.stage != "actions":
        await move_elsewhere(chat, code, await chat.player_to_move(code))
    actor = await chat.player_to_move(code)
    panel = (await actor.slash(chat.thread(), "play")).response
    custom_id = CustomId("pick", code, before.row.version, ("load", "mainland", "1", *3 * ["none"]))
    panel = (await send_component(actor, panel, str(custom_id))).response
    assert (await chat.snapshot(code)).state.actions == before.state.actions - 1
    menu = next(name for name in enabled_components(panel) if name.endswith(":unload"))
    panel = (await actor.click(panel.message, custom_id=menu)).response
    offered = [each["value"] for part in walk_components(panel) for each in part.get("options", ())]
    assert "mainland 2 none none none" in offered
    assert "mainland 1 none none none" not in offered
    nothing = dict.fromkeys(("livestock", "second", "third"), "none")
    await actor.slash(chat.thread(), "explorers unload", land="mainland", vikings="1", **nothing)
    after = await chat.snapshot(code)
    assert after.state.player == before.state.player
    assert after.state.actions == before.state.actions - 2


async def test_logs_hold_no_hand_no_seed_and_no_token(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    for library, level in LIBRARY_LEVELS.items():
        caplog.set_level(level, logger=library)
    caplog.set_level(logging.DEBUG)
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    await actor.slash(chat.thread(), "play")
    snapshot = await chat.snapshot(code)
    assert caplog.text
    assert snapshot.row.seed.hex() not in caplog.text
    assert await db.games.find_state(chat.store, code) not in caplog.text


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Records what a choice leads to, in place of doing it."""
    made: list[tuple[Any, ...]] = []

    def recorder(name: str) -> Any:
        async def record(_: Any, *given: Any, **named: Any) -> None:
            made.append((name, *(one for one in given if not isinstance(one, CustomId)), *named.values()))

        return record

    for name in ("choose", "_choose_shortcut", "show_panel", "turn_plan_page", "choose_several_for_plan"):
        monkeypatch.setattr(moves, name, recorder(name))
    for name in ("choose_for_plan", "show_plan"):
        monkeypatch.setattr(conditional_moves, name, recorder(name))
    monkeypatch.setattr(moves, "require_seat", lambda *_: 0)
    return made


def request_that_selects(*values: str, legal: Any = ()) -> Any:
    snapshot = SimpleNamespace(legal=lambda _: legal)

    async def load(_: str) -> Any:
        return snapshot

    return SimpleNamespace(
        selected_values=[*values],
        selected_value=next(iter(values), ""),
        snapshot=load,
        actor=SimpleNamespace(id=1),
    )


async def test_an_entry_of_a_list_is_a_shortcut_or_goes_on_with_the_move(calls: list[Any]) -> None:
    listed = CustomId("choose", "AB2CD", args=("place",))
    await moves.pick_select(request_that_selects("left 2"), listed)
    await moves.pick_select(request_that_selects(f"{moves.SHORTCUT_PREFIX}3.1"), listed)
    assert calls == [("choose", ("place", "left", "2")), ("_choose_shortcut", "3.1")]


async def test_pages_are_turned_within_a_question_of_a_move_or_of_a_plan(calls: list[Any]) -> None:
    request = request_that_selects()
    for args in (("2", "place", "left"), (), ("~", "3", "2", "place"), ("~", "3")):
        await moves.page_button(request, CustomId("page", "AB2CD", args=args))
    panel, first, plan, plan_start = calls
    assert panel[2] == Selection(("place", "left"), page=2)
    assert first[2] == Selection((), page=0)
    assert plan == ("turn_plan_page", 2, ("place",))
    assert plan_start == ("turn_plan_page", 0, ())


async def test_several_pieces_are_one_token_of_a_move_or_of_a_plan(
    calls: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def combine(legal: Any, chosen: Any, selected: Any) -> str:
        return f"{legal} {'+'.join(chosen)} {'+'.join(selected)}"

    monkeypatch.setattr(moves, "combined_token", combine)
    monkeypatch.setattr(conditional_moves, "combined_token", combine)
    request = request_that_selects("a", "b", legal="legal")
    await moves.several_select(request, CustomId("several", "AB2CD", args=("load", "x")))
    await moves.several_select(request, CustomId("several", "AB2CD", args=("~", "3", "load")))

    async def load_plan(*_: Any) -> Any:
        return SimpleNamespace(legal_next=lambda: "planned")

    monkeypatch.setattr(conditional_moves, "load_plan", load_plan)
    plan = CustomId("several", "AB2CD", args=("~", "3", "load"))
    await conditional_moves.choose_several_for_plan(request, plan, ("3", "load"))
    await conditional_moves.turn_plan_page(request, plan, 2, ("load",))
    assert calls[0] == ("choose", ("load", "x", "legal load+x a+b"))
    assert calls[1] == ("choose_several_for_plan", ("3", "load"))
    assert calls[2] == ("choose_for_plan", ("3", "load", "planned load a+b"))
    assert calls[3][0] == "show_plan"
    assert calls[3][2:] == (("load",), 2)


async def test_a_move_that_is_typed_at_another_table_is_refused_by_name(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    refused = await actor.slash(chat.thread(), "borealis draw", table=code)
    assert code in text_of(refused.response)
    asked = (await actor.slash(chat.thread(), "table resign", table=code)).response
    await actor.click(asked, label="Resign")
    over = await actor.slash(chat.thread(), "lofoten slide", table=code)
    assert "over" in text_of(over.response)
