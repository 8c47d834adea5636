"""What an author writes: the model, loading with positions, names, sheets, checks."""
