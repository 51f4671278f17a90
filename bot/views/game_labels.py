"""Short names of a game, by players and title, for threads and buttons."""

from collections.abc import Mapping, Sequence

from bot.i18n import MAX_BUTTON_CHARS, N_, Locale
from bot.play.core import GameSnapshot
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.views.markup import clip, plain_name
from rules.game import Seat

MAX_THREAD_NAME_CHARS = 100
MIN_NAME_CHARS = 2
MAX_LISTED_NAME_CHARS = 12
SEPARATOR = " · "
LEVEL_NAMES: Mapping[str, str] = {
    "apprentice": N_("Apprentice"),
    "sailor": N_("Sailor"),
    "captain": N_("Captain"),
}
_NAMES_WITH_LEVEL: Mapping[str, str] = {
    "apprentice": N_("{who} (apprentice)"),
    "sailor": N_("{who} (sailor)"),
    "captain": N_("{who} (captain)"),
}


def name_with_level(snapshot: GameSnapshot, seat: Seat, locale: Locale) -> str:
    """Returns a player's name, that of a computer player with its level: "Ask ⚙ (apprentice)"."""
    name, opponent = plain_name(snapshot.names[seat]), OPPONENTS_BY_ID.get(snapshot.users[seat].id)
    if opponent is None:
        return name
    return locale.t(_NAMES_WITH_LEVEL[opponent.level], who=name)


def turn_of(snapshot: GameSnapshot, locale: Locale) -> str:
    """Returns the turn in progress as the table counts it, or an empty text if it does not."""
    label = snapshot.game.turn_label(snapshot.state) if snapshot.is_running and snapshot.state else None
    return "" if label is None else locale.game_text(snapshot.game, ()).turn_text(label, 0)


def choice_label(snapshot: GameSnapshot, reader: Seat | None, locale: Locale) -> str:
    """Returns title, opponents, turn and code, to tell games of one title apart in a list."""
    title = locale.game_text(snapshot.game, ()).game_name
    others = [clip(name, MAX_LISTED_NAME_CHARS) for seat, name in enumerate(snapshot.names) if seat != reader]
    parts = (title, ", ".join(others), turn_of(snapshot, locale), snapshot.code)
    return SEPARATOR.join(filter(None, parts))


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
