import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { RunContext, RunKind } from '../../kernel/runs/run.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import { dueAt, ownerScope, type SessionService, watchRun } from './service/sessions.ts'
import { countRunning } from './store/execution.ts'
import { lockSession, markPaused, setWatch } from './store/session.ts'

type WatchDeps = { db: Db; clock: Clock; runs: Pick<Runs, 'enqueue'>; sessions: SessionService }

// A running script may complete, which never takes long.
const retryAfterMs = 5_000

/**
 * Watches the clocks of a session: pauses or ends it when one has run out, else comes back when the next would. It works
 * on the row alone, so any node can do it, whichever has the session.
 */
export function watchJob({ db, clock, runs, sessions }: WatchDeps): RunKind {
  return {
    kind: watchRun,
    retentionDays: 1,
    handle: ({ run, scope: runScope }: RunContext) =>
      db.tx(async (tx) => {
        const { sessionId } = run.input as { sessionId: string }
        const session = await lockSession(tx, runScope, sessionId)
        if (session?.status !== 'running' || session.watchRunId !== run.id) return
        const scope = ownerScope(runScope, session)
        const now = clock.now()
        const due = dueAt(session)
        const isBusy = (await countRunning(tx, scope, sessionId)) > 0
        if (now < due || isBusy) {
          const runAt = new Date(Math.max(due.getTime(), now.getTime() + (isBusy ? retryAfterMs : 0)))
          const next = await runs.enqueue(tx, scope, { kind: watchRun, input: { sessionId }, runAt })
          await setWatch(tx, session, next)
          return
        }
        if (session.onTimeout === 'pause') await markPaused(tx, session, now)
        else {
          const reason = now >= new Date(session.expiresAt!) ? 'max_duration' : 'idle_timeout'
          await sessions.endIn(tx, scope, session, reason)
        }
      }),
  }
}
