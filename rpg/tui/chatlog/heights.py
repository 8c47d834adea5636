"""Heights of many entries with their running sums: a Fenwick tree, O(log n) each way."""

from __future__ import annotations


class Heights:
    """Rows of each entry; rows are counted from 0."""

    def __init__(self, count: int = 0, each: int = 1) -> None:
        self._values = [each] * count
        self._tree = [0, *((i & -i) * each for i in range(1, count + 1))]

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> int:
        return self._values[index]

    @property
    def total(self) -> int:
        """Rows of all entries."""
        return self.top(len(self._values))

    def set(self, index: int, height: int) -> int:
        """Give entry `index` another height; returns the difference in rows."""
        difference = height - self._values[index]
        self._values[index] = height
        position = index + 1
        while difference and position < len(self._tree):
            self._tree[position] += difference
            position += position & -position
        return difference

    def append(self, height: int) -> None:
        """Add an entry at the end."""
        self._values.append(height)
        position = len(self._values)
        below = position - (position & -position)
        self._tree.append(self.top(position - 1) - self.top(below) + height)

    def truncate(self, count: int) -> None:
        """Drop all entries from `count` on."""
        del self._values[count:]
        del self._tree[count + 1 :]

    def top(self, index: int) -> int:
        """The first row of entry `index`, which is the rows of all before it."""
        rows = 0
        position = index
        while position > 0:
            rows += self._tree[position]
            position -= position & -position
        return rows

    def locate(self, row: int) -> tuple[int, int]:
        """(entry, row within it) of a row; (len, rows beyond the end) when there is no such row."""
        index, rest = 0, max(0, row)
        step = 1 << len(self._values).bit_length()
        while step:
            following = index + step
            if following < len(self._tree) and self._tree[following] <= rest:
                index = following
                rest -= self._tree[following]
            step >>= 1
        return index, rest
