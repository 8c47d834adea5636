"""The timeline: every branch as a tree, what differs between two of them, and what to do about misfits."""
