"""The offline storyteller: understands plain lines, plays by the same tools as a model, tells authored text."""
