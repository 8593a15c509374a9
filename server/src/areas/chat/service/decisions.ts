import { isUuid } from '../../../kernel/ids.ts'
import type { OpenPause } from './ports.ts'
import { notInterrupted } from './refusals.ts'

export type PauseDecision = { pauseId: string; resumeValue: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names that different versions of LangChain's human in the loop have for the same decisions. */
const types: ReadonlyMap<string, string> = new Map([
  ['approve', 'approve'],
  ['accept', 'approve'],
  ['edit', 'edit'],
  ['reject', 'reject'],
  ['ignore', 'reject'],
  ['response', 'reject'],
  ['respond', 'reject'],
])

function decisionOf(input: unknown): Record<string, unknown> {
  if (!isObject(input)) return { type: input === true ? 'approve' : 'reject' }
  const { id, type, decision, action, args, arguments: own, edited_action: edited, message } = input
  const kind = type ?? decision ?? action
  const named = typeof kind === 'string' ? kind : ''
  const changed = isObject(edited)
    ? edited.args
    : (own ?? (isObject(args) && 'args' in args ? args.args : args))
  const text = typeof message === 'string' ? message : typeof args === 'string' ? args : undefined
  const known = types.get(named) ?? named
  return {
    ...(id === undefined ? {} : { id }),
    type: known,
    ...(known === 'edit' && changed !== undefined ? { args: changed } : {}),
    ...(text === undefined ? {} : { message: text }),
  }
}

const requestIds = ({ request }: OpenPause): unknown[] =>
  Array.isArray(request.requests) ? request.requests.map((each: { id?: unknown }) => each.id) : []

/** The decisions of an answer; null for one that is about all requests, or none that is known. */
function listOf(pause: OpenPause, value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  const single = typeof value === 'string' ? { type: value } : value
  if (!isObject(single)) return null
  if (Array.isArray(single.decisions)) return single.decisions
  const { id, type } = decisionOf(single)
  if (id !== undefined) return [single]
  const ids = requestIds(pause)
  // Arguments are those of one call.
  const isKnown = typeof type === 'string' && types.has(type) && (type !== 'edit' || ids.length === 1)
  return isKnown ? ids.map(() => single) : null
}

function decisionFor(pause: OpenPause, value: unknown): PauseDecision {
  if (pause.kind !== 'approval') return { pauseId: pause.id, resumeValue: value ?? true }
  const list = listOf(pause, value)
  if (!list) return { pauseId: pause.id, resumeValue: value }
  return { pauseId: pause.id, resumeValue: { decisions: list.map(decisionOf) } }
}

/**
 * The decided to open pauses: by the ids of interrupts, by those of the requests within them, or one answer to the oldest.
 * An id that waits for nothing is refused, also when it was answered before.
 */
export function decisionsOf(resume: unknown, pauses: readonly OpenPause[]): PauseDecision[] {
  const [oldest] = pauses
  if (!oldest) throw notInterrupted()
  const byPause = isObject(resume) ? pauses.filter(({ id }) => Object.hasOwn(resume, id)) : []
  if (byPause.length > 0)
    return byPause.map((pause) => decisionFor(pause, (resume as Record<string, unknown>)[pause.id]))
  if (isObject(resume) && Object.keys(resume).some(isUuid)) throw notInterrupted()
  const decisions =
    isObject(resume) && Array.isArray(resume.decisions) ? resume.decisions.map(decisionOf) : null
  if (!decisions?.every(({ id }) => id !== undefined)) return [decisionFor(oldest, resume)]
  const decided = pauses.flatMap((pause) => {
    const own = decisions.filter(({ id }) => requestIds(pause).includes(id))
    return own.length === 0 ? [] : [{ pauseId: pause.id, resumeValue: { decisions: own } }]
  })
  const known = pauses.flatMap(requestIds)
  if (decided.length === 0 || decisions.some(({ id }) => !known.includes(id))) throw notInterrupted()
  return decided
}
