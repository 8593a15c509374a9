import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Files } from '../../files/index.ts'
import type { SessionEvent } from '../protocol/messages.ts'
import { notePlace } from '../store/session.ts'
import type { EventLog } from './event-log.ts'
import type { Live } from './live-sessions.ts'

export type EventHandlerDeps = {
  db: Db
  clock: Clock
  log: Log
  files: Files
  eventLog: Pick<EventLog, 'append'>
}

type Downloaded = Extract<SessionEvent, { kind: 'download' }>

/** Records what happens in sessions by itself; downloads become files of the user. */
export function createEventHandler({ db, clock, log, files, eventLog }: EventHandlerDeps) {
  async function saveDownload({ scope, session }: Live, event: Downloaded): Promise<Record<string, unknown>> {
    const { name, url, path, failure } = event
    const facts = { name, url, fileId: null, sizeBytes: null }
    if (failure !== null) return { ...facts, failure }
    try {
      const { size } = await stat(path)
      const metadata = { source: 'browser', sessionId: session.id, url: url.slice(0, 2000) }
      const content = createReadStream(path)
      const file = await files.create(scope, { fileType: 'other', name, content, metadata })
      return { ...facts, fileId: file.id, sizeBytes: size, failure: null }
    } catch (error) {
      return { ...facts, failure: (error as Error).message.slice(0, 500) }
    } finally {
      await rm(path, { force: true })
    }
  }

  async function record(live: Live, event: SessionEvent): Promise<void> {
    const { session } = live
    const at = clock.now()
    switch (event.kind) {
      case 'state':
        return notePlace(db, session, { ...event, usedAt: null })
      case 'download':
        return eventLog.append(db, session, { type: 'download', data: await saveDownload(live, event), at })
      case 'dialog':
      case 'refused': {
        const { kind, ...data } = event
        return eventLog.append(db, session, { type: kind, data, at })
      }
      default:
        return undefined
    }
  }

  return (live: Live, event: SessionEvent): void => {
    if (event.kind === 'image' || event.kind === 'cdp') return
    // While a human is in control, what happens is between them and the page.
    if (live.control === 'human' && event.kind !== 'state' && event.kind !== 'download') return
    record(live, event).catch((error) =>
      log.warn({ err: error }, 'an event of a browser session was not stored'),
    )
  }
}
