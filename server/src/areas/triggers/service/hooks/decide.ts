import type { Db } from '../../../../kernel/db/db.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import { createRowCommits } from '../../../../kernel/runs/commit-rows.ts'
import { deferRows, type RowWriter } from '../../../../kernel/runs/deferred-rows.ts'
import type { Workflows } from '../../../workflows/index.ts'
import type { SharedConfig } from '../../schema/config.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { type AcceptedHook, type DecidedHook, insertingDecided } from '../../store/accepted-hook.ts'
import { scopeOfInvocation } from '../owner.ts'
import { firedEvent, requestOf } from '../start.ts'
import type { Accepted } from './result.ts'

// Bodies of one commit are parameters of one statement, in hexadecimal.
const maxBodyBytes = 64 * 1024
const depth = 1

export type DecideDeps = {
  db: Db
  newId: NewId
  events: Pick<Events, 'publishing'>
  workflows: Pick<Workflows, 'triggered'>
}

/**
 * The fast path of events whose trigger starts all of them: nothing has to be decided later, so that the event and what it starts
 * are one commit, shared with others that come at the same time, and no run is needed in between.
 */
export function createDecide({ db, newId, events, workflows: { triggered } }: DecideDeps) {
  const commitRows = createRowCommits(db)
  const decided: RowWriter<DecidedHook> = { statements: (rows) => [insertingDecided(rows)] }

  /** Null, and nothing was written, when anything is in the way: for the caller to do it step by step. */
  return async (trigger: TriggerRow, hook: AcceptedHook, body: unknown): Promise<Accepted | null> => {
    const { concurrency } = trigger.config as SharedConfig
    if (concurrency !== 'allow' || trigger.consecutiveFailures > 0 || hook.body.length > maxBodyBytes)
      return null
    const { workflowId, projectId } = trigger
    const executionId = workflowId === null ? null : newId()
    const scope = scopeOfInvocation(trigger, { depth })
    const fired = events.publishing(scope, firedEvent(trigger, { invocationId: hook.id, executionId }))
    const rows = [deferRows(decided, { trigger, hook, executionId }), fired]
    const accepted = { trigger, invocationId: hook.id }
    if (workflowId === null || executionId === null) {
      return (await commitRows(projectId, rows)) ? { ...accepted, started: Promise.resolve(null) } : null
    }
    const payload = { ...(hook.payload as Record<string, unknown>), body }
    const at = hook.at.toISOString()
    const request = requestOf(trigger, { workflowId, executionId, at, payload, mode: 'production' })
    const execution = await triggered.startWith(scope, request, rows)
    if (!execution) return null
    return { ...accepted, started: Promise.resolve({ executionId, outcome: execution.outcome }) }
  }
}

export type Decide = ReturnType<typeof createDecide>
