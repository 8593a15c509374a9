"""The Python of this machine as an interpreter for guests, in a separate process.

Everything is loaded first; then the process is sealed; only then the first word of a guest is read. It speaks the same
words over the same two pipes as the other engines. Its state cannot be saved: it lives as long as the process.
"""

import codecs
import contextlib
import importlib
import io
import json
import os
import select
import signal
import struct
import sys
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import memory_files  # noqa: E402
import sealing  # noqa: E402

INWARD, OUTWARD = 3, 4
OUTPUT_BYTES = 64 * 1024
OUTPUT_PAUSE = 0.025
CALLS_PER_RUN, CALL_BYTES = 200, 4 * 1024 * 1024
# A script may catch the interrupt; it comes again until the process is killed.
INTERRUPT_AGAIN = 0.2
PATH_CHARS = 512

# What scripts commonly import: once sealed, nothing can be loaded any more.
MODULES = """_strptime abc argparse array bz2 cmath codecs colorsys concurrent.futures configparser contextvars
    copyreg ctypes.util dis email email.mime.text email.message encodings.idna encodings.latin_1 encodings.cp1252
    encodings.utf_16 encodings.utf_8_sig fnmatch getpass gettext glob graphlib gzip html.entities html.parser
    http.client importlib.metadata ipaddress keyword linecache locale logging lzma mimetypes numbers optparse pathlib
    pickle platform pydoc_data queue quopri reprlib sched shlex shutil sqlite3 stringprep tarfile tempfile threading
    timeit token tokenize tomllib trace unittest unittest.mock urllib.error urllib.request uuid warnings wave weakref
    xml.dom.minidom xml.sax zipfile zoneinfo""".split()

settings = json.loads(sys.argv[1])
is_guarded = False
is_interrupted = False
is_running = False
is_cancelled = False
# Before it has said that it is ready, a process says nothing.
is_ready = False
deadline = None
calls_made = 0
last_call = 0
offered = ()
known_files = {}


def interrupt(_signal, _frame):
    """Ends the script at its deadline, but never in the middle of a frame."""
    global is_interrupted
    is_interrupted = True
    if not is_guarded:
        raise KeyboardInterrupt


def cancel(_signal, _frame):
    """Ends the script at hand; one that comes too late ends nothing."""
    global is_cancelled
    if not is_running:
        return
    is_cancelled = True
    signal.setitimer(signal.ITIMER_REAL, INTERRUPT_AGAIN, INTERRUPT_AGAIN)
    interrupt(_signal, _frame)


@contextlib.contextmanager
def guarded():
    global is_guarded
    before, is_guarded = is_guarded, True
    try:
        yield
    finally:
        is_guarded = before


def fill(length):
    parts = []
    while length > 0:
        part = os.read(INWARD, min(length, 1 << 20))
        if not part:
            os._exit(0)
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def receive():
    header, body = struct.unpack("<II", fill(8))
    return json.loads(fill(header)), fill(body)


def send(message, body=b""):
    text = json.dumps(message).encode()
    rest = memoryview(struct.pack("<II", len(text), len(body)) + text + bytes(body))
    with guarded():
        while rest:
            rest = rest[os.write(OUTWARD, rest):]


class Output(io.RawIOBase):
    """Collects what a script prints and sends it in batches; a flood loses its middle and slows nothing down."""

    def __init__(self, stream):
        self._stream, self._held, self._skipped, self._sent = stream, bytearray(), False, 0.0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self):
        return True

    def write(self, piece):
        self._held += piece
        if len(self._held) > OUTPUT_BYTES:
            del self._held[:-OUTPUT_BYTES]
            self._skipped = True
        if time.monotonic() - self._sent >= OUTPUT_PAUSE:
            self.send_held()
        return len(piece)

    def take(self):
        if not self._held and not self._skipped:
            return None
        text = self._decoder.decode(bytes(self._held))
        output = {"stream": self._stream, "text": text, "skipped": self._skipped}
        self._held.clear()
        self._skipped, self._sent = False, time.monotonic()
        return output

    def send_held(self):
        if not is_ready:
            return
        output = self.take()
        if output is not None:
            send({"t": "output", "output": output})


outputs = [Output("stdout"), Output("stderr")]
real_sleep = time.sleep


def left():
    return max(0.0, deadline - time.monotonic())


