import { attacksIn } from './attack.ts'

const javascript = attacksIn('javascript')
const python = attacksIn('python')
const stopped = { ends: ['timeout'], timeoutMs: 1500 } as const
const broken = { ends: ['killed', 'script_error', 'memory_limit'] } as const
const again = { times: 3 } as const

/**
 * Against what runs beside the script in its own interpreter: the part that reports its result, its errors and its
 * output, the files by which it is reached, and what it left for the next script.
 */
export const innerAttacks = [
  javascript(
    'J60',
    'a thrown object that never ends while it is serialised',
    `throw { toJSON() { for (;;) {} } }`,
    stopped,
  ),
  javascript(
    'J61',
    'a thrown object that lies about everything',
    `throw new Proxy(function () {}, new Proxy({}, { get: () => () => { throw 'again' } }))`,
    { ends: ['script_error'] },
  ),
  javascript(
    'J62',
    'a state that cannot be set by the run after it',
    `const seen = typeof globalThis.trap
globalThis.trap = 1
Object.defineProperty(globalThis, 'state', { set() { for (;;) {} }, get() { return 'OPEN' }, configurable: false })
return seen === 'undefined' ? 'clean' : 'OPEN ' + seen`,
    { ...again, ends: ['script_error'] },
  ),
  javascript(
    'J63',
    'the door to the host, caught by changed prototypes',
    `const caught = []
const keep = (value) => { if (typeof value === 'function' && caught.length < 500) caught[caught.length] = value }
for (const prototype of [Map.prototype, Array.prototype, Promise.prototype])
  for (const name of ['set', 'get', 'map', 'push', 'pop', 'some', 'then']) {
    const original = prototype[name]
    if (typeof original !== 'function') continue
    prototype[name] = function (...args) {
      keep(this)
      for (let i = 0; i < args.length; i++) { keep(args[i]); for (const part in args[i]) keep(args[i][part]) }
      return Reflect.apply(original, this, args)
    }
  }
files.write('mark', '')
console.log({ a: [1] }, new Map([[1, 2]]))
await new Promise((done) => setTimeout(done, 5))
await fetch('http://x/').catch(() => {})
let isOpen = false
for (let i = 0; i < caught.length; i++)
  try { isOpen ||= String(caught[i]('list')).includes('"path":"mark"') } catch {}
return [caught.length > 0, isOpen ? 'OPEN' : 'shut']`,
  ),
  javascript(
    'J64',
    'an array of four billion holes as a result',
    `const a = []; a.length = 2 ** 32 - 1; return a`,
    {
      ends: ['memory_limit', 'timeout', 'script_error', 'result_too_large', 'killed'],
      timeoutMs: 3000,
    },
  ),
  javascript(
    'J65',
    'a million timers and calls that are not awaited',
    `for (let i = 0; i < 1e6; i++) { setTimeout(() => {}, 1e9); fetch('http://x/').catch(() => {}) }`,
    { ends: ['script_error', 'timeout', 'memory_limit'], timeoutMs: 4000 },
  ),
  javascript(
    'J66',
    'files that are folders, and names that are prototypes',
    `const out = []
for (const [name, text] of [['a', '1'], ['a/b', '2'], ['__proto__', '3'], ['c/__proto__/d', '4'], ['\\ud800', '5']])
  try { files.write(name, text); out.push(name) } catch { out.push('no') }
return [out, ({}).isAdmin, files.list().length]`,
  ),
  python(
    'P60',
    'a result that is no JSON, or nested beyond every stack',
    `import sys
sys.modules["_sandbox"].write_result = lambda value: "[" * 500000 + "]" * 500000
return 1`,
    { ends: ['result_too_large'] },
  ),
  python(
    'P61',
    'a result file that is a folder',
    `import os
os.mkdir("/sandbox/result")`,
    { ...broken, ...again },
  ),
  python(
    'P62',
    'a result file that links to the host device',
    `import os
os.symlink("/dev/host", "/sandbox/result")`,
    { ...broken, ...again },
  ),
  python(
    'P63',
    'a result file that links to itself',
    `import os
os.symlink("/sandbox/result", "/sandbox/result")`,
    { ...broken, ...again },
  ),
  python(
    'P64',
    'a request that the next one cannot bring',
    `import os
os.mkdir("/sandbox/request"); os.mkdir("/sandbox/request/deep")
return "clean"`,
    again,
  ),
  python(
    'P65',
    'no folder for the result file',
    `import os
os.rename("/sandbox", "/elsewhere")`,
    { ...broken, ...again },
  ),
  python(
    'P66',
    'a hook on everything the interpreter does, which cannot be taken away',
    `import builtins, sys
seen = getattr(builtins, "hooked", None)
def hook(*args): builtins.hooked = "OPEN hook"
sys.addaudithook(hook)
open("/tmp/x", "w").close()
return seen or "clean"`,
    again,
  ),
  python(
    'P67',
    'hooks of the collector, of finalizers and of uncaught errors',
    `import builtins, gc, sys, weakref
seen = getattr(builtins, "late", None)
def mark(*args): builtins.late = "OPEN late"
class Kept: pass
builtins.kept = Kept(); builtins.kept.self = builtins.kept
weakref.finalize(builtins.kept, mark)
gc.callbacks.append(mark); sys.unraisablehook = mark; sys.excepthook = mark; sys.displayhook = mark
sys.setprofile(mark); sys.settrace(mark)
del builtins.kept
return seen or "clean"`,
    again,
  ),
  python(
    'P68',
    'an error handler of the codec that never ends',
    `import codecs
def forever(error):
    while True: pass
for name in ("strict", "backslashreplace", "replace"): codecs.register_error(name, forever)
raise ValueError("\\ud800")`,
    { ends: ['script_error', 'timeout'], timeoutMs: 1500 },
  ),
  python(
    'P69',
    'an output that never stops to be flushed',
    `import sys
class Out:
    def write(self, text): return len(text)
    def flush(self):
        while True: pass
sys.stdout = sys.stderr = Out()
return 1`,
    stopped,
  ),
  python(
    'P70',
    'a line for the host that never ends',
    `import os
door = os.open("/dev/host", os.O_WRONLY)
for _ in range(2000): os.write(door, b"x" * 1_000_000)
return "clean"`,
    { ends: ['killed', 'script_error', 'memory_limit', 'timeout'], timeoutMs: 5000 },
  ),
  python(
    'P71',
    'lines for the host that are none',
    `import json, os
out = []
for line in (b"", b"{}", b"[]", b"null", b'{"method": 5}', b'{"method": "sleep", "args": {"ms": "NaN"}}',
             b'{"method": "sleep", "args": {"ms": -1e308}}', b'{"method": "__proto__", "args": {}}',
             b'{"method": "fetch", "args": {"url": "file:///etc/passwd"}, "body": "?"}', b"\\xff\\xfe", b"[" * 100000):
    with open("/dev/host", "wb", buffering=0) as door: door.write(line + b"\\n")
    with open("/dev/host", "rb", buffering=0) as door: out.append(door.readall().decode()[:80])
return out`,
  ),
  python(
    'P72',
    'recursion in C, where Python does not count',
    `held = ()
for _ in range(200000): held = (held,)
return hash(held) and repr(held)[:10]`,
    broken,
  ),
  python(
    'P73',
    'a bomb that unpacks itself',
    `import zlib
packer = zlib.compressobj(1)
small = b"".join(packer.compress(bytes(1 << 20)) for _ in range(300)) + packer.flush()
return len(zlib.decompress(small))`,
    { ends: ['memory_limit', 'script_error', 'timeout'], timeoutMs: 8000 },
  ),
  python(
    'P74',
    'numbers that lie when they are written',
    `class Liar(int):
    def __abs__(self): return 0
    def __repr__(self): return '"OPEN"}{'
class Endless(dict):
    def items(self):
        while True: yield ("a", 1)
return [Liar(2**70), float("nan"), Endless(a=float("nan"))]`,
    { ends: ['memory_limit', 'timeout', 'result_too_large', 'script_error'], timeoutMs: 4000 },
  ),
]
