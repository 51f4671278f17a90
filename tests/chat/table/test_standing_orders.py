"""Standing orders: private, confirmed, carried out when possible, and reported."""

from typing import Any

import pytest

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.table.standing_orders import build_instruction, order_args, show_draft, show_orders
from bot.i18n import LANGUAGES, locale_for
from bot.play.core import Denied
from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from bot.play.turns import moves as play
from bot.play.turns.standing_orders import Instruction, is_move_prefix, order_candidates
from rules import GAMES
from rules.game import Refusal
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, text_of
from tests.chat.fake_request import fake_request
from tests.chat.story_fixtures import view_of_table

SEED = bytes(range(32))
HOUR_S = 3_600


@pytest.fixture(autouse=True)
def fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


def dm_text(actor: Any) -> str:
    return "\n".join(text_of(message) for message in actor.user.dm_channel.history())


async def start_first_draft(chat: Chat, code: str) -> tuple[Any, Any]:
    """Play Shipwrights to its first draft. Returns the player to draft and their legal moves."""
    snapshot = await chat.snapshot(code)
    while not any(move.kind == "pick" for seat in snapshot.owing_seats() for move in snapshot.legal(seat)):
        seat = min(snapshot.owing_seats())
        actor = Actor(snapshot.players[seat].person or 0, snapshot.names[seat], "en-US")
        move = str(snapshot.legal(seat)[0])
        await play.play(chat.service, code, actor, move, interaction_id=snapshot.row.version)
        snapshot = await chat.snapshot(code)
    seat = min(snapshot.owing_seats())
    actor = next(one for one in chat.users.values() if one.id == snapshot.players[seat].person)
    return actor, snapshot.legal(seat)


async def test_an_order_is_put_together_by_taps_shown_back_and_carried_out_once(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="shipwrights", pace="none")
    actor, moves = await start_first_draft(chat, code)
    wanted = moves[-1]
    orders = (await actor.slash(chat.thread(), "table order")).response
    assert "no order" in text_of(orders)
    menu = find_custom_id(orders, "order-new")
    which = (await actor.select(orders.message, [wanted.kind], custom_id=menu)).response
    menu = next(name for name in enabled_components(which) if name.startswith("skald:order-new:"))
    shown = (await actor.select(which.message, [str(wanted)], custom_id=menu)).response
    game_text = locale_for("en").game_text(GAMES["shipwrights"], ("astrid", "bjorn"))
    what = game_text.partial_move_text(wanted.tokens())
    assert f"{what}, whenever it is possible, only once" in text_of(shown)
    before = (await chat.snapshot(code)).row.ply
    kept = (await actor.click(shown.message, label="Save the order")).response
    assert what in text_of(kept)
    assert (await chat.snapshot(code)).row.ply == before
    await chat.restart()
    await chat.env.advance_time(HOUR_S)
    (entry,) = [one for one in await db.entries.read_log(chat.store, code, since=before) if one.by == "order"]
    assert entry.text == str(wanted)
    assert f"carried out: {what}" in dm_text(actor)
    assert not await db.standing_orders.list_in_force(chat.store, code)
    other = next(one for one in chat.users.values() if one is not actor)
    assert what not in dm_text(other)
    assert not any(what in text_of(message) for message in chat.thread().history())


async def test_an_order_that_cannot_be_done_waits_and_can_be_dropped(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="shipwrights", pace="none")
    actor, moves = await start_first_draft(chat, code)
    held = {move.tokens()[1] for move in moves}
    missing = next(card for card in ("drakkar", "king", "queen", "church") if card not in held)
    ply = (await chat.snapshot(code)).row.ply
    shown = (await actor.slash(chat.thread(), "table order", action=f"pick {missing}", until="game")).response
    kept = (await actor.click(shown.message, label="Save the order")).response
    await chat.env.advance_time(HOUR_S)
    assert (await chat.snapshot(code)).row.ply == ply
    after = (await actor.click(kept.message, label="Delete order 1")).response
    assert "Order deleted." in text_of(after)
    assert "no order" in text_of(after)


async def test_nonsense_is_no_order(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="shipwrights", pace="none")
    answer = await chat.user("astrid").slash(chat.thread(), "table order", action="dance naked")
    assert "isn’t a move" in text_of(answer.response)
    stranger = await chat.user("cara").slash(chat.thread(), "table order")
    assert "aren’t playing" in text_of(stranger.response)
    assert not await db.standing_orders.list_in_force(chat.store, code)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_can_be_ordered_can_be_said_and_read(key: str, language: str) -> None:
    game = GAMES[key]
    state = game.setup(max(2, game.info.seats[0]), game.info.options(), SEED)
    game_text = locale_for(language).game_text(game, ("Astrid", "Bjorn"))
    seat = min(game.to_act(state))
    every = order_candidates(game, game.legal(state, seat))
    assert every
    for words in every:
        assert is_move_prefix(game, words)
        assert game_text.partial_move_text(words)


