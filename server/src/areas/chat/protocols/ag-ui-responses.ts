import { AppError } from '../../../kernel/errors.ts'
import type { AgUiBody, AgUiResume } from '../schema/ag-ui.ts'
import { type Fields, isObject } from './fields.ts'
import type { Place } from './places.ts'

type Question = { id: string; request: Fields }

const requestIdsOf = ({ request }: Question): unknown[] =>
  Array.isArray(request.requests) ? request.requests.map((each: { id?: unknown }) => each.id) : []

/**
 * Answers to interrupts as `command.resume`, by the pauses that they belong to, and where the client has sent each. Null
 * where one is to no open interrupt.
 */
export function agUiResume(answers: readonly AgUiResume[], pauses: readonly Question[]) {
  const resume: Fields = {}
  const places: Place[] = []
  let read = 0
  for (const pause of pauses) {
    const inRun = `/command/resume/${pause.id}`
    const placed = answers.map((answer, at) => ({ answer, at: `/resume/${at}` }))
    const own = placed.filter(({ answer }) => requestIdsOf(pause).includes(answer.interruptId))
    const whole = placed.find(({ answer }) => answer.interruptId === pause.id)
    if (own.length > 0) {
      resume[pause.id] = { decisions: own.map(({ answer, at }) => decisionOf(answer, at)) }
      places.push(
        ...own.flatMap(({ answer, at }, index) => placesOf(answer, at, `${inRun}/decisions/${index}`)),
      )
    } else if (whole) {
      resume[pause.id] = payloadOf(whole.answer, whole.at, false)
      places.push([inRun, whole.answer.status === 'cancelled' ? `${whole.at}/status` : `${whole.at}/payload`])
    }
    read += own.length || Number(whole !== undefined)
  }
  return read === 0 || read < answers.length ? null : { resume, places }
}

/** A payload beside `cancelled` could say something else. */
function payloadOf({ status, payload }: AgUiResume, at: string, cancelled: unknown): unknown {
  if (status !== 'cancelled') return payload
  if ((payload ?? null) === null) return cancelled
  const [path, message] = [`${at}/payload`, 'is not taken: a cancelled interrupt is rejected']
  throw new AppError('workflow_input_invalid', `${path} ${message}`, {
    details: [{ in: 'body', path, rule: 'value', message }],
  })
}

/** The payload is read where all decisions are; it cannot name another call. */
function decisionOf(answer: AgUiResume, at: string): Fields {
  const { interruptId: id } = answer
  const payload = payloadOf(answer, at, 'reject')
  if (!isObject(payload)) return { id, type: payload }
  const { id: named = id, ...decision } = payload
  if (named === id) return { ...decision, id }
  const [path, message] = [`${at}/payload/id`, 'must be the id of the interrupt']
  throw new AppError('execution_not_paused', `${path} ${message}`, {
    details: [{ in: 'body', path, rule: 'value', message }],
  })
}

function placesOf({ status, payload }: AgUiResume, at: string, decision: string): Place[] {
  const places: Place[] = [
    [decision, `${at}/payload`],
    [`${decision}/id`, `${at}/interruptId`],
  ]
  if (status === 'cancelled') places.push([`${decision}/type`, `${at}/status`])
  else if (!isObject(payload)) places.push([`${decision}/type`, `${at}/payload`])
  return places
}

/** Place of the message that starts a run in the body: the last one of the user. */
export function agUiPlaces(messages: AgUiBody['messages']): Place[] {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  return at < 0 ? [] : [['/input/messages/0', `/messages/${at}`]]
}
