"""What the chat must be told: left in the outbox in the transaction of what happened, one model a kind."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from pydantic import ConfigDict

import db
from bot.play.core.snapshot import GameSnapshot
from rules.game import Record, Seat

Way = Literal["thread", "dm"]
Why = Literal["turn", "reminder", "unended", "next"]


class Payload(Record):
    """What a post says beside its game; `kind` is the word it is stored under."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    kind: ClassVar[str]


class Card(Payload):
    """A new turn card, or the final one; it shows the table as it stands when it is delivered."""

    kind = "card"
    ply: int


class Refresh(Payload):
    """The latest card brought up to date. Done `quietly` it is never posted anew."""

    kind = "refresh"
    ply: int
    quietly: bool = False


class Hand(Payload):
    """A player's hand, by direct message."""

    kind = "hand"
    seat: Seat
    ply: int


class Lobby(Payload):
    """The card of a table, posted once, then brought up to date; in the end it tells how the game ended."""

    kind = "lobby"


class Opening(Payload):
    """The thread of a game that starts."""

    kind = "opening"


class Place(Payload):
    """A game settles in a channel: its card there, and a thread under it once it has begun."""

    kind = "place"


class Departed(Payload):
    """A game has left a place: what stands there loses its buttons and says where it went.

    `word` is the channel where that is said once more; None where there is nobody left to read it.
    """

    kind = "departed"
    word: int | None = None


class Invitation(Payload):
    """Somebody is invited to a table by direct message, or what stands there is brought up to date."""

    kind = "invitation"
    person: int


class TableFull(Payload):
    """The host is told that everybody is there, or that all who were invited have answered."""

    kind = "table_full"
    person: int


class RoleCalled(Payload):
    """Those with the role for it learn of a new table."""

    kind = "role_called"


class FirstDoor(Payload):
    """The direct messages of somebody who sat down are opened, before anything is sent there."""

    kind = "door"
    person: int


class Notice(Payload):
    """A short word at the table. Only those in `mentions` are pinged."""

    kind = "notice"
    code: str
    values: Mapping[str, str | int] = {}
    mentions: tuple[int, ...] = ()


class PrivateNotice(Payload):
    """The same to one person, by direct message."""

    kind = "private_notice"
    person: int
    notice: Notice


class VoteShown(Payload):
    """What the table is asked, with the answers so far."""

    kind = "vote"
    vote: int


class Call(Payload):
    """Somebody is told that a move is awaited: in one game, or in all that wait when it is delivered."""

    kind = "call"
    person: int
    way: Way
    why: Why
    game: str | None = None


class Saga(Payload):
    """The story of a finished game."""

    kind = "saga"


class LookBack(Payload):
    """What decided a finished game, as the coach sees it."""

    kind = "review"


class Tidy(Payload):
    """Messages that no longer apply are taken away, or lose their buttons."""

    kind = "tidy"
    messages: tuple[int, ...]


class Mend(Payload):
    """A table that had to do without something, for want of a right, is shown properly again."""

    kind = "mend"


class RightMissing(Payload):
    """The host of a table is told what Skald may not do at a place, by direct message."""

    kind = "right_missing"
    person: int
    right: str
    place: int


class SeasonOver(Payload):
    """The podium of a season that has ended on a server."""

    kind = "season"
    server: int
    start: int


class CupShown(Payload):
    """The table of a cup, posted once, then brought up to date where it stands."""

    kind = "cup"
    cup: str


class CupOver(Payload):
    """The podium of a cup that is over."""

    kind = "cup_over"
    cup: str


class VoyageOver(Payload):
    """The places of a week's voyage, told on a server that took part."""

    kind = "voyage"
    week: int
    server: int


class DayTold(Payload):
    """What waits for somebody and what has happened since then, by direct message."""

    kind = "day"
    person: int
    since: int


class WeekTold(Payload):
    """What was played on a server in a week."""

    kind = "week"
    server: int
    since: int
    until: int


KINDS: Mapping[str, type[Payload]] = {
    model.kind: model
    for model in (
        Card,
        Refresh,
        Hand,
        Lobby,
        Opening,
        Place,
        Departed,
        Invitation,
        TableFull,
        RoleCalled,
        FirstDoor,
        Notice,
        PrivateNotice,
        VoteShown,
        Call,
        Saga,
        LookBack,
        Tidy,
        Mend,
        RightMissing,
        SeasonOver,
        CupShown,
        CupOver,
        VoyageOver,
        DayTold,
        WeekTold,
    )
}


def read(post: db.Post) -> Payload:
    """The payload of a stored post."""
    model = KINDS.get(post.kind)
    if model is None:
        raise ValueError(f"nobody knows how to deliver {post.kind!r}")
    return model.model_validate(post.payload)


def post(
    payload: Payload, *, key: str, game: str | None = None, lane: str | None = None, not_before: int = 0
) -> db.NewPost:
    """A payload ready for the outbox; under one key it is posted once."""
    kept = payload.model_dump(mode="json")
    return db.NewPost(payload.kind, kept, key, game=game, lane=lane, not_before=not_before)


def about(row: db.Game, payload: Payload) -> db.NewPost:
    """A post that shows a game at this version of it."""
    return post(payload, key=f"{row.code} {row.version} {payload.kind}", game=row.code)


def hands(row: db.Game, seats: Iterable[Seat]) -> list[db.NewPost]:
    """The hands of these seats, each without waiting for anybody's door."""
    return [
        post(
            Hand(seat=seat, ply=row.ply),
            key=f"{row.code} {row.version} hand {seat}",
            game=row.code,
            lane=f"hand {row.code} {seat}",
        )
        for seat in sorted(seats)
    ]


async def say(tx: db.Transaction, code: str, notice: Notice, *, key: str) -> None:
    """Something said at the table, in its own language, once under this key."""
    await db.outbox.add(tx, post(notice, key=f"{code} {key}", game=code))


async def tell(
    tx: db.Transaction, person: int, notice: Notice, *, key: str, game: str, not_before: int = 0
) -> None:
    """Something said to one person by direct message, in their own language, once under this key."""
    payload = PrivateNotice(person=person, notice=notice)
    key, lane = f"{game} {key} to {person}", f"word {person}"
    await db.outbox.add(tx, post(payload, key=key, game=game, lane=lane, not_before=not_before))


async def open_door(tx: db.Transaction, person: int) -> None:
    """Find the way to somebody who just did something, rather than to many at once when a game starts."""
    if (await db.users.find(tx, person)).door is None:
        key = f"door {db.hash_of(str(person))[:12]}"  # which names nobody
        await db.outbox.add(tx, post(FirstDoor(person=person), key=key, lane=key))


async def tell_players(tx: db.Transaction, snapshot: GameSnapshot, notice: Notice, *, key: str) -> None:
    for person in snapshot.people_at(snapshot.seats):
        await tell(tx, person, notice, key=key, game=snapshot.code)
