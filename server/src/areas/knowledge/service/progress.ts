import type { Db } from '../../../kernel/db/db.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { SourceStatus } from '../schema/source.ts'
import { noteProgress, type Revision } from '../store/source.ts'

/** Says how far the work on a revision is: in its source, and to those who follow its job. */
export type Report = (status: SourceStatus, progress: number) => Promise<void>

/** A stage is reported before it begins; of its progress, readers get the latest and not every step of the way. */
export function createReport(db: Db, revision: Revision, emit: RunContext['emit']): Report {
  let stage: SourceStatus | null = null
  return async (status, progress) => {
    if (status !== stage) emit('stage', { stage: status })
    else emit('progress', { stage: status, progress }, { merge: (_, later) => later })
    stage = status
    await noteProgress(db, revision, { status, progress })
  }
}
