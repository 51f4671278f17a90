"""What messages are made of: builder, buttons, custom ids, forms, emoji."""

from bot.chat.messages.custom_id import CustomId as CustomId
from bot.chat.messages.custom_id import choice_id as choice_id
from bot.chat.messages.custom_id import number_arg as number_arg
from bot.chat.messages.custom_id import parse_digits as parse_digits
from bot.chat.messages.custom_id import parse_number as parse_number
from bot.chat.messages.custom_id import user_id_arg as user_id_arg
from bot.chat.messages.message_builder import DANGER as DANGER
from bot.chat.messages.message_builder import PRIMARY as PRIMARY
from bot.chat.messages.message_builder import SECONDARY as SECONDARY
from bot.chat.messages.message_builder import SELECT_LIMIT as SELECT_LIMIT
from bot.chat.messages.message_builder import SUCCESS as SUCCESS
from bot.chat.messages.message_builder import Button as Button
from bot.chat.messages.message_builder import MessageBuilder as MessageBuilder
from bot.chat.messages.message_builder import button as button
from bot.chat.messages.message_builder import link_buttons as link_buttons
from bot.chat.messages.message_builder import option as option