def call_host(method, args, body=None):
    global calls_made, last_call
    for output in outputs:
        output.send_held()
    if method == "sleep":
        real_sleep(min(args["ms"] / 1000, left() + INTERRUPT_AGAIN))
        return None, b""
    text = json.dumps(args)
    if method not in offered:
        raise OSError("the network is off for this sandbox" if method == "fetch" else f'there is no host call "{method}"')
    if calls_made >= CALLS_PER_RUN:
        raise OSError(f"a run may make {CALLS_PER_RUN} calls")
    if len(text) + len(body or b"") > CALL_BYTES:
        raise OSError("the call is too large")
    calls_made += 1
    last_call += 1
    mine = last_call
    send({"t": "call", "call": mine, "method": method, "args": text}, body or b"")
    readable = select.poll()
    readable.register(INWARD, select.POLLIN)
    while left() > 0:
        if not readable.poll(left() * 1000):
            continue
        with guarded():
            reply, content = receive()
        if reply.get("op") == "reply" and reply["call"] == mine:
            if not reply["ok"]:
                raise OSError(reply["value"])
            return json.loads(reply["value"]), content
    raise OSError("no reply came in time")


def load_guest():
    with open(os.path.join(HERE, "../python/guest.py"), encoding="utf-8") as file:
        source = file.read()
    guest = types.ModuleType("_sandbox")
    sys.modules["_sandbox"] = guest
    exec(compile(source, "<sandbox>", "exec"), guest.__dict__)
    guest.call_host = call_host
    return guest


def load_modules():
    for name in MODULES:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    # These were configured by the operator: a missing one must be an error.
    for name in settings["modules"]:
        importlib.import_module(name)


def execute(run):
    global deadline, calls_made, offered, is_interrupted, is_running, is_cancelled
    request = {"id": str(time.monotonic_ns()), "source": run["source"], "state": run["state"], "env": run["env"]}
    memory_files.contents["/sandbox/request"] = bytearray(json.dumps(request).encode())
    memory_files.contents.pop("/sandbox/result", None)
    offered, calls_made, is_interrupted, is_cancelled = run["calls"], 0, False, False
    seconds = run["timeoutMs"] / 1000
    deadline = time.monotonic() + seconds
    signal.setitimer(signal.ITIMER_REAL, seconds, INTERRUPT_AGAIN)
    try:
        is_running = True
        guest.run()
    except KeyboardInterrupt:
        pass
    finally:
        for _ in range(8):
            with contextlib.suppress(KeyboardInterrupt):
                is_running = False
                signal.setitimer(signal.ITIMER_REAL, 0)
                break
    if is_cancelled:
        return {"status": "failed", "code": "killed", "error": "The script was cancelled."}
    if is_interrupted:
        return {"status": "failed", "code": "timeout", "error": f"The script did not end within {run['timeoutMs']} ms."}
    written = memory_files.contents.pop("/sandbox/result", None)
    if written is None:
        raise RuntimeError("it left no result")
    outcome = json.loads(written.decode())
    if outcome["id"] != request["id"]:
        raise RuntimeError("it left the result of another script")
    if "code" not in outcome:
        return {"status": "succeeded", "result": outcome["result"]}
    failed = {"status": "failed", "code": outcome["code"], "error": outcome["error"]}
    return {**failed, "trace": outcome["trace"]} if outcome.get("trace") else failed


def run_order(order):
    started = time.monotonic()
    outcome = execute(order["run"])
    taken = [output for output in (each.take() for each in outputs) if output is not None]
    changes = take_changes() if order["op"] == "execute" else b""
    return {"outcome": outcome, "outputs": taken, "ranMs": (time.monotonic() - started) * 1000}, changes


def is_bad_path(path):
    return (len(path) > PATH_CHARS or any(ord(each) < 32 or each in "\x7f\\" for each in path)
            or any(part in ("", ".", "..", "__proto__") for part in path.split("/")))


def put_file(path, body):
    if is_bad_path(path):
        return {"refused": "bad_path"}, b""
    if memory_files.is_in_the_way(path):
        return {"refused": "path_taken"}, b""
    try:
        memory_files.put(path, body)
    except OSError:
        return {"refused": "too_large"}, b""
    return {}, b""


