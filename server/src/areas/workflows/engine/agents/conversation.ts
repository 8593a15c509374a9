import type { Db } from '../../../../kernel/db/db.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { Conversation, ConversationEntry } from '../../../agents/index.ts'
import type { Entry, Threads } from '../../../threads/index.ts'

export type ConversationDeps = { db: Db; threads: Pick<Threads, 'get' | 'entries'> }

/** The conversation of a thread, to which the run adds. */
export function threadConversation(
  { db, threads }: ConversationDeps,
  { scope, run }: Pick<RunContext, 'scope' | 'run'>,
  threadId: string,
): Conversation {
  const ref = { projectId: scope.projectId, id: threadId }
  const toEntry = ({ message, taint, isSummary }: ConversationEntry) => ({
    message,
    taint,
    executionId: run.id,
    ...(isSummary ? { kind: 'summary' as const } : {}),
  })
  const entriesAt = async (at: { branch: number; place: number }): Promise<ConversationEntry[]> =>
    toConversation(await threads.entries.forModel(db, await threads.get(db, scope, threadId), at))
  return {
    async load(messageIds) {
      const { thread, entries } = await threads.entries.newestForModel(db, scope, threadId)
      // A model is not given what a summary covers, nor all of a long conversation.
      const isPart = entries.length < thread.messageCount || entries.some(({ kind }) => kind === 'summary')
      const at = { branch: thread.headBranch, place: thread.headPlace }
      return {
        ...(isPart ? { known: await threads.entries.seenAmong(db, thread, at, messageIds) } : {}),
        head: JSON.stringify({ branch: thread.headBranch, place: thread.headPlace }),
        entries: toConversation(entries),
        isHuman: thread.replyMode === 'human',
      }
    },
    loadAt: (head) => entriesAt(JSON.parse(head) as { branch: number; place: number }),
    rows: (entries) => (entries.length === 0 ? [] : [threads.entries.appending(ref, entries.map(toEntry))]),
    commit: async (tx, entries) => void (await threads.entries.append(tx, ref, entries.map(toEntry))),
  }
}

/** A conversation that is in the records of the run alone. */
export const ownConversation = (): Conversation => ({
  load: async () => ({ head: '', entries: [], isHuman: false }),
  loadAt: async () => [],
  commit: null,
  rows: null,
})

const toConversation = (entries: readonly Entry[]): ConversationEntry[] =>
  entries.flatMap(({ message, taint }) => (message === null ? [] : [{ message, taint }]))
