import { execSync } from 'node:child_process'
import { lookup } from 'node:dns'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import { foreignCallProbes } from './foreign-calls.ts'
import type { Probe, ProbeTools } from './probe-tools.ts'
import { probedCalls } from './probed-calls.ts'

/** What a probe found: refused, or open. Everything that is not an error counts as open. */
export type Finding = { name: string; isOpen: boolean; detail: string }

const currentFolder = -100

type Arguments = (tools: ProbeTools) => (number | bigint)[]

/** Arguments with which the call would do harm if it got through. */
const argumentsOf: Record<string, Arguments> = {
  open: ({ text, canary }) => [text(canary.file), 0],
  openat: ({ text, canary }) => [currentFolder, text(canary.file), 0],
  openat2: ({ text, canary }) => [currentFolder, text(canary.file), text('\0'.repeat(24)), 24],
  creat: ({ text, canary }) => [text(`${canary.folder}/pwned`), 0o666],
  mkdir: ({ text, canary }) => [text(`${canary.folder}/pwned`), 0o777],
  mkdirat: ({ text, canary }) => [currentFolder, text(`${canary.folder}/pwned`), 0o777],
  unlink: ({ text, canary }) => [text(canary.file)],
  unlinkat: ({ text, canary }) => [currentFolder, text(canary.file), 0],
  rename: ({ text, canary }) => [text(canary.file), text(`${canary.file}.moved`)],
  renameat: ({ text, canary }) => [
    currentFolder,
    text(canary.file),
    currentFolder,
    text(`${canary.file}.moved`),
  ],
  truncate: ({ text, canary }) => [text(canary.file), 0],
  chmod: ({ text, canary }) => [text(canary.file), 0o777],
  fchmodat: ({ text, canary }) => [currentFolder, text(canary.file), 0o777],
  symlinkat: ({ text, canary }) => [text(canary.file), currentFolder, text(`${canary.folder}/pwned`)],
  linkat: ({ text, canary }) => [
    currentFolder,
    text(canary.file),
    currentFolder,
    text(`${canary.folder}/pwned`),
    0,
  ],
  stat: ({ text }) => [text('/etc/passwd'), text(' '.repeat(256))],
  statx: ({ text }) => [currentFolder, text('/etc/passwd'), 0, 0x7ff, text(' '.repeat(256))],
  readlink: ({ text }) => [text('/proc/self/exe'), text(' '.repeat(256)), 256],
  readlinkat: ({ text }) => [currentFolder, text('/proc/self/exe'), text(' '.repeat(256)), 256],
  getcwd: ({ text }) => [text(' '.repeat(256)), 256],
  chdir: ({ text }) => [text('/tmp')],
  chroot: ({ text }) => [text('/')],
  execve: ({ text }) => [text('/bin/sh'), 0, 0],
  execveat: ({ text }) => [currentFolder, text('/bin/sh'), 0, 0, 0],
  memfd_create: ({ text }) => [text('x'), 0],
  clone: () => [17],
  socket: () => [2, 1, 0],
  socketpair: ({ text }) => [1, 1, 0, text(' '.repeat(8))],
  pipe: ({ text }) => [text(' '.repeat(8))],
  pipe2: ({ text }) => [text(' '.repeat(8)), 0],
  kill: ({ parentPid }) => [parentPid, 0],
  tgkill: ({ parentPid }) => [parentPid, parentPid, 0],
  tkill: ({ parentPid }) => [parentPid, 0],
  ptrace: ({ parentPid }) => [16, parentPid, 0, 0],
  pidfd_open: ({ parentPid }) => [parentPid, 0],
  process_vm_readv: ({ parentPid }) => [parentPid, 0, 0, 0, 0],
  prctl: () => [4, 1],
  personality: () => [0x0040000],
  prlimit64: ({ text }) => [0, 2, text('\xff'.repeat(16)), 0],
  setrlimit: ({ text }) => [2, text('\xff'.repeat(16))],
  unshare: () => [0x10000000],
  dup: () => [3],
  dup3: () => [3, 9, 0],
  fcntl: ({ parentPid }) => [3, 8, parentPid],
  ioctl: ({ text }) => [0, 0x5412, text('x')],
  eventfd2: () => [0, 0],
  epoll_create1: () => [0],
  shmget: () => [1, 4096, 0o1777],
  msgget: () => [1, 0o1777],
  uname: ({ text }) => [text(' '.repeat(400))],
  sysinfo: ({ text }) => [text(' '.repeat(200))],
}