def pack(files):
    # A file without content is one that was deleted.
    index = json.dumps([[path, -1 if content is None else len(content)] for path, content in files]).encode()
    return struct.pack("<I", len(index)) + index + b"".join(content or b"" for _path, content in files)


def unpack_layers(layers):
    files, start = {}, 0
    while start < len(layers):
        end = start + 4 + struct.unpack_from("<I", layers, start)[0]
        at = start + 8 + struct.unpack_from("<I", layers, start + 4)[0]
        for path, size in json.loads(layers[start + 8:at]):
            if size < 0:
                files.pop(path, None)
            else:
                files[path] = layers[at:at + size]
                at += size
        start = end
    return files


def import_files(layers):
    global known_files
    memory_files.clear_workspace()
    for path, content in unpack_layers(layers).items():
        memory_files.put(path, content)
    known_files = memory_files.fingerprints()
    return {}, b""


def take_changes():
    global known_files
    before, known_files = known_files, memory_files.fingerprints()
    gone = [(path, None) for path in before if path not in known_files]
    written = [(path, content) for path, content in memory_files.workspace_files() if before.get(path) != known_files[path]]
    return pack([*gone, *written]) if gone or written else b""


def change_files(order, body):
    if order["op"] == "import":
        return import_files(body)
    if order["op"] == "put":
        return put_file(order["path"], body)
    found = memory_files.contents.pop(f"{memory_files.WORKSPACE}/{order['path']}", None)
    return {"found": found is not None}, b""


def carry_out(order, body):
    op = order["op"]
    if op in ("run", "execute"):
        return run_order(order)
    if op == "open":
        return ({"refused": "stale_save"} if body else {}), b""
    if op == "save":
        return {"refused": "not_savable"}, b""
    if op in ("put", "delete", "import"):
        done = change_files(order, body)
        take_changes()
        return done
    if op == "get":
        found = memory_files.contents.get(f"{memory_files.WORKSPACE}/{order['path']}")
        return {"found": found is not None}, bytes(found or b"")
    if op == "list":
        return {"files": [{"path": path, "sizeBytes": len(it)} for path, it in memory_files.workspace_files()]}, b""
    if op == "export":
        return {}, pack(memory_files.workspace_files())
    return {}, b""


def serve():
    while True:
        order, body = receive()
        # A reply that nothing waits for any more.
        if order["op"] in ("reply", "cancel"):
            continue
        try:
            done, content = carry_out(order, body)
        except BaseException as error:
            text = f"The interpreter failed: {type(error).__name__}: {error}"[:300]
            done, content = {"broken": True, "outcome": {"status": "failed", "code": "killed", "error": text}}, b""
        send({"t": "done", **done}, content)


def try_out():
    for source in ("x = {'a': [1]}\nprint(x)\nreturn x", "open('a', 'w').write('b')\nmain = lambda state: open('a').read()"):
        outcome = execute({"source": source, "state": "{}", "env": {}, "timeoutMs": 20000, "calls": []})
        if outcome["status"] == "failed":
            raise RuntimeError(f"the engine does not work: {outcome['error']}")
    for output in outputs:
        output.take()
    memory_files.clear_workspace()
    guest.forget()


try:
    if sys.version_info < (3, 10):
        raise RuntimeError("Python 3.10 or newer is needed")
    for descriptor in (INWARD, OUTWARD):
        os.set_blocking(descriptor, True)
    # Guests take what the server and its database leave of the processor.
    with contextlib.suppress(OSError):
        os.nice(5)
    load_modules()
    guest = load_guest()
    signal.signal(signal.SIGALRM, interrupt)
    signal.signal(signal.SIGINT, cancel)
    # A signal to all processes of the service is for the server.
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    for name, output in zip(("stdout", "stderr"), outputs):
        setattr(sys, name, io.TextIOWrapper(io.BufferedWriter(output), "utf-8", "backslashreplace", write_through=True))
    seal = settings["seal"]
    engine = f"cpython {sys.version.split()[0]}"
    # The real files are needed until the process is sealed, so it is sealed before anything is tried.
    if seal is not None:
        sealing.seal(seal)
    memory_files.take_over()
    sys.argv = [""]
    sys.path[:] = []
    try_out()
    is_ready = True
    send({"t": "ready", "sealed": seal is not None, "engine": engine})
    serve()
except BaseException as error:
    send({"t": "fault", "error": f"{type(error).__name__}: {error}"})
os._exit(1)
