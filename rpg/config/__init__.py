"""The one table of options, paths and keys."""
