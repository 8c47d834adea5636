"""Programs that answer, hang, crash, flood, answer twice or to nobody, or never start; nothing runs twice.

Programs are real child processes. No test waits for a time to pass: a program that hangs is given a limit of
a moment, and marks in a file tell what has run.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from rpg.tools.commands.runner import CommandRunner, command_line
from rpg.tools.commands.table import CommandTool
from tests.tools.kit import command, program

MOMENT = 0.3

SAY = (
    'import sys,json; given=json.load(sys.stdin); print(json.dumps({"city": given.get("city"), "sky": "雨"}))'
)
MARK = 'open("ran","a").write("x");'
DISPATCH = """
import sys, json, os
{before}
for line in sys.stdin:
    open("ran","a").write("x")
    ask = json.loads(line)
    {answer}
"""
SEND = "print(json.dumps({'id': ask['id'], 'result': ask['arguments']}), flush=True)"


async def run(tool: CommandTool, arguments: dict[str, Any] | None = None, **environ: str) -> dict[str, Any]:
    runner = CommandRunner({"PATH": os.environ["PATH"], **environ})
    try:
        return await runner.run(tool, arguments or {})
    finally:
        await runner.close()


def code_of(document: dict[str, Any]) -> str:
    return str(document["error"]["code"])


def runs(folder: Path) -> int:
    """How many times any program has run."""
    file = folder / "work" / "ran"
    return len(file.read_text()) if file.exists() else 0


def bridge(folder: Path, answer: str = SEND, before: str = "") -> str:
    return program(folder, "bridge.py", DISPATCH.format(answer=answer, before=before))


async def test_a_program_gets_json_and_its_json_comes_back(tmp_path: Path) -> None:
    tool = command(tmp_path, direct=program(tmp_path, "say.py", SAY))
    done = await run(tool, {"city": "Küste"})
    assert done["ok"] is True
    assert json.loads(done["content"]) == {"city": "Küste", "sky": "雨"}


async def test_text_comes_back_clean(tmp_path: Path) -> None:
    tool = command(tmp_path, direct=program(tmp_path, "p.py", 'print("\\x1b[31mred\\x1b[0m [b]x[/b]")'))
    assert (await run(tool))["content"] == "red [b]x[/b]"


async def test_arguments_are_never_read_by_a_shell(tmp_path: Path) -> None:
    source = "import sys; sys.stdout.write(sys.stdin.read()); sys.stdout.write(str(sys.argv[1:]))"
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source))
    done = await run(tool, {"x": "$(touch /tmp/never); `id` && rm"})
    assert done["content"] == '{"x": "$(touch /tmp/never); `id` && rm"}[]'


async def test_a_program_sees_only_the_variables_that_were_named(tmp_path: Path) -> None:
    source = "import os,json; print(json.dumps(sorted(k for k in os.environ if k != 'LC_CTYPE')))"
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source), environment=("TOWN",))
    done = await run(tool, TOWN="x", OPENAI_API_KEY="secret")
    assert json.loads(done["content"]) == ["PATH", "TOWN"]


async def test_a_program_runs_in_a_folder_of_its_own(tmp_path: Path) -> None:
    tool = command(tmp_path, direct=program(tmp_path, "p.py", "import os; print(os.getcwd())"))
    assert (await run(tool))["content"] == str((tmp_path / "work").resolve())


async def test_a_crash_is_told_with_its_last_words(tmp_path: Path) -> None:
    tool = command(tmp_path, direct=program(tmp_path, "p.py", "raise SystemExit('no \\x1b[1mnetwork')"))
    error = (await run(tool))["error"]
    assert (error["code"], error["detail"]) == ("failed", "no network")


async def test_a_program_that_hangs_is_ended_with_everything_it_started(tmp_path: Path) -> None:
    source = (
        "import subprocess,sys,time,os\n"
        "child=subprocess.Popen([sys.executable,'-S','-c','import time; time.sleep(600)'])\n"
        "open('pids','w').write(f'{os.getpid()} {child.pid}')\ntime.sleep(600)"
    )
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source), seconds=2)
    assert code_of(await run(tool)) == "too_slow"
    await all_gone((tmp_path / "work" / "pids").read_text().split())


async def test_what_a_program_leaves_behind_is_ended_and_does_not_hold_the_turn(tmp_path: Path) -> None:
    source = (
        "import subprocess,sys\n"
        "child=subprocess.Popen([sys.executable,'-S','-c','import time; time.sleep(600)'])\n"
        "open('pids','w').write(str(child.pid))\nprint('done')"
    )
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source))
    assert (await run(tool))["content"] == "done"
    await all_gone((tmp_path / "work" / "pids").read_text().split())


async def test_a_flood_is_stopped(tmp_path: Path) -> None:
    source = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source), output=1000)
    assert code_of(await run(tool)) == "too_much"


async def test_a_program_that_does_not_read_its_input_still_answers(tmp_path: Path) -> None:
    tool = command(tmp_path, direct=program(tmp_path, "p.py", "print('fine')"))
    assert (await run(tool, {"text": "x" * 1_000_000}))["content"] == "fine"


async def test_cancelling_a_call_ends_its_program(tmp_path: Path) -> None:
    source = "import os,time\nopen('pids.new','w').write(str(os.getpid())); os.rename('pids.new','pids')\ntime.sleep(600)"
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source))
    task = asyncio.ensure_future(run(tool))
    file = tmp_path / "work" / "pids"
    while not file.exists():  # noqa: ASYNC110
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await all_gone(file.read_text().split())


# -- bridge ---------------------------------------------------------------------------------


async def test_a_bridge_is_started_once_and_answers_many_calls(tmp_path: Path) -> None:
    before = "open('started','a').write('s')"
    tool = command(tmp_path, bridge=bridge(tmp_path, before=before))
    runner = CommandRunner({"PATH": os.environ["PATH"]})
    found = await asyncio.gather(*(runner.run(tool, {"n": n}) for n in range(5)))
    await runner.close()
    assert [json.loads(one["content"]) for one in found] == [{"n": n} for n in range(5)]
    assert (tmp_path / "work" / "started").read_text() == "s"


async def test_answers_may_come_in_any_order(tmp_path: Path) -> None:
    answer = (
        "asks = globals().setdefault('asks', []); asks.append(ask)\n"
        "    if len(asks) == 2:\n"
        "        for one in reversed(asks): print(json.dumps({'id': one['id'], 'result': one['arguments']}), flush=True)"
    )
    tool = command(tmp_path, bridge=bridge(tmp_path, answer))
    runner = CommandRunner({"PATH": os.environ["PATH"]})
    one, two = await asyncio.gather(runner.run(tool, {"n": 1}), runner.run(tool, {"n": 2}))
    await runner.close()
    assert (one["content"], two["content"]) == ('{"n":1}', '{"n":2}')


async def test_double_wrong_and_broken_answers_are_passed_over(tmp_path: Path) -> None:
    answer = (
        "print('not json', flush=True); print('[1]', flush=True)\n"
        "    print(json.dumps({'id': 'wrong', 'result': 'evil'}), flush=True)\n"
        f"    {SEND}\n"
        "    print(json.dumps({'id': ask['id'], 'result': 'twice'}), flush=True)"
    )
    tool = command(tmp_path, bridge=bridge(tmp_path, answer))
    runner = CommandRunner({"PATH": os.environ["PATH"]})
    first, second = await runner.run(tool, {"n": 1}), await runner.run(tool, {"n": 2})
    await runner.close()
    assert (first["content"], second["content"]) == ('{"n":1}', '{"n":2}')


async def test_an_error_of_the_bridge_is_told(tmp_path: Path) -> None:
    answer = "print(json.dumps({'id': ask['id'], 'error': {'message': 'no such town'}}), flush=True)"
    error = (await run(command(tmp_path, bridge=bridge(tmp_path, answer))))["error"]
    assert (error["code"], error["detail"]) == ("failed", "no such town")


async def test_a_bridge_that_does_not_answer_is_waited_for_no_longer_than_its_limit(tmp_path: Path) -> None:
    tool = command(tmp_path, bridge=bridge(tmp_path, "pass"), seconds=MOMENT)
    assert code_of(await run(tool)) == "too_slow"


async def test_a_bridge_that_dies_in_mid_call_is_started_anew_for_the_next(tmp_path: Path) -> None:
    answer = f"if ask['arguments'].get('die'): os._exit(3)\n    {SEND}"
    tool = command(tmp_path, bridge=bridge(tmp_path, answer))
    runner = CommandRunner({"PATH": os.environ["PATH"]})
    assert code_of(await runner.run(tool, {"die": True})) == "broke_off"
    assert (await runner.run(tool, {"n": 1}))["content"] == '{"n":1}'
    await runner.close()
    assert runs(tmp_path) == 2


async def test_a_bridge_that_floods_is_ended(tmp_path: Path) -> None:
    tool = command(tmp_path, bridge=bridge(tmp_path, "sys.stdout.write('x' * 3_000_000); sys.stdout.flush()"))
    assert code_of(await run(tool)) == "too_much"


async def test_closing_ends_the_bridge(tmp_path: Path) -> None:
    before = "open('pids','w').write(str(os.getpid()))"
    await run(command(tmp_path, bridge=bridge(tmp_path, before=before)))
    await all_gone((tmp_path / "work" / "pids").read_text().split())


# -- which of the two -----------------------------------------------------------------------


@pytest.mark.parametrize("prefer", ["direct", "bridge"])
async def test_the_preferred_way_runs_and_the_other_does_not(tmp_path: Path, prefer: str) -> None:
    direct = program(tmp_path, "say.py", f"{MARK}print('direct')")
    answer = "print(json.dumps({'id': ask['id'], 'result': 'bridge'}), flush=True)"
    done = await run(command(tmp_path, direct=direct, bridge=bridge(tmp_path, answer), prefer=prefer))
    assert done["content"] == prefer
    assert runs(tmp_path) == 1


@pytest.mark.parametrize("prefer", ["direct", "bridge"])
async def test_the_other_is_tried_when_the_first_never_started(tmp_path: Path, prefer: str) -> None:
    missing = str(tmp_path / "missing")
    if prefer == "direct":
        tool = command(tmp_path, direct=missing, bridge=bridge(tmp_path), prefer=prefer)
    else:
        direct = program(tmp_path, "say.py", f"{MARK}print('{{}}')")
        tool = command(tmp_path, direct=direct, bridge=missing, prefer=prefer)
    assert (await run(tool))["content"] == "{}"
    assert runs(tmp_path) == 1


@pytest.mark.parametrize("source", [f"{MARK}raise SystemExit(1)", f"{MARK}import time; time.sleep(600)"])
async def test_a_program_that_started_is_never_followed_by_the_other(tmp_path: Path, source: str) -> None:
    tool = command(tmp_path, direct=program(tmp_path, "p.py", source), bridge=bridge(tmp_path), seconds=2)
    assert (await run(tool))["ok"] is False
    assert runs(tmp_path) == 1


@pytest.mark.parametrize("answer", ["os._exit(1)", "pass"])
async def test_a_bridge_that_started_is_never_followed_by_the_other(tmp_path: Path, answer: str) -> None:
    direct = program(tmp_path, "say.py", f"{MARK}print('direct')")
    tool = command(tmp_path, direct=direct, bridge=bridge(tmp_path, answer), prefer="bridge", seconds=2)
    assert (await run(tool))["ok"] is False
    assert runs(tmp_path) == 1


async def test_a_program_that_never_starts_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "plain"
    file.write_text("not a program")
    for name in (str(tmp_path / "missing"), str(file)):
        assert code_of(await run(command(tmp_path, direct=name, bridge=name))) == "never_started"


def test_the_player_sees_exactly_what_would_run(tmp_path: Path) -> None:
    tool = command(tmp_path, direct="/bin/my weather", bridge="/bin/bridge")
    assert command_line(tool, {"city": "雨城"}) == '\'/bin/my weather\'\n< {"city": "雨城"}'
    other = command(tmp_path, direct="/bin/w", bridge="/bin/bridge", prefer="bridge")
    assert command_line(other, {}).startswith("/bin/bridge")


async def all_gone(pids: list[str]) -> None:
    """Returns when none of these processes is there any more; the suite's limit ends it otherwise."""
    for pid in pids:
        while alive(int(pid)):  # noqa: ASYNC110
            await asyncio.sleep(0)


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in {"Z", "X"}
