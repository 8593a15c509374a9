import type { CdpMessage } from '../../../protocol/messages.ts'
import { errorOf } from './encode.ts'

// The parser of Chromium stops one level later, and its error has no id.
const maxDepth = 300
// Each takes memory of the process that all browsers share; a long text counts once.
const maxParts = 4_000_000
const maxNameLength = 200

type Refused = Pick<CdpMessage, 'id' | 'sessionId' | 'error'>
type Outline = { depth: number; parts: number; id?: number; sessionId?: string }

/**
 * Reads a message of a client. The browser gets what is written from the result, so that a key that occurs twice cannot be
 * one thing to the filter and another to the browser. A refusal has the id, because the client waits for it.
 */
export function readMessage(bytes: Buffer): { message: CdpMessage } | Refused {
  const text = bytes.toString()
  const { depth, parts, ...ids } = outlineOf(text)
  const refuse = (reason: string): Refused => ({ ...ids, ...errorOf(reason) })
  if (depth > maxDepth) return refuse(`The message is nested deeper than ${maxDepth} levels`)
  if (parts > maxParts) return refuse(`The message has more than ${maxParts} values: send it in parts`)
  try {
    return checked(JSON.parse(text), refuse)
  } catch (error) {
    return refuse(`The message is not valid JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

function checked(value: unknown, refuse: (reason: string) => Refused): { message: CdpMessage } | Refused {
  if (!isObject(value)) return refuse('The message must be an object')
  const { id, method, params, sessionId } = value
  if (!Number.isSafeInteger(id)) return refuse('The message must have an integer as id')
  if (!isName(method)) return refuse(`method must be a text of up to ${maxNameLength} characters`)
  if (sessionId !== undefined && !isName(sessionId))
    return refuse(`sessionId must be a text of up to ${maxNameLength} characters`)
  if (params !== undefined && !isObject(params)) return refuse('params must be an object')
  return {
    message: { id: id as number, method, ...(sessionId ? { sessionId } : {}), ...(params ? { params } : {}) },
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= maxNameLength

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How large the value would be, and whose error it is: parsing comes after that. */
function outlineOf(text: string): Outline {
  const outline: Outline = { depth: 0, parts: 0 }
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x7b: // {
      case 0x5b:
        outline.parts++
        outline.depth = Math.max(outline.depth, ++depth)
        break
      case 0x7d: // }
      case 0x5d:
        depth--
        break
      case 0x2c: // ,
        outline.parts++
        break
      case 0x22:
        if (depth === 1) noteIds(outline, text, i)
        i = endOfString(text, i)
        break
    }
  }
  return outline
}

const idAt = /"id"\s*:\s*(\d{1,15})\b/y
const sessionIdAt = /"sessionId"\s*:\s*"(\w{1,200})"/y

function noteIds(outline: Outline, text: string, at: number): void {
  idAt.lastIndex = at
  sessionIdAt.lastIndex = at
  const id = idAt.exec(text)?.[1]
  const sessionId = sessionIdAt.exec(text)?.[1]
  if (id !== undefined) outline.id = Number(id)
  if (sessionId !== undefined) outline.sessionId = sessionId
}

/** Position of the closing quote. Long texts, such as files, are skipped quickly. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
