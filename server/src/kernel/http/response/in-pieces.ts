import type { z } from 'zod'
import { createPace } from '../../compute/pace.ts'

type Pace = ReturnType<typeof createPace>

type Def = {
  type: string
  checks?: unknown[]
  innerType?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  catchall?: unknown
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/**
 * A response that may have thousands of parts, checked and written as JSON while other requests are served in between. What
 * it returns is what `JSON.stringify` makes of the checked value.
 */
export async function checkedJson(schema: z.ZodType, value: unknown): Promise<string> {
  const pace = createPace()
  return write(await check(schema, value, pace), pace)
}

// Encoding so much takes about a millisecond.
const charsPerPiece = 512 * 1024

/** A long text as bytes, which takes tens of milliseconds for some megabytes. */
export async function encodeInPieces(text: string): Promise<Buffer> {
  const pace = createPace()
  const pieces: Buffer[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at + charsPerPiece)
    pieces.push(Buffer.from(text.slice(at, end)))
    at = end
    await pace()
  }
  return Buffer.concat(pieces)
}

/** Both halves of a character that takes two are in the same piece. */
const endOfPiece = (text: string, end: number): number =>
  end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!) ? end - 1 : end

export const isLongText = (text: string): boolean => text.length > charsPerPiece

async function check(schema: z.ZodType, value: unknown, pace: Pace): Promise<unknown> {
  const { type, checks, innerType, element, shape, catchall } = defOf(schema)
  const isPlain = (checks?.length ?? 0) === 0
  if ((type === 'optional' || type === 'nullable') && isPlain && value !== undefined && value !== null)
    return check(innerType!, value, pace)
  if (type === 'array' && isPlain && Array.isArray(value)) {
    const items: unknown[] = []
    for (const each of value) {
      items.push(hasParts(element!) ? await check(element!, each, pace) : element!.parse(each))
      await pace()
    }
    return items
  }
  if (!hasParts(schema) || !isPlain || catchall !== undefined || !isObject(value)) return schema.parse(value)
  const members: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(shape!)) members[name] = await check(part, value[name], pace)
  return members
}

const hasParts = (schema: z.ZodType): boolean => ['object', 'array'].includes(defOf(schema).type)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function write(value: unknown, pace: Pace): Promise<string> {
  const texts: string[] = []
  for (const text of partsOf(value, 0)) {
    texts.push(text)
    const pause = pace()
    if (pause) await pause
  }
  return texts.join('')
}

/** A value that is not checked as bytes, between two texts, for one who writes them as they come: all of it is never in memory. */
export async function* encodedJson(before: string, value: unknown, after: string): AsyncGenerator<Buffer> {
  const pace = createPace()
  let text = before
  for (const part of partsOf(value, 0)) {
    text += part
    if (isLongText(text)) {
      yield Buffer.from(text)
      text = ''
    }
    const pause = pace()
    if (pause) await pause
  }
  yield Buffer.from(text + after)
}

// So much is written in one piece, and at most so many members of a list.
const charsPerPart = 32 * 1024
const membersPerPart = 50

function* partsOf(value: unknown, depth: number): Generator<string> {
  // What is large is near the top: a list of states, their lists of messages.
  if (depth > 3 || typeof value !== 'object' || value === null || 'toJSON' in value)
    yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* partsOfList(value, depth)
  else yield* partsOfObject(value, depth)
}

function* partsOfObject(value: object, depth: number): Generator<string> {
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* partsOf(member, depth + 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function* partsOfList(list: readonly unknown[], depth: number): Generator<string> {
  yield '['
  if (list.length <= membersPerPart)
    for (const [i, member] of list.entries()) {
      if (i > 0) yield ','
      yield* partsOf(member, depth + 1)
    }
  else yield* partsOfLongList(list)
  yield ']'
}

/** As many members in one part as are written quickly, by the size of those before them. */
function* partsOfLongList(list: readonly unknown[]): Generator<string> {
  let size = 1
  for (let i = 0; i < list.length; ) {
    const text = JSON.stringify(list.slice(i, i + size)).slice(1, -1)
    yield i > 0 ? `,${text}` : text
    i += size
    const fitting = Math.floor((size * charsPerPart) / (text.length + 1))
    size = Math.max(1, Math.min(membersPerPart, fitting))
  }
}
