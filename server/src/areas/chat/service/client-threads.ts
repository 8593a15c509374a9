import type { Db } from '../../../kernel/db/db.ts'
import { idOfName, isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Message, ThreadRow, Threads } from '../../threads/index.ts'
import { toMessage } from '../protocols/input.ts'
import type { MessageInput } from '../schema/message.ts'
import type { RunBody } from '../schema/run.ts'

const namespace = Buffer.from('7d1c3f0a9a5e4a5f8a4d6b7c52e1f093', 'hex')

/** Clients make up ids of chats: each is the thread of the acting user that is derived from it. */
export const threadIdOf = ({ projectId, externalUser }: Scope, chatId: string): string =>
  isUuid(chatId) ? chatId.toLowerCase() : idOfName(namespace, `${projectId}/${externalUser.id}/${chatId}`)

export type ClientThreadsDeps = { db: Db; threads: Threads }

/** Clients that send a whole conversation: what they have, and what the thread has, brought together. */
export function createClientThreads({ db, threads }: ClientThreadsDeps) {
  return {
    /** What the last message of the user is to the thread: new, known (another reply to it), or changed (a branch). */
    async runBodyOf(thread: ThreadRow, last: MessageInput): Promise<Partial<RunBody>> {
      const outline = await threads.entries.outline(db, thread)
      const known = outline.findIndex(({ messageId }) => messageId === last.id)
      if (known < 0) return { input: { messages: [last] } }
      const [stored] = await threads.entries.messagesAt(db, thread, [outline[known]!])
      const isSame = stored !== undefined && isSameContent(stored, last)
      const at = isSame ? outline[known]! : (outline[known - 1] ?? { id: thread.rootId })
      return { input: isSame ? null : { messages: [last] }, checkpoint_id: at.id }
    },
  }
}

const isSameContent = ({ content }: Message, input: MessageInput): boolean =>
  JSON.stringify(content) === JSON.stringify(toMessage(input, input.id ?? '', 'messages').content)
