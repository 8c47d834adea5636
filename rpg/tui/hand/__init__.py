"""Changing facts by hand: what can be changed about whom, and how it is asked for."""
