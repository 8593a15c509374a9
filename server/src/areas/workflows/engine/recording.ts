import type { Queryable } from '../../../kernel/db/db.ts'
import type { NodeRecord } from '../graph/record.ts'
import { findStartedAt, listRecords, listVersions, type RecordedStep } from '../store/recording.ts'

/** What another execution recorded, for one that resumes or replays it. */
export type Recording = {
  /** When that execution began: `now` is then what it was, and the same nodes request the same. */
  startedAt: string | null
  /** What the same request gave; for one that resumes, only in the same step, and only if it succeeded. */
  find(step: string, key: string): NodeRecord | null
  /** The result of an agent or an event in the same step. */
  answerOf(step: string): NodeRecord | null
  /** The same of a human. Behind an approval another version may do something else, so a retry asks again then. */
  approvalOf(step: string, flow: { prefix: string; version: number }): NodeRecord | null
}

type Source = { db: Queryable; projectId: string; executionId: string }

/** For a retry from where an execution failed. */
export async function resumedRecording({ db, projectId, executionId }: Source): Promise<Recording> {
  const steps = await listRecords(db, projectId, executionId)
  const versions = await listVersions(db, projectId, executionId)
  const byName = new Map(steps.filter(({ record }) => record.s === 'ok').map((step) => [step.name, step]))
  const answerOf = (step: string) => byName.get(step)?.record ?? null
  return {
    startedAt: await findStartedAt(db, projectId, executionId),
    find: (step, key) => {
      const found = byName.get(step)
      return found?.key === key ? found.record : null
    },
    answerOf,
    approvalOf: (step, { prefix, version }) => (versions.get(prefix) === version ? answerOf(step) : null),
  }
}

/** For a replay: a request finds what it gave, in whichever step that was. The last of several in the order they ended. */
export function recordingOf(steps: readonly RecordedStep[], startedAt: string | null): Recording {
  const ended = steps.filter(({ record }) => record.s !== 'retry')
  const byKey = new Map(
    ended.flatMap((step) => (step.key === null ? [] : [[step.key, step.record] as const])),
  )
  const byStep = new Map(ended.map((step) => [step.name, step]))
  const answerOf = (step: string) => byStep.get(step)?.record ?? null
  return {
    startedAt,
    find(step, key) {
      const same = byStep.get(step)
      return same?.key === key ? same.record : (byKey.get(key) ?? null)
    },
    answerOf,
    approvalOf: answerOf,
  }
}

export const replayedRecording = async ({ db, projectId, executionId }: Source): Promise<Recording> =>
  recordingOf(await listRecords(db, projectId, executionId), await findStartedAt(db, projectId, executionId))
