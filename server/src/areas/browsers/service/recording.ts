import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import type { Recording, RecordingFrame } from '../schema/recording.ts'
import { listEvents } from '../store/event.ts'
import { findSession } from '../store/session.ts'
import type { EventLog } from './event-log.ts'
import type { Live, LiveSessions } from './live-sessions.ts'
import { sessionNotFound } from './refusals.ts'

export type RecorderDeps = {
  db: Db
  clock: Clock
  log: Log
  files: Files
  live: LiveSessions
  eventLog: Pick<EventLog, 'append'>
}

const maxFrames = 500
const frameTimeoutMs = 10_000
// As long as ended sessions are retained.
const retainedMs = 30 * 24 * 3_600_000

/**
 * Images of a session that is recorded: one after each action, with secret fields masked, as files of the end user. What a
 * human does while in control is in no recording.
 */
export function createRecorder({ db, clock, log, files, live, eventLog }: RecorderDeps) {
  const counts = new WeakMap<Live, number>()

  async function store(turn: Live): Promise<void> {
    const { session, scope } = turn
    const { output, body } = await live.call(
      turn,
      'snapshot',
      { format: 'jpeg', fullPage: false },
      { timeoutMs: frameTimeoutMs },
    )
    if (!body) return
    const number = (counts.get(turn) ?? 0) + 1
    counts.set(turn, number)
    const at = clock.now()
    const file = await files.create(scope, {
      fileType: 'image',
      name: `frame-${String(number).padStart(4, '0')}.jpg`,
      content: body,
      metadata: { source: 'browser-recording', sessionId: session.id },
      expiresAt: new Date(at.getTime() + retainedMs).toISOString(),
    })
    const data = { fileId: file.id, sizeBytes: body.length, url: output.url, title: output.title }
    await eventLog.append(db, session, { type: 'frame', data, at })
  }

  return {
    /** Refused before a session is created that could store nothing. */
    checkAccess: (scope: Scope): void => files.checkAccess(scope, 'write'),
    /**
     * An image of what was done, behind it in the log. One that cannot be taken or stored is no reason to fail what was
     * done.
     */
    async capture(turn: Live, logged?: Promise<void>): Promise<void> {
      const { session, control } = turn
      const isRecorded = session.options.record && session.driver === 'chromium' && control === 'agent'
      if (!isRecorded || (counts.get(turn) ?? 0) >= maxFrames) return
      await logged
      await store(turn).catch((error) =>
        log.warn({ err: error, sessionId: session.id }, 'an image of a browser session was not recorded'),
      )
    },
    async get(scope: Scope, id: string): Promise<Recording> {
      const session = await findSession(db, scope, id)
      if (!session) throw sessionNotFound()
      const all = { after: 0, limit: maxFrames * 4, type: null }
      const { events } = await listEvents(db, session, all)
      const startMs = Date.parse(session.startedAt ?? session.createdAt)
      const frames: RecordingFrame[] = []
      let action: Record<string, unknown> | null = null
      for (const { number, type, data, createdAt } of events) {
        if (type === 'action') action = data
        if (type !== 'frame') continue
        const offsetMs = Math.max(0, Date.parse(createdAt) - startMs)
        frames.push({ ...(data as FrameData), number, offsetMs, action, createdAt })
        action = null
      }
      const { startedAt, endedAt, options } = session
      return { sessionId: id, isRecorded: options.record, startedAt, endedAt, frames }
    },
  }
}

type FrameData = Pick<RecordingFrame, 'fileId' | 'sizeBytes' | 'url' | 'title'>

export type Recorder = ReturnType<typeof createRecorder>
