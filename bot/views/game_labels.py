"""Short names of a game, by players and title, for threads and buttons."""

from collections.abc import Sequence

from bot.i18n import MAX_BUTTON_CHARS, Locale
from bot.play.core.snapshot import GameSnapshot
from bot.views.markup import clip
from rules.game import Seat

MAX_THREAD_NAME_CHARS = 100
MIN_NAME_CHARS = 2
SEPARATOR = " · "


def thread_name(snapshot: GameSnapshot, locale: Locale) -> str:
    """Returns players, title and code: "Bjørn & Astrid · Lofoten · K7QXR".

    Players come first because a list of threads shows only the start of a name. Long player names are
    truncated, so that the code is never cut off.
    """
    rest = SEPARATOR + locale.game_text(snapshot.game, ()).game_name + SEPARATOR + snapshot.code
    return _fit_names(snapshot.names, MAX_THREAD_NAME_CHARS - len(rest)) + rest


def button_label(snapshot: GameSnapshot, reader: Seat | None, locale: Locale) -> str:
    """Returns title and opponents, for one of the players: "Lofoten · Bjørn"."""
    title = locale.game_text(snapshot.game, ()).game_name
    others = [name for seat, name in enumerate(snapshot.names) if seat != reader]
    if not others:
        return title
    return title + SEPARATOR + _fit_names(others, MAX_BUTTON_CHARS - len(title + SEPARATOR))


def distinct_button_labels(
    snapshots: Sequence[tuple[GameSnapshot, Seat | None]], locale: Locale
) -> list[str]:
    """Returns the label of each game, with its code where several would be the same."""
    labels = [button_label(snapshot, reader, locale) for snapshot, reader in snapshots]
    return [
        _with_code(label, snapshot.code) if labels.count(label) > 1 else label
        for label, (snapshot, _) in zip(labels, snapshots, strict=True)
    ]


def _with_code(label: str, code: str) -> str:
    return clip(label, MAX_BUTTON_CHARS - len(SEPARATOR + code)) + SEPARATOR + code


def _fit_names(names: Sequence[str], limit: int) -> str:
    """Join names within `limit` characters, truncating the longest first."""
    names = [" ".join(name.split()) for name in names]
    longest = max(map(len, names), default=0)
    while longest > MIN_NAME_CHARS and len(_join_names(names, longest)) > limit:
        longest -= 1
    return clip(_join_names(names, longest), limit)


def _join_names(names: Sequence[str], longest: int) -> str:
    *others, last = (clip(name, longest) for name in names)
    return f"{', '.join(others)} & {last}" if others else last
