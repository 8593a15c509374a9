import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RunKind } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type MediaBilling, nothingMade } from '../service/media/billing.ts'
import { mediaRunKind } from '../service/media/jobs.ts'
import { type MakeMedia, makeMs } from '../service/media/make.ts'
import { startMediaJob } from '../store/media-job.ts'

export type MakeMediaJobDeps = { db: Db; clock: Clock; make: MakeMedia; billing: MediaBilling }

const perProject = 8
// It may have been made and lost with its worker; once more is worth its price, and then it is enough.
const maxLosses = 1
// So that it ends by itself first, and reports it.
const afterMs = 60_000

/** Makes the media of one job. What comes out, failure or not, is recorded in the transaction that pays for it. */
export const makeMediaJob = ({ db, clock, make, billing }: MakeMediaJobDeps): RunKind => ({
  kind: mediaRunKind,
  perProject,
  maxLosses,
  pool: 'outgoing',
  retentionDays: 7,
  async handle({ run, scope: runScope, step }) {
    const job = await startMediaJob(db, run.projectId, run.id, clock.now())
    if (!job) return null
    const scope: Scope = {
      ...runScope,
      externalUser: { id: job.userId, name: '' },
      acrossUsers: false,
      requestId: run.id,
    }
    await step('make', ({ signal }) => make(scope, job, signal), {
      timeoutMs: makeMs + afterMs,
      commit: async (tx, result) => void (await billing.end(tx, scope, job.id, result)),
    })
    return null
  },
  /** A job whose run was given up ends with it, and what was held for it is released. */
  async onEnd(tx, run, { status, error }) {
    if (status === 'succeeded') return
    const { scope } = run
    const cause =
      status === 'cancelled'
        ? { status, errorCode: null, errorMessage: null }
        : { status, errorCode: error?.code ?? 'internal_error', errorMessage: error?.message ?? null }
    await billing.end(tx, scope, run.id, { ...nothingMade, ...cause, at: clock.now() })
  },
})