function callProbes(arch: 'x64' | 'arm64'): Probe[] {
  return Object.entries(probedCalls).flatMap(([name, [x64, arm64]]) => {
    const number = arch === 'x64' ? x64 : arm64
    if (number === null) return []
    const attempt = (tools: ProbeTools) => {
      const result = tools.call(number, ...(argumentsOf[name]?.(tools) ?? []))
      if (result < 0) throw new Error(`errno ${-result}`)
      return result
    }
    return [{ name: `syscall ${name}`, attempt }]
  })
}

const mapBytes = 8 * 2 ** 30

const nodeProbes: Probe[] = [
  { name: 'read a file of the host', attempt: ({ canary }) => readFileSync(canary.file, 'utf8') },
  { name: 'read /etc/passwd', attempt: () => readFileSync('/etc/passwd', 'utf8').length },
  { name: 'read its own program', attempt: () => readFileSync(import.meta.filename, 'utf8').length },
  { name: 'read its environment from /proc', attempt: () => readFileSync('/proc/self/environ', 'utf8') },
  {
    name: 'read the memory of its parent',
    attempt: ({ parentPid }) => openSync(`/proc/${parentPid}/mem`, 'r'),
  },
  {
    name: 'write a file',
    attempt: ({ canary }) => writeFileSync(`${canary.folder}/pwned`, 'x') ?? 'written',
  },
  {
    name: 'copy a file',
    attempt: ({ canary }) => copyFileSync(canary.file, `${canary.folder}/pwned`) ?? 'copied',
  },
  { name: 'delete a file', attempt: ({ canary }) => unlinkSync(canary.file) ?? 'deleted' },
  { name: 'change the mode of a file', attempt: ({ canary }) => chmodSync(canary.file, 0o777) ?? 'changed' },
  { name: 'make a link', attempt: ({ canary }) => symlinkSync('/etc', `${canary.folder}/pwned`) ?? 'linked' },
  { name: 'list the root folder', attempt: () => readdirSync('/').join() },
  { name: 'look whether a file exists', attempt: () => existsSync('/etc/passwd') || refuse() },
  { name: 'ask for the size of a file', attempt: () => statSync('/etc/passwd').size },
  { name: 'run a command', attempt: () => execSync('id').toString() },
  { name: 'signal its parent', attempt: ({ parentPid }) => process.kill(parentPid, 0) },
  { name: 'become root', attempt: () => process.setuid!(0) ?? 'root' },
  { name: 'change its folder', attempt: () => process.chdir('/tmp') ?? 'changed' },
  {
    name: 'load a native library',
    attempt: () => process.dlopen({ exports: {} }, '/usr/lib/libpython3.so') ?? 'loaded',
  },
  { name: 'start a thread', attempt: () => new Worker('0', { eval: true }).threadId },
  { name: 'find anything in its environment', attempt: () => Object.keys(process.env).join() || refuse() },
  {
    name: 'see the interfaces of the network',
    attempt: () => Object.keys(os.networkInterfaces()).join() || refuse(),
  },
  { name: 'be root', attempt: () => process.getuid!() === 0 || refuse() },
  { name: 'connect to the host', attempt: ({ canary }) => holdsSocket(canary.port) || refuse() },
  { name: 'look up a name', attempt: () => lookUp() },
  { name: 'map 8 GB', attempt: ({ call }) => mapAnonymous(call) },
  { name: 'fill 4 GB', attempt: () => fill(64) },
]

const refuse = (): never => {
  throw new Error('nothing there')
}

/** Needs a thread, which cannot be made. */
function lookUp(): string {
  lookup('localhost', () => {})
  return refuse()
}

/** The object is made whatever the kernel says; a descriptor it only has when the kernel gave one. */
function holdsSocket(port: number): boolean {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const { _handle: handle } = socket as unknown as { _handle: { fd: number } | null }
  return (handle?.fd ?? -1) >= 0
}

function mapAnonymous(call: ProbeTools['call']): number {
  const number = process.arch === 'x64' ? 9 : 222
  const result = call(number, 0, mapBytes, 3, 0x22, -1)
  if (result < 0) throw new Error(`errno ${-result}`)
  return result
}

function fill(pieces: number): string {
  const held: Buffer[] = []
  for (let index = 0; index < pieces; index++) held.push(Buffer.alloc(64 * 2 ** 20, 1))
  return `${held.length} pieces`
}

export const allProbes = (arch: 'x64' | 'arm64'): Probe[] => [
  ...callProbes(arch),
  ...foreignCallProbes(arch),
  ...nodeProbes,
]

export function tryProbe({ name, attempt }: Probe, tools: ProbeTools): Finding {
  try {
    return { name, isOpen: true, detail: String(attempt(tools)).slice(0, 80) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { name, isOpen: false, detail: `${code ?? ''} ${message}`.trim().slice(0, 80) }
  }
}
