"""English text made ready for reading: what is said aloud taken out, sentences cut into words and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.english_forms import verb_of
from rpg.session.prose.words import words
from rpg.text.folding import fold

QUOTE = "¶"
"""Stands for what is said aloud."""

SETTING = "¤"
"""Stands before a heading, which tells where the story is."""

HEADING = re.compile(
    r"^[ \t]*(?:#{1,4}[ \t]+|\*\*|__|\[|\U0001f4cd[ \t]*(?:\*\*)?)[*_]{0,2}(?P<words>[^\n*_#\]\[.!?。！？]{2,70})"
    r"[*_]{0,3}\]?[ \t]*:?[*_]{0,2}[ \t]*$",
    re.MULTILINE,
)
BREAKS = words(", ; : — – … . ! ? ( )")
JOINTS = words(
    "and but until till while when whenever as where wherever before after because so though although that which who "
    "if unless whether since than or nor as-if"
)

_QUOTED = re.compile(r"\"[^\"\n]{0,900}(?:\"|(?=\n)|$)|“[^”\n]{0,900}(?:”|(?=\n)|$)|«[^»\n]{0,900}»")
_LISTED = re.compile(r"^\s*(?:[-*•>#]+|(?:> *)?\(?\d{1,2}[.)]|[A-Ea-e][.)])\s.*$", re.MULTILINE)
_TOKEN = re.compile(r"⟦\d+⟧|⟨\d+⟩|'s\b|[^\W_]+(?:[-'][^\W_]+)*|[,.;:!?…—–()]|¶|¤")
_NUMBER = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|half|some|several|few|"
    r"quarter|of|single|long|many)"
)
_LATER = (
    rf"\b(?:{_NUMBER}\s+){{1,4}}(?:hours?|minutes?|days?|miles?|blocks?|streets?|decks?|floors?|flights?|"
    r"lanes?|turns?|corners?|doors?)\b(?:[^.;¶\x1e]{0,40}?\blater|\s+(?:down|further|on|up))\b|\bhours later\b"
    r"|\b(?:by|at|before|toward|around) (?:dusk|dawn|nightfall|midnight|noon|evening|sunset|sunrise|midday|first light)\b"
)
_SOON = (
    r"\b(?:(?:just |only )?(?:one|another|the next|some|few|several|an?) (?:few |little |long |brief )?(?:moments?|seconds?|"
    r"heartbeats?|while|instants?|beats?|breaths?|minutes?|hours?|time) (?:later|after)|(?:for|after|in|within|at) (?:an?|the|"
    r"one|another|some|that|this)(?: very| long| few| brief| last| same)? (?:moments?|while|time|instant|seconds?|heartbeat|"
    r"minutes?|hours?|beat)|this time|that night|(?:the )?next (?:morning|day))\b"
)
_PLAIN_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), plain_form)
    for pattern, plain_form in (
        (r"\bcan't\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'d\b", " would"),
        (r"\bi'm\b", "i am"),
        (r"\b(she|he|it|that|there|who|what|where)'s\b", r"\1 is"),
        (r"\bby the time\b", "when"),
        (_LATER, "hours-later"),
        (r"\b(?:the next|one) (?:moment|minute|second|instant)\b|(?<=\band )the next\b", "then"),
        (_SOON, "then"),
        (r"\bbefore (?:long|you know it|i knew it)\b", "soon"),
        (
            r"\b(?:the (?:two|three|four|rest) of (?:you|us)|both of (?:you|us)|you (?:all|both|two|three))\b",
            "you",
        ),
        (
            r"\b(?:one by one|all at once|at once|at last|in the end|sooner or later|little by little)\b",
            "finally",
        ),
        (r"\b(?:with|at) that\b(?=,| \w+ (?:is|was|walks|turns|goes|gets|leaves|steps)|$)", "then"),
        (r"\bno sooner\b([^.]{0,80}?)\bthan\b", r"soon\1, then"),
        (r",? \b(?:it (?:seems|appears|turns out)|of course|for once|no doubt|apparently|evidently)\b,?", ""),
        (r"\bbeyond (?:it|them|this|that|the doors?|the threshold)\b", "there"),
        (r"\bfar (end|wall|corner)\b", r"\1"),
        (r"\bstep by step\b|\bmove by move\b", "slowly"),
        (r"\bas (?:well|ever|before|usual|always)\b", "too"),
        (r"\bas if\b|\bas though\b", "as-if"),
        (r"\bnot (?:long|far|a word|a moment)\b", "soon"),
        (r"\bwithout (?:a|another|one) (?:\w+ )?(?:word|glance|look|sound)\b", "quietly"),
        (r"\bno (?:sooner|more than)\b", "soon"),
    )
)
"""Turns of phrase and the plain words that are read for them."""

_BETWEEN = "\x1e"
"""Stands between sentences; text that is read holds none."""

_BEHIND_IS = words("halfway through nowhere down up a an the got gone already back here off out in on not at")
_OFTEN = words("day night morning evening time week month year summer winter first")
_WITH_TO = words("about going ready used try tries want wants mean means like")
_NO_BEGINNING = w.PREPOSITIONS | w.ADVERBS | w.REPORTS | w.HELPERS | JOINTS | {QUOTE}
"""Behind these "you" goes on with what was begun."""
_RELATIVE_HEADS = words(
    "last first only way time moment minute thing what all everything place much one that than"
)
"""Behind these "you" begins no clause of its own: "the last you see of her"."""

_NO_VERBS = words("his this always as us yes perhaps sometimes across towards besides less")
_PERFORMED = re.compile(r"(⟩|\byou|\bi|\bwe)(?: \w+ly)? ([a-z]+)")


def plain(text: str) -> str:
    """The reply without what is said aloud and without lists of choices; headings get a mark."""
    text = HEADING.sub(rf"{SETTING} \g<words>.\n", text.replace(_BETWEEN, " "))
    text = _LISTED.sub("", text.replace("’", "'"))
    return _QUOTED.sub(_unquoted, text)


def _unquoted(match: re.Match[str]) -> str:
    """A mark for what is said; a full stop behind it where the sentence ends with it."""
    inner, behind = match[0].rstrip('"”»'), match.string[match.end() : match.end() + 2].strip()
    return f" {QUOTE}. " if inner.endswith(".") and behind[:1].isupper() else f" {QUOTE} "


def tokens(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The words, marks and stops of each sentence, folded."""
    text = _BETWEEN.join(parts)
    for pattern, plain_form in _PLAIN_FORMS:
        text = pattern.sub(plain_form, text)
    for part in fold(text).split(_BETWEEN):
        yield tuple(_is_or_owns(_TOKEN.findall(part)))


