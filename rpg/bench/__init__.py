"""Benchmarks of prompt, state and speed."""
