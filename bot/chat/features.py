"""Every feature that declares a button, a slash command or a delivery.

A declaration takes effect when its module is imported, and nobody else needs most of these modules. So they
are imported here, once, that no button stays without an answer. A new feature is added to this list.
"""

# ruff: noqa: F401, A004 - what counts is that they are imported, whatever they are called

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
    orders,
    panel,
    plan_conditions,
    ratings,
    recap,
    replay,
    resignation,
    saga,
    substitutes,
    successes,
    turn_notifications,
    undo,
    verify,
    votes,
)
