"""What is said when something is not done: a sentence for each code, telling what helps."""

from collections.abc import Mapping

from bot.play.refusals import Denied
from bot.words import Words, mark
from db import DatabaseTrouble
from rules.game import Refusal

TEXTS: Mapping[str, str] = {
    # At any table
    "no_game": mark("There is no game {code} here."),
    "components_gone": mark("Game {code} is of a kind that is not played here any more."),
    "rules_unfit": mark(
        "The rules have changed so much that this game cannot go on by them. It is kept as it stands."
    ),
    "not_readable": mark(
        "The rules have changed since, and this moment cannot be shown any more. /table log tells the story."
    ),
    "not_started": mark("This game has not started yet."),
    "not_over": mark("This game is not over yet."),
    "not_a_choice": mark("That is not one of the choices."),
    "unknown_button": mark("This button is not known any more. /play shows the table as it stands."),
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
    "nothing_waits": mark("No game waits for your move."),
    # Gathering
    "only_in_channel": mark("A table is opened in a channel of a server, or in your messages with Skald."),
    "alone_in_private": mark(
        "Here you play against computer players, unrated. To play with people, open a table on a server."
    ),
    "move_in_channel": mark("Type this in the channel of a server where the game should go on."),
    "lobby_stays": mark("A game that has not started stays on its server. /new opens a table here."),
    "not_in_thread": mark("A game has a thread of its own; do this in the channel above it."),
    "permissions_missing": mark(
        "Skald needs more permissions in this channel: {missing}. Those who manage it can grant them."
    ),
    "lobbies_elsewhere": mark("On this server tables are opened in <#{channel}>."),
    "managers_open": mark("On this server only those who manage it open tables."),
    "role_opens": mark("On this server <@&{role}> open tables."),
    "too_many_tables": mark("You are at {n} tables already; finish or leave one first."),
    "table_closed": mark("This table was closed. /new opens another."),
    "table_full": mark("This table is full."),
    "started_already": mark("This game has already started."),
    "not_invited": mark("You aren't invited to this table, or you have declined already."),
    "bots_do_not_play": mark("Bots can't be invited, only people."),
    "seated_already": mark("You are at this table already."),
    "not_at_table": mark("You are not at this table."),
    "host_only": mark("Only {host}, who opened the table, can do that."),
    "host_agrees": mark("Only the one who opened the table can change what was agreed."),
    "rated_needs_clock": mark("A table counts for the ratings only with a clock: choose a pace first."),
    "rated_needs_people": mark("With a computer player at the table it can't count for the ratings."),
    "more_players_needed": mark("{n} players are needed. Others join by the button on the card."),
    "only_players_again": mark(
        "Only those who played can ask for another round. /new opens a table for you."
    ),
    "one_try": mark("Everybody has one try at the week's deal. /new opens a table of your own."),
    "goes_on_already": mark("This game is going on already."),
    # Cups
    "not_waiting": mark("You aren't waiting for anything here."),
    "nobody_called": mark("Nobody is called for new tables here: no role is chosen in /server settings."),
    "role_out_of_reach": mark(
        "I can't give you <@&{role}>: I need the permission “Manage Roles”, and a role above it."
    ),
    "role_gives_rights": mark("<@&{role}> gives rights of its own. Choose a role without any."),
    "league_needs_clock": mark("A league is rated, so it needs a clock: choose another pace."),
    "signed_on_already": mark("You've signed on already: you play every month until you sign off."),
    "not_signed_on": mark("You haven't signed on to this league."),
    "cup_needs_clock": mark("A cup is rated, so it needs a clock: choose another pace."),
    "cup_open_already": mark("You're in a cup of this game that still gathers: `{code}`."),
    "cup_closed": mark("This cup was closed. /club cup opens another."),
    "cup_started": mark("This cup has already started."),
    "cup_not_running": mark("This cup isn't being played."),
    "in_cup_already": mark("You're in this cup already."),
    "not_in_cup": mark("You're not in this cup."),
    "withdrawn_already": mark("You have withdrawn from this cup already."),
    "too_many_for_cup": mark(
        "This cup means {more} games at once, and you're at {n} tables already; {most} is the limit."
    ),
    # The voyage of the week
    "no_voyage": mark("There is no voyage to see here yet."),
    "voyage_not_open": mark("The next voyage opens <t:{when}:R>."),
    "sailed_already": mark("One try a week: you've set out already."),
    "not_home_yet": mark("There's no result yet: your voyage has to be over first, and in time."),
    "voyage_needs_dm": mark(
        "The voyage is played in your direct messages. Allow them from this server, then set sail again."
    ),
    # Playing
    "other_game": mark("That command belongs to another game than `{code}`."),
    "no_hand": mark("Your hand is empty just now."),
    "nothing_closer": mark("There is nothing else to look at in this game: the board shows it all."),
    "nothing_to_undo": mark("There is nothing you can take back: what was seen stays seen."),
    "resigned_seat": mark("You gave this game up; the caretaker plays your seat to the end."),
    "resigned_already": mark("You gave this game up already."),
    "no_orders_now": mark("Orders are for a game that is going on."),
    "order_too_long": mark("That move is too long for an order."),
    "plan_too_long": mark("A plan holds {n} moves at most."),
    "plan_is_empty": mark("There's nothing to keep yet: choose a move first."),
    "plan_is_now": mark("It's your turn now: play it, rather than keeping it for later."),
    "no_such_order": mark("There is no such order of yours."),
    "too_many_orders": mark("That would be more than {n} orders; drop one first."),
    "note_too_long": mark("A note holds {most} letters; this one has {n}. Your old note stays."),
    # The coach
    "no_advice_while_rated": mark(
        "This game counts for the ratings, so there's no advice while it goes on. "
        "Once it's over, the coach looks back at it with you."
    ),
    "nobody_to_compare": mark("You played alone: there are no chances to compare."),
    "too_short_to_review": mark("This game was too short to look back at."),
    "review_posted": mark("It's posted at the table already."),
    # Deciding together
    "unknown_vote": mark("This vote is not known here."),
    "vote_over": mark("This vote is over."),
    "asked_already": mark("The table is being asked already."),
    "rated_goes_on": mark(
        "This game is rated, and there is nobody else to agree to end it. It goes on; you can give it up."
    ),
    "nobody_to_ask": mark("There is nobody to ask, so what was seen stays seen."),
    "others_decide": mark("The others decide this."),
    "resigned_others_decide": mark("You gave this game up; the others decide."),
    "come_back_first": mark("Tap “I am back” first; then you have a say."),
    "plays_already": mark("You play this seat yourself already."),
    "seat_not_free": mark("This seat is not free."),
    "seat_taken": mark("This seat is not free any more."),
    "no_opponent_here": mark("No computer player sits here whose seat somebody could take."),
    "other_server": mark("Only somebody of this server can take the seat."),
    # How somebody lives
    "no_such_zone": mark("There is no time zone {zone}. Choose one of those offered."),
    "no_such_place": mark("No country or large city called {place} is known. Try a larger city nearby."),
    "night_too_long": mark("Sleep hours last at most ten hours."),
    "days_away_between": mark("Days away are between 1 and {n} at a time."),
    "days_away_within_a_year": mark("Days away begin today or within a year."),
    "day_unreadable": mark("Write the day as year-month-day, or choose one of those offered."),
    # Looking things up
    "no_such_title": mark("There is no such game here."),
    "no_such_piece": mark("There is no piece called {name} in this game."),
    "no_such_turn": mark("There is no such turn; this game has turns 0 to {last}."),
    "too_short_for_film": mark("There are no two turns yet to make a film of."),
    # Standings and kudos
    "boards_need_server": mark("Boards belong to a server where Skald is: ask in one of its channels."),
    "profile_private": mark("{name} keeps the profile private."),
    "did_not_sit": mark("You did not sit at this table."),
    "rating_unchanged": mark("This game did not change your rating."),
    "kudos_when_over": mark("Kudos are given when a game is over."),
    "kudos_players_only": mark("Only those who sat at this table can give kudos for it."),
    "kudos_for_others": mark("Kudos are for the others; they may give you theirs."),
    "kudos_unreachable": mark("Whoever sat there cannot be reached any more."),
    "kudos_given": mark("You gave {who} kudos for this game already."),
    # Managing a server
    "only_on_server": mark("This is for a server where Skald is; use it in one of its channels."),
    "role_missing": mark("Choose the role whose members may open tables."),
    "managers_only": mark("Only those with the permission “Manage Server” can do that."),
}
"""What somebody may not do, by the code of a `Denied`."""

RULES: Mapping[str, str] = {
    "not_seated": mark("You do not sit at this table."),
    "not_your_turn": mark("You owe no move now."),
    "over": mark("This game is over."),
    "stale": mark("The board has moved on; here is how it stands now."),
    "ambiguous": mark("That could mean several moves; choose one."),
    "unreadable": mark("That is not a move of this game. Here is what you can do."),
    "illegal": mark("That move is not possible now. Here is what you can do."),
}
"""What the rules refuse, by the code of a `Refusal`."""


def said(words: Words, refused: Denied | Refusal | DatabaseTrouble) -> str:
    """Why something was not done, as one sentence that says what helps."""
    if isinstance(refused, Denied):
        return words.say(TEXTS[refused.code], **refused.values)
    if isinstance(refused, DatabaseTrouble):
        return words.say(
            "The game book cannot be written right now, so nothing was changed. Please try again in a minute."
        )
    return words.say(RULES[refused.code])
