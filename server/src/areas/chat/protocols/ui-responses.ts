import type { UiMessageInput } from '../schema/ui.ts'
import { type Fields, isObject } from './fields.ts'
import type { Place } from './places.ts'
import { isTextOrFile } from './ui-conversation.ts'

// A version of the client may add other fields to an approval. These say what is decided, so all of them are read.
const words = ['approved', 'type', 'decision', 'action', 'args', 'arguments', 'editedAction', 'edited_action']

const isResponse = ({ state }: Fields): boolean => state === 'approval-responded'

/** The approvals that come back as parts of the message that requested them; null of a message without one. */
export function uiDecisions({ parts = [] }: UiMessageInput): Fields[] | null {
  const decisions = parts.filter(isResponse).map(({ toolCallId, approval }) => ({
    ...(isObject(approval) ? decisionIn(approval) : { type: approval }),
    id: toolCallId ?? null,
  }))
  return decisions.length === 0 ? null : decisions
}

const decisionIn = (approval: Fields): Fields => ({
  ...Object.fromEntries(words.map((word) => [word, approval[word]])),
  ...(typeof approval.reason === 'string' ? { message: approval.reason } : {}),
})

/** Place of the message that starts a run in the body: the last one. */
export function uiPlaces(messages: readonly UiMessageInput[]): Place[] {
  const path = `/messages/${messages.length - 1}`
  const parts = messages.at(-1)?.parts ?? []
  const pathsOf = (isMeant: (part: Fields) => boolean) =>
    parts.flatMap((part, at) => (isMeant(part) ? [{ part, at: `${path}/parts/${at}` }] : []))
  return [
    ['/input/messages/0', path],
    ['/input/messages/0/content', `${path}/parts`],
    ...pathsOf(isTextOrFile).flatMap(({ at }, index): Place[] => [
      [`/input/messages/0/content/${index}`, at],
      [`/input/messages/0/content/${index}/image_url`, `${at}/url`],
    ]),
    ...pathsOf(isResponse).flatMap(({ part: { approval }, at }, index): Place[] => {
      const decision = `/command/resume/decisions/${index}`
      const typed = isObject(approval) ? (approval.type === undefined ? 'approved' : 'type') : null
      return [
        [decision, `${at}/approval`],
        [`${decision}/type`, typed === null ? `${at}/approval` : `${at}/approval/${typed}`],
        [`${decision}/message`, `${at}/approval/reason`],
        [`${decision}/id`, `${at}/toolCallId`],
      ]
    }),
  ]
}
