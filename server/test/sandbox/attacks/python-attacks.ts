import { attacksIn } from './attack.ts'

const attack = attacksIn('python')
const stopped = { ends: ['timeout'], timeoutMs: 1500 } as const
const full = { ends: ['memory_limit', 'killed', 'script_error', 'timeout'], timeoutMs: 5000 } as const
const ended = { ends: ['killed', 'script_error'] } as const

/** Collects what each attempt gives; written as a prefix of the script. */
const attempts = `out = []
def attempt(f):
    try: out.append("OPEN " + str(f())[:60])
    except BaseException as e: out.append(type(e).__name__)
`

export const pythonAttacks = [
  attack(
    'P01',
    'the modules of the bridge',
    `${attempts}for name in ("js", "pyodide_js", "pyodide", "pyodide.code", "pyodide.ffi", "_pyodide", "_pyodide_core", "_pyodide._base", "pyodide.webloop", "ctypes", "_ctypes"):
    attempt(lambda: __import__(name))
return out`,
  ),
  attack(
    'P02',
    'hidden modules brought back',
    `import sys, importlib
found = []
for name in ("js", "pyodide_js", "pyodide", "_pyodide"):
    sys.modules.pop(name, None)
    try:
        importlib.import_module(name).__dict__; found.append("LOADED " + name)
    except BaseException as e: found.append(type(e).__name__)
return found`,
    ended,
  ),
  attack(
    'P03',
    'the core of the bridge imported again, an exception made of it',
    `import sys, importlib
sys.modules.pop("_pyodide_core", None)
core = importlib.import_module("_pyodide_core")
return str(core.JsException("boom").constructor)`,
    ended,
  ),
  attack(
    'P04',
    'live objects of JavaScript found by the collector',
    `import gc
found = [o for o in gc.get_objects() if "JsProxy" in str(type(o).__mro__)]
for o in found:
    print("OPEN", o.constructor.constructor("return process.env")())
return len(found)`,
    ended,
  ),
  attack(
    'P05',
    'objects of JavaScript in the dictionaries of modules',
    `import gc, types
for d in [o for o in gc.get_objects() if isinstance(o, dict)]:
    for value in list(d.values()):
        if type(value).__name__.startswith("JsProxy"):
            print("OPEN", value.constructor.constructor("return process")())
return "none"`,
    ended,
  ),
  attack(
    'P06',
    'functions of the bridge found by the collector',
    `import gc, types
for f in gc.get_objects():
    if isinstance(f, (types.FunctionType, types.BuiltinFunctionType)) and getattr(f, "__name__", "") in ("run_js", "to_js", "run_sync", "create_proxy"):
        try: print("OPEN", f("globalThis").constructor)
        except AttributeError as e: print(type(e).__name__)
return "done"`,
    ended,
  ),
  attack(
    'P07',
    'frames of the host',
    `import sys
frame, depth = sys._getframe(), 0
while frame.f_back: frame, depth = frame.f_back, depth + 1
return [depth, sorted(k for k in frame.f_globals if "js" in k.lower())]`,
  ),
  attack(
    'P08',
    'environment and files of the host',
    ({ secretFile }) => `import os
${attempts}for path in ("${secretFile}", "/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", "../../../etc/passwd", "/home/../etc/shadow", "/sys/kernel"):
    attempt(lambda: open(path).read())
return [dict(os.environ), out]`,
  ),
  attack(
    'P09',
    'links and devices',
    `import os
${attempts}attempt(lambda: os.symlink("/etc/passwd", "/tmp/l") or open("/tmp/l").read())
attempt(lambda: os.mknod("/tmp/sda", 0o60666, os.makedev(8, 0)) or open("/tmp/sda", "rb").read(4))
attempt(lambda: open("/dev/mem", "rb").read(1))
attempt(lambda: os.mknod("/tmp/k", 0o20666, os.makedev(1, 1)) or open("/tmp/k", "rb").read(4))
return out`,
  ),
  attack(
    'P10',
    'processes',
    ({ folder }) => `import os, subprocess
${attempts}attempt(lambda: os.system("touch ${folder}/pwned") == 0 or 1 / 0)
attempt(lambda: subprocess.check_output("id"))
attempt(lambda: os.fork())
attempt(lambda: os.execv("/bin/sh", ["sh"]))
attempt(lambda: os.kill(1, 9))
attempt(lambda: os.posix_spawn("/bin/sh", ["sh"], {}))
attempt(lambda: os.popen("id").read() or 1 / 0)
return out`,
  ),
  attack(
    'P11',
    'threads and multiprocessing',
    `${attempts}import threading
attempt(lambda: threading.Thread(target=print).start())
attempt(lambda: __import__("multiprocessing").Process(target=print).start())
attempt(lambda: __import__("concurrent.futures").futures.ThreadPoolExecutor().submit(print).result())
return out`,
  ),
  attack(
    'P12',
    'sockets and names',
    ({ port }) => `import socket, urllib.request, http.client
${attempts}attempt(lambda: socket.create_connection(("127.0.0.1", ${port}), 1))
attempt(lambda: socket.gethostbyname("localhost"))
attempt(lambda: urllib.request.urlopen("http://127.0.0.1:${port}/").read())
attempt(lambda: http.client.HTTPConnection("127.0.0.1", ${port}).request("GET", "/"))
return out`,
  ),
  attack(
    'P13',
    'ctypes brought back',
    `import sys
for name in ("ctypes", "_ctypes"): sys.modules.pop(name, None)
import ctypes
return "OPEN %s" % ctypes.CDLL(None).system(b"id")`,
    ended,
  ),
  attack(
    'P14',
    'memory read through ctypes',
    `import sys
for name in ("ctypes", "_ctypes"): sys.modules.pop(name, None)
import ctypes
f = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)
return f()`,
    ended,
  ),
  attack(
    'P15',
    'crafted bytecode',
    `import types
code = (lambda: 0).__code__.replace(co_code=bytes([100, 255] * 50 + [83, 0]), co_consts=(), co_stacksize=1)
return str(types.FunctionType(code, {})())`,
    { ends: ['killed', 'script_error', 'memory_limit', 'timeout'], timeoutMs: 3000 },
  ),
  attack(
    'P16',
    'a native module laid into the workspace',
    `import importlib.machinery as m, importlib.util as u
path = "/tmp/evil.cpython-314-wasm32-emscripten.so"
open(path, "wb").write(bytes([0, 97, 115, 109, 1, 0, 0, 0]))
return str(u.module_from_spec(u.spec_from_file_location("evil", path, loader=m.ExtensionFileLoader("evil", path))))`,
    ended,
  ),
  attack(
    'P17',
    'the door: bad lines, foreign methods, no end',
    `answers = []
for line in (b'{"method":"exec","args":{"cmd":"id"}}', b'{"method":"fetch","args":{"url":"file:///etc/passwd"}}', b'{"method":"__proto__"}', b"no json", b"[]", b"null", b'{"method":5}'):
    with open("/dev/host", "wb", buffering=0) as f: f.write(line + b"\\n")
    with open("/dev/host", "rb", buffering=0) as f: answers.append(f.read(200).decode())
try:
    with open("/dev/host", "wb", buffering=0) as f:
        for i in range(100): f.write(b"A" * (1 << 20))
    answers.append("OPEN no limit")
except OSError as e: answers.append(e.errno)
return answers`,
  ),
  attack(
    'P18',
    'a forged result',
    `open("/sandbox/result", "w").write('{"result": "\\\\"forged\\\\""}')
import os
os.mkdir("/sandbox/request") if False else None
return "mine"`,
  ),
  attack(
    'P19',
    'the files of the driver replaced by folders',
    `import os
os.mkdir("/sandbox/result")
return 1`,
    { ends: ['script_error', 'killed'] },
  ),
  attack(
    'P20',
    'the guest module patched',
    `import sys
guest = sys.modules["_sandbox"]
guest.attempt = lambda: {"result": "not json"}
guest.run = None
return 1`,
    { ends: ['script_error', 'killed'] },
  ),
  attack(
    'P21',
    'the standard library overwritten',
    `import sys, zipfile
path = next(p for p in sys.path if p.endswith(".zip"))
with open(path, "r+b") as f: f.write(b"\\0" * 4096)
return "written"`,
    { ends: ['script_error'] },
  ),
  attack(
    'P22',
    'os._exit',
    `import os
os._exit(3)`,
    { ends: ['killed'] },
  ),
  attack(
    'P23',
    'os.abort',
    `import os
os.abort()`,
    { ends: ['killed', 'memory_limit'] },
  ),
  attack('P24', 'a loop without end', `while True: pass`, stopped),
  attack(
    'P25',
    'a loop that catches everything',
    `while True:
    try:
        while True: pass
    except BaseException: pass`,
    stopped,
  ),
  attack(
    'P26',
    'the signal ignored',
    `import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
while True: pass`,
    stopped,
  ),
  attack('P27', 'a loop in C that looks for no signal', `return sum(range(10 ** 13))`, stopped),
  attack('P28', 'a number without end', `return len(str(9 ** 9 ** 9))`, {
    ends: ['timeout', 'memory_limit', 'script_error', 'killed'],
    timeoutMs: 1500,
  }),
  attack(
    'P29',
    'a pattern that takes forever',
    `import re
return bool(re.match(r"(a+)+$", "a" * 60 + "b"))`,
    stopped,
  ),
  attack(
    'P30',
    'sleep beyond the deadline',
    `import time
time.sleep(3600)`,
    stopped,
  ),
  attack(
    'P31',
    'memory: lists and strings',
    `a = []
while True: a.append("x" * 1000000)`,
    full,
  ),
  attack(
    'P32',
    'memory: large pieces',
    `${attempts}attempt(lambda: len(bytearray(8 << 30)))
attempt(lambda: len([0] * 10 ** 9))
attempt(lambda: len("x" * (1 << 31)))
return [o for o in out if o.startswith("OPEN")]`,
    full,
  ),
  attack(
    'P33',
    'memory: files',
    `f = open("/tmp/big", "wb")
while True: f.write(b"x" * (8 << 20))`,
    { ends: ['script_error'] },
  ),
  attack('P34', 'memory: a file made long in one call', `open("/tmp/big", "wb").truncate(1 << 40)`, {
    ends: ['script_error', 'killed', 'memory_limit'],
  }),
  attack(
    'P35',
    'memory: folders without end',
    `import os
i = 0
while True:
    os.mkdir(f"/tmp/d{i}"); i += 1`,
    { ends: ['timeout', 'memory_limit', 'killed', 'script_error'], timeoutMs: 3000 },
  ),
  attack(
    'P36',
    'memory: a pipe without a reader',
    `import os
r, w = os.pipe()
while True: os.write(w, b"x" * (1 << 20))`,
    full,
  ),
  attack(
    'P37',
    'stack: deep values',
    `import sys
sys.setrecursionlimit(10 ** 9)
x = []
for i in range(10 ** 6): x = [x]
return len(repr(x))`,
    { ends: ['killed', 'script_error', 'memory_limit'] },
  ),
  attack(
    'P38',
    'stack: recursion',
    `import sys
sys.setrecursionlimit(10 ** 9)
def f(): return f()
f()`,
    { ends: ['killed', 'script_error', 'memory_limit', 'timeout'], timeoutMs: 4000 },
  ),
  attack('P39', 'stack: deep source', () => '('.repeat(200_000), {
    ends: ['script_error', 'killed', 'memory_limit'],
  }),
  attack('P40', 'a flood of output', `while True: print("A" * 10000)`, stopped),
  attack('P41', 'a result of 50 MB', `return "x" * 50_000_000`, {
    ends: ['result_too_large', 'memory_limit', 'timeout'],
  }),
  attack(
    'P42',
    'tasks and hooks left behind',
    `import asyncio, atexit
atexit.register(lambda: print("late"))
async def forever():
    while True: await asyncio.sleep(0.001)
async def start():
    asyncio.ensure_future(forever()); return "done"
await start()`,
  ),
  attack(
    'P43',
    'input and a debugger',
    `${attempts}attempt(lambda: input())
attempt(lambda: __import__("sys").stdin.read(1) or 1 / 0)
return out`,
  ),
  attack(
    'P44',
    'the network, although it is off',
    ({ port }) => `try: return "CONNECTED " + fetch("http://127.0.0.1:${port}/").text
except OSError as e: return str(e)`,
  ),
  attack(
    'P45',
    'a trace function that never ends',
    `import sys
def trace(*args):
    while True: pass
sys.settrace(trace)
def f(): pass
f()`,
    stopped,
  ),
  attack(
    'P46',
    'an error that throws while it is serialised',
    `class E(Exception):
    def __str__(self): raise self
raise E()`,
    { ends: ['script_error'] },
  ),
]
