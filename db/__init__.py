"""The database: one file a subject with its rows, its reads and its writes; and the store. Knows text and
numbers, not rules.

A subject is used as a module: `await db.games.find(reads, code)`. What is read is a value (`db.Game`).
"""

from db import (
    absences,
    clock,
    components,
    conditional_moves,
    cups,
    emoji,
    entries,
    games,
    invitations,
    kudos,
    leagues,
    matchmaking,
    messages,
    notes,
    orders,
    outbox,
    players,
    privacy,
    ratings,
    registrations,
    results,
    seasons,
    servers,
    successes,
    timers,
    users,
    votes,
    voyages,
)
from db.absences import Absence
from db.clock import Clock, SystemClock
from db.components import Components
from db.conditional_moves import Plan
from db.cups import Contender, Cup, CupSeat
from db.emoji import Uploaded
from db.entries import Entry, Kept, NewEntry, effective
from db.errors import Conflict, DatabaseTrouble, Duplicate
from db.games import ONGOING, Game, GameChanges, Loaded, Status, hash_of, tidy_code
from db.integrity import Finding
from db.kudos import Kudos
from db.leagues import League
from db.matchmaking import Waiter
from db.messages import Message
from db.notes import Note
from db.orders import Order
from db.outbox import NewPost, Post
from db.players import Player, PlayerChanges
from db.ratings import Rating, RatingStep
from db.registrations import Registration
from db.results import Came, Encounter, Meeting, Result, Tally
from db.seasons import Season
from db.servers import Server, ServerChanges, ServerSettings
from db.store import Store
from db.successes import Success
from db.timers import NewTimer, Timer
from db.transaction import Reading, Reads, Transaction
from db.users import Preferences, User, UserChanges
from db.votes import Ballot, Vote
from db.voyages import Try, Voyage

__all__ = [
    "ONGOING",
    "Absence",
    "Ballot",
    "Came",
    "Clock",
    "Components",
    "Conflict",
    "Contender",
    "Cup",
    "CupSeat",
    "DatabaseTrouble",
    "Duplicate",
    "Encounter",
    "Entry",
    "Finding",
    "Game",
    "GameChanges",
    "Kept",
    "Kudos",
    "League",
    "Loaded",
    "Meeting",
    "Message",
    "NewEntry",
    "NewPost",
    "NewTimer",
    "Note",
    "Order",
    "Plan",
    "Player",
    "PlayerChanges",
    "Post",
    "Preferences",
    "Rating",
    "RatingStep",
    "Reading",
    "Reads",
    "Registration",
    "Result",
    "Season",
    "Server",
    "ServerChanges",
    "ServerSettings",
    "Status",
    "Store",
    "Success",
    "SystemClock",
    "Tally",
    "Timer",
    "Transaction",
    "Try",
    "Uploaded",
    "User",
    "UserChanges",
    "Vote",
    "Voyage",
    "Waiter",
    "absences",
    "clock",
    "components",
    "conditional_moves",
    "cups",
    "effective",
    "emoji",
    "entries",
    "games",
    "hash_of",
    "invitations",
    "kudos",
    "leagues",
    "matchmaking",
    "messages",
    "notes",
    "orders",
    "outbox",
    "players",
    "privacy",
    "ratings",
    "registrations",
    "results",
    "seasons",
    "servers",
    "successes",
    "tidy_code",
    "timers",
    "users",
    "votes",
    "voyages",
]
