"""How long Lofoten's pictures take, as ratios of what Pillow needs to write the same picture as PNG.

Run with `python -m bench.pictures`. Ratios are taken within one run, so that the machine cancels out.
"""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from PIL import Image

from render import PAINTERS, Picture, bake, use_sprites
from render.kit.sprites import STORE
from rules import GAMES
from rules.lofoten.view import View

NAMES = ("Freya", "Leif")
ROUNDS = 9


def game_under_way() -> tuple[View, View]:
    """A seat's view a while ago and now, in a game well under way, played by a fixed rule."""
    game = GAMES["lofoten"]
    state = game.setup(2, game.info.options(), sha256(b"pictures").digest())
    earlier = state
    for ply in range(240):
        seats = game.to_act(state)
        if not seats:
            break
        seat = min(seats)
        legal = game.legal(state, seat)
        choice = int.from_bytes(sha256(f"{ply}".encode()).digest()[:4], "big") % len(legal)
        following = game.apply(state, seat, legal[choice]).state
        if not game.to_act(following):
            break
        state = following
        if ply == 230:
            earlier = state
    return game.view(earlier, 0), game.view(state, 0)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock on the wall and by the processor."""
    wall, busy = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - busy


def png_time(picture: Picture) -> float:
    image = Image.open(BytesIO(picture.data)).convert("RGB")
    return median(timed(lambda: image.save(BytesIO(), "PNG"))[1] for _ in range(3))


def main() -> None:
    painter = PAINTERS["lofoten"]
    before, view = game_under_way()
    pictures: dict[str, Callable[[], Picture | None]] = {
        "board": lambda: painter.board(view, NAMES, since=before),
        "hand": lambda: painter.hand(view, NAMES),
    }
    print("picture nothing baked        from disk             warm       PNG  ratio    size   sprites held")
    for name, draw in pictures.items():
        with TemporaryDirectory() as folder:
            use_sprites(Path(folder))
            STORE.forget()
            cold = timed(draw)
            STORE.forget()
            from_disk = timed(draw)
            warm = median(timed(draw)[1] for _ in range(ROUNDS))
            picture = draw()
            held = STORE.weight / 2**20
        assert picture is not None
        png = png_time(picture)
        print(
            f"{name:6} {cold[0]:5.2f} s ({cold[1]:4.2f} cpu) {from_disk[0]:5.2f} s ({from_disk[1]:4.2f} cpu)"
            f" {warm * 1000:6.0f} ms {png * 1000:6.0f} ms    {warm / png:4.2f}"
            f"    {len(picture.data) // 1024:4} KB    {held:3.0f} MB"
        )
    print(f"memory for sprites: at most {STORE.limit / 2**20:.0f} MB")
    with TemporaryDirectory() as folder:
        wall, _ = timed(lambda: bake(Path(folder)))
        files = list(Path(folder).rglob("*.png"))
        size = sum(path.stat().st_size for path in files)
        print(f"baking: {len(files)} sprites, {size / 2**20:.0f} MB on disk, {wall:.0f} s")


if __name__ == "__main__":
    main()