def _is_or_owns(found: Sequence[str]) -> Iterator[str]:
    """An "'s" is "is" before what somebody may be or do, and stays where it tells whose something is."""
    for at, word in enumerate(found):
        behind = word_at(found, at + 1)
        is_ = behind in _BEHIND_IS or (behind.endswith("ing") and len(behind) > 4)
        yield "is" if word == "'s" and is_ else word


def word_at(found: Sequence[str], at: int) -> str:
    """The word at a place; none outside."""
    return found[at] if 0 <= at < len(found) else ""


def is_remote(found: Sequence[str]) -> bool:
    """Whether a sentence tells of what is seen or heard through something."""
    return not w.CHANNELS.isdisjoint(found) or any(
        word in w.DOCUMENTS and _is_read(found, at) for at, word in enumerate(found)
    )


def _is_read(found: Sequence[str], at: int) -> bool:
    before = found[max(0, at - 3) : at]
    is_from = found[at + 1 : at + 3] == ("is", "from")
    return is_from or not {"in", "on", "from"}.isdisjoint(before) or word_at(found, at + 1) in (
        "from", "says", "reads", "shows", "of",
    )  # fmt: skip


def is_doubtful(found: Sequence[str], *, besides: frozenset[str] = frozenset()) -> bool:
    """Whether words tell of what is wished, denied, supposed or a habit. besides: words that make no doubt here."""
    return any(word not in besides and makes_unreal(found, at) for at, word in enumerate(found))


def makes_unreal(found: Sequence[str], at: int) -> bool:
    """Whether a word makes what stands behind it unreal."""
    word, behind = found[at], word_at(found, at + 1)
    if word == "every":
        return behind in _OFTEN or behind.endswith("day")
    return behind == "to" if word in _WITH_TO else word in w.MODALS


