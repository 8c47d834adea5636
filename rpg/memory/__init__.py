"""Digests, observations, summary and recall as pure functions."""
