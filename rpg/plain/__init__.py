"""The linear interface for screen readers, pipes and slow links."""
