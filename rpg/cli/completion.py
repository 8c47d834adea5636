"""`rpg completion SHELL`: a completion script made from the parser's own declarations."""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction

from rpg.cli.output import Desk
from rpg.cli.parser import build_parser

Tree = dict[str, tuple[str, ...]]
"""Words that may follow a command line, by its words so far."""


def completion(desk: Desk) -> int:
    """Prints the script for a shell."""
    desk.out.write(SCRIPTS[desk.args.shell](tree(build_parser())))
    return 0


def tree(parser: ArgumentParser, prefix: str = "") -> Tree:
    """Sub-commands, choices and options of every command of a parser."""
    words: list[str] = []
    below: Tree = {}
    for action in parser._actions:
        words.extend(option for option in action.option_strings if option.startswith("--"))
        if isinstance(action, _SubParsersAction):
            words.extend(action.choices)
            for name, command in action.choices.items():
                below |= tree(command, f"{prefix} {name}".strip())
        elif action.choices and not action.option_strings:
            words.extend(str(choice) for choice in action.choices)
    return {prefix: tuple(dict.fromkeys(words)), **below}


def bash(found: Tree) -> str:
    """A script for bash; zsh reads it through bashcompinit."""
    cases = "\n".join(f'        "{line}") words="{" ".join(words)}" ;;' for line, words in found.items())
    return f"""_rpg() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" line="" words="" word
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$word" in -*) ;; *) line="${{line:+$line }}$word" ;; esac
    done
    while :; do
        case "$line" in
{cases}
        esac
        [ -n "$words" ] || [ -z "$line" ] && break
        case "$line" in *" "*) line="${{line% *}}" ;; *) line="" ;; esac
    done
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [ -n "${{COMPREPLY[*]}}" ] || COMPREPLY=($(compgen -f -- "$current"))
}}
complete -o filenames -F _rpg rpg
"""


def zsh(found: Tree) -> str:
    return f"autoload -U +X bashcompinit && bashcompinit\n{bash(found)}"


def fish(found: Tree) -> str:
    """A script for fish."""
    lines = []
    for line, words in found.items():
        seen = line.split()
        test = " and ".join(f"__fish_seen_subcommand_from {word}" for word in seen) or "__fish_use_subcommand"
        condition = "; and ".join(test.split(" and "))
        lines.append(f"complete -c rpg -n '{condition}' -a '{' '.join(words)}'")
    return "\n".join(lines) + "\n"


SCRIPTS = {"bash": bash, "zsh": zsh, "fish": fish}
