"""Which English verbs, with what stands behind them, take somebody out of the scene or into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.english_forms import Form
from rpg.session.prose.english_text import word_at
from rpg.session.prose.words import words

Elsewhere = Callable[[str], bool]
"""Whether a mark stands for a place that is not the scene."""

_WITHIN = 9
_LEAVES_BEHIND = words("without by through quietly quickly again with you via at together in for")
_STAYS_NEAR = words("under beneath behind up inside below")
_TO_PLAYER = words("to toward towards beside with at of for and")
_GO_ON = words("into through by to onto after without with together ahead again quietly alone")
_OWN = words("his her their your my its")
_UNCOVERED = words(
    "shadow shadows crowd fog dark darkness way breath smoke hatch vent duct ceiling mist gloom kitchen kitchens"
)
_BUILT = words("room hall house tavern inn building chamber cabin shop")
_GOALS = words("to into for in toward towards at onto")
_COMES = words("in back over through inside up running to out from hurrying limping riding down alone")
_NEAR = words("you your us me table")
_TOWARDS = words("to toward towards for at beside opposite with")


def departs(base: str, form: Form, rest: Sequence[str], elsewhere: Elsewhere) -> bool:
    """Whether who does this leaves the scene. rest: the words behind the verb."""
    first, second = word_at(rest, 0), word_at(rest, 1)
    match base:
        case "leave":
            return _leaves(rest, first, second)
        case "vanish" | "disappear" | "depart":
            return first not in _STAYS_NEAR and not (first == "into" and second in _OWN)
        case "withdraw" | "retreat" | "retire":
            return not rest or (
                first in ("to", "upstairs", "from", "for", "with", "into") and "corner" not in rest
            )
        case "be":
            return _is_gone(rest, first, second)
        case "go" if not rest:
            return form in ("s", "past")
        case "run" | "flee" | "bolt" if not rest:
            return form in ("s", "past")
        case "take" if "leave" in rest[:3]:
            return True
        case "make" if "scarce" in rest[:3]:
            return True
        case _ if (
            base in w.STRIDES
            and first == "for"
            and not {"door", "exit", "stairs", "gate", "hatch"}.isdisjoint(rest[:4])
        ):
            return True
        case "beat" if first == "it":
            return True
        case "go" if first == "with" and second not in ("you", "me", "us"):
            return True
        case "climb" | "mount" | "ascend" | "descend" | "take" if not w.FLIGHTS.isdisjoint(rest[:4]):
            return True
        case "head" | "set" | "start" | "make" | "go" if first in ("for", "off", "home"):
            if _NEAR.isdisjoint(rest[:4]):
                return _sets_off(base, rest, first, second)
    return base in w.MOVES | w.CARRIES and leads_out(base, rest, elsewhere)


def _leaves(rest: Sequence[str], first: str, second: str) -> bool:
    if not rest or first[0] == "⟦" or (first in ("him", "her", "them") and "alone" in rest):
        return True
    if first == "the":
        return second in w.ROOMS
    return (
        first in _LEAVES_BEHIND
        and not (first == "with" and second == "you")
        and not (first == "for" and not second)
    )


def _is_gone(rest: Sequence[str], first: str, second: str) -> bool:
    match first:
        case "not":
            return second in ("there", "here") and len(rest) < 4
        case "gone" | "off" | "nowhere":
            return second not in ("to", "in")
        case "through" | "out" | "halfway":
            return not w.DOORS.isdisjoint(rest[:5]) or (
                first == "halfway" and not w.OUTSIDE.isdisjoint(rest[:5])
            )
        case "no":
            return second == "longer" and not (w.SEATS | {"there", "here"}).isdisjoint(rest[:6])
        case _:
            return False


def _sets_off(base: str, rest: Sequence[str], first: str, second: str) -> bool:
    if first != "for" or "door" in rest[:4] or second[:1] == "⟦":
        return True
    return base == "head" and w.INDOORS.isdisjoint(rest[1:4])


def leads_out(base: str, rest: Sequence[str], elsewhere: Elsewhere) -> bool:
    """Whether the words behind a verb of motion lead out of the scene."""
    for at, word in enumerate(rest[:_WITHIN]):
        answer = _step_out(base, rest, at, word, elsewhere)
        if answer is not None:
            return answer
    return False


def _step_out(base: str, rest: Sequence[str], at: int, word: str, elsewhere: Elsewhere) -> bool | None:
    """What one of the words says: out, not out, or nothing."""
    behind = word_at(rest, at + 1)
    if word in ("you", "your", "me", "us") and at and rest[at - 1] in _TO_PLAYER:
        return False
    if word in ("away", "off", "out", "home") and _carries_something(rest[:at]):
        return False
    if word in ("away", "off") and base in w.STRIDES:
        return not behind or behind in w.PREPOSITIONS | w.PARTICLES | w.ADVERBS or behind.endswith("ly")
    if word in ("outside", "home", "upstairs", "downstairs"):
        return True
    if word == "out" and rest[at + 1 : at + 3] == ("of", "sight"):
        return True
    if word == "out" and (base not in ("let", "put") or at):
        return _out(base, rest[at + 1 :], behind)
    if word == "through" and not w.DOORS.isdisjoint(rest[at + 1 : at + 5]) and base in w.STRIDES | {"pass"}:
        return "in" not in rest[:at] and base not in ("come", "burst", "push")
    if (
        word in ("into", "down", "along", "up")
        and not w.OUTSIDE.isdisjoint(rest[at + 1 : at + 6])
        and base != "come"
    ):
        return "room" not in rest[at + 1 : at + 4] and not (word == "up" and "you" in rest)
    if word == "from" and at < 3 and behind[:1] == "⟦" and not elsewhere(behind):
        return True
    if word == "from" and not _BUILT.isdisjoint(rest[at + 1 : at + 4]) and at < 3:
        return True
    if word[0] == "⟦":
        goal = next((one for one in reversed(rest[:at]) if one in w.PREPOSITIONS and one != "of"), "")
        return True if goal in _GOALS and elsewhere(word) else None
    return None


def _out(base: str, rest: Sequence[str], behind: str) -> bool | None:
    """What is meant by "out" with these words behind it."""
    if not behind or behind in _GO_ON:
        return True
    if behind == "of":
        return word_at(rest, 1) not in _OWN and _UNCOVERED.isdisjoint(rest[1:4])
    if behind == "the":
        return not w.DOORS.isdisjoint(rest[1:4]) and base not in ("set", "take", "put", "let")
    return None


def _carries_something(rest: Sequence[str]) -> bool:
    """Whether something else goes out or away: "pushes the plate away"."""
    return {"way", "himself", "herself", "themselves"}.isdisjoint(rest) and not w.DETERMINERS.isdisjoint(rest)


def arrives(base: str, rest: Sequence[str]) -> bool:
    """Whether who does this comes into the scene. rest: the words behind the verb."""
    first, second = word_at(rest, 0), word_at(rest, 1)
    match base:
        case "enter" | "emerge" | "arrive":
            return True
        case "appear" | "reappear" | "return":
            return first not in ("to", "your", "his", "her", "the") or "you" in rest
        case "show" | "turn" if first == "up":
            return True
        case "join" if "you" in rest[:2]:
            return True
        case "come":
            return (not rest or first in _COMES) and {"closer", "nearer"}.isdisjoint(rest)
    if base not in w.MOVES | w.STAYS:
        return False
    if rest[:2] == ("out", "of") and not _UNCOVERED.isdisjoint(rest[2:6]):
        return True
    if first in ("in", "inside") and (
        not second or second in w.PREPOSITIONS or second in w.ADVERBS or second == "a"
    ):
        return True
    if "through" in rest[:4] and not w.DOORS.isdisjoint(rest):
        return True
    if not {"into", "in"}.isdisjoint(rest[:4]) and not w.ROOMS.isdisjoint(rest[:7]):
        return True
    return not _TOWARDS.isdisjoint(rest[:5]) and not _NEAR.isdisjoint(rest[:7])
