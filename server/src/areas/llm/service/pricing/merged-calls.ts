import type { Merge } from '../../../../kernel/db/batching/request-coalescer.ts'
import { distinctStatements, type Statement } from '../../../../kernel/db/db.ts'
import type { EndedWork, Usage } from '../../../usage/index.ts'
import type { CallResult } from '../../schema/stored-call.ts'
import { type BegunCall, demanding, endCallsStatement, insertingCalls } from '../../store/call.ts'

export type EndedCall = { id: string; end: EndedWork; isHeld: boolean; result: CallResult }

/** Calls that end in one commit, and are paid. */
export function endingCalls(
  { endHeld, endUnheld }: Pick<Usage, 'endHeld' | 'endUnheld'>,
  calls: readonly EndedCall[],
): readonly Statement[] {
  const ends = calls.map(({ end }) => end)
  const ended = calls.map(({ id, end, result }) => ({ projectId: end.scope.projectId, id, result }))
  const [heldWorks, unheldWorks] = [true, false].map((isHeld) =>
    calls.filter((call) => call.isHeld === isHeld).map(({ end }) => end),
  )
  return [
    endCallsStatement(ended, endUnheld.locks(ends)),
    ...endHeld.behindLocks(heldWorks!),
    ...endUnheld.behindLocks(unheldWorks!),
  ]
}

/**
 * Calls of one project that begin, or end, at the same moment: some statements for all of them instead of for each. Only
 * for calls whose prompts and outputs are not stored, which would make the statement large.
 */
export function createMergedCalls(usage: Pick<Usage, 'beginningUnheld' | 'endHeld' | 'endUnheld'>) {
  const beginnings: Merge<BegunCall> = {
    statements: (calls) => [
      ...usage.beginningUnheld(calls.map(({ scope }) => scope)),
      // Most calls of a project come with the same key.
      ...distinctStatements(calls.flatMap(({ scope }) => scope.assumed?.isStill ?? [])).map(demanding),
      insertingCalls(calls),
    ],
    resultsOf: ({ call }, results) => [
      (results.at(-1) as { id: string }[]).filter(({ id }) => id === call.id),
    ],
  }
  const ends: Merge<EndedCall> = {
    statements: (calls) => endingCalls(usage, calls),
    // All of them have ended, or none.
    resultsOf: () => [[{ is_ended: true }]],
  }
  return { beginnings, ends }
}
