import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Run, RunError, RunKind } from '../../../kernel/runs/run.ts'
import { openStatuses, type Source } from '../schema/source.ts'
import { endSource, findSourceByNo, type Revision } from '../store/source.ts'

type RunInput = { collectionId: string; no: number; revision: number }

export const revisionOf = (run: Run): Revision => {
  const { collectionId, no, revision } = run.input as RunInput
  return { projectId: run.projectId, id: collectionId, no, revision }
}

/** Steps of the run are not the stages that people see: where the failure does not name one, it is the last reported. */
function stageOf({ step }: RunError, source: Source | null): string | null {
  const stages: readonly string[] = openStatuses
  if (step !== undefined && stages.includes(step)) return step
  return source && source.status !== 'queued' && stages.includes(source.status) ? source.status : null
}

/** A run that failed or was cancelled leaves a source that says why and can be indexed again. */
export const endedJob =
  ({ clock, events }: { clock: Clock; events: Pick<Events, 'publish'> }): NonNullable<RunKind['onEnd']> =>
  async (tx, run, { status, error }) => {
    if (status === 'succeeded') return
    const revision = revisionOf(run)
    const failed = await findSourceByNo(tx, revision, revision.no)
    const failure = error && { code: error.code, message: error.message, stage: stageOf(error, failed) }
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
