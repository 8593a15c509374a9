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
      const known = last.id === undefined ? null : await threads.entries.firstOf(db, thread, last.id)
      if (known === null) return { input: { messages: [last] } }
      const { entry, previousId } = known
      const isSame = entry.message !== null && isSameContent(entry.message, last)
      return { input: isSame ? null : { messages: [last] }, checkpoint_id: isSame ? entry.id : previousId }
    },
  }
}

const isSameContent = ({ content }: Message, input: MessageInput): boolean =>
  textOf(content) === textOf(toMessage(input, input.id ?? '', '/input/messages/0').content)

/** Without the form in which a client sent an attachment. */
const textOf = (content: Message['content']): string =>
  JSON.stringify(content, (name, value: unknown) => (name === 'sent' ? undefined : value))
