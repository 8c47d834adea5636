"""Completion scripts for bash, zsh and fish. Options are offered behind a hyphen only, files where a command takes some."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rpg.cli.completion import Tree, Words

_FIND = """    while :; do
        case "$last" in --*) _rpg_words "${line:+$line }$last" && known=value && break ;; esac
        _rpg_words "$line" && known=line && break
        case "$line" in *" "*) line="${line% *}" ;; *) line="" ;; esac
    done
    if [ "$known" = line ]; then
        case "$current" in -*) plain="$options" names="" files="" ;; esac
        [ "$line" = "$whole" ] || names=""
    fi
"""
"""The longest part of what is typed that is a command. Only its first argument is a name."""

_BASH = """_rpg() {
    local IFS=$' \\t\\n' current="${COMP_WORDS[COMP_CWORD]}" last="${COMP_WORDS[COMP_CWORD-1]}"
    local plain="" options="" names="" files="" line="" known="" whole word kind
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$word" in -*) ;; *) line="${line:+$line }$word" ;; esac
    done
    whole="$line"
%s    IFS=$'\\n'
    COMPREPLY=($(IFS=$' \\n'; compgen -W "$plain" -- "$current"))
    for kind in ${names// /$'\\n'}; do
        while read -r word; do
            case "$word" in "$current"*) COMPREPLY+=("$word") ;; esac
        done < <("${COMP_WORDS[0]}" completion --names "$kind" 2>/dev/null)
    done
    [ -z "$files" ] || [ -n "${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _rpg rpg
"""

_ZSH = """_rpg() {
    local current="$PREFIX" last="${words[CURRENT-1]}"
    local plain="" options="" names="" files="" line="" known="" whole word kind
    for word in "${(@)words[2,CURRENT-1]}"; do
        case "$word" in -*) ;; *) line="${line:+$line }$word" ;; esac
    done
    whole="$line"
%s    compadd -- ${=plain}
    for kind in ${=names}; do
        compadd -- ${(f)"$(${words[1]} completion --names $kind 2>/dev/null)"}
    done
    [ -z "$files" ] || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _rpg rpg
"""


def bash(found: Tree) -> str:
    """A script for bash."""
    return _words(found) + _BASH % _FIND


def zsh(found: Tree) -> str:
    """A script for zsh, which brings its completion system up where that is not done yet."""
    return _words(found) + _ZSH % _FIND


def _words(found: Tree) -> str:
    """A function that tells what may follow a line; it fails for a line that is no command."""
    cases = "\n".join(f'        "{line}") {_assigned(words)} ;;' for line, words in found.items())
    return f"""_rpg_words() {{
    plain="" options="" names="" files=""
    case "$1" in
{cases}
        *) return 1 ;;
    esac
}}
"""


def _assigned(words: Words) -> str:
    files = " files=yes" if words.files else ""
    return (
        f'plain="{" ".join(words.plain)}" options="{" ".join(words.options)}" '
        f'names="{" ".join(words.names)}"{files}'
    )


def fish(found: Tree) -> str:
    """A script for fish: options by their own flag, values behind the option, words behind the command."""
    return "complete -c rpg -f\n" + "\n".join(_fish_lines(found)) + "\n"


def _fish_lines(found: Tree) -> Iterator[str]:
    for line, words in found.items():
        seen = line.split()
        if seen and seen[-1].startswith("--"):
            continue
        test = (
            "; and ".join(f"__fish_seen_subcommand_from {word}" for word in seen) or "__fish_use_subcommand"
        )
        commands = tuple(word for word in words.plain if f"{line} {word}".strip() in found)
        plain = tuple(word for word in words.plain if word not in commands)
        if commands:
            unless = f"; and not __fish_seen_subcommand_from {' '.join(commands)}" if seen else ""
            yield f"complete -c rpg -n '{test}{unless}' -a '{' '.join(commands)}'"
        if plain:
            yield f"complete -c rpg -n '{test}' -a '{' '.join(plain)}'"
        for kind in words.names:
            first = f"{test}; and test (count (commandline -opc)) -eq {len(seen) + 1}"
            yield f"complete -c rpg -n '{first}' -a '(rpg completion --names {kind})'"
        if words.files:
            yield f"complete -c rpg -n '{test}' -F"
        for option in words.options:
            yield f"complete -c rpg -n '{test}' -l {option[2:]}{_fish_values(found, line, option)}"


def _fish_values(found: Tree, line: str, option: str) -> str:
    """How fish is told what follows an option; "" for one that stands alone."""
    values = found.get(f"{line} {option}".strip())
    if values is None:
        return ""
    words = " ".join((*values.plain, *(f"(rpg completion --names {kind})" for kind in values.names)))
    offered = f" -a '{words}'" if words else ""
    return (" -r -F" if values.files else " -x") + offered


SCRIPTS: dict[str, Callable[[Tree], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
