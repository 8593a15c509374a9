import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Llm } from '../../llm/index.ts'
import type { Threads } from '../../threads/index.ts'
import type { Tools } from '../../tools/index.ts'
import type { Cancel } from './cancel.ts'
import type { AgentRuns } from './ports.ts'
import { runInProgress } from './refusals.ts'
import type { RunViews } from './runs.ts'

export type DeletionDeps = {
  db: Db
  threads: Threads
  agentRuns: Pick<AgentRuns, 'forget'>
  audit: Audit
  events: Events
  cancel: Pick<Cancel, 'all'>
  runs: Pick<RunViews, 'find'>
  tools: Pick<Tools, 'forgetPayloads'>
  llm: Pick<Llm, 'forgetPayloads'>
}

/** Deletes conversations, with what other areas have stored of them. */
export function createDeletion({
  db,
  threads,
  agentRuns,
  audit,
  events,
  cancel,
  runs,
  tools,
  llm,
}: DeletionDeps) {
  async function forget(tx: Tx, scope: Scope, threadId: string, runId?: string): Promise<void> {
    const logIds = await agentRuns.forget(tx, scope, threadId, runId)
    await tools.forgetPayloads(tx, scope, logIds)
    await llm.forgetPayloads(tx, scope, logIds)
  }

  return {
    /** Its runs are ended first; after it no message is left. */
    async thread(scope: Scope, id: string): Promise<void> {
      const thread = await threads.get(db, scope, id)
      await cancel.all(scope, thread)
      await db.tx(async (tx) => {
        const locked = await threads.lock(tx, scope, id)
        await forget(tx, scope, id)
        await threads.delete(tx, scope, locked)
        await audit.record(tx, scope, { action: 'thread.deleted', targetType: 'thread', targetId: id })
        await events.publish(tx, scope, { type: 'thread.deleted', data: { threadId: id } })
      })
    },
    /** That of a run without a thread, of which no one knows. */
    async temporaryThread(scope: Scope, id: string): Promise<void> {
      const thread = await threads.find(db, scope, id)
      if (!thread) return
      await cancel.all(scope, thread)
      await db.tx(async (tx) => {
        await forget(tx, scope, id)
        await threads.delete(tx, scope, thread)
      })
    },
    /** What a run has said stays in its thread; its log, its records and what it was given are deleted. */
    async run(scope: Scope, threadId: string, runId: string): Promise<void> {
      const { run } = await runs.find(scope, threadId, runId)
      if (run.completedAt === null) throw runInProgress(runId)
      await db.tx(async (tx) => {
        await forget(tx, scope, threadId, runId)
        const target = { targetType: 'run', targetId: runId, details: { threadId } }
        await audit.record(tx, scope, { action: 'thread.run_deleted', ...target })
      })
    },
  }
}

export type Deletion = ReturnType<typeof createDeletion>
