"""The language of a table."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.views.table_locale import shared_locale, table_locale


def table(
    *users: str | None,
    server: str | None = None,
    chosen: str | None = None,
    status: str = "running",
    is_private: bool = False,
) -> Any:
    """A table of users with these languages; the second one is the host."""
    people = [SimpleNamespace(id=number, locale=locale) for number, locale in enumerate(users)]
    return SimpleNamespace(
        users=people,
        row=SimpleNamespace(host=1, language=chosen, status=status),
        server=None if server is None else SimpleNamespace(language=server),
        seats=range(len(people)),
        user_ids_at=lambda seats: [people[seat].id for seat in seats],
        is_private=is_private,
    )


@pytest.mark.parametrize(
    ("snapshot", "language"),
    [
        (table("fr", "fr"), "fr"),
        (table("fr", "fr", server="de"), "fr"),
        (table("fr", "de"), "en"),
        (table("fr", "de", server="de"), "de"),
        (table("fr", None, server="de"), "de"),
        (table("fr", "fr", server="de", chosen="en"), "en"),
        (table("fr", "fr", server="de", status="lobby"), "de"),
        (table("fr", "fr", status="lobby"), "en"),
        (table("fr", "de", server="fr", is_private=True), "de"),
        (table("fr", None, server="fr", is_private=True), "en"),
        (table("fr", is_private=True), "en"),
    ],
)
def test_a_table_speaks_the_hosts_choice_or_what_all_share_or_the_servers_language(
    snapshot: Any, language: str
) -> None:
    assert table_locale(snapshot).language == language


def test_what_is_addressed_to_some_players_is_in_the_language_that_they_share() -> None:
    snapshot = table("fr", "de", "fr")
    assert shared_locale(snapshot, {0, 2}).language == "fr"
    assert shared_locale(snapshot, {0, 1}).language == "en"
    assert shared_locale(snapshot, {1}).language == "de"
