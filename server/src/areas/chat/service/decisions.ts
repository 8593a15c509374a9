import { isUuid } from '../../../kernel/ids.ts'
import { isObject } from '../protocols/fields.ts'
import type { OpenPause } from './ports.ts'
import { notInterrupted } from './refusals.ts'

export type PauseDecision = { pauseId: string; resumeValue: unknown; path: string }

/** The ids that an answer may name: those of its requests, or its own. */
const idsOf = ({ id, request }: OpenPause): unknown[] =>
  Array.isArray(request.requests) ? request.requests.map((each: { id?: unknown }) => each.id) : [id]

/**
 * Decisions about open pauses: by the ids of interrupts, by those of the requests within them, or one answer to the
 * oldest. An id that waits for nothing is refused, also when it was answered before. `path` is where it is in the body.
 */
export function decisionsOf(
  resume: unknown,
  pauses: readonly OpenPause[],
  path = '/command/resume',
): PauseDecision[] {
  const [oldest] = pauses
  if (!oldest) throw notInterrupted()
  const byPause = isObject(resume) ? pauses.filter(({ id }) => Object.hasOwn(resume, id)) : []
  const names = isObject(resume) ? Object.keys(resume) : []
  if (byPause.length < names.length && (byPause.length > 0 || names.some(isUuid))) throw notInterrupted()
  if (byPause.length > 0)
    return byPause.map((pause) => {
      const value = (resume as Record<string, unknown>)[pause.id]
      return decisionFor(pause, value, `${path}/${pause.id}`)
    })
  const decisions = isObject(resume) && Array.isArray(resume.decisions) ? resume.decisions : []
  const ids = decisions.map(idOf).filter((id) => id !== undefined)
  const awaited = pauses.flatMap(idsOf)
  if (ids.some((id) => !awaited.includes(id))) throw notInterrupted()
  if (pauses.length === 1 || ids.length === 0 || ids.length < decisions.length)
    return [decisionFor(oldest, resume, path)]
  return pauses.flatMap((pause) => {
    const own = idsOf(pause)
    // The others stay as gaps, so that a fault is named at its place in the body.
    const decided = decisions.map((each) => (own.includes(idOf(each)) ? each : undefined))
    return decided.some((each) => each !== undefined)
      ? [{ pauseId: pause.id, resumeValue: { ...Object(resume), decisions: decided }, path }]
      : []
  })
}

const idOf = (decision: unknown): unknown => (isObject(decision) ? decision.id : undefined)

const decisionFor = ({ id, kind }: OpenPause, value: unknown, path: string): PauseDecision => ({
  pauseId: id,
  // An account that is connected needs no more words.
  resumeValue: kind === 'connection' ? (value ?? true) : value,
  path,
})
