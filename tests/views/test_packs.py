"""A game with a component pack: texts and pictures use the pack's names and numbers."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import db
from bot.views import pictures
from bot.views.pictures import AnyPictureRequest
from render import Picture
from render.painter import PictureRequest
from rules import load_pack
from rules.explorers.pieces import CAPTAINS
from rules.lofoten.view import View
from tests.chat.components import enabled_components
from tests.chat.discord_driver import BLANK_PICTURE, Chat, alt_texts, open_chat, text_of

GOODS = {"mead": "ale", "fish": "cod", "sheep": "wool", "coffer": "silver"}
PACK = {
    "lofoten": "[coins]\nfirst_player = 3\nsecond_player = 4\nreserve = 1\n[goods]\n"
    + "".join(f'{good} = {{ en = "{name}", fr = "{name} (fr)" }}\n' for good, name in GOODS.items()),
    "explorers": "[captains]\n"
    + "".join(f'{captain} = {{ en = "Old {captain}", fr = "Vieux {captain}" }}\n' for captain in CAPTAINS),
}


@pytest.fixture
def drawn() -> list[PictureRequest]:
    return []


@pytest.fixture
async def packed_chat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: list[PictureRequest]
) -> AsyncIterator[Chat]:
    """A chat with a pack, whose pictures are blank and recorded in `drawn`."""

    def draw(request: AnyPictureRequest) -> Picture:
        if isinstance(request, PictureRequest):
            drawn.append(request)
        return BLANK_PICTURE

    monkeypatch.setattr(pictures, "draw", draw)
    pack = tmp_path / "pack"
    pack.mkdir()
    for key, text in PACK.items():
        (pack / f"{key}.toml").write_text(text, encoding="utf-8")
    async with open_chat(tmp_path, load_pack(pack)) as opened:
        yield opened


def all_texts(message: Any) -> str:
    return "\n".join((text_of(message), *alt_texts(message), *enabled_components(message).values()))


async def test_names_and_numbers_of_a_pack_stand_on_the_panel(
    packed_chat: Chat, drawn: list[PictureRequest]
) -> None:
    code = await packed_chat.start_game("astrid", "bjorn")
    actor = await packed_chat.player_to_move(code)
    panel = all_texts((await actor.slash(packed_chat.thread(), "play")).response)
    assert "fleet at C, 3 coins" in panel
    assert "fleet at C, 4 coins" in panel
    assert any(name in panel for name in GOODS.values())
    assert not any(name in panel for name in ("mead", "dried fish", "sheep", "coffer"))
    shown = [request.view for request in drawn if isinstance(request.view, View)]
    assert shown
    assert all(sorted(view.coins) == [3, 4] for view in shown)


async def test_the_names_of_a_pack_are_told_in_the_language_of_the_reader(packed_chat: Chat) -> None:
    code = await packed_chat.open_lobby("astrid", "bjorn", game="explorers")
    async with packed_chat.store.write() as tx:
        await db.users.update(tx, packed_chat.user("bjorn").id, locale="fr")
    await packed_chat.user("astrid").click(packed_chat.lobby_card(code), label="Start")
    snapshot = await packed_chat.snapshot(code)
    for name, word in (("astrid", "Old"), ("bjorn", "Vieux")):
        actor = packed_chat.user(name)
        (hand,) = actor.user.dm_channel.history()
        moves = snapshot.legal(snapshot.seat_of(actor.id) or 0)
        assert moves
        for move in moves:
            assert f"{word} {move.tokens()[1]}" in all_texts(hand)
