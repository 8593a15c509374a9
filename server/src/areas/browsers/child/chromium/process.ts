import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { folderPrefix } from '../../protocol/folders.ts'
import type { OpenOptions } from '../../protocol/messages.ts'
import { chromiumArguments } from './arguments.ts'
import { type ControlGroup, createControlGroup, findControlGroup } from './control-group.ts'
import { createPipe, type Pipe } from './pipe.ts'

export type ChromiumProcess = {
  readonly pipe: Pipe
  readonly downloads: string
  readonly uploads: string
  /** Of all its processes together; null where the system does not say. */
  megabytes(): number | null
  /** What it wrote before it ended. */
  errorOutput(): string
  exited: Promise<void>
  kill(): void
  /** Ends it and deletes what it has on disk. */
  close(): Promise<void>
}

export type LaunchOptions = Pick<OpenOptions, 'viewport' | 'locale' | 'timezone'> & {
  executable: string
  libraries: string | null
  proxyPort: number
  isSandboxed: boolean
  barHeight: number
}

// The user without rights of every Unix. Chromium's own sandbox does not run as root.
const unprivileged = 65_534
const isRoot = process.getuid?.() === 0
const owner = isRoot ? { uid: unprivileged, gid: unprivileged } : {}

// As sandboxes: the server and its database have three times the weight of a page that never stops.
const niceness = '5'
const nice = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path))

/**
 * Started with less priority, so that all of its threads and processes inherit it. Set from outside it would be that of one
 * thread. It becomes the browser itself, with the same process id.
 */
const yielding = (executable: string, args: string[]): [string, string[]] =>
  nice === undefined ? [executable, args] : [nice, ['-n', niceness, executable, ...args]]

const foundGroup = findControlGroup()
// By then it has started what it starts by itself.
const lateMs = 2_000

/**
 * Limits of the kernel, where a group was delegated to us. Its first process is moved before it has started another one,
 * unless the machine is very busy: so the whole process group is moved once more.
 */
function limit({ pid }: ChildProcess): ControlGroup | null {
  if (foundGroup.kind === 'missing' || pid === undefined) return null
  try {
    const group = createControlGroup(foundGroup.folder, `browser-${pid}`)
    group.add([pid])
    setTimeout(() => group.add(pidsOf(pid)), lateMs).unref()
    return group
  } catch {
    // A browser without a limit is better than none.
    return null
  }
}

/** Folders of a browser: nothing of it is left once it has ended. */
async function makeFolders() {
  const root = await mkdtemp(join(tmpdir(), folderPrefix(process.pid)))
  const folders = {
    root,
    profile: join(root, 'profile'),
    downloads: join(root, 'downloads'),
    uploads: join(root, 'uploads'),
  }
  for (const folder of [folders.profile, folders.downloads, folders.uploads]) await mkdir(folder)
  if (isRoot) for (const folder of Object.values(folders)) await chown(folder, unprivileged, unprivileged)
  return folders
}

/**
 * Starts a browser in its own process group, so that all of it can be ended together. It ends by itself when the pipe
 * closes, so that nothing is left of it however this process ends.
 */
export async function launchChromium(options: LaunchOptions): Promise<ChromiumProcess> {
  const folders = await makeFolders()
  const [command, args] = yielding(
    options.executable,
    chromiumArguments({ ...options, profileFolder: folders.profile }),
  )
  const child = spawn(command, args, {
    ...owner,
    cwd: folders.root,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: {
      HOME: folders.root,
      TMPDIR: folders.root,
      TZ: options.timezone,
      LANG: 'C.UTF-8',
      ...(options.libraries === null ? {} : { LD_LIBRARY_PATH: options.libraries }),
    },
  })
  const group = limit(child)
  let errorOutput = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    if (errorOutput.length < 8192) errorOutput += chunk.toString('utf8', 0, 4096)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      errorOutput ||= error.message
      resolve()
    })
    child.once('exit', () => resolve())
  })
  // Also when it was killed by others.
  const deleted = exited.then(() => rm(folders.root, { recursive: true, force: true, maxRetries: 5 }))
  void exited.then(() => group?.remove())
  const kill = () => {
    killGroup(child)
    rmSync(folders.root, { recursive: true, force: true })
  }
  return {
    pipe: createPipe(child.stdio[3] as Writable, child.stdio[4] as Readable),
    downloads: folders.downloads,
    uploads: folders.uploads,
    megabytes: () => (child.pid ? groupMegabytes(child.pid) : null),
    errorOutput: () => errorOutput,
    exited,
    kill,
    async close() {
      killGroup(child)
      await deleted
    },
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

const pageBytes = 4096

/** The processes of a process group. */
function pidsOf(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group ? [Number(pid)] : []
      } catch {
        // It ended while it was looked at.
        return []
      }
    })
}

/** Resident memory of a process group, shared pages counted once for each process. */
function groupMegabytes(group: number): number | null {
  if (process.platform !== 'linux') return null
  let pages = 0
  for (const pid of pidsOf(group)) {
    try {
      const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
      pages += resident! - shared!
    } catch {
      // It ended while it was looked at.
    }
  }
  return (pages * pageBytes) / 1024 ** 2
}
