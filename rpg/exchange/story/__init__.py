"""Stories in and out: Markdown, everything as JSON, Tavern chats, bundles. Source: docs/interface.md §1."""
