"""The database: the store, and one module per table with its rows, queries and writes. Knows no game rules.

Modules are used by their name: `await db.games.find(reads, code)`. Rows are frozen dataclasses (`db.Game`).
Their fields are the columns; `person` is a Discord user id. All times are milliseconds since 1970 in UTC.

Names: `find` returns None if there is no row, `get` returns a default, `list_…` returns all matches in order,
`…_by_user` and the like return a dict. `insert_missing` and `ensure_exists` skip existing rows, `upsert`
replaces them.

This is the only list of the modules with tables: whichever module of the package is imported, this file is
imported first, and `rows.metadata` has all tables afterwards.
"""

from db import invitations, privacy
from db.absences import Absence
from db.clock import Clock, SystemClock
from db.components import Components
from db.conditional_moves import Plan
from db.continuations import Challenge, Continuation, ContinuationTry
from db.cups import Cup, CupEntrant, CupSeat
from db.daily_positions import DailyAnswer, DailyPosition
from db.emoji import UploadedEmoji
from db.entries import Checkpoint, Entry, NewEntry, effective_entries
from db.errors import Conflict, DatabaseError, Duplicate
from db.games import ONGOING, Game, Status, hash_text, normalize_code
from db.guesses import Guess, GuessTally
from db.integrity import Finding
from db.kudos import Kudos
from db.ladder import Ladder, LadderChallenge, LadderMember
from db.leagues import League
from db.loaded_games import LoadedGame
from db.matchmaking import MatchRequest
from db.messages import Message
from db.notes import Note
from db.outbox import NewPost, Post
from db.players import Player, PlayerChanges
from db.positions import Position, PositionSearch
from db.practice import PracticeCard
from db.ratings import Rating, RatingStep
from db.registrations import Registration
from db.results import Encounter, HeadToHead, PlaceCount, Result, Tally
from db.scheduled_events import ScheduledEvent
from db.seasons import Season
from db.servers import Server, ServerChanges, ServerSettings
from db.standing_orders import Order
from db.store import Store
from db.successes import Success
from db.timers import NewTimer, Timer
from db.transaction import Reads, ReadTransaction, Transaction
from db.users import Preferences, User, UserChanges
from db.votes import Ballot, Vote
from db.voyages import Voyage, VoyageTry
from db.web_links import WebLink
