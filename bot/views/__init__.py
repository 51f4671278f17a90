"""Views of a game for one reader, in their language: pictures, questions, texts. No Discord, no HTTP."""
