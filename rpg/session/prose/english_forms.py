"""The forms of English verbs: which verb a word is a form of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rpg.session.prose import english_words as w
from rpg.session.prose.words import words

Form = Literal["base", "s", "past", "part", "ing"]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb as it stands. form: "part" only where it differs from "past"."""

    base: str
    form: Form


_IRREGULAR: Mapping[str, tuple[str, str]] = {
    "go": ("went", "gone"), "come": ("came", "come"), "run": ("ran", "run"), "ride": ("rode", "ridden"),
    "swim": ("swam", "swum"), "drive": ("drove", "driven"), "stride": ("strode", "stridden"), "get": ("got", "gotten"),
    "creep": ("crept", "crept"), "flee": ("fled", "fled"), "find": ("found", "found"), "stand": ("stood", "stood"),
    "sit": ("sat", "sat"), "lie": ("lay", "lain"), "kneel": ("knelt", "knelt"), "wake": ("woke", "woken"),
    "leave": ("left", "left"), "lead": ("led", "led"), "take": ("took", "taken"), "bring": ("brought", "brought"),
    "send": ("sent", "sent"), "make": ("made", "made"), "let": ("let", "let"), "set": ("set", "set"),
    "swing": ("swung", "swung"), "slide": ("slid", "slid"), "burst": ("burst", "burst"), "feel": ("felt", "felt"),
    "sweep": ("swept", "swept"), "wind": ("wound", "wound"), "steal": ("stole", "stolen"), "tear": ("tore", "torn"),
    "fly": ("flew", "flown"), "rise": ("rose", "risen"), "throw": ("threw", "thrown"), "sink": ("sank", "sunk"),
    "hang": ("hung", "hung"), "spring": ("sprang", "sprung"), "dive": ("dove", "dived"), "know": ("knew", "known"),
    "keep": ("kept", "kept"), "sleep": ("slept", "slept"), "mean": ("meant", "meant"), "think": ("thought", "thought"),
    "wear": ("wore", "worn"), "hold": ("held", "held"), "sing": ("sang", "sung"), "lean": ("leant", "leant"),
    "awake": ("awoke", "awoken"), "be": ("was", "been"), "have": ("had", "had"), "do": ("did", "done"),
    "leap": ("leapt", "leapt"), "tread": ("trod", "trodden"), "slog": ("slogged", "slogged"), "say": ("said", "said"),
    "understand": ("understood", "understood"), "show": ("showed", "shown"), "see": ("saw", "seen"),
    "hear": ("heard", "heard"), "draw": ("drew", "drawn"), "give": ("gave", "given"), "put": ("put", "put"),
    "fall": ("fell", "fallen"), "begin": ("began", "begun"), "spill": ("spilt", "spilt"), "speed": ("sped", "sped"),
}  # fmt: skip
_EXTRA = words(
    "say speak nod smile frown lift put give draw fall begin start join gather grab slam close shut open hand press pick "
    "show see hear tread speed bow shrug sigh whisper mutter murmur growl grin reach-out answer ask tell settle "
    "catch seize kick duck precede knock beat wave buzz beckon prop cut"
)
_DOUBLES = words(
    "step slip run swim jog pad plod skid hop trot stop drop let get set dash-off hum sit nod grin shrug shut grab slam drag plan scurry-off skip zip wheel-up spin slog tip-toe cut put begin jog"
)


@cache
def verb_of(word: str) -> Verb | None:
    """The verb that a word is a form of, if it is one of those above."""
    return _forms().get(word)


@cache
def _forms() -> Mapping[str, Verb]:
    bases = (
        w.MOVES
        | w.STAYS
        | w.REACHES
        | w.LEAVES
        | w.STRIDES
        | w.CARRIES
        | w.STATES
        | w.FAREWELLS
        | w.OPENS
        | _EXTRA
    )
    forms: dict[str, Verb] = {}
    for base in sorted(bases):
        for word, form in _inflected(base):
            forms.setdefault(word, Verb(base, form))
    forms |= {word: Verb("be", "base") for word in ("am", "are")}
    forms |= {
        "is": Verb("be", "s"),
        "were": Verb("be", "past"),
        "was": Verb("be", "past"),
        "been": Verb("be", "part"),
    }
    forms |= {"has": Verb("have", "s"), "does": Verb("do", "s"), "lay": Verb("lie", "past")}
    return forms


def _inflected(base: str) -> list[tuple[str, Form]]:
    past, part = _IRREGULAR.get(base, (_ed(base), _ed(base)))
    return [(base, "base"), (_s(base), "s"), (_ing(base), "ing"), (past, "past"), (part, "part")]


def _s(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _ed(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + (base[-1] if base in _DOUBLES else "") + "ed"


def _ing(base: str) -> str:
    if base == "lie":
        return "lying"
    if base.endswith("e") and not base.endswith(("ee", "be")):
        return base[:-1] + "ing"
    return base + (base[-1] if base in _DOUBLES else "") + "ing"
