"""Runs inside the interpreter, and is part of the image from which every session starts.

The host writes a request, calls run(), and reads the result. Whatever a script does to this module it does to its own
session only: the walls are outside of the interpreter.
"""

import ast
import asyncio
import base64
import bisect
import calendar
import collections
import contextlib
import copy
import csv
import dataclasses
import datetime
import decimal
import difflib
import enum
import fractions
import functools
import hashlib
import heapq
import hmac
import html
import inspect
import io
import itertools
import json
import math
import operator
import os
import pprint
import random
import re
import secrets
import statistics
import string
import struct
import sys
import textwrap
import time
import traceback
import types
import typing
import unicodedata
import urllib.parse
import uuid
import xml.etree.ElementTree
import zlib

RESULT_BYTES = 1024 * 1024
REQUEST, RESULT, HOST = "/sandbox/request", "/sandbox/result", "/dev/host"
HIDDEN_PACKAGES = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes")
ABOUT_MODULES = "A sandbox has the standard library and what its operator added; nothing can be installed in it."
BASE_ENVIRONMENT = {"HOME": "/workspace", "LANG": "en_US.UTF-8", "PATH": "/", "USER": "sandbox"}

namespace = {"__name__": "__main__", "__builtins__": __builtins__}
# Given back when memory runs out, so that there is some left to say so.
ballast = [bytearray(1024 * 1024)]
is_fresh = True
environment = None
# The id of the current request: a result with another id is not ours.
request_id = None
# Taken before any script: one that puts something else in their place changes what it sees, not what we do.
dumps, dump, loads = json.dumps, json.dump, json.loads
LONG_NUMBER = re.compile(r"\d{16}")
LARGEST_EXACT = 2**53 - 1


def call_host(method, args, body=None):
    request = {"method": method, "args": args, "body": None if body is None else base64.b64encode(body).decode()}
    with open(HOST, "wb", buffering=0) as device:
        device.write(json.dumps(request).encode() + b"\n")
    with open(HOST, "rb", buffering=0) as device:
        reply = json.loads(device.readall())
    if not reply["ok"]:
        raise OSError(reply["value"])
    return json.loads(reply["value"]), base64.b64decode(reply["body"] or "")


def host_call(method, **args):
    """Calls what the host offers under this name."""
    return call_host(method, args)[0]


class Response:
    """What fetch() gives; it may be awaited, for those who are used to it."""

    def __init__(self, head, body):
        self.status = head["status"]
        self.ok = 200 <= self.status < 300
        self.url = head["url"]
        self.headers = head["headers"]
        self.content = body

    @property
    def text(self):
        return self.content.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.content)

    def __await__(self):
        return self
        yield

    def __repr__(self):
        return f"<Response {self.status}>"


def fetch(url, method="GET", headers=None, body=None, json_body=None):
    headers = dict(headers or {})
    if json_body is not None:
        body = json.dumps(json_body)
        headers.setdefault("content-type", "application/json")
    if isinstance(body, str):
        body = body.encode()
    return Response(*call_host("fetch", {"url": str(url), "method": method, "headers": headers}, body))


def sleep(seconds):
    call_host("sleep", {"ms": max(0.0, float(seconds)) * 1000})


class Waiting:
    """Replaces the selector of an event loop: there is nothing to wait for but time."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("every task waits for something that cannot happen")
        if timeout > 0:
            sleep(timeout)
        return []

    def close(self):
        pass


class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = Waiting()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass


def run_coroutine(coroutine, **_options):
    loop = Loop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()


def outside_functions(body):
    """Every node of the script that is not inside a function or a class."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))


def assigned_names(body):
    names = set()
    comprehensions = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    inside = {id(inner) for node in outside_functions(body) if isinstance(node, comprehensions)
              for part in node.generators for inner in ast.walk(part.target)}
    for node in outside_functions(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and id(node) not in inside:
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).split(".")[0] for alias in node.names if alias.name != "*")
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            names.add(node.rest)
    return names


def is_awaiting(body):
    kinds = (ast.Await, ast.AsyncFor, ast.AsyncWith)
    return any(isinstance(node, kinds) or getattr(node, "is_async", 0) for node in outside_functions(body))


def finish(value):
    return run_coroutine(value) if inspect.iscoroutine(value) else value


def run_as_function(tree):
    """A script with a return is the body of a function; what it assigns stays in the session all the same."""
    futures = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    body = [node for node in tree.body if node not in futures]
    names = sorted(assigned_names(body) - {"state"})
    kind = "async def" if is_awaiting(body) else "def"
    module = ast.parse(f"{kind} script(state):\n    pass")
    module.body[0].body = ([ast.Global(names=names)] if names else []) + body
    # These are only allowed at the beginning of a file.
    module.body[:0] = futures
    ast.fix_missing_locations(module)
    made = {}
    exec(compile(module, "<script>", "exec"), namespace, made)
    return finish(made["script"](namespace["state"]))