def pieces(found: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The clauses of a sentence, each with the word or stop before it."""
    joint, piece = "", list[str]()
    for at, word in enumerate(found):
        parts = word in BREAKS or _is_joint(found, at)
        begins = bool(piece) and _begins(found, at)
        if not parts and not begins:
            piece.append(word)
            continue
        if piece:
            yield joint, tuple(piece)
        elif word in BREAKS and joint not in ("", ","):
            continue
        joint, piece = ("", [word]) if begins else (word, [])
    if piece:
        yield joint, tuple(piece)


def _begins(found: Sequence[str], at: int) -> bool:
    """Whether "you" or a name begins a clause that no stop stands before: "when the boat lands you jump off"."""
    before, behind = word_at(found, at - 1), word_at(found, at + 1)
    if before in _RELATIVE_HEADS:
        return False
    if found[at][0] == "⟨":
        return _name_begins(before, behind)
    if found[at] not in w.PLAYERS or before in _NO_BEGINNING:
        return False
    verb, own = verb_of(before), verb_of(behind)
    if verb is not None and verb.base in w.CARRIES | {
        "let",
        "make",
        "help",
        "watch",
        "see",
        "hear",
        "give",
        "show",
    }:
        return False
    return own is not None and own.form == "base" and behind not in ("back", "still", "set")


def _name_begins(before: str, behind: str) -> bool:
    """Whether a name between a noun and a verb begins a clause: "when you have lit it Vivian is gone"."""
    noun = before.isalpha() and verb_of(before) is None and not before.endswith(("s", "ed", "ing", "ly"))
    if not noun or before in w.NO_NOUNS | w.REPORTS | w.MODALS | JOINTS:
        return False
    verb = verb_of(behind)
    return behind in ("is", "has") or (verb is not None and verb.form == "s")


def _is_joint(found: Sequence[str], at: int) -> bool:
    word, before, behind = found[at], word_at(found, at - 1), word_at(found, at + 1)
    somebody = behind in w.PLAYERS or behind in w.PRONOUNS or behind[:1] == "⟨"
    match word:
        case "and":
            if _only_names(found, at + 1):
                return False
            pair = behind[:1] == "⟨" and before[:1] in ("⟨", "y", "i", "w")
            return not pair and not (before[:1] == "⟨" and behind in w.PLAYERS)
        case "so":
            return somebody or behind in ("that", "the")
        case "before" | "after" | "since" | "than":
            return (somebody or behind in ("anyone", "it")) and _may_be_done(word_at(found, at + 2))
        case _:
            return word in JOINTS


def _may_be_done(word: str) -> bool:
    """Whether a word behind a name may begin what they do."""
    return (
        word in w.HELPERS
        or word in w.ADVERBS
        or word in w.MODALS
        or verb_of(word) is not None
        or word.endswith(("s", "ed", "ly"))
    )


def _only_names(found: Sequence[str], start: int) -> bool:
    """Whether what comes behind "and" is a further thing and no clause: "past the sheds and the ice house to the pier"."""
    if word_at(found, start) not in w.DETERMINERS:
        return False
    for word in found[start:]:
        if word in BREAKS or word in JOINTS:
            return True
        verb = verb_of(word)
        if (
            word in w.HELPERS
            or word in w.PLAYERS
            or word in w.PRONOUNS
            or (verb and verb.form in ("s", "past"))
        ):
            return False
        if word.endswith(("s", "ed")) and verb is None and word not in w.PREPOSITIONS:
            return False
    return True


def is_past(text: str) -> bool:
    """Whether the story is told in the past tense, by what named people and the player do in it."""
    folded = fold(text)
    now, then = len(re.findall(r"\b(?:is|are)\b", folded)), len(re.findall(r"\b(?:was|were)\b", folded)) // 2
    for who, word in _PERFORMED.findall(folded):
        verb = verb_of(word)
        if word in ("was", "were", "had", "did") or word.endswith("ed") or (verb and verb.form == "past"):
            then += 1
        elif (verb and verb.form in ("s", "base")) or (who == "⟩" and _may_be_verb(word)):
            now += 1
    if not then and not now:
        return sum(map(_is_past_form, folded.split())) > sum(map(_may_be_verb, folded.split()))
    return then > 2 * now


def _is_past_form(word: str) -> bool:
    verb = verb_of(word)
    return word.endswith("ed") or (verb is not None and verb.form == "past")


def _may_be_verb(word: str) -> bool:
    return word.endswith("s") and word not in _NO_VERBS
