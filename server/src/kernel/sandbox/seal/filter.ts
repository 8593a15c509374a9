import type { SealableSyscalls } from './syscalls.ts'

/**
 * Programs for the kernel's filter of system calls (classic BPF). One instruction is code, jump if true, jump if
 * false, constant; what the program returns decides about the call.
 */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, constant: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const returning = (action: number): Instruction => [0x06, 0, 0, action]
const skipUnlessEqual = (value: number, count: number): Instruction => [0x15, 0, count, value]
const skipIfEqual = (value: number, count: number): Instruction => [0x15, count, 0, value]
const skipIfBelow = (value: number, count: number): Instruction => [0x35, 0, count, value]

const skipUnlessAnyBit = (bits: number, count: number): Instruction => [0x45, 0, count, bits]

const numberOffset = 0
const archOffset = 4
const firstArgumentOffset = 16

const allow = 0x7fff0000
const killProcess = 0x80000000
const refuse = (errno: number) => 0x00050000 | errno
const notPermitted = refuse(1)
const notImplemented = refuse(38)

// On x64 the numbers from here on are a second, forgotten calling convention (x32) with its own gaps.
const x32Numbers = 0x40000000

/**
 * What a sealed interpreter may still ask of the kernel: the two pipes it was born with, its own memory, time,
 * chance and its own end. Nothing here takes a path, makes a descriptor, a thread or a process, or names another one.
 * The most frequent come first, as the program is walked from the top for every call.
 */
const allowed = [
  'futex',
  'read',
  'write',
  'clock_gettime',
  'mprotect',
  'madvise',
  'mmap',
  'munmap',
  'ppoll',
  'poll',
  'getrandom',
  'brk',
  'mremap',
  'pkey_mprotect',
  'membarrier',
  'sched_yield',
  'rt_sigprocmask',
  'rt_sigaction',
  'rt_sigreturn',
  'sigaltstack',
  'gettid',
  'getpid',
  'getrusage',
  'gettimeofday',
  'clock_getres',
  'clock_nanosleep',
  'nanosleep',
  'sched_getaffinity',
  'restart_syscall',
  'rseq',
  'writev',
  // Node has a thread for delayed tasks, which sleeps in its own event loop.
  'epoll_pwait',
  'epoll_wait',
  'epoll_ctl',
  'exit',
  'exit_group',
]

/**
 * Everything but the list above and what an engine needs beyond it is refused with EPERM, on a foreign calling
 * convention the process is killed.
 */
export function sealingFilter(syscalls: SealableSyscalls, pid: number, also: readonly string[] = []): Buffer {
  const { numbers } = syscalls
  const program = onlyOwnConvention(syscalls)
  for (const name of [...allowed, ...also]) {
    const number = numbers[name]
    if (number !== undefined) program.push(skipUnlessEqual(number, 1), returning(allow))
  }
  // A process that aborts sends itself a signal; no one else may be meant.
  program.push(
    skipUnlessEqual(numbers.tgkill!, 4),
    load(firstArgumentOffset),
    skipUnlessEqual(pid, 1),
    returning(allow),
    returning(notPermitted),
  )
  program.push(returning(notPermitted))
  return encode(program)
}

/**
 * Inherited by all that is spawned: no rings. libuv makes one per event loop whatever its settings say, and what is
 * requested through a ring bypasses every filter; without them it falls back to epoll.
 */
export function spawnerFilter(syscalls: SealableSyscalls): Buffer {
  return encode([
    ...onlyOwnConvention(syscalls),
    skipUnlessEqual(syscalls.numbers.io_uring_setup!, 1),
    returning(notImplemented),
    returning(allow),
  ])
}

/**
 * What a confined program of others cannot ask for: sockets, other processes, memory of others, namespaces, keys, parts of
 * the kernel that have no use without them. Files are restricted otherwise; so is what has a path.
 */
const refused = [
  'socket',
  'socketpair',
  'connect',
  'bind',
  'fork',
  'vfork',
  'kill',
  'tkill',
  'pidfd_open',
  'pidfd_send_signal',
  'pidfd_getfd',
  'ptrace',
  'process_vm_readv',
  'process_vm_writev',
  'shmget',
  'semget',
  'msgget',
  'mq_open',
  'memfd_create',
  'mount',
  'umount2',
  'pivot_root',
  'chroot',
  'unshare',
  'setns',
  'personality',
  'add_key',
  'request_key',
  'keyctl',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'init_module',
  'finit_module',
  'kexec_load',
]

const setParentDeathSignal = 1
const asThread = 0x10000

/** Everything but the list above; it has threads, and no processes, and cannot outlive its parent. */
export function confiningFilter(syscalls: SealableSyscalls, pid: number): Buffer {
  const { numbers } = syscalls
  const program = onlyOwnConvention(syscalls)
  for (const name of refused) {
    const number = numbers[name]
    if (number !== undefined) program.push(skipUnlessEqual(number, 1), returning(notPermitted))
  }
  // The arguments of the newer call cannot be looked at; without it a program falls back to the older.
  for (const name of ['clone3', 'io_uring_setup'])
    program.push(skipUnlessEqual(numbers[name]!, 1), returning(notImplemented))
  const unless = (name: string, check: Instruction, [met, otherwise]: readonly [number, number]) =>
    program.push(
      skipUnlessEqual(numbers[name]!, 4),
      load(firstArgumentOffset),
      check,
      returning(met),
      returning(otherwise),
    )
  unless('clone', skipUnlessAnyBit(asThread, 1), [allow, notPermitted])
  unless('prctl', skipUnlessEqual(setParentDeathSignal, 1), [notPermitted, allow])
  unless('tgkill', skipUnlessEqual(pid, 1), [allow, notPermitted])
  program.push(returning(allow))
  return encode(program)
}

/** How every program begins: numbers mean something only in the calling convention they belong to. */
function onlyOwnConvention({ auditArch, arch }: SealableSyscalls): Instruction[] {
  return [
    load(archOffset),
    skipIfEqual(auditArch, 1),
    returning(killProcess),
    load(numberOffset),
    ...(arch === 'x64' ? [skipIfBelow(x32Numbers, 1), returning(killProcess)] : []),
  ]
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, ifTrue, ifFalse, constant]] of program.entries()) {
    const at = index * 8
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(ifTrue, at + 2)
    bytes.writeUInt8(ifFalse, at + 3)
    bytes.writeUInt32LE(constant >>> 0, at + 4)
  }
  return bytes
}
