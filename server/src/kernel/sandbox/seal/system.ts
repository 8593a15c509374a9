import type { LibraryHandle } from 'koffi'
import { findSyscalls, type SealableSyscalls } from './syscalls.ts'

/** The library for calls into libc, as far as it is used here. */
type Koffi = Pick<typeof import('koffi'), 'load' | 'address' | 'errno' | 'view'>
type Native = ReturnType<LibraryHandle['func']>

/** The kernel as this process can ask it directly: what Node has no function for. */
export type System = {
  syscalls: SealableSyscalls | null
  /** The result, or the negative errno. */
  call(name: string, ...args: Argument[]): number
  /** The address of the bytes; they must outlive the call that uses it. */
  address(bytes: Buffer): bigint
  /** The memory of this process from a memory address on; it must stay mapped while it is read. */
  bytesAt(address: number, length: number): Uint8Array
  /** Whether the descriptor has something to read; waits at most so long, forever below zero. */
  waitReadable(fd: number, timeoutMs: number): boolean
  waitWritable(fd: number): void
  /** Ends this process immediately, without an event loop. */
  exit(code: number): never
}

type Argument = number | bigint | Buffer

const pollIn = 1
const pollOut = 4

/** Everything is bound before a process is sealed; afterwards no library could be opened any more. */
export function createSystem(koffi: Koffi): System {
  const syscalls = findSyscalls(process.platform, process.arch)
  const libc = koffi.load(null)
  const number = 'int64_t'
  const raw: Native = libc.func('syscall', number, Array(7).fill(number) as string[])
  const poll: Native = libc.func('int poll(void *fds, ulong count, int timeout)')
  const leave: Native = libc.func('void _exit(int code)')
  const watched = Buffer.alloc(8)

  function call(name: string, ...args: Argument[]): number {
    const found = syscalls?.numbers[name]
    if (found === undefined) throw new Error(`the number of ${name} is not known here`)
    const words = [...args, 0, 0, 0, 0, 0, 0]
      .slice(0, 6)
      .map((arg) => (Buffer.isBuffer(arg) ? koffi.address(arg) : arg))
    const result = Number(raw(found, ...words))
    return result < 0 ? -koffi.errno() : result
  }

  function wait(fd: number, events: number, timeoutMs: number): boolean {
    watched.writeInt32LE(fd, 0)
    watched.writeInt16LE(events, 4)
    watched.writeInt16LE(0, 6)
    return Number(poll(watched, 1, timeoutMs)) > 0
  }

  return {
    syscalls,
    call,
    address: (bytes) => koffi.address(bytes),
    bytesAt: (address, length) => new Uint8Array(koffi.view(BigInt(address), length)),
    waitReadable: (fd, timeoutMs) => wait(fd, pollIn, Math.ceil(timeoutMs)),
    waitWritable: (fd) => void wait(fd, pollOut, -1),
    exit(code) {
      leave(code)
      throw new Error('the process did not end')
    },
  }
}
