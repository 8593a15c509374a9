/**
 * What WebAssembly can do to the JavaScript around it, it does through its imports. CPython needs about eighty of them,
 * all like those of a C library and all on files in memory; some 170 others are a bridge into JavaScript. While a
 * guest's code runs, the bridge is up: its imports throw, and the process is discarded, because only an attack calls
 * them.
 */
export type Gate = {
  isShut: boolean
  /** The imports that were called while the gate was closed. */
  denied: string[]
  /** How large the memory may become. */
  maxHeapBytes: number
  /** Grows the memory past the limit that the guest itself may grow to; null until the program is loaded. */
  grow: ((bytes: number) => boolean) | null
  /** How large it is. */
  heapBytes: (() => number) | null
}

export class BlockedImport extends Error {
  constructor(name: string) {
    super(`blocked: ${name}`)
    this.name = 'BlockedImport'
  }
}

const always = new Set(
  [
    // Processes, clocks, chance.
    'exit proc_exit environ_sizes_get environ_get clock_res_get clock_time_get random_get _tzset_js',
    'emscripten_date_now emscripten_get_now _timegm_js _mktime_js _localtime_js _gmtime_js',
    '__assert_fail _abort_js _emscripten_get_progname',
    // Files, all of them in memory.
    'fd_close fd_read fd_write fd_sync fd_fdstat_get fd_seek fd_pread fd_pwrite _munmap_js _msync_js _mmap_js',
    '__syscall_fcntl64 _try_fcntl64 __syscall_openat __syscall_faccessat __syscall_chdir __syscall_fchdir',
    '__syscall_chmod __syscall_fchmod __syscall_fchmodat2 __syscall_fchown32 __syscall_fchownat',
    '__syscall_dup __syscall_dup3 __syscall_fdatasync __syscall_fstat64 __syscall_stat64 __syscall_lstat64',
    '__syscall_newfstatat __syscall_ftruncate64 __syscall_truncate64 __syscall_getcwd __syscall_getdents64',
    '__syscall_mkdirat __syscall_poll __syscall_fadvise64 __syscall_fallocate',
    '__syscall_readlinkat __syscall_unlinkat __syscall_rmdir __syscall_renameat __syscall_symlinkat',
    '__syscall_statfs64 __syscall_fstatfs64 __syscall_utimensat __syscall_getuid32_js __syscall_umask_js',
    '__syscall_ioctl',
    // Memory, signals, calls through pointers of other types.
    'emscripten_get_heap_max emscripten_resize_heap _Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime',
    '_PyEM_TrampolineCall_JS __call_sighandler capture_stderr restore_stderr throw_no_gil can_run_sync_js',
    'emscripten_runtime_keepalive_push emscripten_runtime_keepalive_pop _emscripten_runtime_keepalive_clear',
  ]
    .join(' ')
    .split(' '),
)

// These say no in the way a C library does, so that a script meets an OSError instead of its end.
const failsSoftly = new Set(['_emscripten_system', 'getaddrinfo', 'getnameinfo'])
const notPermitted = -63

type Import = ((...args: unknown[]) => unknown) & { sig?: unknown; async?: unknown; isAsync?: unknown }
export type ImportTable = Record<string, Record<string, unknown>>

/** Replaces the imports in place; the table is what the program is then instantiated with. */
export function guardImports(table: ImportTable, gate: Gate): void {
  // The loader gives one table under both names; guarded twice, even we could not grow the memory past the limit.
  for (const imports of new Set([table.env ?? {}, table.wasi_snapshot_preview1 ?? {}])) {
    for (const [name, original] of Object.entries(imports)) {
      if (typeof original !== 'function') continue
      if (name === 'emscripten_resize_heap') {
        const grow = inSteps(original as Resize, gate)
        gate.grow = grow
        imports[name] = (bytes: number) => (bytes >>> 0 <= gate.maxHeapBytes && grow(bytes >>> 0) ? 1 : 0)
      } else if (!always.has(name)) imports[name] = guarded(name, original as Import, gate)
    }
  }
}

type Resize = (bytes: number) => number | boolean

const growBytes = 16 * 1024 * 1024

/** V8 cannot grow a memory several times over in one step, where the kernel limits what a process may map. */
const inSteps = (resize: Resize, gate: Gate) => (bytes: number) => {
  const held = () => gate.heapBytes?.() ?? bytes
  for (let next = held() + growBytes; next < bytes; next += growBytes)
    if (held() < next && !resize(next)) return false
  return held() >= bytes || Boolean(resize(bytes))
}

function guarded(name: string, original: Import, gate: Gate): Import {
  if (name.startsWith('__syscall_')) return (...args) => (gate.isShut ? notPermitted : original(...args))
  if (failsSoftly.has(name)) return (...args) => (gate.isShut ? -1 : original(...args))
  const guard: Import = function (this: unknown, ...args) {
    if (!gate.isShut) return original.apply(this, args)
    if (gate.denied.length < 100) gate.denied.push(name)
    throw new BlockedImport(name)
  }
  // The loader looks at these to know how a function is to be called.
  const { sig, async, isAsync } = original
  return Object.assign(guard, { sig, async, isAsync })
}

/**
 * Some hundreds of JavaScript functions are in the table of the program for its own use. Code that was brought out
 * of step could call them by number; an empty place traps instead.
 */
export function emptyForeignEntries(table: WebAssembly.Table): void {
  let from = 0
  for (let at = 0; at <= table.length; at++) {
    const entry = at < table.length ? (table.get(at) as { name: string } | null) : null
    // A function that came in through the table of imports has the bare number zero for a name.
    if (entry?.name === '0') continue
    if (at - from >= foreignRun)
      for (let each = from; each < Math.min(at, from + foreignCount); each++) table.set(each, null)
    from = at + 1
  }
}

const foreignRun = 100
const foreignCount = 280
