import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Log } from '../../../../kernel/log.ts'
import { type Box, boxOf, contentsOf } from '../../../../kernel/memory/box.ts'
import { noteProgress, type Progress } from '../../store/call.ts'

export type InFlightDeps = { db: Db; log: Log; nodeId: string; everyMs?: number }

export type Moving = {
  projectId: string
  id: string
  tokens(): { promptTokens: number; completionTokens: number }
  /** Breaks it off, where it does not heed the signal by itself. */
  leave?(reason: unknown): void
}

/**
 * The calls this node works on. It notes every few seconds how far each has come, and when it stops, it
 * breaks them off and waits until they are paid.
 */
export function createInFlight({ db, log, nodeId, everyMs = 2_000 }: InFlightDeps) {
  const all = new Map<string, Box<Moving>>()
  const works = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null

  async function beat(): Promise<void> {
    if (all.size === 0) return
    const progress: Progress[] = [...contentsOf(all.values())].map(({ projectId, id, tokens }) => ({
      projectId,
      id,
      ...tokens(),
    }))
    await noteProgress(db, nodeId, progress).catch((error) =>
      log.warn({ err: error }, 'the progress of model calls was not noted'),
    )
  }

  async function watch<T>(work: Promise<T>): Promise<T> {
    const noted = work.then(nothing, nothing)
    works.add(noted)
    try {
      return await work
    } finally {
      works.delete(noted)
    }
  }

  return {
    signal: stopping.signal,
    beat,
    refuseWhenStopping(): void {
      if (stopping.signal.aborted)
        throw new AppError('service_unavailable', 'The server is stopping', {
          hint: 'Try again in a moment.',
        })
    },
    /** Waited for when the node stops. */
    watch,
    async add<T>(moving: Moving, work: Promise<T>): Promise<T> {
      timer ??= setInterval(beat, everyMs).unref()
      const box = boxOf(moving)
      all.set(moving.id, box)
      if (stopping.signal.aborted) moving.leave?.(stopping.signal.reason)
      return watch(work).finally(() => {
        all.delete(moving.id)
        box.content = null
      })
    },
    async stop(): Promise<void> {
      const reason = new Error('the server is stopping')
      stopping.abort(reason)
      for (const { leave } of contentsOf(all.values())) leave?.(reason)
      await Promise.all(works)
      if (timer) clearInterval(timer)
    },
  }
}

const nothing = () => undefined

export type InFlight = ReturnType<typeof createInFlight>
