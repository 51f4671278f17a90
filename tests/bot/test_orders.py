"""Standing orders and plans: private, shown back, carried out when possible, told when they were."""

from typing import Any

import pytest

from bot.ordering import Order, candidates, described, move_for
from bot.tables import Visitor, gathering
from bot.taps import Tap
from bot.words import words_for
from rules import GAMES
from tests.bot.chat import Chat, late_tap, tap_named, words_of

SEED = bytes(range(32))
HOUR = 3_600


@pytest.fixture(autouse=True)
def known_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "new_seed", lambda: SEED)


def in_private(actor: Any) -> str:
    return "\n".join(words_of(message) for message in actor.user.dm_channel.history())


async def first_pick(chat: Chat, code: str) -> tuple[Any, Any]:
    """Bring a game of Shipwrights to its first draft; says who drafts and what he may pick."""
    position = await chat.position(code)
    while not any(move.kind == "pick" for seat in position.owing() for move in position.legal(seat)):
        seat = min(position.owing())
        player = position.players[seat]
        visitor = Visitor(player.person or 0, player.name, "en-US")
        move = str(position.legal(seat)[0])
        await chat.skald.house.tables.play(code, visitor, move, interaction=position.row.version)
        position = await chat.position(code)
    seat = min(position.owing())
    actor = next(one for one in chat.people.values() if one.id == position.players[seat].person)
    return actor, position.legal(seat)


async def test_an_order_is_put_together_by_taps_shown_back_and_carried_out_once(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", game="shipwrights", pace="none")
    actor, moves = await first_pick(chat, code)
    wanted = moves[-1]
    orders = (await actor.slash(chat.thread(), "order")).response
    assert "no order" in words_of(orders)
    menu = tap_named(orders, "order-new")
    shown = (await actor.select(orders.message, [str(wanted)], custom_id=menu)).response
    teller = words_for("en").teller(GAMES["shipwrights"], ("astrid", "bjorn"))
    what = described(teller, GAMES["shipwrights"], wanted.words())
    assert f"{what}, whenever it is possible, only once" in words_of(shown)
    before = (await chat.position(code)).row.ply
    kept = (await actor.click(shown.message, label="Keep this order")).response
    assert what in words_of(kept)
    assert (await chat.position(code)).row.ply == before
    await chat.restart()
    await chat.env.advance_time(HOUR)
    (entry,) = [one for one in await chat.skald.house.store.moves(code, since=before) if one.by == "order"]
    assert entry.text == str(wanted)
    assert f"carried out: {what}" in in_private(actor)
    assert not await chat.skald.house.store.orders(code)
    other = next(one for one in chat.people.values() if one is not actor)
    assert what not in in_private(other)
    assert not any(what in words_of(message) for message in chat.thread().history())


async def test_an_order_that_cannot_be_done_waits_and_can_be_dropped(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", game="shipwrights", pace="none")
    actor, moves = await first_pick(chat, code)
    held = {move.words()[1] for move in moves}
    missing = next(card for card in ("drakkar", "king", "queen", "church") if card not in held)
    ply = (await chat.position(code)).row.ply
    shown = (await actor.slash(chat.thread(), "order", action=f"pick {missing}", until="game")).response
    kept = (await actor.click(shown.message, label="Keep this order")).response
    await chat.env.advance_time(HOUR)
    assert (await chat.position(code)).row.ply == ply
    after = (await actor.click(kept.message, label="Drop 1")).response
    assert "The order is dropped." in words_of(after)
    assert "no order" in words_of(after)


async def test_nonsense_is_no_order(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", game="shipwrights", pace="none")
    answer = await chat.person("astrid").slash(chat.thread(), "order", action="dance naked")
    assert "not a move" in words_of(answer.response)
    stranger = await chat.person("cara").slash(chat.thread(), "order")
    assert "do not sit" in words_of(stranger.response)
    assert not await chat.skald.house.store.orders(code)


def test_an_order_needs_exactly_one_fitting_move() -> None:
    game = GAMES["shipwrights"]
    state = game.setup(2, game.info.options(), SEED)
    seat = min(game.to_act(state))
    moves = game.legal(state, seat)
    assert move_for(game, state, seat, Order(words=moves[0].words())) == moves[0]
    assert move_for(game, state, seat, Order(words=moves[0].words()[:1])) is None
    assert move_for(game, state, seat, Order(words=moves[0].words(), when="alone")) is None


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_can_be_ordered_can_be_said_and_read(key: str, language: str) -> None:
    game = GAMES[key]
    state = game.setup(max(2, game.info.seats[0]), game.info.options(), SEED)
    teller = words_for(language).teller(game, ("Astrid", "Bjorn"))
    seat = min(game.to_act(state))
    every = candidates(game, game.legal(state, seat))
    assert every
    for words in every:
        assert str(game.parse(" ".join(words))) == " ".join(words)
        assert described(teller, game, words)


async def test_a_plan_is_kept_overnight_and_played_in_the_morning(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    actor = await chat.owing(code)
    panel, plan = await to_a_confirmation(chat, code, actor)
    kept = (await actor.click(panel.message, label="Keep as a plan")).response
    assert "Kept as your plan" in words_of(kept)
    ply = (await chat.position(code)).row.ply
    await chat.restart()
    await chat.env.advance_time(9 * HOUR)
    assert (await chat.position(code)).row.ply == ply
    card = chat.card()
    morning = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    assert "Your plan:" in words_of(morning)
    asked = (await actor.click(morning.message, label="My plan")).response
    await actor.click(asked.message, label="Confirm")
    entries = await chat.skald.house.store.moves(code, since=ply)
    assert entries[0].text == plan
    assert await chat.skald.house.store.plan(code, actor.id) is None


async def to_a_confirmation(chat: Chat, code: str, actor: Any) -> tuple[Any, str]:
    """Play on until a move is asked about that could not be taken back."""
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    while True:
        position = await chat.position(code)
        (seat,) = position.owing()
        moves = position.legal(seat)
        final = [one for one in moves if position.game.apply(position.state, seat, one).barrier]
        move = (final or moves)[0]
        tap = Tap("pick", code, position.row.version, move.words())
        panel = (await late_tap(actor, panel, str(tap))).response
        if final:
            return panel, str(move)