@pytest.mark.parametrize(
    ("key", "order", "said"),
    [
        ("lofoten", "fill_left", "Always fill the market from the left stack"),
        ("shipwrights", "keep_iron", "At night keep the iron"),
        ("explorers", "redraw", "If none of my tiles fits, return the hand"),
        ("borealis", "draw_unseen", "After an observation always draw unseen"),
    ],
)
async def test_what_holds_for_many_turns_is_ordered_at_one_tap(
    chat: Chat, key: str, order: str, said: str
) -> None:
    code = await chat.start_game("astrid", "bjorn", game=key, pace="none")
    actor = chat.user("astrid")
    orders = (await actor.slash(chat.thread(), "table order")).response
    menu = find_custom_id(orders, "order-standing")
    kept = (await actor.select(orders.message, [order], custom_id=menu)).response
    assert said in text_of(kept)
    (given,) = await db.standing_orders.list_in_force(chat.store, code)
    assert given.payload["named"] == order
    dropped = (await actor.click(kept.message, label="Delete order 1")).response
    assert said not in text_of(dropped)


async def test_buying_and_finishing_are_ordered_before_they_are_possible(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn", game="shipwrights", pace="none")
    actor = chat.user("astrid")
    for kind, first in (("buy", "Buy resources: oak"), ("finish", "Finish a ship: A")):
        orders = (await actor.slash(chat.thread(), "table order")).response
        menu = find_custom_id(orders, "order-new")
        which = (await actor.select(orders.message, [kind], custom_id=menu)).response
        labels = [option["label"] for part in walk_components(which) for option in part.get("options", ())]
        assert labels[0] == first


@pytest.mark.parametrize("modules", ["no", "yes"])
async def test_only_what_can_happen_at_the_table_can_be_ordered(chat: Chat, modules: str) -> None:
    options = {"better-longships": modules, "alliances": modules}
    await chat.start_game("astrid", "bjorn", pace="none", **options)
    orders = (await chat.user("astrid").slash(chat.thread(), "table order")).response
    offered = {option["value"] for part in walk_components(orders) for option in part.get("options", ())}
    assert {"place_left", "fill_left", "side"} <= offered
    assert ({"load", "leave", "upgrade", "claim", "bind", "take"} & offered != set()) == (modules == "yes")


@pytest.mark.parametrize("key", GAMES)
async def test_no_menu_of_orders_lists_a_page_of_the_like(chat: Chat, key: str) -> None:
    """The kind is asked first, so that every entry starts differently."""
    await chat.start_game("astrid", "bjorn", game=key, pace="none")
    orders = (await chat.user("astrid").slash(chat.thread(), "table order")).response
    labels = [option["label"] for part in walk_components(orders) for option in part.get("options", ())]
    assert labels
    assert len(set(labels)) == len(labels)
    assert not any(":" in label and labels.count(label.split(":")[0]) > 3 for label in labels)


def test_an_order_has_a_known_condition_and_end_and_can_be_read() -> None:
    snapshot = view_of_table().snapshot
    kind = next(iter(order_candidates(snapshot.game, ())))[0]
    order = build_instruction(snapshot, (kind,), "alone", "week")
    assert (order.words, order.when, order.until) == ((kind,), "alone", "week")
    order = build_instruction(snapshot, (kind,), "sometimes", None)
    assert (order.when, order.until) == ("always", "once")
    with pytest.raises(Refusal) as refused:
        build_instruction(snapshot, ("dance", "x" * 60))
    assert refused.value.code == "unreadable"
    kept = CustomId("order-keep", "AB2CD", args=("safe", "loss", "draw", "left"))
    assert order_args(kept) == ("safe", "loss", ("draw", "left"))


async def test_orders_are_given_in_running_games_and_fit_on_a_button() -> None:
    request = fake_request()
    request.actor = Actor(1, "astrid", "en-GB")
    with pytest.raises(Denied) as refused:
        await show_orders(request, view_of_table(0, status="over").snapshot)
    assert refused.value.code == "no_orders_now"
    long = Instruction(words=("a" * 40, "b" * 40), when="always", until="once")
    with pytest.raises(Denied) as refused:
        await show_draft(request, view_of_table(0).snapshot, long)
    assert refused.value.code == "order_too_long"
