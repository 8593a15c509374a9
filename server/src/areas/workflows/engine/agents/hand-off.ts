import type { Clock } from '../../../../kernel/clock.ts'
import type { Tx } from '../../../../kernel/db/db.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { HandOff } from '../../../agents/index.ts'
import type { Audit } from '../../../audit/index.ts'
import type { Threads } from '../../../threads/index.ts'
import type { AgentExecutionInput } from './turn-input.ts'

export type HandOffDeps = {
  clock: Clock
  threads: Pick<Threads, 'update'>
  audit: Pick<Audit, 'record'>
  events: Pick<Events, 'publish'>
}

/** Marks a thread for humans, with the reason, and has them answer in it from then on where the agent wants that. */
export async function handOff(
  { clock, threads, audit, events }: HandOffDeps,
  tx: Tx,
  { run, scope }: RunContext,
  { reason, summary, replyMode }: HandOff,
): Promise<void> {
  const { threadId, workflowId } = run.input as AgentExecutionInput
  const at = clock.now().toISOString()
  const escalation = { reason, summary, executionId: run.id, at }
  await threads.update(tx, scope, threadId, { replyMode, metadata: { escalation } })
  await audit.record(tx, scope, {
    action: 'thread.escalated',
    targetType: 'thread',
    targetId: threadId,
    details: { reason, executionId: run.id, replyMode },
  })
  const data = { threadId, executionId: run.id, workflowId, reason, replyMode }
  await events.publish(tx, scope, { type: 'thread.escalated', data })
}
