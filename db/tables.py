"""The tables. Times are milliseconds since 1970, UTC; Discord's ids are whole numbers; what a game means
by its state, moves and options is text the database does not read."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Only a column of type INTEGER counts up by itself in SQLite.
_Counter: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
_Json = JSON(none_as_null=True)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("settings", _Json, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text),
    Column("locale", Text),
    Column("timezone", Text),
    Column("preferences", _Json, nullable=False),
    Column("hints_seen", _Json, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("code", Text, primary_key=True),
    Column("key", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("pack", Text, nullable=False),
    Column("options", _Json, nullable=False),
    Column("seed", LargeBinary),
    Column("commitment", Text),
    Column("status", Text, nullable=False),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("server", BigInteger, ForeignKey("servers.id")),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger),
    Column("host", BigInteger, ForeignKey("people.id")),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("state", Text),
    Column("state_hash", Text),
    Column("outcome", _Json),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("last_activity", BigInteger, nullable=False),
    CheckConstraint("status IN ('lobby', 'running', 'archived', 'over', 'closed')", name="status"),
    Index(None, "thread"),
    Index(None, "channel"),
    Index(None, "server", "status"),
    Index(None, "status", "last_activity"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("games.code"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", BigInteger, ForeignKey("people.id")),
    Column("joined", BigInteger, nullable=False),
    Column("owes_since", BigInteger),
    Column("bank", BigInteger),
    Column("charged_to", BigInteger),
    Column("credited", Integer),
    Column("reminded", Integer, nullable=False, server_default=text("0")),
    Column("told", BigInteger),
    Column("caretaker_since", BigInteger),
    Column("resigned_at", BigInteger),
    PrimaryKeyConstraint("game", "seat"),
    UniqueConstraint("game", "person"),
    Index(None, "person"),
)

moves = Table(
    "moves",
    metadata,
    Column("game", Text, ForeignKey("games.code"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer),
    Column("person", BigInteger),
    Column("kind", Text, nullable=False),
    Column("by", Text),
    Column("text", Text, nullable=False),
    Column("barrier", Boolean, nullable=False),
    Column("back_to", Integer),
    Column("interaction_id", BigInteger),
    Column("state_hash", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "ply"),
    UniqueConstraint("interaction_id"),
    CheckConstraint("back_to < ply", name="back_to"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("state_hash", Text, nullable=False),
    PrimaryKeyConstraint("game", "ply"),
    ForeignKeyConstraint(["game", "ply"], ["moves.game", "moves.ply"]),
)

messages = Table(
    "messages",
    metadata,
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("game", Text, ForeignKey("games.code"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("person", BigInteger),
    Column("ply", Integer),
    Column("at", BigInteger, nullable=False),
    Index(None, "game", "kind"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("lane", Text, nullable=False),
    Column("game", Text, ForeignKey("games.code")),
    Column("kind", Text, nullable=False),
    Column("payload", _Json, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("not_before", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", BigInteger, nullable=False),
    Column("done_at", BigInteger),
    Column("result", Text),
    Column("problem", Text),
    UniqueConstraint("key"),
    # What is delivered stays for the sake of its key, and must not slow down the search for what is not.
    Index(
        "ix_outbox_waiting",
        "lane",
        "id",
        sqlite_where=text("done_at IS NULL"),
        postgresql_where=text("done_at IS NULL"),
    ),
    sqlite_autoincrement=True,
)

timers = Table(
    "timers",
    metadata,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("game", Text, ForeignKey("games.code")),
    Column("person", BigInteger),
    Column("kind", Text, nullable=False),
    Column("payload", _Json, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", BigInteger, nullable=False),
    UniqueConstraint("key"),
    Index(None, "due"),
    Index(None, "game"),
    sqlite_autoincrement=True,
)

successes = Table(
    "successes",
    metadata,
    Column("person", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("success", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.code"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "game"),
)

absences = Table(
    "absences",
    metadata,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("person", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("cause", Text, nullable=False),
    Index(None, "person", "start"),
    sqlite_autoincrement=True,
)

votes = Table(
    "votes",
    metadata,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("games.code"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("payload", _Json, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("opened_by", BigInteger),
    Column("closes", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("result", Text),
    Index(None, "game"),
    sqlite_autoincrement=True,
)

ballots = Table(
    "ballots",
    metadata,
    Column("vote", _Counter, ForeignKey("votes.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("choice", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("games.code"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("payload", _Json, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("result", Text),
    Index(None, "game"),
    Index(None, "person"),
    sqlite_autoincrement=True,
)

plans = Table(
    "plans",
    metadata,
    Column("game", Text, ForeignKey("games.code"), primary_key=True),
    Column("person", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("game", Text, ForeignKey("games.code"), primary_key=True),
    Column("person", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

kudos = Table(
    "kudos",
    metadata,
    Column("game", Text, ForeignKey("games.code"), primary_key=True),
    Column("giver", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("receiver", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "receiver"),
)

# What follows is made from the logs of finished games and can be made again at any time.

results = Table(
    "results",
    metadata,
    Column("game", Text, ForeignKey("games.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", BigInteger, ForeignKey("people.id")),
    Column("server", BigInteger, ForeignKey("servers.id")),
    Column("key", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("began", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("tied", Integer, nullable=False),
    Column("score", Integer),
    Column("share", Float, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("favourites", _Json, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index(None, "server", "key", "ended"),
    Index(None, "person", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("server", BigInteger, ForeignKey("servers.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("person", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
    Index(None, "person"),
)

rating_steps = Table(
    "rating_steps",
    metadata,
    Column("game", Text, ForeignKey("games.code"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("person", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("server", BigInteger, ForeignKey("servers.id"), nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("odds", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "server", "key", "person", "at"),
    Index(None, "person"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("server", BigInteger, ForeignKey("servers.id"), primary_key=True),
    Column("start", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("podium", _Json),
)
