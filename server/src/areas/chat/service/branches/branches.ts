import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Position, ThreadRow, Threads } from '../../../threads/index.ts'
import type { ForkBody, Thread } from '../../schema/thread.ts'
import { runInProgress } from '../refusals.ts'
import { toFeedback, toThread } from '../threads.ts'

const batchSize = 500

export type BranchDeps = { db: Db; threads: Threads }

/** Conversations that continue in more than one way. */
export function createBranches({ db, threads }: BranchDeps) {
  function positionOf(
    tx: Tx,
    thread: ThreadRow,
    { checkpoint_id: id, message_id: messageId, position }: ForkBody,
  ): Promise<Position> {
    if (messageId !== undefined && id === undefined)
      return threads.entries.positionOfMessage(tx, thread, messageId, position)
    return threads.entries.positionOf(tx, thread, id)
  }

  return {
    /** Another thread with the messages up to a state; its metadata says where it comes from. */
    async copy(scope: Scope, id: string, body: ForkBody): Promise<Thread> {
      return db.tx(async (tx) => {
        const thread = await threads.get(tx, scope, id)
        const entries = await threads.entries.shown(tx, thread, await positionOf(tx, thread, body))
        const { workflowId, metadata } = thread
        const made = await threads.create(
          tx,
          { ...scope, externalUser: { ...scope.externalUser, id: thread.userId } },
          { workflowId, metadata: { ...metadata, copiedFrom: id } },
        )
        for (let i = 0; i < entries.length; i += batchSize)
          await threads.entries.append(
            tx,
            made,
            entries.slice(i, i + batchSize).map(({ message, taint }) => ({ message, taint })),
          )
        return toThread((await threads.find(tx, scope, made.id))!)
      })
    },
    /** A branch of the thread, which becomes the current one; the other one stays. */
    async fork(scope: Scope, id: string, body: ForkBody) {
      if (body.checkpoint_id === undefined && body.message_id === undefined)
        throw new AppError('missing_field', 'checkpoint_id or message_id is required', {
          details: [{ in: 'body', path: '/checkpoint_id', rule: 'required', message: 'is required' }],
        })
      return db.tx(async (tx) => {
        const thread = await threads.lock(tx, scope, id)
        if (thread.currentExecutionId !== null) throw runInProgress(thread.currentExecutionId)
        const at = await positionOf(tx, thread, body)
        const branch = await threads.entries.fork(tx, thread, at)
        return { ...toThread((await threads.find(tx, scope, id))!), branch }
      })
    },
    async branches(scope: Scope, id: string) {
      const thread = await threads.get(db, scope, id)
      const branches = await threads.entries.branchStates(db, thread)
      return branches.map(({ branch, parentBranch, stateId }) => ({
        branch,
        parent: parentBranch,
        checkpoint_id: stateId,
        isCurrent: branch === thread.headBranch,
      }))
    },
    async giveFeedback(
      scope: Scope,
      id: string,
      messageId: string,
      { score, comment }: { score?: number | null | undefined; comment?: string | null | undefined },
    ) {
      return db.tx(async (tx) => {
        const thread = await threads.get(tx, scope, id)
        await threads.entries.positionOfMessage(tx, thread, messageId)
        const input = {
          messageId,
          userId: scope.externalUser.id,
          score: score ?? null,
          comment: comment ?? null,
        }
        return toFeedback(await threads.feedback.give(tx, thread, input))
      })
    },
  }
}

export type Branches = ReturnType<typeof createBranches>
