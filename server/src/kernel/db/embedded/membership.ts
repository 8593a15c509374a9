import { setTimeout as pause } from 'node:timers/promises'
import { StartFault } from '../../start-fault.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { type Guard, openGuard, settingsFor } from './guard.ts'
import { type Holder, underLock } from './lock.ts'
import { trimLog } from './log-file.ts'
import { openHome } from './machine/directories.ts'
import { findPostmaster, isListening, readPostmasterFile, stopPostmaster } from './postmaster.ts'
import { type ServerSource, type StartOptions, startServer } from './server.ts'

export type OnNotice = (message: string, facts?: object) => void

export type EmbeddedServer = {
  settings: ConnectionSettings
  /** Another process had started the server. */
  adopted: boolean
  /** Its files were made by this process a moment ago: nothing is in it, and no other process knows what is. */
  isNew: boolean
  /** Gives up the use of the server; the last process to do so stops it. */
  leave(): Promise<void>
}

type MembershipOptions = {
  dataDir: string
  onNotice: OnNotice
} & Omit<ServerSource, 'paths'>

type Site = ServerSource & { onNotice: OnNotice }

/** Replaying what a crash left in the log can take minutes on a slow disk; giving up earlier would not help. */
const maxWaitMs = 5 * 60_000

/** A process that stops must exit even when another one hangs while it holds the lock. */
const maxLeaveWaitMs = 15_000

const logCheckMs = 10 * 60_000

/**
 * Joining and leaving both decide under the lock, so that no server is stopped under a newcomer and none is
 * started twice.
 */
export async function joinServer({
  dataDir,
  onNotice,
  ...source
}: MembershipOptions): Promise<EmbeddedServer> {
  const site: Site = { ...source, onNotice, paths: await openHome(dataDir) }
  const leaving = new AbortController()
  const first = await enter(site, { mayCreate: true, signal: AbortSignal.timeout(maxWaitMs) }).catch(
    explainTimeout,
  )
  const logCheck = setInterval(() => void trimLog(site.paths.logFile).catch(() => {}), logCheckMs).unref()
  const stored = keepGuard(site, first.guard, leaving.signal)
  let departure: Promise<void> | undefined
  const depart = async () => {
    clearInterval(logCheck)
    leaving.abort()
    await leaveServer(site, await stored)
  }
  return {
    settings: settingsFor(site.paths),
    adopted: first.adopted,
    isNew: first.isNew,
    leave: () => (departure ??= depart()),
  }
}

function explainTimeout(error: unknown): never {
  if (!(error instanceof Error) || !['TimeoutError', 'AbortError'].includes(error.name)) throw error
  throw new StartFault(
    `The embedded PostgreSQL did not become ready within ${maxWaitMs / 60_000} minutes.`,
    'Read its log, and end other processes that hang with the same data directory.',
  )
}

type Entry = { guard: Guard; adopted: boolean; isNew: boolean }

/** Makes sure that a server runs, and says that this process uses it. */
function enter(site: Site, options: StartOptions): Promise<Entry> {
  const { signal } = options
  const onWait = ({ pid }: Holder) =>
    site.onNotice('Another process is starting or leaving the embedded PostgreSQL; waiting for it', { pid })
  return underLock(site.paths.lock, { signal, onWait }, async () => {
    let adopted = true
    let isNew = false
    let isBusyReported = false
    for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 500)) {
      if (!(await findPostmaster(site.paths)) && !(await isListening(site.paths))) {
        adopted = false
        const outcome = await startServer(site, options)
        isNew ||= outcome.isNew
        if (outcome.state === 'busy' && !isBusyReported) {
          isBusyReported = true
          site.onNotice('Waiting for the processes of the previous embedded PostgreSQL to end')
        }
      }
      const guard = await openGuard(site.paths)
      if (guard) return { guard, adopted, isNew }
      await pause(waitMs, undefined, { signal })
    }
  })
}

/** Watches the server until `signal`, and restarts it whenever it is not running. Returns the last guard. */
async function keepGuard(site: Site, first: Guard, signal: AbortSignal): Promise<Guard | null> {
  const left = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  for (let guard: Guard | null = first; guard; guard = await regain(site, signal)) {
    await Promise.race([guard.lost, left])
    if (signal.aborted) return guard
    site.onNotice('The connection to the embedded PostgreSQL was lost')
  }
  return null
}

/** Null when this process leaves in the meantime. */
async function regain(site: Site, signal: AbortSignal): Promise<Guard | null> {
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5_000)) {
    try {
      const { guard, adopted } = await enter(site, { mayCreate: false, signal })
      site.onNotice(`The embedded PostgreSQL ${adopted ? 'is there again' : 'was started again'}`)
      return guard
    } catch (error) {
      if (signal.aborted) return null
      site.onNotice('The embedded PostgreSQL could not be started again', { error, nextTryInMs: waitMs })
    }
    await pause(waitMs, undefined, { signal }).catch(() => {})
  }
}

async function leaveServer(site: Site, guard: Guard | null): Promise<void> {
  try {
    const signal = AbortSignal.timeout(maxLeaveWaitMs)
    await underLock(site.paths.lock, { signal }, () => stopIfLast(site, guard))
  } catch (error) {
    // The next process to join finds whatever is left, and uses it.
    site.onNotice('The embedded PostgreSQL was left running', { error })
  } finally {
    await guard?.close()
  }
}

async function stopIfLast(site: Site, guard: Guard | null): Promise<void> {
  const server = await findPostmaster(site.paths)
  if (!server) return
  const own = guard?.isLost() ? null : guard
  const witness = own ?? (await openGuard(site.paths))
  try {
    if (witness && (await witness.countOthers()) > 0) return
    // A server that is still starting has no users yet; one that is merely overrun may have many.
    if (!witness && (await readPostmasterFile(site.paths))?.isReady)
      throw new Error('it takes no connections')
  } finally {
    await witness?.close()
  }
  if (!(await stopPostmaster(server)))
    site.onNotice('The embedded PostgreSQL did not stop', { pid: server.pid })
}
