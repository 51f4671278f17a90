from tests.chat.conftest import chat, quick_openings, quick_reviews, quick_searches

__all__ = ["chat", "quick_openings", "quick_reviews", "quick_searches"]
