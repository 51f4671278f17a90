"""Features of one game: panel, cards, hands, votes, plans, orders, replay, saga, help."""
