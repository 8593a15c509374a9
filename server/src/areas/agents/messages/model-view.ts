import { type ConversationEntry, type StoredMessage, textOf } from '../schema/message.ts'

/** Larger results are given to the model in part; it can recall the rest. */
export const maxResultChars = 8_192
const shownChars = 6_144
/** Results before so many calls of the model are reduced first. */
const recentCalls = 6
const minStubChars = 1_024
// English has four bytes for a token, code three, most other scripts more than that.
const bytesPerToken = 3
const tokensPerFile = 1_100

/** About how many tokens entries take; images and files count as much as a page of text. */
export const tokensOf = (entries: readonly ConversationEntry[]): number =>
  entries.reduce((sum, { message }) => sum + tokensOfMessage(message), 0)

function tokensOfMessage(message: StoredMessage): number {
  const { content, toolCalls = [] } = message
  const attached = typeof content === 'string' ? 0 : content.filter(({ type }) => type !== 'text').length
  const calls = toolCalls.length > 0 ? JSON.stringify(toolCalls) : ''
  const bytes = Buffer.byteLength(textOf(message)) + Buffer.byteLength(calls)
  return Math.ceil(bytes / bytesPerToken) + attached * tokensPerFile
}

/** Whether it is a result that the model may be given in part. */
export const isLarge = (message: StoredMessage): boolean =>
  message.role === 'tool' && textOf(message).length > minStubChars

const recall = (id: string | undefined, offset: number): string =>
  `call recall_result with {"id": ${JSON.stringify(id ?? '')}, "offset": ${offset}} to read on`

/** The entries as the model is given them: large results in part, and old ones as a note when the window fills up. */
export function modelView(entries: readonly ConversationEntry[], isFull: boolean): ConversationEntry[] {
  let callsBehind = 0
  const reversed = entries.toReversed().map((entry) => {
    const { message } = entry
    if (message.role === 'ai') callsBehind++
    if (message.role !== 'tool') return entry
    const content = reduced(message, isFull && callsBehind > recentCalls)
    return content === null ? entry : { ...entry, message: { ...message, content } }
  })
  return reversed.toReversed()
}

function reduced(message: StoredMessage, isOld: boolean): string | null {
  const text = textOf(message)
  if (isOld && text.length > minStubChars)
    return `[A result of ${text.length} characters is not shown: ${recall(message.toolCallId, 0)}.]`
  if (text.length <= maxResultChars) return null
  return `${text.slice(0, shownChars)}\n[${text.length - shownChars} more characters: ${recall(message.toolCallId, shownChars)}.]`
}
