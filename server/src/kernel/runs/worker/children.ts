import type { Tx } from '../../db/db.ts'
import { type ChildResult, type NewRun, PermanentFailure, type Run, type StepOptions } from '../run.ts'
import { insertChild, listChildren } from '../store/tree-store.ts'
import { queuedChannel, treeLimits } from '../tree.ts'
import { CancelFound } from './interruptions.ts'

type Step = <T>(name: string, work: () => Promise<T>, options: StepOptions<T>) => Promise<T>

/** The child and the record of the step that started it are one commit: after a crash there are both or neither. */
export async function startChildOf(
  { run, now, newId, step }: { run: Run; now(): Date; newId(): string; step: Step },
  name: string,
  child: Omit<NewRun, 'id'>,
): Promise<string> {
  if (run.depth >= treeLimits.depth)
    throw new PermanentFailure('run_tree_too_deep', `Runs start runs at most ${treeLimits.depth} levels deep`)
  return step(name, async () => newId(), {
    async commit(tx, id) {
      const at = now()
      const row = { ...child, id, at, runAt: child.runAt ?? at }
      const outcome = await insertChild(tx, run, row, treeLimits.descendants, queuedChannel)
      if (outcome === 'cancelled') throw new CancelFound('cancelled')
      if (outcome === 'too_many')
        throw new PermanentFailure(
          'too_many_child_runs',
          `A run and its children start at most ${treeLimits.descendants} runs`,
        )
      // The end of the run concerns others from now on.
      run.hasChildren = true
    },
  })
}

/** How the children ended, in the order of their ids; those that have not, while any has not. */
export async function resultsOf(
  tx: Tx,
  run: Run,
  ids: readonly string[],
): Promise<{ results: ChildResult[] } | { open: string[] }> {
  const children = await listChildren(tx, run, ids)
  const open: string[] = []
  const results = new Map<string, ChildResult>()
  for (const { id, status, output, error } of children)
    if (status === 'succeeded' || status === 'failed' || status === 'cancelled')
      results.set(id, { id, status, output, error })
    else open.push(id)
  if (open.length > 0) return { open }
  return {
    results: ids.map((id) => {
      const result = results.get(id)
      if (!result) throw new PermanentFailure('no_such_child', `${id} is not a child of the run ${run.id}`)
      return result
    }),
  }
}
