"""One small module per family of edits: validate and apply in one go, raising EditError."""
