import { AppError } from '../errors.ts'
import { type EvictIdle, withCapacity } from './capacity-exceeded.ts'
import {
  type Job,
  type OpenInterpreter,
  type SandboxDriver,
  type SandboxResult,
  StaleSave,
} from './driver.ts'
import { LostInterpreter } from './local-driver.ts'
import type { FileEntry, Language } from './protocol/messages.ts'
import { packFiles } from './protocol/workspace-archive.ts'
import { packSession, type SavedSession, unpackSession } from './saved-session.ts'

export type SessionResult = SandboxResult & {
  /** What the session held beyond its last save is lost, by this run or since the one before. */
  stateLost: boolean
}

export type Saved =
  /** Everything the session holds, to be given to `lastSave` later. */
  | { kind: 'saved'; bytes: Buffer }
  /** Nothing lives that the last save does not have: nothing was started since, or it was lost. */
  | { kind: 'unchanged' }
  /** It holds what cannot be serialized, and lives as long as its processes; `bytes` are its files alone. */
  | { kind: 'unsavable'; bytes: Buffer }

/**
 * A session: interpreters that keep their state from run to run, and files that both languages see. One thing is done
 * at a time, in the order of the calls.
 */
export type SandboxSession = {
  execute(language: Language, job: Job): Promise<SessionResult>
  save(): Promise<Saved>
  putFile(path: string, bytes: Uint8Array): Promise<void>
  getFile(path: string): Promise<Buffer | null>
  listFiles(): Promise<readonly FileEntry[]>
  deleteFile(path: string): Promise<boolean>
  /** Ends its processes. A session that is used again begins from its last save. */
  close(): Promise<void>
}

/** Changes to the files of a session that its last save does not have. */
export type ChangeLog = {
  /** In the order in which they were made. Throws a StaleSave when one of them is missing. */
  list(): Promise<readonly Buffer[]>
  /** Resolves once the change is durable; false when the session is not ours any more. */
  add(archive: Buffer): Promise<boolean>
}

export type SessionOptions = {
  projectId: string
  /** What `save` gave last; read whenever an interpreter must be started. Throws a StaleSave when it is missing. */
  lastSave(): Promise<Buffer | null>
  /** Without one, changes to files are lost with the process they were made in, unless a save has them. */
  changes?: ChangeLog
  /** Called when there is no capacity for an interpreter. */
  evictIdle?: EvictIdle
}

type SessionDeps = { drivers: ReadonlyMap<Language, SandboxDriver>; options: SessionOptions }

// More than one user at a console sends; a loop that does not await its responses gets an error.
const maxQueueLength = 5

