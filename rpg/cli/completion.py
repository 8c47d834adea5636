"""`rpg completion SHELL`: a completion script made from the parser's own declarations."""

from __future__ import annotations

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Mapping

from rpg.cli.output import Desk
from rpg.cli.parser import build_parser

Tree = dict[str, tuple[str, ...]]
"""Words that may follow a command line, by its words so far; values of an option by the line that ends with it."""


def completion(desk: Desk) -> int:
    """Prints the script for a shell."""
    desk.out.write(SCRIPTS[desk.args.shell](tree(build_parser())))
    return 0


def tree(parser: ArgumentParser, prefix: str = "") -> Tree:
    """Sub-commands, choices, options and their values of every command of a parser."""
    words: list[str] = list(_known(prefix))
    below: Tree = {}
    for action in parser._actions:
        names = [option for option in action.option_strings if option.startswith("--")]
        words.extend(names)
        if isinstance(action, _SubParsersAction):
            words.extend(action.choices)
            for name, command in action.choices.items():
                below |= tree(command, f"{prefix} {name}".strip())
        elif names:
            below |= {f"{prefix} {name}".strip(): _choices(action) for name in names if action.choices}
        else:
            words.extend(_choices(action))
    return {prefix: tuple(dict.fromkeys(words)), **below}


def _choices(action: Action) -> tuple[str, ...]:
    return tuple(str(choice) for choice in action.choices or ())


def _known(prefix: str) -> tuple[str, ...]:
    """Words that a command takes and its parser does not check."""
    match prefix:
        case "help":
            from rpg.cli.topics import TOPICS

            return tuple(TOPICS)
        case "config":
            from rpg.config.options import OPTIONS

            return tuple(option.key for option in OPTIONS if "NAME" not in option.key)
        case "set":
            from rpg.session.handkinds import KINDS

            return tuple(KINDS)
    return ()


def bash(found: Tree) -> str:
    """A script for bash; zsh reads it through bashcompinit. Options are offered behind a hyphen only."""
    cases = "\n".join(f'        "{line}") words="{" ".join(words)}" ;;' for line, words in found.items())
    return f"""_rpg_words() {{
    words=""
    case "$1" in
{cases}
    esac
}}
_rpg() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" line="" words="" word last="${{COMP_WORDS[COMP_CWORD-1]}}"
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$word" in -*) ;; *) line="${{line:+$line }}$word" ;; esac
    done
    while :; do
        case "$last" in --*) _rpg_words "${{line:+$line }}$last" ;; esac
        [ -n "$words" ] || _rpg_words "$line"
        [ -n "$words" ] || [ -z "$line" ] && break
        case "$line" in *" "*) line="${{line% *}}" ;; *) line="" ;; esac
    done
    COMPREPLY=()
    for word in $(compgen -W "$words" -- "$current"); do
        case "$word" in -*) case "$current" in -*) COMPREPLY+=("$word") ;; esac ;; *) COMPREPLY+=("$word") ;; esac
    done
    [ -n "${{COMPREPLY[*]}}" ] || COMPREPLY=($(compgen -f -- "$current"))
}}
complete -o filenames -F _rpg rpg
"""


def zsh(found: Tree) -> str:
    """The script for bash under the names that zsh has for its parts."""
    return f"autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n{bash(found)}"


def fish(found: Tree) -> str:
    """A script for fish: options by their own flag, values behind the option, words behind the command."""
    return "\n".join(_fish_lines(found)) + "\n"


def _fish_lines(found: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for line, words in found.items():
        seen = line.split()
        if seen and seen[-1].startswith("--"):
            continue
        condition = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in seen)
        test = condition or "__fish_use_subcommand"
        plain = [word for word in words if not word.startswith("--")]
        if plain:
            yield f"complete -c rpg -n '{test}' -a '{' '.join(plain)}'"
        for option in (word for word in words if word.startswith("--")):
            values = found.get(f"{line} {option}".strip())
            more = f" -x -a '{' '.join(values)}'" if values else ""
            yield f"complete -c rpg -n '{test}' -l {option[2:]}{more}"


SCRIPTS = {"bash": bash, "zsh": zsh, "fish": fish}
