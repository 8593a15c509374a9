import { sandboxLimits } from '../protocol/limits.ts'
import type { Done, FileEntry } from '../protocol/messages.ts'
import type { Change } from '../protocol/workspace-archive.ts'

/** The files of one session, as the interpreter that holds them sees them. Paths are relative and normal. */
export type Workspace = {
  list(): FileEntry[]
  get(path: string): Uint8Array | null
  put(path: string, bytes: Uint8Array): void
  delete(path: string): boolean
  /** Puts these in the place of all it holds. They were files of this session before, so nothing is checked again. */
  restore(files: ReadonlyMap<string, Uint8Array>): void
  /** What has changed since the last call. */
  takeChanges(): Change[]
}

/** Thrown to refuse with a reason code for the caller. */
export class Refusal extends Error {
  readonly reason: NonNullable<Done['refused']>

  constructor(reason: NonNullable<Done['refused']>, message: string) {
    super(message)
    this.reason = reason
  }
}

// The last would be no name but a prototype where an engine stores its files in objects.
const badSegments = new Set(['', '.', '..', '__proto__'])

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no path may hold
const badCharacter = /[\u0000-\u001f\u007f\\]/

export function checkPath(path: string): string {
  const isBad =
    path.length > sandboxLimits.pathChars ||
    badCharacter.test(path) ||
    !path.isWellFormed() ||
    path.split('/').some((segment) => badSegments.has(segment))
  if (isBad) throw new Refusal('bad_path', `"${path.slice(0, 80)}" is not a path inside the workspace`)
  return path
}

/** Throws when the workspace would hold too much with these bytes at this path. */
export function checkCapacity(workspace: Pick<Workspace, 'list'>, path: string, sizeBytes: number): void {
  const others = workspace.list().filter((file) => file.path !== path)
  if (others.length >= sandboxLimits.workspaceFiles)
    throw new Refusal('too_many_files', `a workspace holds ${sandboxLimits.workspaceFiles} files`)
  const held = others.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (held + sizeBytes > sandboxLimits.workspaceBytes)
    throw new Refusal('too_large', `a workspace holds ${sandboxLimits.workspaceBytes} bytes`)
}

/** For interpreters without their own file system. */
export function createWorkspace(): Workspace {
  const files = new Map<string, Uint8Array>()
  const changed = new Set<string>()
  const list = () => [...files].map(([path, bytes]) => ({ path, sizeBytes: bytes.length }))

  /** Nothing can be a file and a folder: the interpreter that is given the files next may have a real file system. */
  function checkInWorkspace(path: string): void {
    for (const other of files.keys())
      if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
        throw new Refusal(
          'path_taken',
          `"${path.slice(0, 80)}" and "${other.slice(0, 80)}" cannot both be files`,
        )
  }

  return {
    list,
    get: (path) => files.get(path) ?? null,
    put(path, bytes) {
      checkPath(path)
      checkInWorkspace(path)
      checkCapacity({ list }, path, bytes.length)
      files.set(path, bytes)
      changed.add(path)
    },
    delete(path) {
      const isDeleted = files.delete(path)
      if (isDeleted) changed.add(path)
      return isDeleted
    },
    restore(stored) {
      files.clear()
      for (const [path, bytes] of stored) files.set(path, bytes)
      changed.clear()
    },
    takeChanges() {
      const taken = [...changed].map((path): Change => [path, files.get(path) ?? null])
      changed.clear()
      return taken
    },
  }
}
