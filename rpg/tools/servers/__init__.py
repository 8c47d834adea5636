"""MCP servers: which the player named, connections that live in the background, their tools and calls."""
