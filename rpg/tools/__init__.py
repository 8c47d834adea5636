"""Tool declarations, availability, approval and execution."""
