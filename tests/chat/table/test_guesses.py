"""Guess the move: from the turn card to the line on the next one, and the table of the month."""

from itertools import count
from typing import Any

from bot.play.core.authorization import Actor
from bot.play.turns import guesses
from bot.play.turns.moves import play
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, response_text, text_of

INTERACTIONS = count(1)


async def offer(chat: Chat, name: str) -> Any:
    card = chat.card()
    return (await chat.user(name).click(card, custom_id=find_custom_id(card, "guess"))).response


def kind_ids(panel: Any) -> dict[str, str]:
    """Returns the custom ids of the offered kinds of move."""
    found = [name for name in enabled_components(panel) if name.startswith("skald:guess-kind:")]
    return {name.split(":")[4].split()[1]: name for name in found}


async def test_onlookers_guess_in_private_and_the_next_card_tells_who_was_right(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    snapshot = await chat.snapshot(code)
    (seat,) = snapshot.owing_seats()
    right = snapshot.legal(seat)[-1].kind
    panel = await offer(chat, "eira")
    assert panel.ephemeral
    assert f"What will {snapshot.names[seat]} play next?" in text_of(panel).replace("**", "")
    wrong = next(kind for kind in kind_ids(panel) if kind != right)
    noted = (await chat.user("eira").click(panel.message, custom_id=kind_ids(panel)[right])).response
    assert "Your guess" in text_of(noted)
    other = await offer(chat, "finn")
    assert kind_ids(other).keys() == set(guesses.expected_kinds(snapshot.game, snapshot.state, seat))
    await chat.user("finn").click(other.message, custom_id=kind_ids(other)[wrong])
    assert "guessed it" not in text_of(chat.card())
    person = await chat.player_to_move(code)
    for move in await moves_of_turn(chat, code, seat):
        await type_move(chat, person, code, move)
    assert "1 of 2 guessed it" in text_of(chat.card())
    assert "eira +2" in text_of(chat.card())
    late = await chat.user("finn").click(other.message, custom_id=kind_ids(other)[right])
    assert "The move has come already" in text_of(late.response)
    table = (await chat.user("eira").slash(chat.channel, "club guesses")).response
    assert "1. **eira**: 2 points (1 of 1 right)" in text_of(table)
    assert "2. finn: 0 points (0 of 1 right)" in text_of(table)


async def moves_of_turn(chat: Chat, code: str, seat: int) -> list[str]:
    """Returns the last legal moves of a seat, until its turn would be over."""
    snapshot = await chat.snapshot(code)
    state, moves = snapshot.state, []
    while seat in snapshot.game.to_act(state):
        move = snapshot.game.legal(state, seat)[-1]
        moves.append(str(move))
        state = snapshot.game.apply(state, seat, move).state
    return moves


async def type_move(chat: Chat, person: Any, code: str, move: str) -> None:
    snapshot = await chat.snapshot(code)
    if snapshot.seat_of(person.id) in snapshot.owing_seats():
        await play(
            chat.service,
            code,
            Actor(person.id, person.name, "en-GB"),
            move,
            interaction_id=next(INTERACTIONS),
        )
        chat.wake_outbox()
        await chat.env.settle()


async def test_players_of_the_game_are_refused(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn")
    card = chat.card()
    refused = await chat.user("astrid").click(card, custom_id=find_custom_id(card, "guess"))
    assert "Guessing is for the others" in response_text(refused)


async def test_an_empty_table_says_how_to_guess(chat: Chat) -> None:
    table = (await chat.user("eira").slash(chat.channel, "club guesses")).response
    assert "tap Guess the move" in text_of(table)
