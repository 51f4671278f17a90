"""What one reader sees and can choose, in their language: pictures, questions, texts. No Discord, no HTTP."""
