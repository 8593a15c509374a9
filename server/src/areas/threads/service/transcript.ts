import { createPace } from '../../../kernel/compute/pace.ts'
import type { Entry, EntryOutline, Message } from '../schema/message.ts'

type Step = Pick<EntryOutline, 'kind' | 'messageId'>

/**
 * What a reader sees after entries: each message once, at the place where it was added, in its last form. The result names
 * the entries that have the messages.
 */
export function visibleEntries<E extends Step>(entries: readonly E[]): E[] {
  const byMessage = new Map<string, E>()
  for (const entry of entries) see(byMessage, entry)
  return [...byMessage.values()]
}

function see<E extends Step>(byMessage: Map<string, E>, entry: E): void {
  const { kind, messageId } = entry
  if (messageId === null || kind === 'summary') return
  if (kind === 'remove') byMessage.delete(messageId)
  // A message of a known id takes the place of the earlier one.
  else byMessage.set(messageId, entry)
}

/** The same with a pause now and then: of a long conversation, other requests are served in between. */
export async function shownEntries(entries: readonly Entry[]): Promise<Entry[]> {
  const pace = createPace()
  const byMessage = new Map<string, Entry>()
  for (const entry of entries) {
    see(byMessage, entry)
    const pause = pace()
    if (pause) await pause
  }
  return [...byMessage.values()]
}

/** The messages of them. */
export const messagesOf = async (entries: readonly Entry[]): Promise<Message[]> =>
  (await shownEntries(entries)).flatMap(({ message }) => message ?? [])

const summaryPrefix = 'summary:'

/** What a model is given of entries: each message in its last form, and a summary in place of what it covers. */
export function modelEntries<E extends Step>(entries: readonly E[]): E[] {
  const byMessage = new Map<string, E>()
  for (const entry of entries) {
    const { kind, messageId } = entry
    if (messageId === null) continue
    if (kind === 'remove') byMessage.delete(messageId)
    else if (kind === 'summary') summarise(byMessage, messageId, entry)
    else byMessage.set(messageId, entry)
  }
  return [...byMessage.values()]
}

/** The summary of messages that were changed or removed since is not used. */
function summarise<E>(byMessage: Map<string, E>, id: string, summary: E): void {
  const last = id.slice(summaryPrefix.length)
  if (!byMessage.has(last)) return
  const behind = [...byMessage].slice([...byMessage.keys()].indexOf(last) + 1)
  byMessage.clear()
  byMessage.set(id, summary)
  for (const [key, entry] of behind) byMessage.set(key, entry)
}
