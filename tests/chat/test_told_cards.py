"""Who chooses among few cards reads what they do."""

from bot.words.catalogue import entry
from rules import GAMES
from tests.chat.chat import Chat, tap_named, words_of


async def test_both_captains_are_told_where_one_is_chosen(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", game="explorers")
    actor = await chat.owing(code)
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    position = await chat.position(code)
    seat = position.seat_of(actor.id)
    assert seat is not None
    for move in position.legal(seat):
        captain = move.words()[1]
        assert GAMES["explorers"].names[captain].say("en") in words_of(panel)
        assert str(entry("en", "explorers", f"piece.{captain}")) in words_of(panel)
