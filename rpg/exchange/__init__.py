"""Foreign formats in and out: cards, lorebooks, chats, presets, bundles."""
