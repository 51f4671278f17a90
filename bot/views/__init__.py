"""Views of a game for one reader, in their language: pictures, questions, texts. No Discord, no HTTP."""

from bot.views.markup import clip as clip
from bot.views.markup import mention as mention
from bot.views.markup import plain_name as plain_name
from bot.views.markup import relative_time as relative_time
from bot.views.picture_file import PictureFile as PictureFile
from bot.views.reader_view import NEUTRAL_COLOUR as NEUTRAL_COLOUR
from bot.views.reader_view import ReaderView as ReaderView
from bot.views.standings_text import alt_text as alt_text
from bot.views.standings_text import labelled as labelled
from bot.views.standings_text import percent as percent
from bot.views.standings_text import title_name as title_name
