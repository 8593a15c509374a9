import { createWriteStream } from 'node:fs'
import { chown, mkdtemp, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import type { DriverAction, ReplayedStep } from '../protocol/messages.ts'
import type { ActionResult, BrowserAction, Snapshot, SnapshotFormat } from '../schema/action.ts'
import { noteUse } from '../store/session.ts'
import type { EventLog } from './event-log.ts'
import type { Live, LiveSessions } from './live-sessions.ts'
import { loggedAction } from './logged-action.ts'
import type { Recorder } from './recording.ts'
import { controlHeld, refuseEnded } from './refusals.ts'

export type ActionDeps = {
  db: Db
  clock: Clock
  files: Files
  live: LiveSessions
  eventLog: EventLog
  recorder: Pick<Recorder, 'capture'>
}

type SecretStep = ReplayedStep & { isSecret: boolean }
type PerformOptions = { replay?: SecretStep; before?: Promise<void> | undefined }

const maxUploadBytes = 100 * 1024 * 1024
// Beyond the timeout of the action itself, for what the driver does around it.
const graceMs = 15_000

/** What is done in a session at the request of a caller. */
export function createActions({ db, clock, files, live, eventLog, recorder }: ActionDeps) {
  /** Into the folder of the browser, which is deleted with it: a page may read a file long after it was chosen. */
  async function fetchFile(scope: Scope, uploads: string, fileId: string): Promise<string> {
    const { file, stream } = await files.open(scope, fileId)
    if (file.sizeBytes > maxUploadBytes) {
      stream.destroy()
      throw new AppError('file_too_large', `${file.name} is larger than 100 MB`)
    }
    const folder = await mkdtemp(join(uploads, 'file-'))
    const path = join(folder, file.name.replaceAll(/[/\0]/g, '_'))
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    const { uid, gid } = await stat(uploads)
    if (process.getuid?.() === 0) for (const each of [folder, path]) await chown(each, uid, gid)
    return path
  }

  async function toDriver(scope: Scope, { uploads }: Live, action: BrowserAction): Promise<DriverAction> {
    if (action.type !== 'upload') return action
    if (uploads === null)
      throw new AppError('unsupported_by_driver', 'The http driver does not upload files', {
        hint: 'Create a session with the chromium driver.',
      })
    const { fileIds, ...rest } = action
    const paths: string[] = []
    for (const fileId of fileIds) paths.push(await fetchFile(scope, uploads, fileId))
    return { ...rest, paths }
  }

  /** The result, and what resolves once it is in the log, behind what was done before it. */
  async function perform(
    scope: Scope,
    turn: Live,
    action: BrowserAction,
    { replay, before = Promise.resolve() }: PerformOptions = {},
  ): Promise<{ result: ActionResult; logged: Promise<void> }> {
    const { session } = turn
    try {
      const input = { action: await toDriver(scope, turn, action), ...(replay ? { replay } : {}) }
      const { output } = await live.call(turn, 'act', input, { timeoutMs: action.timeoutMs + graceMs })
      const { isSecret = false, target, ...result } = output
      const at = clock.now()
      const pages =
        session.driver === 'http'
          ? [{ id: 'p1', url: result.url, title: result.title, isActive: true }]
          : null
      const { durationMs, url, title } = result
      const seen = { durationMs, url, title, ...(target ? { target } : {}) }
      const facts = { ...loggedAction(action, isSecret || (replay?.isSecret ?? false)), ...seen }
      const event = { type: 'action', data: { ...facts, status: 'succeeded' }, at }
      const place = { url, title, pages, usedAt: at }
      const logged = before.then(() => eventLog.appendWithPlace(db, session, event, place)).then(refuseEnded)
      // The caller gets the error where it is awaited; the next action may be running until then.
      logged.catch(() => undefined)
      await recorder.capture(turn, logged)
      return { result, logged }
    } catch (error) {
      const { code, message } = error as AppError
      const data = { ...loggedAction(action, true), status: 'failed', errorCode: code, error: message }
      await before
      await eventLog.append(db, session, { type: 'action', data, at: clock.now() })
      await recorder.capture(turn)
      throw error
    }
  }

  async function run(scope: Scope, turn: Live, actions: readonly BrowserAction[]): Promise<ActionResult[]> {
    return live.inTurn(turn, async () => {
      if (turn.control === 'human') throw controlHeld()
      const results: ActionResult[] = []
      let before: Promise<void> | undefined
      for (const [index, action] of actions.entries()) {
        try {
          const { result, logged } = await perform(scope, turn, action, { before })
          results.push(result)
          before = logged
        } catch (error) {
          throw withResults(error, index, action, results)
        }
      }
      await before
      return results
    })
  }

  return {
    run,
    /** One step as it was recorded, in a session that no one else uses. */
    replay: (scope: Scope, turn: Live, action: BrowserAction, replay: SecretStep): Promise<ActionResult> =>
      live.inTurn(turn, async () => {
        const { result, logged } = await perform(scope, turn, action, { replay })
        await logged
        return result
      }),
    snapshot: (turn: Live, format: SnapshotFormat, fullPage: boolean): Promise<Snapshot | Buffer> =>
      live.inTurn(turn, async () => {
        if (turn.control === 'human') throw controlHeld()
        const [{ output, body }, standing] = await Promise.all([
          live.call(turn, 'snapshot', { format, fullPage }),
          noteUse(db, turn.session, clock.now()),
        ])
        refuseEnded(standing)
        return format === 'png' ? (body ?? Buffer.alloc(0)) : { format, ...output }
      }),
  }
}

export type Actions = ReturnType<typeof createActions>

/** The caller learns which action failed, and what those before it came to. */
function withResults(
  error: unknown,
  index: number,
  { type }: BrowserAction,
  results: ActionResult[],
): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, extras } = error
  return new AppError(code, message, {
    ...extras,
    facts: { ...extras.facts, index, type, results },
    cause: error,
  })
}
