import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../../kernel/errors.ts'
import { functionName } from '../../../../kernel/text/function-schema.ts'
import { notPaused } from './refusals.ts'

/** A call as a human is shown it. */
export type PendingCall = {
  id: string
  toolSlug: string
  arguments: Record<string, unknown>
  /** The arguments of the model; set if an earlier decision changed them. */
  requested?: Record<string, unknown>
  inputSchema?: Record<string, unknown>
  hash?: string
}

type Edit = { value: Record<string, unknown>; path: string }

/** One decision of a body, with the places of its parts. */
export type ParsedDecision = {
  type: 'approve' | 'edit' | 'reject'
  typePath: string
  edit: Edit | null
  message: string | null
  hash: string | null
}

/** The names that different versions of LangChain's human in the loop have for the same decisions. */
const types: ReadonlyMap<unknown, ParsedDecision['type']> = new Map<unknown, ParsedDecision['type']>([
  [true, 'approve'],
  ['approve', 'approve'],
  ['accept', 'approve'],
  ['edit', 'edit'],
  [false, 'reject'],
  ['reject', 'reject'],
  ['ignore', 'reject'],
  ['response', 'reject'],
  ['respond', 'reject'],
])

export const typeFields = ['type', 'decision', 'action', 'approved'] as const
const editFields = ['args', 'arguments', 'editedAction', 'edited_action'] as const
/** Longest comment, in characters. */
export const maxMessage = 4_000

const messageFields = ['message', 'comment'] as const
const fields: readonly string[] = ['id', 'hash', ...typeFields, ...editFields, ...messageFields]

/**
 * Decisions by the ids of the calls: a list of them, one for each call in the order of the requests where ids are missing,
 * one of one call, or one for all calls. What is not understood is refused: no call is made or dropped by mistake.
 */
export function readDecisions(
  value: unknown,
  path: string,
  pending: readonly PendingCall[],
): ReadonlyMap<string, ParsedDecision> {
  if (Array.isArray(value)) return readList(value, path, pending)
  if (isObject(value) && 'decisions' in value) {
    refuseFields(value, path, ['decisions', 'comment'])
    return readList(value.decisions, `${path}/decisions`, pending)
  }
  if (isObject(value) && value.id !== undefined) return readList([value], path, pending, () => path)
  const each = pending.map((call) => [call.id, readOne(value, path, call)] as const)
  if (each.length > 1 && each[0]![1].edit !== null)
    throw invalid(`${path}/id`, 'must name the call: the arguments are those of one call')
  return new Map(each)
}

function readList(
  list: unknown,
  path: string,
  pending: readonly PendingCall[],
  pathOf = (at: number) => `${path}/${at}`,
): ReadonlyMap<string, ParsedDecision> {
  if (!Array.isArray(list) || list.length === 0)
    throw invalid(path, `must be a list of at most ${pending.length} decisions`)
  // A list that is too short, without ids, does not say which calls it is about.
  const isInOrder = list.some((value) => value !== undefined && idOf(value) === undefined)
  if (isInOrder && list.length < pending.length)
    throw invalid(path, `must be a list of ${pending.length} decisions, or of decisions with ids`)
  const decided = new Map<string, ParsedDecision>()
  for (const [at, value] of list.entries()) {
    // A list may be that of several pauses, without the decisions of the others.
    if (value === undefined) continue
    const call = callOf(value, at, pending)
    if (!call) throw invalid(path, `must be a list of at most ${pending.length} decisions`)
    if (decided.has(call.id)) throw invalid(`${pathOf(at)}/id`, 'is decided about twice')
    decided.set(call.id, readOne(value, pathOf(at), call))
  }
  return decided
}

const idOf = (value: unknown): unknown => (isObject(value) ? value.id : undefined)

function callOf(value: unknown, at: number, pending: readonly PendingCall[]): PendingCall | undefined {
  const id = idOf(value)
  if (id === undefined) return pending[at]
  const call = pending.find((each) => each.id === id)
  if (call) return call
  throw notPaused(
    typeof id === 'string' ? `No open request has the id ${id.slice(0, 200)}.` : 'An id must be a string.',
  )
}

