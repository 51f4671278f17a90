"""What is said when something is not done: a sentence for each code, telling what helps."""

from collections.abc import Mapping

from bot.i18n import Words, mark
from bot.play.core.refusals import Denied
from db import DatabaseTrouble
from rules.game import Refusal

TEXTS: Mapping[str, str] = {
    # At any table
    "no_game": mark("There's no game {code} here."),
    "components_gone": mark("Game {code} is of a kind that's no longer played here."),
    "rules_unfit": mark("The rules have changed too much for this game to go on. It's kept as it stands."),
    "not_readable": mark(
        "The rules have changed since, so this moment can't be shown. /table log tells the story."
    ),
    "not_started": mark("This game hasn't started yet."),
    "not_over": mark("This game isn't over yet."),
    "not_a_choice": mark("That isn't one of the choices."),
    "unknown_button": mark("This button no longer works. /play shows the table as it stands."),
    "command_changed": mark("This command has changed. Reload Discord and try again."),
    "too_fast": mark("That was a lot at once. Slow down for a few seconds, then try again."),
    "restarting": mark("Skald is just being restarted. Try again in a moment."),
    "no_game_going_on": mark("You have no such game going on. /new opens a table."),
    "no_game_anywhere": mark(
        "You have no such game going on. In your messages with Skald, or on a server where Skald is, "
        "/new opens a table."
    ),
    "several_games": mark(
        "You have several games going on: {codes}. Say which one with the option game; "
        "/next opens the most urgent."
    ),
    "nothing_waits": mark("No game is waiting for you."),
    # Gathering
    "only_in_channel": mark("A table is opened in a channel of a server, or in your messages with Skald."),
    "alone_in_private": mark(
        "Here you play against computer players, unrated. To play with people, open a table on a server."
    ),
    "move_in_channel": mark("Type this in the server channel where the game should go on."),
    "lobby_stays": mark("A game that hasn't started stays on its server. /new opens a table here."),
    "not_in_thread": mark("This game is in its own thread; do that in the parent channel."),
    "permissions_missing": mark(
        "Skald needs more permissions in this channel: {missing}. Those who manage it can grant them."
    ),
    "lobbies_elsewhere": mark("On this server tables are opened in <#{channel}>."),
    "managers_open": mark("On this server only those who manage it can open tables."),
    "role_opens": mark("On this server <@&{role}> can open tables."),
    "too_many_tables": mark("You're already at {n} tables; finish or leave one first."),
    "table_closed": mark("This table was closed. /new opens another."),
    "table_full": mark("This table is full."),
    "started_already": mark("This game has already started."),
    "not_invited": mark("You aren't invited to this table, or you have declined already."),
    "bots_do_not_play": mark("Bots can't be invited, only people."),
    "seated_already": mark("You're already at this table."),
    "not_at_table": mark("You aren't at this table."),
    "host_only": mark("Only {host}, who opened the table, can do that."),
    "host_agrees": mark("Only whoever opened the table can change its options."),
    "rated_needs_clock": mark("A table counts for the ratings only with a clock: choose a pace first."),
    "rated_needs_people": mark("With a computer player at the table it can't count for the ratings."),
    "more_players_needed": mark("{n} players are needed. Others join from the card."),
    "only_players_again": mark("Only those who played can ask for a rematch. /new opens a table for you."),
    "one_try": mark("One try each at the week's deal. /new opens a table of your own."),
    "goes_on_already": mark("This game is already running."),
    # Cups
    "not_waiting": mark("You aren't waiting for anything here."),
    "nobody_called": mark("Nobody gets pings for new tables here: no role is chosen in /server settings."),
    "role_out_of_reach": mark(
        "I can't give you <@&{role}>: I need the permission “Manage Roles”, and a role above it."
    ),
    "role_gives_rights": mark("<@&{role}> gives rights of its own. Choose a role without any."),
    "league_needs_clock": mark("A league is rated, so it needs a clock: choose another pace."),
    "signed_on_already": mark("You're already in: you play every month until you leave."),
    "not_signed_on": mark("You aren't in this league."),
    "cup_needs_clock": mark("A cup is rated, so it needs a clock: choose another pace."),
    "cup_open_already": mark("You're already in a cup of this game that hasn't started: `{code}`."),
    "cup_closed": mark("This cup was closed. /club cup opens another."),
    "cup_started": mark("This cup has already started."),
    "cup_not_running": mark("This cup isn't being played."),
    "in_cup_already": mark("You're in this cup already."),
    "not_in_cup": mark("You're not in this cup."),
    "withdrawn_already": mark("You've already withdrawn from this cup."),
    "too_many_for_cup": mark(
        "This cup means {more} games at once, and you're at {n} tables already; {most} is the limit."
    ),
    # The voyage of the week
    "no_voyage": mark("No voyage to see here yet."),
    "voyage_unplayable": mark(
        "The rules of this game changed during the week, so nobody can set out any more. The next voyage "
        "opens <t:{when}:R>."
    ),
    "voyage_not_open": mark("The next voyage opens <t:{when}:R>."),
    "sailed_already": mark("One try a week: you've set out already."),
    "not_home_yet": mark("There's no result yet: your voyage has to be over first, and in time."),
    "voyage_needs_dm": mark(
        "The voyage is played in your direct messages. Allow them from this server, then set sail again."
    ),
    # Playing
    "other_game": mark("That command belongs to another game than `{code}`."),
    "no_hand": mark("Your hand is empty right now."),
    "nothing_closer": mark("Nothing else to look at in this game: the board shows it all."),
    "nothing_to_undo": mark("Nothing to undo: what was seen stays seen."),
    "resigned_seat": mark("You gave this game up; the caretaker plays your seat to the end."),
    "resigned_already": mark("You gave this game up already."),
    "no_orders_now": mark("Orders are for running games."),
    "order_too_long": mark("That move is too long for an order."),
    "plan_too_long": mark("A plan holds {n} moves at most."),
    "plan_is_empty": mark("There's nothing to keep yet: choose a move first."),
    "plan_is_now": mark("It's your turn now: play it, rather than keeping it for later."),
    "no_such_order": mark("You have no such order."),
    "too_many_orders": mark("That would be more than {n} orders; drop one first."),
    "note_too_long": mark("A note holds {most} characters; this one has {n}. Your old note stays."),
    # The coach
    "no_advice_while_rated": mark(
        "This game counts for the ratings, so there's no advice while it goes on. "
        "Once it's over, the coach looks back at it with you."
    ),
    "no_advice_on_voyage": mark("Everybody sails this voyage without advice: one deal, one try."),
    "nobody_to_compare": mark("You played alone: there are no chances to compare."),
    "too_short_to_review": mark("This game was too short to look back at."),
    "review_posted": mark("It's posted at the table already."),
    # Deciding together
    "unknown_vote": mark("There's no such vote here."),
    "vote_over": mark("This vote is over."),
    "asked_already": mark("A vote on this is already open."),
    "rated_goes_on": mark(
        "This game is rated, and there's nobody else to agree to end it. It goes on; you can give it up."
    ),
    "nobody_to_ask": mark("There's nobody to ask, so what was seen stays seen."),
    "others_decide": mark("The others decide this."),
    "resigned_others_decide": mark("You gave this game up; the others decide."),
    "come_back_first": mark("Tap “I'm back” first; then you can vote."),
    "plays_already": mark("You're already playing this seat."),
    "seat_not_free": mark("This seat isn't free."),
    "seat_taken": mark("This seat is no longer free."),
    "no_opponent_here": mark("No computer player sits here whose seat somebody could take."),
    "other_server": mark("Only somebody on this server can take the seat."),
    # How somebody lives
    "no_such_zone": mark("There's no time zone {zone}. Choose one from the list."),
    "no_such_place": mark("No country or large city called {place} is known. Try a larger city nearby."),
    "night_too_long": mark("Ten hours of sleep at most."),
    "days_away_between": mark("You can be away for 1 to {n} days at a time."),
    "days_away_within_a_year": mark("Days away start today or within a year."),
    "day_unreadable": mark("Write the day as year-month-day, or choose one from the list."),
    # Looking things up
    "no_such_title": mark("That game isn't played here."),
    "no_such_piece": mark("No piece in this game is called {name}."),
    "no_such_turn": mark("No such turn: this game has turns 0 to {last}."),
    "too_short_for_film": mark("A film needs at least two turns."),
    # Standings and kudos
    "boards_need_server": mark("Leaderboards belong to servers with Skald: ask in a channel of one."),
    "profile_private": mark("{name} keeps the profile private."),
    "did_not_sit": mark("You weren't at this table."),
    "rating_unchanged": mark("This game didn't change your rating."),
    "kudos_when_over": mark("Kudos are given when a game is over."),
    "kudos_players_only": mark("Only those who sat at this table can give kudos for it."),
    "kudos_for_others": mark("Kudos are for the others; they may give you theirs."),
    "kudos_unreachable": mark("Whoever sat there can't be reached any more."),
    "kudos_given": mark("You gave {who} kudos for this game already."),
    # Managing a server
    "only_on_server": mark("This only works on a server with Skald; use it in one of its channels."),
    "role_missing": mark("Choose the role whose members may open tables."),
    "managers_only": mark("Only those with the permission “Manage Server” can do that."),
}
"""What somebody may not do, by the code of a `Denied`."""

RULES: Mapping[str, str] = {
    "not_seated": mark("You aren't playing at this table."),
    "not_your_turn": mark("It isn't your turn."),
    "over": mark("This game is over."),
    "stale": mark("The game has moved on; here's how it stands now."),
    "ambiguous": mark("That could mean several moves; choose one."),
    "unreadable": mark("That isn't a move of this game. Here's what you can do."),
    "illegal": mark("That move isn't possible now. Here's what you can do."),
}
"""What the rules refuse, by the code of a `Refusal`."""


def said(words: Words, refused: Denied | Refusal | DatabaseTrouble) -> str:
    """Why something was not done, as one sentence that says what helps."""
    if isinstance(refused, Denied):
        return words.say(TEXTS[refused.code], **refused.values)
    if isinstance(refused, DatabaseTrouble):
        return words.say("Can't save right now, so nothing was changed. Please try again in a minute.")
    return words.say(RULES[refused.code])
