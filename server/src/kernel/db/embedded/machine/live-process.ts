import { execFile } from 'node:child_process'
import { readFile, readlink, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process that runs. A pid alone says little: it is given to someone else once its process has ended. */
export type LiveProcess = {
  pid: number
  /** When it was started, in the system's own format; two processes with one pid differ in it. */
  birth: string
  name: string
  uid?: number
  /** The directory it works in; absent where the system does not report it. */
  directory?: { dev: number; ino: number }
}

/** Null for a pid that names no one, or only a dead process that its parent has not collected. */
export const findProcess = (pid: number): Promise<LiveProcess | null> =>
  process.platform === 'linux' ? findInProc(pid) : findWithPs(pid)

async function findInProc(pid: number): Promise<LiveProcess | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (line === null) return null
  // The name is in parentheses and may itself contain spaces and parentheses.
  const nameEnd = line.lastIndexOf(')')
  const fields = line.slice(nameEnd + 2).split(' ')
  const [state = 'X'] = fields
  if (state === 'Z' || state === 'X') return null
  const [owner, directory] = await Promise.all([
    stat(`/proc/${pid}`).catch(() => null),
    stat(`/proc/${pid}/cwd`).catch(() => null),
  ])
  return {
    pid,
    birth: fields[19] ?? '',
    name: line.slice(line.indexOf('(') + 1, nameEnd),
    ...(owner ? { uid: owner.uid } : {}),
    ...(directory ? { directory: { dev: directory.dev, ino: directory.ino } } : {}),
  }
}

/** For systems without /proc. */
export async function findWithPs(pid: number): Promise<LiveProcess | null> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  const output = await promisify(execFile)(
    'ps',
    ['-o', 'stat=,uid=,lstart=,comm=', '-p', String(pid)],
    options,
  )
    .then(({ stdout }) => stdout.trim())
    .catch(() => '')
  const [, state, uid, birth, command] =
    /^(\S+)\s+(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(output) ?? []
  if (!state || state.startsWith('Z') || !birth || !command) return null
  return { pid, birth, name: command.slice(command.lastIndexOf('/') + 1), uid: Number(uid) }
}

/** Whether the system still knows this pid in any state: what PostgreSQL itself goes by. */
export function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Where a pid has its meaning: pids start again with every boot, and containers count their own. */
export type PidSpace = { boot: string; namespace: string }

export async function pidSpace(): Promise<PidSpace> {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return { boot: boot.trim(), namespace }
}