function readOne(value: unknown, path: string, call: PendingCall): ParsedDecision {
  const input = isObject(value) ? value : { type: value }
  refuseFields(input, path, fields)
  const [type, typePath] = readType(input, (field) => (isObject(value) ? `${path}/${field}` : path))
  const edit = readEdit(input, path, call)
  if (type === 'edit' && !edit) throw invalid(`${path}/args`, 'must be an object with the changed arguments')
  if (type === 'reject' && edit) throw invalid(edit.path, 'is not taken: a rejected call has no arguments')
  return { type, typePath, edit, message: readMessage(input, path, type), hash: textIn(input, 'hash', path) }
}

function readType(input: Fields, pathOf: (field: string) => string): [ParsedDecision['type'], string] {
  const present = typeFields.filter((field) => input[field] !== undefined)
  const read = (present.length > 0 ? present : ['type' as const]).map((field) => {
    const type = types.get(input[field])
    if (!type) throw invalid(pathOf(field), 'must be approve, edit or reject, or true or false for all calls')
    return [type, pathOf(field)] as [ParsedDecision['type'], string]
  })
  return oneOf(read)
}

/** A decision may say the same thing in several fields. Each is `[value, path]`; a contradiction is refused. */
function oneOf<Read extends readonly [value: unknown, path: string]>(read: readonly Read[]): Read {
  const [first, ...rest] = read
  const other = rest.find(([value]) => !isDeepStrictEqual(value, first![0]))
  if (other) throw invalid(other[1], `contradicts ${first![1]}: send one of them`)
  return first!
}

function readEdit(input: Fields, path: string, call: PendingCall): Edit | null {
  const wrong = editFields.find((each) => !isObject(input[each]) && isPresent(input[each]))
  if (wrong && !(wrong === 'args' && typeof input.args === 'string'))
    throw invalid(`${path}/${wrong}`, 'must be an object')
  const edits = editFields.flatMap((field) => {
    const value = input[field]
    if (!isObject(value)) return []
    const edit = argumentsIn(field, value, path, call)
    return [[edit.value, edit.path] as const]
  })
  if (edits.length === 0) return null
  const [value, editPath] = oneOf(edits)
  return { value, path: editPath }
}

/** The arguments, also within an action that names its tool: an edit changes what is sent, never which tool is called. */
function argumentsIn(
  field: (typeof editFields)[number],
  value: Fields,
  path: string,
  { toolSlug, inputSchema }: PendingCall,
): Edit {
  if (!isAction(field, value, inputSchema)) return { value, path: `${path}/${field}` }
  for (const nameField of ['name', 'action']) {
    const name = value[nameField]
    if (name !== undefined && name !== toolSlug && name !== functionName(toolSlug))
      throw invalid(`${path}/${field}/${nameField}`, `must be ${toolSlug}: an edit cannot call another tool`)
  }
  if (!isObject(value.args)) throw invalid(`${path}/${field}/args`, 'must be an object')
  return { value: value.args, path: `${path}/${field}/args` }
}

const isAction = (field: (typeof editFields)[number], value: Fields, schema: Fields = {}): boolean =>
  field === 'editedAction' ||
  field === 'edited_action' ||
  (typeof value.action === 'string' && isObject(value.args) && !('action' in Object(schema.properties)))

function readMessage(input: Fields, path: string, type: ParsedDecision['type']): string | null {
  const isText = typeof input.args === 'string'
  if (isText && type !== 'reject') throw invalid(`${path}/args`, 'must be an object')
  const messages = [...messageFields, ...(isText ? ['args'] : [])].flatMap((field) => {
    const text = textIn(input, field, path)
    return text === null ? [] : [[text, `${path}/${field}`] as const]
  })
  return messages.length === 0 ? null : oneOf(messages)[0]
}

function textIn(input: Fields, field: string, path: string): string | null {
  const value = input[field]
  if (!isPresent(value)) return null
  if (typeof value !== 'string' || value.length > maxMessage)
    throw invalid(`${path}/${field}`, `must be text of at most ${maxMessage} characters`)
  return value
}

export function refuseFields(input: Fields, path: string, known: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalid(`${path}/${unknown.slice(0, 100)}`, `is no field here: ${known.join(', ')} are`)
}

export type Fields = Record<string, unknown>

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const invalid = (path: string, message: string) =>
  new AppError('workflow_input_invalid', `${path} ${message}`, {
    details: [{ in: 'body', path, rule: 'value', message }],
  })
