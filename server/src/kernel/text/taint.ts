/**
 * Origin of a text that others wrote, and that may tell an agent what to do: the page, file, tool or trigger. Null
 * for the words of users, of the project and of its configuration. Every record of a node, message or result has one, and
 * whatever reads several of them has the strongest.
 */
export type Taint = string | null

/** Rows of the project's own tables. They may hold text of anyone, but were stored on purpose. */
export const tableTaint = 'table'
/** Passages of knowledge that the team of the project, or the user, has written. */
export const knowledgeTaint = 'knowledge'
/** Passages of knowledge that others wrote: of pages from the web, and of files that end users have uploaded. */
export const documentTaint = 'document'

/** The payload of an event that an execution waited for, and that of the trigger that started it. */
export const eventTaint = 'event'
export const triggerTaint = 'trigger'

const own: readonly Taint[] = [null, knowledgeTaint, tableTaint]

/** Whether it is neither of the project nor of its users: a call that has an effect waits for a human then. */
export const isOutside = (taint: Taint): boolean => !own.includes(taint)

const strengthOf = (taint: Taint): number => (isOutside(taint) ? own.length : own.indexOf(taint))

/** The one that calls are checked most strictly for; the first of several that are alike. */
export function strongestTaint(taints: Iterable<Taint>): Taint {
  let strongest: Taint = null
  for (const taint of taints) {
    if (isOutside(taint)) return taint
    if (strengthOf(taint) > strengthOf(strongest)) strongest = taint
  }
  return strongest
}

/** Passages say by themselves whether others wrote them. */
export const taintOfPassages = (passages: readonly { isOutside?: unknown }[]): Taint =>
  passages.some(({ isOutside }) => isOutside === true) ? documentTaint : knowledgeTaint

type Sent = { role: string; content: string | readonly { type: string }[] }

/** Origin of a message from a client. Others wrote its attachments, and its tool results are unchecked. */
export function taintOfMessage({ role, content }: Sent): Taint {
  if (role === 'tool') return 'update'
  return typeof content !== 'string' && content.some(({ type }) => type !== 'text') ? 'file' : null
}
