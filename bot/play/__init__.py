"""What people do at a table, each as one transaction. Knows rules and the database; knows nothing of Discord,
pictures or languages: what it refuses and what it tells are codes with values, put into words in `chat`."""
