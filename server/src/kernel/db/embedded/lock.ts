import { randomUUID } from 'node:crypto'
import { lstat, lutimes, readlink, symlink, unlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isErrno } from './failures.ts'
import { findProcess, type PidSpace, pidSpace } from './machine/live-process.ts'

/** Gives the lock back. */
type Release = () => Promise<void>

type LockOptions = {
  signal: AbortSignal
  /** Called once when the lock does not become free soon. */
  onWait?(holder: Holder): void
  /** How soon; ordinary joining and leaving takes less. */
  reportAfterMs?: number
  /** How long a holder in another container may be silent before it counts as dead. */
  silenceMs?: number
}

export type Holder = PidSpace & { pid: number; birth: string; nonce: string }

const pollMs = 20

/**
 * An exclusive lock between processes that survives none of them: a holder that died is recognised by its pid
 * and birth, and its lock is taken over.
 *
 * The lock is a symbolic link whose target is the holder's description, because a link comes into being with
 * its content in one step: no one ever reads a half-written lock. Taking over is the delicate part: two who
 * saw the same dead holder must not both remove a lock, as the second would remove the lock that the first has
 * just taken. So a caller that wants to remove a dead holder's lock first takes a lock on that very removal, named
 * after the holder's nonce, and looks again.
 */
export async function acquireLock(path: string, options: LockOptions): Promise<Release> {
  const self = await describeSelf()
  const reportFrom = Date.now() + (options.reportAfterMs ?? 3_000)
  let isNotified = false
  for (;;) {
    options.signal.throwIfAborted()
    if (await create(path, self)) return keepAlive(path, self)
    const holder = await readHolder(path)
    if (!holder) continue
    if (await isDead(path, holder, self, options.silenceMs ?? 20_000)) {
      await removeDead(path, holder, options)
      continue
    }
    if (!isNotified && Date.now() >= reportFrom) {
      isNotified = true
      options.onWait?.(holder)
    }
    await pause(pollMs, undefined, { signal: options.signal })
  }
}

async function describeSelf(): Promise<Holder> {
  const [space, self] = await Promise.all([pidSpace(), findProcess(process.pid)])
  return { pid: process.pid, birth: self?.birth ?? '', ...space, nonce: randomUUID() }
}

async function create(path: string, self: Holder): Promise<boolean> {
  try {
    await symlink(JSON.stringify(self), path)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readlink(path)) as Holder
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}

async function isDead(path: string, holder: Holder, self: Holder, silenceMs: number): Promise<boolean> {
  if (holder.boot !== self.boot) return true
  // Processes of another container cannot be looked up; all that is seen of them is their sign of life.
  if (holder.namespace !== self.namespace) {
    const link = await lstat(path).catch(() => null)
    return link !== null && Date.now() - link.mtimeMs > silenceMs
  }
  const found = await findProcess(holder.pid)
  return found?.birth !== holder.birth
}

async function removeDead(path: string, dead: Holder, options: LockOptions): Promise<void> {
  const release = await acquireLock(`${path}.${dead.nonce}`, options)
  try {
    if ((await readHolder(path))?.nonce === dead.nonce) await unlink(path)
  } finally {
    await release()
  }
}

function keepAlive(path: string, self: Holder): Release {
  const signOfLife = setInterval(() => {
    const now = new Date()
    // The lock may just have been given back: there is nothing left to keep alive then.
    lutimes(path, now, now).catch(() => {})
  }, 2_000).unref()
  return async () => {
    clearInterval(signOfLife)
    if ((await readHolder(path))?.nonce === self.nonce) await unlink(path)
  }
}

/** Runs `work` while this process alone holds the lock. */
export async function underLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const release = await acquireLock(path, options)
  try {
    return await work()
  } finally {
    await release()
  }
}
