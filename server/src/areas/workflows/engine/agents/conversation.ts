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
    modelView(await threads.entries.path(db, await threads.get(db, scope, threadId), at))
  return {
    async load() {
      const { thread, entries } = await threads.entries.newestPath(db, scope, threadId)
      return {
        head: JSON.stringify({ branch: thread.headBranch, place: thread.headPlace }),
        entries: modelView(entries),
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

const summaryPrefix = 'summary:'

/** What a model is given of the entries: each message in its last form, and a summary in place of what it covers. */
function modelView(entries: readonly Entry[]): ConversationEntry[] {
  const byMessage = new Map<string, ConversationEntry>()
  for (const { kind, messageId, message, taint } of entries) {
    if (messageId === null) continue
    if (kind === 'remove') byMessage.delete(messageId)
    else if (message !== null && kind === 'summary') summarise(byMessage, messageId, { message, taint })
    else if (message !== null) byMessage.set(messageId, { message, taint })
  }
  return [...byMessage.values()]
}

/** The summary of messages that were changed or removed since is not used. */
function summarise(byMessage: Map<string, ConversationEntry>, id: string, summary: ConversationEntry): void {
  const last = id.slice(summaryPrefix.length)
  if (!byMessage.has(last)) return
  const behind = [...byMessage].slice([...byMessage.keys()].indexOf(last) + 1)
  byMessage.clear()
  byMessage.set(id, summary)
  for (const [key, entry] of behind) byMessage.set(key, entry)
}
