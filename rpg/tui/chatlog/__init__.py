"""The chat log: one widget on the line API that holds a story of any length."""
