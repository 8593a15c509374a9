import type { RowBatch } from '../deferred-rows.ts'
import type { Run } from '../run.ts'

/** A step that begins. */
export type Intent = {
  name: string
  /** The attempts that began it before and were lost. */
  lost: readonly number[]
  /** Whether it began without waiting until this is committed: its run was not stored yet. */
  hasBegun: boolean
  /** Commit with it; none once the database has refused them. */
  rows: readonly RowBatch[]
}

/** The name of a step has the attempt that began it last; this key has the lost ones before that. */
const lostKey = (name: string) => `lost ${name}`

/** The attempts that began a step and were lost before its outcome was recorded, the last one last. */
export function lostAttemptsOf({ intents }: Pick<Run, 'intents'>, name: string): number[] {
  const before = intents[lostKey(name)]
  const last = intents[name]
  return [...(Array.isArray(before) ? before : []), ...(typeof last === 'number' ? [last] : [])]
}

/** As JSON; null when there are none. */
export const intentsJson = (intents: readonly Intent[], attempt: number): string | null =>
  intents.length === 0
    ? null
    : JSON.stringify(
        Object.fromEntries(
          intents.flatMap(({ name, lost }): [string, unknown][] =>
            lost.length === 0
              ? [[name, attempt]]
              : [
                  [name, attempt],
                  [lostKey(name), lost],
                ],
          ),
        ),
      )
