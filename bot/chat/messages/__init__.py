"""Parts that messages are made of: custom ids, the message builder, forms, emoji, localised names."""
