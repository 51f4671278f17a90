"""Every feature that declares a button, a slash command or a delivery.

A declaration takes effect when its module is imported, and nobody else needs most of these modules. So they
are imported here, once, that no button stays without an answer. A new feature is added to this list.
"""

# ruff: noqa: F401, A004 - what counts is that they are imported, whatever they are called

from bot.chat import (
    archive,
    board,
    called_role,
    calls,
    cards,
    caretaker,
    coach,
    company,
    cups,
    ending,
    games,
    hands,
    help,
    history,
    invitations,
    kudos,
    leaderboard,
    lobby,
    log,
    mending,
    moves,
    notes,
    notices,
    orders,
    panel,
    plans,
    preferences,
    privacy,
    profile,
    ratings,
    recap,
    replay,
    resigning,
    results_file,
    saga,
    seasons,
    servers,
    substitutes,
    tidying,
    undo,
    verify,
    votes,
    voyages,
    waiting,
)
