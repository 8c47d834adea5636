"""Chinese sentences into clauses, each with who does it and whether it is told as done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rpg.session.prose import chinese_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_text import HEADING, SETTING
from rpg.session.prose.names import Marked
from rpg.text.folding import fold

UNNAMED = ""
"""Somebody without a name, or a thing."""

_QUOTED = re.compile(
    r"“[^”\n]{0,600}(?:”|(?=\n)|$)|「[^」\n]{0,600}(?:」|(?=\n)|$)|『[^』\n]{0,600}』|\"[^\"\n]{0,600}(?:\"|(?=\n)|$)"
)
_LISTED = re.compile(r"^\s*(?:[-*•>#]+\s|[(（]?[\d一二三四五六][.)）、]|[A-Ea-e][.)）、]).*$", re.MULTILINE)
_CLAUSE = re.compile(r"[,;:。!?…—、]+")
_SUBJECT = re.compile(r"⟨(?P<who>\d+)⟩|你们?|我们?|咱们|他们|她们|[他她]")
_GOVERNS = re.compile(
    r"(?:[把被将给对向朝跟与和同让叫请约劝盼要问望看盯瞪追带拉拖扶押送推拽替为比像见等待陪随]|看[着见到]|望[着向]|跟着|对着|朝着|带着|盯着|跟在|拉着|听见|只见|遇[上见]|找[到着]|[在从离]|面对|按照|来自)$"
)
_OWNED = re.compile(r"⟨\d+⟩的?(⟦\d+⟧)")
_LEADS = re.compile(
    r"(?:这时|此时|忽然|突然|片刻[之]?后|不多时|只见|随后|然后|而|但|却|可|有|还有|只有|又|过了一会儿?|身后|门口|旁边|楼下|门外)+"
)
_ITSELF = re.compile(r"人(?:却|也|就|便|早|已|影)")
"""Whoever was spoken of: "人早已不见"."""
_MEANWHILE = re.compile(r"(?<=[完时后前候])(?=(?:[他她]|⟨\d+⟩)(?:就|便|已|才|却|又))")
"""Where somebody else does something in the middle of a clause."""
_LIMB = re.compile(r"的?(?:双)?[手脚腿]")
_GOES_ON = re.compile(r"¶?(?:说完|说罢|言罢|说着|话音)")
"""Whoever spoke goes on to do something."""
_BEFORE_SUBJECT = 14


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence. subject: a character's id, `PLAYER`, `UNNAMED` or None. own: whether it stands in it.
    real: told as done. rest: the words behind the subject."""

    subject: str | None
    text: str
    rest: str
    real: bool
    own: bool


def plain_chinese(text: str) -> str:
    """The reply without what is said aloud and without lists of choices."""
    text = HEADING.sub(rf"{SETTING}\g<words>。\n", text)
    text = _LISTED.sub("", text)
    return _QUOTED.sub(lambda said: "¶。" if said[0][-2:-1] in "。!?！？…" and _ends(said) else "¶", text)


def _ends(said: re.Match[str]) -> bool:
    """Whether a sentence ends with what is said."""
    behind = said.string[said.end() : said.end() + 1]
    return behind in ("\n", "")


class ClauseReader:
    """Reads the sentences of one reply. last: who was spoken of last. owners: whose the marks are."""

    def __init__(self, text: Marked) -> None:
        self.owners = text.owners
        self.last: str | None = None
        self._outside = PLAYER in text.owners and "你" not in text.text

    def line(self, part: str) -> str:
        """The sentence folded, with 你 for the player's name."""
        line = fold(part)
        line = _OWNED.sub(r"\1", line)
        return re.sub(r"⟨(\d+)⟩", lambda mark: "你" if self.owners[int(mark[1])] == PLAYER else mark[0], line)

    def clauses(self, line: str, *, remembered: bool) -> Iterator[Clause]:
        """The clauses of a sentence. remembered: it tells of what is long past."""
        subject = self._unspoken(line)
        if _GOES_ON.match(line):
            subject = self.last
        reported = remote = False
        for piece in _CLAUSE.split(_MEANWHILE.sub(",", line)):
            piece = piece.strip()
            if not piece:
                continue
            remote = remote or w.REMOTE.search(piece) is not None
            found, at, own = self._subject(piece, subject)
            rest = piece[at:]
            if piece.startswith("自己"):
                reported = False
            yield Clause(found, piece, rest, not reported and not remote and not remembered, own)
            reported = reported or w.REPORTED.search(w.REAL_NOT.sub("", piece)) is not None
            if found is not None:
                subject = found

    def _unspoken(self, line: str) -> str | None:
        """Who does what stands before the first subject: "回到药铺，你……"."""
        first = _SUBJECT.search(line)
        return PLAYER if first is not None and first["who"] is None and self._who(first) == PLAYER else None

    def _subject(self, piece: str, before: str | None) -> tuple[str | None, int, bool]:
        """Who does it, where the words behind begin, and whether the subject stands here."""
        if _ITSELF.match(piece):
            return self.last, 1, True
        strange = w.STRANGER.search(piece[:_BEFORE_SUBJECT])
        for match in _SUBJECT.finditer(piece):
            if match.start() > _BEFORE_SUBJECT + 6:
                break
            behind, ahead = piece[match.end() : match.end() + 1], piece[: match.start()]
            if strange and strange.start() < match.start():
                break
            if _GOVERNS.search(ahead) and ahead not in ("等", "待", "等到", "待到"):
                continue
            if _LIMB.match(piece, match.end()) and self._who(match) == PLAYER:
                return PLAYER, match.end(), True
            if behind in ("的", "身", "面") and not piece[match.end() :].startswith("的确"):
                return (UNNAMED if behind == "的" else before), match.end(), False
            who = self._who(match)
            if who == PLAYER or who is None:
                return who, match.end(), True
            joined = piece[match.end() : match.end() + 2]
            if joined[:1] in ("和", "与", "跟", "同") and joined[1:] in ("你", "我"):
                return PLAYER, match.end() + 2, True
            self.last = who
            return who, match.end(), True
        if strange and (not strange.start() or _LEADS.fullmatch(piece[: strange.start()])):
            self.last = UNNAMED
            return UNNAMED, strange.end(), True
        return before, 0, False

    def _who(self, match: re.Match[str]) -> str | None:
        if match["who"] is not None:
            return self.owners[int(match["who"])]
        if match[0][0] in "你我咱":
            return PLAYER
        if match[0].endswith("们"):
            return UNNAMED
        return PLAYER if self._outside and self.last is None else self.last
