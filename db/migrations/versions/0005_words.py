"""Rename tables to players, entries and posts. Move snapshots into the log, and turn notices into codes."""

import re
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, columns, create_outbox

revision = "0005"
down_revision = "0004"

NOTICES = {
    "The table waits another day for {who}.": "waits_a_day",
    "Nobody answered, so the table waits for {who} and is asked again in a week.": "waits_a_week",
    "The caretaker plays for {who} until {who} is back.": "caretaker_plays",
    "Somebody has left for good. The caretaker plays that seat to the end.": "left_for_good",
    "{who} takes the seat of {before} and plays on.": "seat_taken",
    "The table did not wait any longer: {who} plays on in your place in game `{code}`. The hand you have "
    "here is as it was; you get no new ones.": "seat_given_away",
    "You sit in game `{code}` now, in the place of {before}. Your hand comes in a message of its own; /recap "
    "tells what happened so far, /rules explains the decision at hand.": "seat_is_yours",
    "{who} is back and plays on.": "back",
    "The game has moved on, so nothing is taken back.": "moved_on",
    "Not everybody agrees to end the game, so it goes on.": "end_no",
    "Not everybody agreed to end the game within a day, so it goes on.": "end_late",
    "All agree: the game goes back to before the last move of {who}. What was seen stays seen.": "undo_yes",
    "Not everybody lets {who} take that move back, so it stands.": "undo_no",
    "Not everybody let {who} take that move back within a day, so it stands.": "undo_late",
    "{who} gives up and comes last. The others play on; the caretaker plays the seat to the end.": "resigned",
    "The time of {who} has run out. A day away is spent ({n} are left this year); then the caretaker plays "
    "on, {when}.": "day_spent",
    "{who} is not on this server any more. The game goes on: {who} can still play by direct message, and "
    "when the time is up the table decides about the seat.": "left_server",
    "This table has waited for five days. It is closed nine days from now unless it starts.": "lobby_silent",
    "Nothing has happened here for two weeks. After sixty days the game is archived; it can be taken up "
    "again at any time.": "game_silent",
    "This game was archived after sixty days of silence. Nothing is lost.": "archived",
    "Another round?": "another_round",
    "Skald was removed from the server of game `{code}`. The game is kept: it goes on when Skald is invited "
    "back, or with /move in a channel of another server.": "removed",
    "The channel of game `{code}` was deleted. The game is kept: /move in another channel goes on with "
    "it.": "homeless",
    "Your order was carried out: {order}.": "order_done",
    "Your order has ended: {order}.": "order_over",
}
"""Codes by the sentence that was stored. Dropped plans are missing: their text cannot be recovered."""

SAME = ("n", "code")
"""The values of a sentence that its code takes unchanged."""


def _named(name: str, columns: str, **types: Any) -> sa.TableClause:
    return sa.table(name, *(sa.column(each, types.get(each)) for each in columns.split()))


SEATS = (
    "game seat person joined owes_since bank charged_to credited reminded told caretaker_since resigned_at"
)
MOVES = "game ply seat person kind by text barrier back_to interaction_id state_hash at"
OUTBOX = "id key lane game kind payload created not_before attempts claimed_until done_at result problem"
seats, players = _named("seats", SEATS), _named("players", SEATS + " acted")
moves, entries = _named("moves", MOVES), _named("entries", MOVES + " state")
snapshots = _named("snapshots", "game ply state")
outbox, posts = (_named(name, OUTBOX, payload=sa.JSON()) for name in ("outbox", "posts"))
votes = _named("votes", "id game kind payload", payload=sa.JSON())
orders = _named("orders", "id payload", payload=sa.JSON())
timers = _named("timers", "key kind")


def upgrade() -> None:
    _make_players()
    _make_entries()
    _make_posts()
    connection = op.get_bind()
    _reword_votes(connection)
    waiting = sa.select(posts).where(posts.c.done_at.is_(None)).order_by(posts.c.id)
    for post in connection.execute(waiting).mappings().all():
        _reword_post(connection, post)
    asking_again = sa.and_(timers.c.kind == "vote", timers.c.key.like("% ask again %"))
    op.execute(sa.update(timers).where(asking_again).values(kind="ask_again"))


def _make_players() -> None:
    op.create_table(
        "players",
        column("game", sa.Text, "games.code", primary_key=True),
        column("seat", sa.Integer, primary_key=True),
        column("person", sa.BigInteger, "people.id", nullable=True),
        column("joined", sa.BigInteger),
        *columns("owes_since bank charged_to", sa.BigInteger, nullable=True),
        column("credited", sa.Integer, nullable=True),
        column("reminded", sa.Integer, server_default=sa.text("0")),
        *columns("told acted caretaker_since resigned_at", sa.BigInteger, nullable=True),
        sa.UniqueConstraint("game", "person"),
    )
    acted = (
        sa.select(sa.func.max(moves.c.at))
        .where(
            moves.c.game == seats.c.game,
            moves.c.person == seats.c.person,
            moves.c.interaction_id.is_not(None),
        )
        .scalar_subquery()
    )
    _copy(players, sa.select(*seats.c, acted))
    op.drop_table("seats")
    op.create_index(op.f("ix_players_person"), "players", ["person"])


