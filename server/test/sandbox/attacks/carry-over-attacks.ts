import { attacksIn } from './attack.ts'

/**
 * A process runs one script of a project after the other, and nothing of one may be there for the next. Each of these
 * looks for what it left the last time, says OPEN for everything it finds, and leaves it again.
 */
const python = attacksIn('python')
const javascript = attacksIn('javascript')
const again = { times: 3 } as const

/** A check that says what was found again; what cannot be looked at was not left. */
const found = `seen = []
def found(what, check):
    try:
        if check(): seen.append("OPEN " + what)
    except (AttributeError, LookupError, OSError, ImportError, NameError): pass
`

export const carryOverAttacks = [
  python(
    'P50',
    'what is left in the language',
    `${found}import builtins, sys, json, os, gc, decimal, random, signal, warnings, codecs, copyreg, asyncio, collections.abc, types
found("a global", lambda: mark_global)
found("a builtin", lambda: builtins.mark)
found("a module", lambda: sys.modules["mark_module"])
found("an attribute of a module", lambda: json.mark)
found("a function replaced", lambda: json.loads is print)
found("a type changed", lambda: os.PathLike in collections.abc.Sized.__subclasses__() or collections.Counter.mark)
found("the environment", lambda: os.environ["MARK"] or os.getenv("MARK"))
found("the search path", lambda: "/mark" in sys.path or "/mark" in sys.path_importer_cache)
found("an import hook", lambda: any("Mark" in type(f).__name__ for f in sys.meta_path))
found("the recursion limit", lambda: sys.getrecursionlimit() == 777)
found("the collector", lambda: gc.get_threshold()[0] == 777 or gc.callbacks or not gc.isenabled())
found("the decimal context", lambda: decimal.getcontext().prec == 7)
found("a signal handler", lambda: signal.getsignal(signal.SIGTERM) not in (signal.SIG_DFL, signal.SIG_IGN, None))
found("a warning filter", lambda: any("mark" in str(f) for f in warnings.filters))
found("an error handler", lambda: codecs.lookup_error("mark"))
found("a pickle function", lambda: int in copyreg.dispatch_table)
found("a hook", lambda: sys.excepthook is print or sys.gettrace() or sys.getprofile())
found("a running loop", lambda: asyncio._get_running_loop())
found("an audit hook", lambda: sys.audit("mark") or mark_global)
found("the same chance", lambda: random.getstate()[1][:3] == (777, 778, 779))
found("an object", lambda: any(type(o).__name__ == "Mark" for o in gc.get_objects()))
mark_global = 1
builtins.mark = json.mark = collections.Counter.mark = 1
sys.modules["mark_module"] = types.ModuleType("mark_module")
os.environ["MARK"] = "1";
sys.path.append("/mark"); sys.path_importer_cache["/mark"] = None
class Mark:
    def __init__(self): self.me = self
    def __del__(self): builtins.late = 1
    def find_spec(self, *args): return None
sys.meta_path.append(Mark()); sys.setrecursionlimit(777); gc.set_threshold(777); gc.callbacks.append(lambda *a: None)
decimal.getcontext().prec = 7; signal.signal(signal.SIGTERM, lambda *a: None); warnings.simplefilter("ignore", DeprecationWarning)
warnings.filterwarnings("ignore", "mark"); codecs.register_error("mark", lambda e: ("", e.end)); copyreg.pickle(int, lambda i: i)
sys.excepthook = print; random.setstate((3, (777, 778, 779) + tuple(range(621)) + (624,), None))
gc.disable(); asyncio._set_running_loop(asyncio.new_event_loop())
sys.addaudithook(lambda *a: None); json.loads = print
return seen or "clean"`,
    again,
  ),
  python(
    'P51',
    'what is left in files',
    `${found}import os, stat
lib = next(p for p in __import__("sys").path if p.endswith(".zip"))
found("a file of the workspace", lambda: os.path.exists("/workspace/mark"))
found("a file elsewhere", lambda: any(os.path.lexists(d + "/mark") for d in ("/tmp", "/home", "/", "/lib", "/dev", "/sandbox", "/proc")))
found("a changed library", lambda: open(lib, "rb").read(4) == b"MARK")
found("a longer library", lambda: os.stat(lib).st_size % 1000 == 777)
found("a mode", lambda: stat.S_IMODE(os.stat("/tmp").st_mode) == 0o751)
found("a time", lambda: any(os.stat(p).st_mtime == 777 for p in ("/workspace", "/lib", lib)))
found("a folder", lambda: os.getcwd() == "/tmp")
found("a moved folder", lambda: os.path.exists("/moved"))
def fd_open(fd):
    try: os.fstat(fd); return True
    except OSError: return False
found("a descriptor", lambda: any(fd_open(fd) for fd in range(3, 40)))
number = os.stat(os.open("/tmp/number", os.O_CREAT)).st_ino
for d in ("/workspace", "/tmp", "/home", "/", "/lib", "/dev", "/sandbox"):
    try: open(d + "/mark", "w").write("mark")
    except OSError: pass
with open(lib, "r+b") as f: f.write(b"MARK")
os.truncate(lib, os.stat(lib).st_size // 1000 * 1000 + 777)
os.chmod("/tmp", 0o751); os.chdir("/tmp")
for p in ("/workspace", "/lib", lib): os.utime(p, (777, 777))
os.open("/tmp/kept", os.O_CREAT | os.O_RDWR); os.dup2(1, 30)
os.mkdir("/workspace/a"); os.rename("/workspace/a", "/moved"); os.unlink("/dev/host")
return seen or f"clean {number}"`,
    again,
  ),
  python(
    'P52',
    'a library changed through a mapping',
    `${found}import mmap, os, sys
lib = next(p for p in sys.path if p.endswith(".zip"))
found("the change", lambda: open(lib, "rb").read(4) == b"MARK")
with open(lib, "r+b") as f:
    with mmap.mmap(f.fileno(), 4096) as m:
        m[:4] = b"MARK"; m.flush()
return seen or "clean"`,
    { ...again, ends: ['script_error'] },
  ),
  python(
    'P53',
    'what the door of the host still holds',
    `import os
with open("/dev/host", "rb", buffering=0) as device: left = device.read(100)
fd = os.open("/dev/host", os.O_WRONLY)
os.write(fd, b'{"method": "mark", "args": {}, "body": null}\\n')
os.write(fd, b'half of a line')
return "OPEN " + left.decode() if left else "clean"`,
    again,
  ),
  python(
    'P54',
    'tasks, generators and exits that continue later',
    `import asyncio, atexit, builtins
late = getattr(builtins, "late", None)
def mark(*args): builtins.late = "OPEN late"
atexit.register(mark)
def forever():
    try: yield 1
    finally: mark()
builtins.kept = g = forever(); next(g)
async def task():
    try: await asyncio.sleep(100)
    finally: mark()
async def start(): builtins.task = asyncio.ensure_future(task()); await asyncio.sleep(0)
await start()
return late or "clean"`,
    again,
  ),
  javascript(
    'J50',
    'what is left in the language',
    `const seen = []
if (typeof mark !== 'undefined' || globalThis.mark) seen.push('OPEN a global')
if (({}).mark || [].mark || (() => 0).mark || Symbol.for('x').mark) seen.push('OPEN a prototype')
if (JSON.parse === Math.max || Object.isFrozen(Object.prototype)) seen.push('OPEN a function')
if (files.list().length > 0) seen.push('OPEN a file')
if (Symbol.keyFor(Symbol.for('x')) !== 'x' || RegExp.$1 === 'mark') seen.push('OPEN a match')
var mark = 1; globalThis.mark = 1; Object.prototype.mark = 1; Array.prototype.mark = 1; JSON.parse = Math.max
files.write('mark', 'mark'); /(mark)/.exec('mark')
setTimeout(() => { files.write('late', 'x') }, 1)
Promise.resolve().then(() => new Promise(() => {}))
Object.freeze(Object.prototype)
return seen.length ? seen : 'clean'`,
    again,
  ),
  javascript(
    'J51',
    'what is left in a memory that has grown',
    `const size = 1024 * 1024
const seen = new Uint8Array(size).some((byte) => byte === 0x4d) ? 'OPEN memory' : 'clean'
globalThis.kept = [new Uint8Array(size).fill(0x4d), 'mark'.repeat(1e5)]
return seen`,
    again,
  ),
]
