import type { Db } from '../../../kernel/db/db.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { SourceStatus, WaitReason } from '../schema/source.ts'
import { noteProgress, type Revision } from '../store/source.ts'

/** Says how far the work on a revision is: in its source, and to those who follow its job. */
export type Report = (status: SourceStatus, progress: number, waitsFor?: WaitReason | null) => Promise<void>

/** A stage is reported before it begins; of its progress, readers get the latest and not every step of the way. */
export function createReport(db: Db, revision: Revision, emit: RunContext['emit']): Report {
  let stage: SourceStatus | null = null
  // One after the other: an earlier report must not overwrite a later one.
  let last: Promise<void> = Promise.resolve()
  return (status, progress, waitsFor = null) => {
    if (status !== stage) emit('stage', { stage: status })
    else emit('progress', { stage: status, progress, waitsFor }, { merge: (_, later) => later })
    stage = status
    last = last.catch(() => {}).then(() => noteProgress(db, revision, { status, progress, waitsFor }))
    return last
  }
}