def _make_entries() -> None:
    op.create_table(
        "entries",
        column("game", sa.Text, "games.code", primary_key=True),
        column("ply", sa.Integer, primary_key=True),
        column("seat", sa.Integer, nullable=True),
        column("person", sa.BigInteger, nullable=True),
        column("kind", sa.Text),
        column("by", sa.Text, nullable=True),
        column("text", sa.Text),
        column("barrier", sa.Boolean),
        column("back_to", sa.Integer, nullable=True),
        column("interaction_id", sa.BigInteger, nullable=True, unique=True),
        column("state_hash", sa.Text),
        column("at", sa.BigInteger),
        column("state", sa.Text, nullable=True),
        sa.CheckConstraint("back_to < ply", name=op.f("ck_entries_back_to")),
    )
    same = sa.and_(snapshots.c.game == moves.c.game, snapshots.c.ply == moves.c.ply)
    _copy(entries, sa.select(*moves.c, snapshots.c.state).select_from(moves.outerjoin(snapshots, same)))
    op.drop_table("snapshots")
    op.drop_table("moves")
    about_absence = sa.and_(entries.c.kind == "vote", entries.c.text.like("absence %"))
    rest = sa.func.substr(entries.c.text, len("absence") + 1)
    op.execute(
        sa.update(entries).where(about_absence).values(text=sa.literal("overdue", sa.Text).concat(rest))
    )


def _make_posts() -> None:
    create_outbox("posts")
    _copy(posts, sa.select(*outbox.c))
    # Numbers go on where they were: Discord may still know the last of them.
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DELETE FROM sqlite_sequence WHERE name = 'posts'")
        op.execute(
            "INSERT INTO sqlite_sequence SELECT 'posts', seq FROM sqlite_sequence WHERE name = 'outbox'"
        )
    else:
        op.execute("SELECT setval('posts_id_seq', last_value, is_called) FROM outbox_id_seq")
    op.drop_table("outbox")


def _copy(target: sa.TableClause, rows: sa.Select[Any]) -> None:
    op.execute(sa.insert(target).from_select([column.name for column in target.c], rows))


def _reword_votes(connection: sa.Connection) -> None:
    """Rename kinds of votes and reduce their payloads to what cannot be read from the row."""
    for old, new in (("absence", "overdue"), ("call", "substitute")):
        op.execute(sa.update(votes).where(votes.c.kind == old).values(kind=new))
    for vote in connection.execute(sa.select(votes)).mappings().all():
        payload: dict[str, Any] = {}
        if vote["kind"] == "undo":
            ply, notice = vote["payload"]["ply"], vote["payload"].get("notice", {})
            made = sa.select(entries.c.at).where(entries.c.game == vote["game"], entries.c.ply == ply)
            later = notice.get("values", {}).get("n", 0)
            payload = {"ply": ply, "made": connection.scalar(made), "later": later}
        connection.execute(sa.update(votes).where(votes.c.id == vote["id"]).values(payload=payload))


def _reword_post(connection: sa.Connection, post: Mapping[Any, Any]) -> None:
    """Convert an undelivered post to the new payload. Abandons one that cannot be converted."""
    changes: dict[str, Any] | None
    payload = post["payload"]
    match post["kind"]:
        case "card" if payload["fresh"]:
            changes = {"payload": {"ply": payload["ply"]}}
        case "card":
            quietly = bool(payload.get("quietly"))
            changes = {"kind": "refresh", "payload": {"ply": payload["ply"], "quietly": quietly}}
        case "open":
            changes = {"kind": "opening", "payload": {}}
        case "lobby" | "place" | "saga":
            changes = {"payload": {}}
        case "notice":
            notice = _notice(connection, post, payload)
            changes = None if notice is None else {"payload": notice}
        case "word":
            notice = _notice(connection, post, payload["notice"])
            told = {"person": payload["person"], "notice": notice}
            changes = None if notice is None else {"kind": "private_notice", "payload": told}
        case _:
            return
    if changes is None:
        changes = {"done_at": post["created"], "problem": "said in the words of an older Skald"}
    connection.execute(sa.update(posts).where(posts.c.id == post["id"]).values(**changes))


def _notice(
    connection: sa.Connection, post: Mapping[Any, Any], said: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return a notice as code and values. None if the values are not known."""
    key, given = post["key"], said["values"]
    if asking := re.search(r" shows vote (\d+) ", key):
        return _coded("vote", {"vote": int(asking[1])}, said)
    code = NOTICES.get(said["text"])
    if code is None:
        return None
    values: dict[str, Any] = {name: given[name] for name in SAME if name in given}
    if code in ("order_done", "order_over"):
        number = re.search(r" order (\d+) ", key)
        given_order = sa.select(orders.c.payload).where(orders.c.id == int(number[1] if number else 0))
        order = connection.scalar(given_order)
        return None if order is None else _coded(code, {"move": " ".join(order["words"])}, said)
    if "who" in given:
        left = re.search(r" left (\d+)", key) if code == "left_server" else None
        seat = _seat_of(connection, post["game"], f"<@{left[1]}>" if left else given["who"])
        if seat is None:
            return None
        values["seat"] = seat
    if before := re.fullmatch(r"<@(\d+)>", given.get("before", "")):
        values["before"] = int(before[1])
    if when := re.fullmatch(r"<t:(\d+):R>", given.get("when", "")):
        values["at"] = int(when[1]) * 1000
    return _coded(code, values, said)


def _coded(code: str, values: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    return {"code": code, "values": dict(values), "mentions": list(said["mentions"])}


def _seat_of(connection: sa.Connection, game: str, who: str) -> int | None:
    """Return the seat of a mentioned user. Without a mention, the first seat of an erased user."""
    seated = sa.select(players.c.seat).where(players.c.game == game).order_by(players.c.seat)
    if mentioned := re.fullmatch(r"<@(\d+)>", who):
        seated = seated.where(players.c.person == int(mentioned[1]))
    else:
        seated = seated.where(sa.or_(players.c.person.is_(None), players.c.person < 0))
    seat: int | None = connection.scalar(seated)
    return seat
