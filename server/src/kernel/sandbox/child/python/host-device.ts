import { sandboxLimits } from '../../protocol/limits.ts'

/** Parts of Emscripten's file system that are used here; its own types say less. */
export type FileSystem = {
  ErrnoError: new (errno: number) => Error
  makedev(major: number, minor: number): number
  registerDevice(device: number, operations: object): void
  mkdev(path: string, mode: number, device: number): void
  mkdirTree(path: string): void
  isDir(mode: number): boolean
  isFile(mode: number): boolean
  readFile(path: string, options?: { encoding: 'utf8' }): Uint8Array | string
  writeFile(path: string, content: string | Uint8Array): void
  unlink(path: string): void
  rename(from: string, to: string): void
  rmdir(path: string): void
  chdir(path: string): void
  cwd(): string
  analyzePath(path: string): { exists: boolean }
  root: FileNode
  ignorePermissions: boolean
  nextInode: number
  currentPath: string
  /** Every node there is, in chains. */
  nameTable: (FileNode | undefined)[]
  streams: (FileStream | null)[]
  filesystems: { MEMFS: { ops_table: { file: { stream: StreamOperations; node: NodeOperations } } } }
}

type StreamOperations = {
  write(
    stream: { node: FileNode },
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
    canOwn?: boolean,
  ): number
  msync(stream: { node: FileNode }, buffer: Uint8Array, offset: number, length: number, flags: number): number
}
type NodeOperations = { setattr(node: FileNode, attributes: { size?: number }): void }
export type FileNode = {
  mode: number
  /** The bytes of a file, or the entries of a folder. */
  contents?: object
  usedBytes?: number
  parent?: { name: string }
  name_next?: FileNode
}
export type FileStream = { node: FileNode; shared: object }

/** Returns one line of JSON for another. */
export type HostLine = (line: string) => string

const inputOutputError = 29

/** The host device of the guest: it takes one line and then returns one. The reply is computed while the guest waits. */
export function makeHostDevice(files: FileSystem, respond: HostLine): { forget(): void } {
  let written: Buffer[] = []
  let length = 0
  let reply = Buffer.alloc(0)
  const device = files.makedev(64, 7)
  files.registerDevice(device, {
    open() {},
    close() {},
    llseek: () => 0,
    write(_stream: unknown, buffer: Uint8Array, offset: number, count: number) {
      written.push(Buffer.from(buffer.subarray(offset, offset + count)))
      length += count
      if (length > 2 * sandboxLimits.callBytes) {
        written = []
        length = 0
        throw new files.ErrnoError(inputOutputError)
      }
      if (buffer[offset + count - 1] === 10) {
        const line = Buffer.concat(written, length).toString()
        written = []
        length = 0
        reply = Buffer.from(respond(line))
      }
      return count
    },
    read(_stream: unknown, buffer: Uint8Array, offset: number, count: number) {
      const copied = Math.min(count, reply.length)
      buffer.set(reply.subarray(0, copied), offset)
      reply = reply.subarray(copied)
      return copied
    },
  })
  files.mkdev('/dev/host', 0o666, device)
  return {
    /** What was partly written, and what of the last reply was not read. */
    forget() {
      written = []
      length = 0
      reply = Buffer.alloc(0)
    },
  }
}