export function createSession({ drivers, options }: SessionDeps): SandboxSession {
  const live = new Map<Language, OpenInterpreter>()
  /** The interpreter that has the files as they are now. */
  let holder: Language | null = null
  let isLossUnreported = false
  let tail: Promise<unknown> = Promise.resolve()
  let queued = 0

  function sequentially<T>(work: () => Promise<T>): Promise<T> {
    if (queued > maxQueueLength) return Promise.reject(busy())
    queued++
    const done = tail.then(work).finally(() => queued--)
    tail = done.catch(() => {})
    return done
  }

  /** A save that cannot be read any more counts as none, but its loss is reported. */
  async function lastSave(): Promise<SavedSession | null> {
    try {
      const bytes = await options.lastSave()
      return bytes === null ? null : await unpackSession(bytes)
    } catch (error) {
      if (!(error instanceof StaleSave)) throw error
      isLossUnreported = true
      return null
    }
  }

  function forgetLost(): void {
    for (const [language, interpreter] of live) {
      if (!interpreter.isLost()) continue
      live.delete(language)
      if (holder === language) holder = null
      isLossUnreported = true
    }
  }

  const open = (driver: SandboxDriver, state: Buffer | null) =>
    withCapacity(options.evictIdle, options.projectId, () => driver.open(options.projectId, state))

  async function start(language: Language, saved: SavedSession | null): Promise<OpenInterpreter> {
    const driver = drivers.get(language)
    if (!driver) throw new AppError('sandbox_unavailable', `No sandbox runs ${language} here`)
    const state = saved?.interpreters.get(language) ?? null
    let interpreter: OpenInterpreter
    try {
      interpreter = await open(driver, state)
    } catch (error) {
      if (!(error instanceof StaleSave)) throw error
      isLossUnreported = true
      interpreter = await open(driver, null)
    }
    live.set(language, interpreter)
    return interpreter
  }

  /** The files as they were last acknowledged, wherever they are stored. */
  async function storedFiles(saved: SavedSession | null): Promise<Buffer[]> {
    const files = saved?.files ? [saved.files] : []
    try {
      return [...files, ...((await options.changes?.list()) ?? [])]
    } catch (error) {
      if (!(error instanceof StaleSave)) throw error
      isLossUnreported = true
      return files
    }
  }

  /** The interpreter of the language, with the files as they are now. */
  async function interpreterFor(language: Language): Promise<OpenInterpreter> {
    forgetLost()
    const known = live.get(language)
    const saved = known && holder !== null ? null : await lastSave()
    const interpreter = known ?? (await start(language, saved))
    const other = holder === null ? undefined : live.get(holder)
    if (holder === null) {
      const stored = await storedFiles(saved)
      if (known || stored.length > 0) await interpreter.importFiles(stored)
    } else if (other && other !== interpreter) await interpreter.importFiles([await other.exportFiles()])
    holder = language
    return interpreter
  }

  /** A change through the API; it is acknowledged once it is durable. */
  async function keep(path: string, bytes: Uint8Array | null): Promise<void> {
    if ((await options.changes?.add(packFiles([[path, bytes]]))) === false) throw movedAway()
  }

  /** Files are served by the caller that has them; a session without any interpreter gets the lightest. */
  async function withFiles<T>(work: (interpreter: OpenInterpreter) => Promise<T>): Promise<T> {
    return again(async () => {
      forgetLost()
      return work(await interpreterFor(holder ?? 'javascript'))
    })
  }

  async function execute(language: Language, job: Job): Promise<SessionResult> {
    const result = await again(async () => (await interpreterFor(language)).execute(job))
    forgetLost()
    const isVoid = result.changes ? (await options.changes?.add(result.changes)) === false : false
    const stateLost = isLossUnreported || isVoid
    isLossUnreported = false
    return { ...result, stateLost }
  }

  async function save(): Promise<Saved> {
    forgetLost()
    const [first] = live.keys()
    if (first === undefined) return { kind: 'unchanged' }
    const before = live.size === drivers.size ? null : await lastSave()
    // Where the interpreters with the latest files have exited, the files are merged again first.
    const { exportFiles } = holder === null ? await interpreterFor(first) : live.get(holder)!
    const interpreters = new Map(before?.interpreters)
    for (const [language, interpreter] of live) {
      const state = await interpreter.save()
      if (state === 'unsavable')
        return { kind: 'unsavable', bytes: await packSession(onlyFiles(await exportFiles())) }
      interpreters.set(language, state)
    }
    return { kind: 'saved', bytes: await packSession({ interpreters, files: await exportFiles() }) }
  }

  return {
    execute: (language, job) => sequentially(() => execute(language, job)),
    save: () => sequentially(save),
    putFile: (path, bytes) =>
      sequentially(async () => {
        await withFiles((interpreter) => interpreter.put(path, bytes))
        await keep(path, bytes)
      }),
    getFile: (path) => sequentially(() => withFiles((interpreter) => interpreter.get(path))),
    listFiles: () => sequentially(() => withFiles((interpreter) => interpreter.list())),
    deleteFile: (path) =>
      sequentially(async () => {
        const isDeleted = await withFiles((interpreter) => interpreter.delete(path))
        if (isDeleted) await keep(path, null)
        return isDeleted
      }),
    async close() {
      // Not in turn: a run that is going on ends with its session.
      const result = [...live.values()]
      live.clear()
      holder = null
      isLossUnreported = false
      await Promise.all(result.map((interpreter) => interpreter.close()))
    },
  }
}

/**
 * A process that ended between two orders is found out only by the next one, which is then tried again: once for each
 * language, as the processes of both may have ended together.
 */
async function again<T>(work: () => Promise<T>, times = 2): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LostInterpreter) || times === 0) throw error
    return again(work, times - 1)
  }
}

const onlyFiles = (files: Buffer): SavedSession => ({ interpreters: new Map(), files })

const movedAway = () =>
  new AppError('session_busy', 'The session was moved to another server', {
    hint: 'Try again.',
  })

const busy = () =>
  new AppError('session_busy', 'The session queue is full', {
    hint: 'Wait for earlier calls to finish.',
  })
