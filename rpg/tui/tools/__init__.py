"""The tool centre: what the session can really do, and why not."""
