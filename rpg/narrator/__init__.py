"""Who writes the story: the protocol and its implementations."""
