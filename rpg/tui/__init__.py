"""The Textual interface: renders events, sends intents; holds no rules."""
