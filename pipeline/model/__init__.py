"""A model behind an OpenAI-compatible endpoint: prompts put to it, replies read without trust."""
