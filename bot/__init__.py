"""Discord: what people see, type and tap, and how their moves reach the rules and the database."""
