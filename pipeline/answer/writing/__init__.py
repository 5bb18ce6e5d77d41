"""A model writes claims from a packet, over any endpoint that speaks the OpenAI API."""
