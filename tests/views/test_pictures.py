"""The picture cache and the requests it is keyed by."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.views import pictures
from bot.views.pictures import ENTRY_BYTES, AnyPictureRequest, CombinedPictureRequest, PictureCache
from render import Picture
from render.painter import Offer, PictureRequest, Prompt
from rules.game import FrozenModel
from rules.lofoten.game import Lofoten
from rules.lofoten.moves import Remove

GAME = Lofoten()
STATE = GAME.setup(2, GAME.info.options(), bytes(32))
VIEW: FrozenModel = GAME.view(STATE, 0)
REQUEST = PictureRequest(game="lofoten", subject="hand", view=VIEW, names=("Astrid", "Bjørn"))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[AnyPictureRequest]:
    """Records what is drawn; no reader has a hand."""
    requests: list[AnyPictureRequest] = []

    def draw(request: AnyPictureRequest) -> Picture | None:
        requests.append(request)
        return None

    monkeypatch.setattr(pictures, "draw", draw)
    return requests


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[PictureCache]:
    cache = PictureCache(tmp_path, workers=0, max_bytes=10 * ENTRY_BYTES)
    yield cache
    cache.close()


async def test_missing_hands_are_cached_up_to_a_limit(
    cache: PictureCache, drawn: list[AnyPictureRequest]
) -> None:
    requests = [replace(REQUEST, names=(f"{number}", "Bjørn")) for number in range(12)]
    for request in requests:
        assert await cache.get(request) is None
    assert len(drawn) == 12
    await cache.get(requests[-1])
    assert len(drawn) == 12
    await cache.get(requests[0])
    assert len(drawn) == 13


def test_a_request_can_be_sent_to_a_worker_process() -> None:
    sent = pickle.loads(pickle.dumps(REQUEST))
    assert sent == REQUEST
    assert sent.cache_key() == REQUEST.cache_key()


def test_requests_that_show_different_content_have_different_keys() -> None:
    remove = Remove(zone="a")
    others = (
        replace(REQUEST, subject="board"),
        replace(REQUEST, view=GAME.view(STATE, 1)),
        replace(REQUEST, since=VIEW),
        replace(REQUEST, language="fr"),
        replace(REQUEST, intention=remove),
        replace(REQUEST, prompt=Prompt((), (Offer("remove a", (remove,), 1),))),
        replace(REQUEST, prompt=Prompt((), (Offer("remove a", (remove,), 2),))),
        replace(REQUEST, captions=(("market", "Market"),)),
        replace(REQUEST, closeup="seat.0"),
    )
    assert len({request.cache_key() for request in (REQUEST, *others)}) == len(others) + 1


def test_pictures_are_combined_side_by_side_or_into_a_film(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = tuple(Picture(data, "webp", 1, 1) for data in (b"before", b"after"))
    strip, film = Picture(b"strip", "webp", 2, 1), Picture(b"film", "gif", 1, 1)
    monkeypatch.setattr(pictures, "contact_sheet", {boards: strip}.get)
    monkeypatch.setattr(
        pictures,
        "animated_gif",
        lambda given, *, ms, captions: {boards: film}[given] if ms and captions else None,
    )
    assert pictures.draw(CombinedPictureRequest("strip", boards)) == strip
    assert pictures.draw(CombinedPictureRequest("film", boards, ("before", "after"))) == film