def run_as_module(tree):
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    body = tree.body
    defined = assigned_names(body)
    calls_main = any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "main"
                     for node in outside_functions(body))
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    finish(eval(compile(tree, "<script>", "exec", flags=flags), namespace))
    value = None
    if last is not None:
        value = finish(eval(compile(last, "<script>", "eval", flags=flags), namespace))
    main = namespace.get("main")
    if "main" in defined and callable(main) and not calls_main:
        return finish(main(namespace["state"]) if inspect.signature(main).parameters else main())
    if value is None and "result" in defined:
        value = namespace.get("result")
    return value


def run_script(source):
    tree = ast.parse(source, "<script>", "exec")
    has_return = any(isinstance(node, ast.Return) for node in outside_functions(tree.body))
    return run_as_function(tree) if has_return else run_as_module(tree)


def plain(value):
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (decimal.Decimal, fractions.Fraction, uuid.UUID, complex)):
        return str(value)
    for name in ("isoformat", "_asdict", "model_dump", "tolist"):
        if callable(getattr(value, name, None)):
            return getattr(value, name)()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def exact(value):
    """The same without the numbers that JSON cannot carry: long integers become texts, and what is no number null."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_EXACT else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: exact(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact(each) for each in value]
    return exact(plain(value))


def write_result(value):
    """The JSON of a value; None when it is too large."""
    text = None
    try:
        text = dumps(value, default=plain, allow_nan=False, ensure_ascii=False)
    except ValueError as error:
        if not str(error).startswith("Out of range float"):
            raise
    if text is not None and len(text) > RESULT_BYTES:
        return None
    if text is None or LONG_NUMBER.search(text):
        text = dumps(exact(value), ensure_ascii=False)
    return text if len(text.encode("utf-8", "surrogatepass")) <= RESULT_BYTES else None


def become_main():
    """Once, before the first script: what belongs to the host is hidden, and the random seed is fresh from here on."""
    global is_fresh
    for name in list(sys.modules):
        if name.split(".")[0] in HIDDEN_PACKAGES:
            sys.modules[name] = None
    for name in ("ctypes", "_ctypes", "js", "pyodide_js"):
        sys.modules[name] = None
    sys.meta_path[:] = [finder for finder in sys.meta_path if "odide" not in type(finder).__module__]
    sys.stdout.reconfigure(line_buffering=True)
    random.seed()
    is_fresh = False


def prepare(env):
    global environment
    if is_fresh:
        become_main()
    asyncio._set_running_loop(None)
    asyncio.set_event_loop(None)
    if env != environment:
        os.environ.clear()
        os.environ.update(BASE_ENVIRONMENT, **env)
        environment = env
    if not ballast:
        # A session that is full must still be able to release something.
        with contextlib.suppress(MemoryError):
            ballast.append(bytearray(1024 * 1024))


def describe(error):
    text = "".join(traceback.format_exception_only(error)).strip()
    if isinstance(error, ModuleNotFoundError) and error.name:
        text = f"ModuleNotFoundError: No module named '{error.name}'. {ABOUT_MODULES}"
    frames = traceback.extract_tb(error.__traceback__)
    shown = traceback.format_list([frame for frame in frames if frame.filename == "<script>"])
    return {"code": "script_error", "error": text.splitlines()[-1][:4000], "trace": "".join([*shown, text])[-4000:]}


def attempt():
    global request_id
    try:
        with open(REQUEST, encoding="utf-8") as file:
            request = loads(file.read())
        request_id = request["id"]
        os.unlink(REQUEST)
        prepare(request["env"])
        namespace.update(state=loads(request["state"]), fetch=fetch, host_call=host_call)
        value = run_script(request["source"])
    except SystemExit as end:
        if end.code in (None, 0):
            return {"result": None}
        how = f"with exit code {end.code}." if isinstance(end.code, int) else f"by itself: {end.code}"
        return {"code": "script_error", "error": f"The script ended {how}"[:4000]}
    if value is None:
        return {"result": None}
    try:
        text = write_result(value)
    except (TypeError, ValueError, RecursionError) as error:
        return {"code": "result_too_large", "error": f"The result cannot be written as JSON: {error}"}
    if text is None:
        return {"code": "result_too_large", "error": "The result is larger than 1 MiB."}
    return {"result": text}


def run():
    try:
        outcome = attempt()
    except MemoryError:
        ballast.clear()
        outcome = {"code": "memory_limit", "error": "The script used more memory than it may."}
    except BaseException as error:
        try:
            outcome = describe(error)
        except BaseException:
            outcome = {"code": "script_error", "error": "The script failed with an error that cannot be read."}
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()
    # The interrupt of the deadline may fall into this, too.
    for _ in range(8):
        with contextlib.suppress(KeyboardInterrupt):
            with open(RESULT, "w", encoding="utf-8", errors="backslashreplace") as file:
                dump({**outcome, "id": request_id}, file)
            break


def forget():
    """Leaves nothing of what was run so far; for the trials before the first guest."""
    global is_fresh
    for name in list(namespace):
        if name not in ("__name__", "__builtins__"):
            del namespace[name]
    is_fresh = True


time.sleep = sleep
asyncio.new_event_loop = Loop
asyncio.run = run_coroutine
