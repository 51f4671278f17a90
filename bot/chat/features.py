"""Imports every feature that declares a button, a slash command or a delivery.

A declaration takes effect when its module is imported. Add new features to this list, or their buttons stay
without a handler.
"""

# ruff: noqa: F401, A004 - imported for their effect; `help` shadows a builtin

from bot.chat.club import (
    cups,
    digests,
    history,
    leaderboard,
    leagues,
    profile,
    results_file,
    seasons,
    voyages,
)
from bot.chat.lobby import (
    archive,
    invitations,
    lobby,
    matchmaking,
    options,
    permission_recovery,
    play_now,
    thread_setup,
)
from bot.chat.outbox import cleanup
from bot.chat.settings import ping_role, preferences, privacy, servers
from bot.chat.table import (
    board,
    cards,
    caretaker,
    coach,
    conditional_moves,
    ending,
    games,
    hands,
    help,
    kudos,
    log,
    moves,
    notes,
    notices,
    panel,
    plan_conditions,
    ratings,
    recap,
    replay,
    resignation,
    saga,
    standing_orders,
    substitutes,
    successes,
    turn_notifications,
    undo,
    verify,
    votes,
)
