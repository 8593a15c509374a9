import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Run, RunKind } from '../../../kernel/runs/run.ts'
import { endSource, findSourceByNo, type Revision } from '../store/source.ts'

type RunInput = { collectionId: string; no: number; revision: number }

export const revisionOf = (run: Run): Revision => {
  const { collectionId, no, revision } = run.input as RunInput
  return { projectId: run.projectId, id: collectionId, no, revision }
}

/** A run that failed or was cancelled leaves a source that says why and can be indexed again. */
export const endedJob =
  ({ clock, events }: { clock: Clock; events: Pick<Events, 'publish'> }): NonNullable<RunKind['onEnd']> =>
  async (tx, run, { status, error }) => {
    if (status === 'succeeded') return
    const failure = error && { code: error.code, message: error.message, stage: error.step ?? null }
    const revision = revisionOf(run)
    const isEnded = await endSource(tx, revision, {
      status: status === 'cancelled' ? 'cancelled' : 'failed',
      error: status === 'cancelled' ? null : failure,
      at: clock.now(),
    })
    const source = isEnded ? await findSourceByNo(tx, revision, revision.no) : null
    if (source && status === 'failed')
      await events.publish(tx, run.scope, {
        type: 'knowledge.source.failed',
        data: { collectionId: revision.id, sourceKey: source.key, error: failure },
      })
  }
