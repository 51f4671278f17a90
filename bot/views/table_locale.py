"""The language that a table speaks."""

from collections.abc import Collection

from bot.i18n import Locale, locale_for
from bot.play.core import GameSnapshot


def table_locale(snapshot: GameSnapshot) -> Locale:
    """Returns the host's choice of language, else the one that all players share, else the server's.

    In direct messages it is the host's own. A lobby is read by the whole server.
    """
    if snapshot.is_private:
        host = next((user for user in snapshot.users if user.id == snapshot.row.host), None)
        return locale_for(host.locale if host else None)
    if snapshot.row.language is None and snapshot.row.status != "lobby":
        return shared_locale(snapshot, snapshot.user_ids_at(snapshot.seats))
    return _server_locale(snapshot)


def shared_locale(snapshot: GameSnapshot, user_ids: Collection[int]) -> Locale:
    """Returns the language that these players share, else the server's: for what is addressed to them."""
    locales = {
        locale_for(user.locale) if user.locale else None for user in snapshot.users if user.id in user_ids
    }
    return (locales.pop() if len(locales) == 1 else None) or _server_locale(snapshot)


def _server_locale(snapshot: GameSnapshot) -> Locale:
    server = snapshot.server.language if snapshot.server else None
    return locale_for(snapshot.row.language or server)
