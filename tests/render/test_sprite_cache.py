"""The sprite cache: bounded memory, atomic files, damaged files painted again."""

import signal
import subprocess
import sys
import threading
from io import BytesIO
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from render import PAINTERS, SHAPES, icon_png, seat_png
from render.kit import sprite_cache, workers
from render.kit.icons import icon
from render.kit.seats import seat_mark
from render.kit.sprite_cache import SPRITE_CACHE, Sprite, SpriteCache, SpriteKey, write_atomically


def square(size: int) -> Sprite:
    return Sprite(Image.new("RGBA", (size, size), (1, 2, 3, 4)), 5)


def test_memory_is_bounded_and_the_longest_unused_goes_first() -> None:
    cache = SpriteCache(limit_bytes=3 * 10 * 10 * 4)
    keys = [SpriteKey("m", "square", (number,)) for number in range(4)]
    for key in keys[:3]:
        cache.get(key, lambda: square(10))
    cache.get(keys[0], lambda: square(10))
    cache.get(keys[3], lambda: square(10))
    assert (len(cache), cache.size_bytes, cache.painted_count) == (3, 1200, 4)
    cache.get(keys[0], lambda: square(10))
    assert cache.painted_count == 4
    cache.get(keys[1], lambda: square(10))
    assert cache.painted_count == 5


def test_a_sprite_is_painted_once_and_read_from_disk_afterwards(sprite_folder: Path) -> None:
    first = seat_mark(0, 40)
    painted = SPRITE_CACHE.painted_count
    SPRITE_CACHE.clear()
    again = seat_mark(0, 40)
    assert SPRITE_CACHE.painted_count == painted
    assert again.pad == first.pad
    assert again.image.tobytes() == first.image.tobytes()
    assert len(list(sprite_folder.rglob("*.png"))) == 1


@pytest.mark.parametrize("damage", [b"", b"not a picture", None])
def test_a_damaged_file_is_painted_again(sprite_folder: Path, damage: bytes | None) -> None:
    first = seat_mark(1, 40)
    (file,) = sprite_folder.rglob("*.png")
    file.write_bytes(file.read_bytes()[:200] if damage is None else damage)
    SPRITE_CACHE.clear()
    assert seat_mark(1, 40).image.tobytes() == first.image.tobytes()
    SPRITE_CACHE.clear()
    painted = SPRITE_CACHE.painted_count
    seat_mark(1, 40)
    assert SPRITE_CACHE.painted_count == painted


def test_a_write_that_fails_leaves_the_old_file_and_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.png"
    write_atomically(target, b"old")

    def full_disk(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_a_full_disk_does_not_cost_the_picture(sprite_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(sprite_cache, "write_atomically", full_disk)
    assert seat_mark(2, 40).image.width > 40
    assert not list(sprite_folder.rglob("*.png"))


def test_a_kill_while_painting_leaves_only_whole_files(tmp_path: Path) -> None:
    painting = (
        "import sys, pathlib; from render import use_sprite_folder; from render.kit.seats import seat_mark\n"
        "use_sprite_folder(pathlib.Path(sys.argv[1]))\n"
        "for size in range(60, 400):\n    seat_mark(0, size); print(size, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", painting, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    finished = list(tmp_path.rglob("*.png"))
    assert len(finished) >= 5
    for file in finished:
        with Image.open(file) as image:
            image.load()


def test_baking_paints_by_workers_and_clears_out_the_old(sprite_folder: Path) -> None:
    stale = sprite_folder / ("0" * 16)
    stale.mkdir()
    (stale / "old.png").write_bytes(b"old")
    keys = [seat_mark.key(seat, 44) for seat in range(3)] + [icon.key("fish", 44)]
    seen: list[tuple[int, int]] = []
    sprite_cache.bake(sprite_folder, keys, lambda done, total: seen.append((done, total)))
    assert list(dict.fromkeys(seen)) == [(done, 4) for done in range(5)]
    assert not stale.exists()
    painted = SPRITE_CACHE.painted_count
    for key in keys:
        key.fetch()
    assert SPRITE_CACHE.painted_count == painted
    sprite_cache.bake(sprite_folder, keys, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (4, 4)


def test_whoever_stops_baking_need_not_wait_for_a_painting(
    sprite_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sprite_cache, "_paint_to_disk", sleep_for_an_hour)
    painting: list[Any] = []

    def kill_workers(pool: Any) -> None:
        painting.extend(pool._processes.values())
        workers.kill_workers(pool)

    monkeypatch.setattr(sprite_cache, "kill_workers", kill_workers)
    keys = [seat_mark.key(seat, 45) for seat in range(3)]
    calls = 0

    def stop(_: int, __: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sprite_cache.bake(sprite_folder, keys, stop)
    assert painting
    for each in painting:
        assert wait([each.sentinel], 60), "it would paint for an hour"


def sleep_for_an_hour(_: object) -> None:
    threading.Event().wait(3600)


def test_sprites_baked_elsewhere_are_copied_once(sprite_folder: Path, tmp_path: Path) -> None:
    seat_mark(2, 40)
    (baked,) = sprite_folder.rglob("*.png")
    (baked.parent / "half.part").write_bytes(b"left by a kill")
    assert sprite_cache.copy_baked(sprite_folder, tmp_path / "own") == 1
    (copy,) = (file for file in (tmp_path / "own").rglob("*") if file.is_file())
    assert copy.name == baked.name
    assert copy.read_bytes() == baked.read_bytes()
    assert sprite_cache.copy_baked(sprite_folder, tmp_path / "own") == 0


def test_a_folder_without_baked_sprites_is_no_problem(tmp_path: Path) -> None:
    assert sprite_cache.copy_baked(tmp_path / "none", tmp_path / "own") == 0


def test_emoji_are_small_square_and_transparent() -> None:
    assert {"mead", "fish", "sheep", "coffer", "coin"} <= set(PAINTERS["lofoten"].emoji())
    icons = {icon for painter in PAINTERS.values() for icon in painter.emoji().values()}
    for data in (*map(icon_png, icons), *map(seat_png, range(len(SHAPES)))):
        assert len(data) < 256 * 1024
        with Image.open(BytesIO(data)) as image:
            assert image.size == (128, 128)
            assert image.mode == "RGBA"
            assert image.getchannel("A").getextrema() == (0, 255)
