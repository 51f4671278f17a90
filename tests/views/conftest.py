from tests.chat.conftest import chat

__all__ = ["chat"]
