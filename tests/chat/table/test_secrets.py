"""Public texts about a seat do not change when only its hidden information does."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from bot.chat.table.cards import turn_card
from bot.i18n import LANGUAGES, locale_for
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.story import Replay
from bot.views.notification_text import turn_notification_text, your_move_text
from bot.views.pictures import PictureCache
from bot.views.reader_view import ReaderView
from render import Picture
from rules import GAMES
from tests.play.table_fixture import ACTORS, open_table_fixture
from tests.plies import random_plies

MAX_POSITIONS = 120


class NoPictures:
    """Draws nothing. Pictures depend only on a view, which is tested elsewhere."""

    async def get(self, _drawing: Any) -> Picture:
        return Picture(b"", "jpg", 3, 4)


async def start_game(folder: Path, key: str) -> GameSnapshot:
    async with open_table_fixture(folder, "2026-03-02 12:00") as tables:
        code = await tables.start_game(*ACTORS[: min(3, GAMES[key].info.seats[1])], game=key)
        return await tables.snapshot(code)


async def public_texts(snapshot: GameSnapshot, language: str) -> tuple[object, ...]:
    """Returns everything the thread shows: the card, the notification, the reminder, the colour."""
    reader = ReaderView(snapshot, None, locale_for(language), cast(PictureCache, NoPictures()))
    card = await turn_card(reader, Replay(snapshot.state, ()))
    said = [part for part in card.parts if isinstance(part, str)]
    owing = sorted(snapshot.owing_seats())
    reminders = [your_move_text(reader, [seat], reader.owed_text(seat), None) for seat in owing]
    return card.content(), said, reader.colour, turn_notification_text(reader, owing, {}), reminders


@pytest.mark.parametrize("key", GAMES)
async def test_nothing_told_of_a_seat_depends_on_its_secrets(tmp_path: Path, key: str) -> None:
    snapshot, game, random = await start_game(tmp_path, key), GAMES[key], Random(key)
    looked_at = 0
    for ply in random_plies(game, snapshot.state, random, MAX_POSITIONS):
        state = ply.step.state
        if not game.to_act(state):
            break
        other = game.reshuffle(state, None, sha256(f"{looked_at}".encode()).digest())
        language = LANGUAGES[looked_at % len(LANGUAGES)]
        assert await public_texts(replace(snapshot, state=state), language) == await public_texts(
            replace(snapshot, state=other), language
        )
        looked_at += 1
    assert looked_at > MAX_POSITIONS / 2


async def test_a_hand_that_only_allows_to_regroup_is_not_told(tmp_path: Path) -> None:
    """A card of Borealis once revealed that a hidden hand had nothing to play."""
    snapshot, game, random = await start_game(tmp_path, "borealis"), GAMES["borealis"], Random(1)
    state, said = snapshot.state, dict[bool, set[str]]()
    for number in range(3000):
        owing = game.to_act(state)
        if not owing:
            state = game.setup(3, game.info.options(), sha256(f"{number}".encode()).digest())
            continue
        seat = min(owing)
        moves = game.legal(state, seat)
        if state.phase == "action":
            reader = ReaderView(
                replace(snapshot, state=state), None, locale_for("en"), cast(PictureCache, NoPictures())
            )
            said.setdefault(all(move.kind == "regroup" for move in moves), set()).add(reader.owed_text(seat))
        state = game.apply(state, seat, random.choice(moves)).state
    assert said[True] == said[False] == {"observe an animal or regroup"}
