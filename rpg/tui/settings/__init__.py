"""The settings screen, made from the one table of options."""
