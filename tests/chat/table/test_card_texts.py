"""Texts of few cards are shown on the panel, and those of key cards at the start.

Covers `bot/chat/table/cards.py`.
"""

import pytest

from bot.chat.messages.message_builder import CONTENT_LIMIT
from bot.chat.table.cards import turn_card
from bot.i18n import LANGUAGES, locale_for
from bot.i18n.catalogue import find_entry
from bot.play.history.story import Replay
from bot.play.turns.delayed_moves import COMMIT_DELAY_MS
from rules import GAMES
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import SETTLE_TIMEOUT_S, Chat, text_of
from tests.chat.panel_driver import play_until_handover
from tests.chat.story_fixtures import played_entries


async def test_both_captains_are_told_where_one_is_chosen(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    actor = await chat.player_to_move(code)
    card = chat.card()
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    for move in snapshot.legal(seat):
        captain = move.tokens()[1]
        assert GAMES["explorers"].names[captain].text("en") in text_of(panel)
        assert str(find_entry("en", "explorers", f"piece.{captain}")) in text_of(panel)


async def test_the_cards_that_decide_a_game_are_told_on_its_first_card(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    game = GAMES["borealis"]
    state = (await chat.snapshot(code)).state
    dealt = (*(objective.card for objective in state.objectives), *state.score_cards)
    assert len(dealt) == 5
    for card in dealt:
        name, text = locale_for("en").game_text(game, ()).component_help(card)
        assert f"**{name}**: {text}" in chat.card().content
    first, *_ = chat.card().content.splitlines()
    assert "your move" in first, "on a lock screen the call comes first"


async def test_the_first_card_keeps_the_sealed_shuffle_and_the_deciding_cards(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    row, first = (await chat.snapshot(code)).row, chat.card()
    promised = [line for line in first.content.splitlines() if line.startswith(("**", "-# Shuffle sealed"))]
    assert len(promised) == 6
    assert (row.commitment or "-")[:16] in promised[-1]
    for _ in range(3):
        await play_until_handover(chat, code)
        (shown,) = [each for each in chat.thread().history() if each.id == first.id]
        assert [line for line in promised if line not in shown.content] == []


@pytest.mark.parametrize("name", ["astrid", "cara"])
async def test_a_card_says_what_is_what_to_players_and_onlookers(chat: Chat, name: str) -> None:
    await chat.start_game("astrid", "bjorn", game="borealis")
    card = chat.card()
    told = (await chat.user(name).click(card, custom_id=find_custom_id(card, "what"))).response
    assert told.ephemeral
    assert "Score" in text_of(told) or "objective" in text_of(told)


async def test_the_first_panel_of_a_game_explains_the_cards_that_decide_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    actor, card = await chat.player_to_move(code), chat.card()
    game_text = locale_for("en").game_text(GAMES["borealis"], ())
    goals = GAMES["borealis"].key_cards((await chat.snapshot(code)).state)
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    assert all(game_text.component_help(goal)[1] in text_of(panel) for goal in goals)
    panel = (await actor.click(panel.message, custom_id=find_custom_id(panel, "short"))).response
    assert not any(game_text.component_help(goal)[1] in text_of(panel) for goal in goals)


async def test_everybody_keeps_their_hand_with_one_tap(chat: Chat) -> None:
    """The last player's choice starts the game and is final, but needs no confirmation either."""
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    for name in ("astrid", "bjorn"):
        actor, card = chat.user(name), chat.card()
        panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
        panel = (await actor.click(panel.message, custom_id=find_custom_id(panel, "short"))).response
        assert "Confirm" not in enabled_components(panel).values()
    await chat.env.advance_time(COMMIT_DELAY_MS / 1000 + SETTLE_TIMEOUT_S)
    assert (await chat.snapshot(code)).state.phase == "action"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_seal_is_never_cut_off_however_long_the_story(chat: Chat, language: str) -> None:
    code = await chat.start_game("astrid", "bjorn", "cara", game="borealis")
    snapshot = await chat.snapshot(code)
    entries = tuple(played_entries(snapshot.game, 120))
    reader = chat.skald.context.reader_view(snapshot, None, locale_for(language))
    card = await turn_card(reader, Replay(snapshot.state, entries), with_opening=True, with_board=False)
    assert len(card.content()) < CONTENT_LIMIT
    assert (snapshot.row.commitment or "-")[:16] in card.content().splitlines()[-1]
