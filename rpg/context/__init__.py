"""The prompt plan: space, sections, frames, history cut, wire form, report."""
