import type { z } from 'zod'
import { createPace } from '../../compute/pace.ts'
import { compiledShape } from './compiled-shape.ts'

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

/** The same for a value that is not checked. */
export const jsonInPieces = (value: unknown): Promise<string> => write(value, createPace())

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
      items.push(hasParts(element!) ? await check(element!, each, pace) : compiledShape(element!)(each))
      await pace()
    }
    return items
  }
  if (!hasParts(schema) || !isPlain || catchall !== undefined || !isObject(value))
    return compiledShape(schema)(value)
  const members: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(shape!)) members[name] = await check(part, value[name], pace)
  return members
}

const hasParts = (schema: z.ZodType): boolean => ['object', 'array'].includes(defOf(schema).type)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Smaller values are written in one piece.
const partsPerPiece = 50

async function write(value: unknown, pace: Pace, depth = 0): Promise<string> {
  // What is large is near the top: a list of states, their lists of messages.
  if (depth > 3 || typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value)
  if (Array.isArray(value)) return writeList(value, pace, depth)
  const members: string[] = []
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${await write(member, pace, depth + 1)}`)
  return `{${members.join(',')}}`
}

async function writeList(list: readonly unknown[], pace: Pace, depth: number): Promise<string> {
  const texts: string[] = []
  if (list.length <= partsPerPiece)
    for (const each of list) texts.push((await write(each, pace, depth + 1)) ?? 'null')
  else
    for (let i = 0; i < list.length; i += partsPerPiece) {
      texts.push(JSON.stringify(list.slice(i, i + partsPerPiece)).slice(1, -1))
      await pace()
    }
  return `[${texts.join(',')}]`
}
