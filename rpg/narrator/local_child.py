"""The child process that serves one model file on loopback; run as a script, with nothing of `rpg`.

Its standard input first gives one line of JSON (path, window, threads, key, alias) and is then the leash:
when it closes, by whatever end of the parent, the child goes. Its standard output gives one line of JSON
with the address once the model is loaded, or with the error. The log is on standard error.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import threading
from typing import Any

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """On Linux the kernel ends us with the parent, even while loading keeps every thread waiting."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        return


def hold_leash() -> None:
    """Leave at once when standard input closes."""
    while os.read(0, 4096):
        pass
    os._exit(0)


def parameters(wanted: dict[str, Any]) -> Any:
    """The server's parameters for what the parent wants."""
    from xllamacpp import CommonParams

    params = CommonParams()
    params.model.path = wanted["path"]
    params.model_alias = {wanted["alias"]}
    params.n_ctx = wanted["window"]
    params.n_parallel = 1
    params.cpuparams.n_threads = wanted["threads"]
    params.cpuparams_batch.n_threads = wanted["threads"]
    params.use_jinja = True
    params.ctx_shift = False
    params.endpoint_props = True
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [wanted["key"]]
    return params


def main() -> None:
    die_with_parent()
    wanted = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=hold_leash, daemon=True).start()
    try:
        from xllamacpp import Server

        server = Server(parameters(wanted))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
        os._exit(1)
    print(json.dumps({"address": server.listening_address}), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
