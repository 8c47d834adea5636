"""The context panel: what the next request holds, what it costs, what could be different."""
