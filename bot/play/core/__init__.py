"""Foundation of all use cases: game service, snapshots, game log, outbox messages, timers."""

from bot.play.core.authorization import Actor as Actor
from bot.play.core.authorization import check_game_limit as check_game_limit
from bot.play.core.authorization import require_seat as require_seat
from bot.play.core.authorization import update_user_profile as update_user_profile
from bot.play.core.availability import Availability as Availability
from bot.play.core.availability import availability_of as availability_of
from bot.play.core.game_log import GameLog as GameLog
from bot.play.core.game_service import GameService as GameService
from bot.play.core.refusals import Denied as Denied
from bot.play.core.snapshot import GameSnapshot as GameSnapshot
from bot.play.core.snapshot import Seen as Seen
