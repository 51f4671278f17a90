"""Forum tags of a game: its state, its title, and whether it is rated."""

from collections.abc import Mapping

from bot.i18n import N_, Locale, locale_for
from bot.i18n.languages import available_languages
from bot.play.core import GameSnapshot
from rules.game import AnyGame

STATE_NAMES: Mapping[str, str] = {
    "open": N_("Open seat"),
    "running": N_("Running"),
    "finished": N_("Finished"),
    "rated": N_("Rated"),
}


def tag_name(key: str, games: Mapping[str, AnyGame], locale: Locale) -> str:
    """Returns the name of a tag: of a state, or of the title with this key."""
    return locale.t(STATE_NAMES[key]) if key in STATE_NAMES else locale.game_text(games[key], ()).game_name


def all_keys(games: Mapping[str, AnyGame]) -> tuple[str, ...]:
    return (*STATE_NAMES, *games)


def tag_keys(snapshot: GameSnapshot) -> list[str]:
    """Returns the keys of a game's tags, the most important first."""
    row = snapshot.row
    state = {"running": "running", "over": "finished"}.get(row.status)
    if row.status == "lobby" and not snapshot.is_full:
        state = "open"
    return [*([state] if state else ()), row.key, *(["rated"] if row.rated else ())]


def find_key(name: str, games: Mapping[str, AnyGame]) -> str | None:
    """Returns the key of the tag that has this name in some language, however it is capitalised."""
    wanted = name.strip().casefold()
    for language in available_languages():
        for key in all_keys(games):
            if tag_name(key, games, locale_for(language)).casefold() == wanted:
                return key
    return None
