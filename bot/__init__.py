"""The bot: what people see, type and tap on Discord, and how their moves reach the rules and the database."""
