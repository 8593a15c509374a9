import { AppError } from '../errors.ts'
import { type Ending, type Job, type OpenInterpreter, type SandboxDriver, StaleSave } from './driver.ts'
import { LostInterpreter } from './local-driver.ts'
import { type MakeRoom, withRoom } from './no-room.ts'
import { packSession, type SavedSession, unpackSession } from './saved-session.ts'
import type { FileEntry, Language } from './wire/messages.ts'

export type SessionEnding = Ending & {
  /** What the session held beyond its last save is gone, by this run or since the one before. */
  stateLost: boolean
}

export type Saved =
  /** Everything the session holds, to be given to `lastSave` later. */
  | { kind: 'saved'; bytes: Buffer }
  /** Nothing lives that the last save does not have: nothing was started since, or it was lost. */
  | { kind: 'unchanged' }
  /** It holds what cannot be written down, and lives as long as its processes. */
  | { kind: 'unsavable' }

/**
 * A session: interpreters that keep their state from run to run, and files that both languages see. One thing is done
 * at a time, in the order in which it was asked for.
 */
export type SandboxSession = {
  execute(language: Language, job: Job): Promise<SessionEnding>
  save(): Promise<Saved>
  putFile(path: string, bytes: Uint8Array): Promise<void>
  getFile(path: string): Promise<Buffer | null>
  listFiles(): Promise<readonly FileEntry[]>
  deleteFile(path: string): Promise<boolean>
  /** Ends its processes. A session that is used again begins from its last save. */
  close(): Promise<void>
}

export type SessionOptions = {
  projectId: string
  /** What `save` gave last; asked for whenever an interpreter must be started. Throws a StaleSave when it is gone. */
  lastSave(): Promise<Buffer | null>
  /** Asked when there is no room for an interpreter. */
  makeRoom?: MakeRoom
}

type SessionDeps = { drivers: ReadonlyMap<Language, SandboxDriver>; options: SessionOptions }

// More than one user at a console sends; a loop that does not wait for its answers is told so.
const longestQueue = 5

export function createSession({ drivers, options }: SessionDeps): SandboxSession {
  const live = new Map<Language, OpenInterpreter>()
  /** The interpreter that has the files as they are now. */
  let holder: Language | null = null
  let isLossUntold = false
  let tail: Promise<unknown> = Promise.resolve()
  let queued = 0

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (queued > longestQueue) return Promise.reject(busy())
    queued++
    const done = tail.then(work).finally(() => queued--)
    tail = done.catch(() => {})
    return done
  }

  /** A save that cannot be read any more is as good as none, but its loss is told. */
  async function lastSave(): Promise<SavedSession | null> {
    try {
      const bytes = await options.lastSave()
      return bytes === null ? null : await unpackSession(bytes)
    } catch (error) {
      if (!(error instanceof StaleSave)) throw error
      isLossUntold = true
      return null
    }
  }

  function forgetLost(): void {
    for (const [language, interpreter] of live) {
      if (!interpreter.isLost()) continue
      live.delete(language)
      if (holder === language) holder = null
      isLossUntold = true
    }
  }

  const open = (driver: SandboxDriver, state: Buffer | null) =>
    withRoom(options.makeRoom, () => driver.open(options.projectId, state))

  async function start(language: Language): Promise<OpenInterpreter> {
    const driver = drivers.get(language)
    if (!driver) throw new AppError('sandbox_unavailable', `No sandbox runs ${language} here`)
    const saved = await lastSave()
    const state = saved?.interpreters.get(language) ?? null
    let interpreter: OpenInterpreter
    try {
      interpreter = await open(driver, state)
    } catch (error) {
      if (!(error instanceof StaleSave)) throw error
      isLossUntold = true
      interpreter = await open(driver, null)
    }
    live.set(language, interpreter)
    if (holder === null && saved?.files) await interpreter.importFiles(saved.files)
    holder ??= language
    return interpreter
  }

  /** The interpreter of the language, with the files as they are now. */
  async function interpreterFor(language: Language): Promise<OpenInterpreter> {
    forgetLost()
    const interpreter = live.get(language) ?? (await start(language))
    const other = holder === null || holder === language ? undefined : live.get(holder)
    if (other) await interpreter.importFiles(await other.exportFiles())
    holder = language
    return interpreter
  }

  /** Files are served by whoever has them; a session without any interpreter gets the lightest. */
  async function withFiles<T>(work: (interpreter: OpenInterpreter) => Promise<T>): Promise<T> {
    return again(async () => {
      forgetLost()
      return work(await interpreterFor(holder ?? 'javascript'))
    })
  }

  async function execute(language: Language, job: Job): Promise<SessionEnding> {
    const ending = await again(async () => (await interpreterFor(language)).execute(job))
    forgetLost()
    const stateLost = isLossUntold
    isLossUntold = false
    return { ...ending, stateLost }
  }

  async function save(): Promise<Saved> {
    forgetLost()
    if (live.size === 0) return { kind: 'unchanged' }
    const before = live.size === drivers.size ? null : await lastSave()
    const interpreters = new Map(before?.interpreters)
    for (const [language, interpreter] of live) {
      const state = await interpreter.save()
      if (state === 'unsavable') return { kind: 'unsavable' }
      interpreters.set(language, state)
    }
    const files = holder === null ? (before?.files ?? null) : await live.get(holder)!.exportFiles()
    return { kind: 'saved', bytes: await packSession({ interpreters, files }) }
  }

  return {
    execute: (language, job) => inTurn(() => execute(language, job)),
    save: () => inTurn(save),
    putFile: (path, bytes) => inTurn(() => withFiles((interpreter) => interpreter.put(path, bytes))),
    getFile: (path) => inTurn(() => withFiles((interpreter) => interpreter.get(path))),
    listFiles: () => inTurn(() => withFiles((interpreter) => interpreter.list())),
    deleteFile: (path) => inTurn(() => withFiles((interpreter) => interpreter.delete(path))),
    async close() {
      // Not in turn: a run that is going on ends with its session.
      const ending = [...live.values()]
      live.clear()
      holder = null
      isLossUntold = false
      await Promise.all(ending.map((interpreter) => interpreter.close()))
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

const busy = () =>
  new AppError('session_busy', 'The session has too much to do already', {
    hint: 'Wait for the answers to the calls before.',
  })
