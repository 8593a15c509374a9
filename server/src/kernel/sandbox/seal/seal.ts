import { readFileSync } from 'node:fs'
import { sealingFilter, spawnerFilter } from './filter.ts'
import type { System } from './system.ts'

/** Whom a sealed process becomes when it was started by root. */
const unprivilegedId = 65534

export const resource = {
  fileSize: 1,
  data: 2,
  core: 4,
  openFiles: 7,
  lockedMemory: 8,
  messageQueues: 12,
  processes: 6,
}
const setParentDeathSignal = 1
const setDumpable = 4
const setNoNewPrivileges = 38
const sigkill = 9
const installFilter = 1
const onAllThreads = 1
const markCloseOnExec = 4

export type SealOptions = {
  /** What the process may still map beyond what it has mapped; V8 maps far more than it uses, so the limit is relative. */
  extraBytes: number
  /** The process that must be our parent; if it has exited, nothing would ever end this process. */
  parentPid: number
}

/**
 * Closes this process forever: no files, no sockets, no processes, no threads, a bounded memory, dead as soon as its
 * parent is. Needs no rights, no namespaces and no helper. Throws where anything of it cannot be had.
 */
export function sealProcess(system: System, { extraBytes, parentPid }: SealOptions): void {
  const { syscalls } = system
  if (syscalls === null) throw new Error(`${process.platform} on ${process.arch} cannot be sealed`)
  const mapped = mappedBytes()
  dropRights()
  const must = (name: string, ...args: (number | bigint | Buffer)[]) => {
    const result = system.call(name, ...args)
    if (result < 0) throw new Error(`${name} failed with errno ${-result}`)
  }
  // After the rights are dropped: changing the user clears both.
  must('prctl', setParentDeathSignal, sigkill)
  if (system.call('getppid') !== parentPid) throw new Error('the parent has exited')
  must('prctl', setDumpable, 0)
  const limit = (kind: number, bytes: number) => limitResource(system, kind, bytes)
  limit(resource.data, mapped + extraBytes)
  limit(resource.core, 0)
  limit(resource.fileSize, 0)
  limit(resource.lockedMemory, 0)
  limit(resource.messageQueues, 0)
  limit(resource.processes, 0)
  // Not zero: the kernel refuses to wait for more descriptors than may be open.
  limit(resource.openFiles, 4)
  must('prctl', setNoNewPrivileges, 1)
  install(system, sealingFilter(syscalls, process.pid), onAllThreads)
  proveSealed(system)
}

// SIGHUP, SIGINT and SIGTERM have the same numbers everywhere.
const terminationSignals = [1, 2, 15]
const ignore = 1n
const signalSetBytes = 8

/** A signal to all processes of the service is for the server; a process that holds a session waits for its orders. */
export function ignoreSignals(system: System): void {
  if (system.syscalls === null) return
  const action = Buffer.alloc(32)
  action.writeBigUInt64LE(ignore, 0)
  for (const signal of terminationSignals) system.call('rt_sigaction', signal, action, 0, signalSetBytes)
}

/** Before anything is spawned: nothing inherited goes further, and no ring can be made by what is spawned. */
export function guardSpawner(system: System, parentPid: number): void {
  const { syscalls } = system
  if (syscalls === null) return
  // Kernels before 5.11 do not know the call; the few descriptors we inherit are then listed in `stdio`.
  system.call('close_range', 3, 0xffffffff, markCloseOnExec)
  system.call('prctl', setParentDeathSignal, sigkill)
  if (system.call('getppid') !== parentPid) throw new Error('the parent has exited')
  if (system.call('prctl', setNoNewPrivileges, 1) < 0) throw new Error('no_new_privs was refused')
  install(system, spawnerFilter(syscalls), 0)
}

export function install(system: System, program: Buffer, flags: number): void {
  const pointer = Buffer.alloc(16)
  pointer.writeUInt16LE(program.length / 8, 0)
  pointer.writeBigUInt64LE(system.address(program), 8)
  const result = system.call('seccomp', installFilter, flags, pointer)
  // A positive number names a thread that could not be brought along.
  if (result !== 0) throw new Error(`the filter of system calls was refused (${result})`)
}

export function dropRights(): void {
  if (process.getuid!() !== 0) return
  process.setgroups!([])
  process.setgid!(unprivilegedId)
  process.setuid!(unprivilegedId)
  if (process.getuid!() === 0 || process.geteuid!() === 0) throw new Error('root privileges were not dropped')
}

export function limitResource(system: System, kind: number, limit: number): void {
  const result = system.call('prlimit64', 0, kind, rlimit(limit), 0)
  if (result < 0) throw new Error(`prlimit64 failed with errno ${-result}`)
}

function mappedBytes(): number {
  const found = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
  if (!found) throw new Error('the mapped memory is not known')
  return Number(found[1]) * 1024
}

function rlimit(bytes: number): Buffer {
  const limits = Buffer.alloc(16)
  limits.writeBigUInt64LE(BigInt(bytes), 0)
  limits.writeBigUInt64LE(BigInt(bytes), 8)
  return limits
}

/** A filter that was accepted and does nothing would look the same: two calls that must fail are tried. */
function proveSealed(system: System): void {
  const path = Buffer.from('/\0')
  const isOpen = system.call('openat', -100, path, 0) !== -1 || system.call('socket', 2, 1, 0) !== -1
  if (isOpen) throw new Error('the filter of system calls does not hold')
}
