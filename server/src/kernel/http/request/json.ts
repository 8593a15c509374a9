import { AppError } from '../../errors.ts'

const maxDepth = 64
const maxKeys = 10_000
// Each is an object for the garbage collector, whose pauses no thread takes away from the event loop.
const maxContainers = 100_000
// Assigning these would reach into the prototype of whatever object the value is merged into later.
const forbiddenKeys = new Set(['__proto__', 'constructor'])

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body more strictly than `JSON.parse`: nesting is bounded, a key may occur only once in an object
 * (two readers could otherwise disagree on its value), and nothing gets through that the database cannot store.
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalid('The body is not valid UTF-8')
  }
  // Before parsing: the parser itself would recurse as deep as the sender likes.
  checkStructure(text)
  let value: unknown
  try {
    value = longNumber.test(text)
      ? JSON.parse(text, refuseChangedNumber as (key: string, value: unknown) => unknown)
      : JSON.parse(text)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid(`The body is not valid JSON: ${(error as Error).message}`)
  }
  // Only escapes can smuggle in NUL or half a surrogate pair; plain text was checked while decoding.
  if (text.includes('\\u')) checkStrings(value)
  return value
}

/** The same for embedded JSON: errors are reported for `name` and not for the body. */
export function parseJsonOf(name: string, text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.message.replace(/^The body /, '')
    throw new AppError('invalid_parameter', `${name}${reason === error.message ? ': ' : ' '}${reason}`)
  }
}

const invalid = (message: string) =>
  new AppError('invalid_json', message, { hint: 'Send one JSON value encoded as UTF-8.' })

// Whatever could be a number that JavaScript does not hold; others need no second look.
const longNumber = /\d{16}|\d[eE]\+?\d{3}/

/**
 * A number that would come out as another one is refused: ids of other services are such numbers. The third argument
 * is how the value was written, which the types of the language do not know yet.
 */
function refuseChangedNumber(_key: string, value: unknown, { source }: { source: string }): unknown {
  if (typeof value !== 'number') return value
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value) || /[.eE]/.test(source)
  if (isExact && Number.isFinite(value)) return value
  throw invalid(`The number ${source.slice(0, 40)} is too large to be stored exactly: send it as a text`)
}

/** Walks the text once, keeping the keys of every open object. */
function checkStructure(text: string): void {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  let containers = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x7b: // {
      case 0x5b: {
        if (open.length >= maxDepth) throw invalid(`The body is nested deeper than ${maxDepth} levels`)
        if (++containers > maxContainers)
          throw invalid(`The body has more than ${maxContainers} lists and objects: send it in parts`)
        const isObject = text.charCodeAt(i) === 0x7b
        open.push(isObject ? new Set() : null)
        expectsKey = isObject
        break
      }
      case 0x7d: // }
      case 0x5d:
        open.pop()
        expectsKey = false
        break
      case 0x2c: // ,
        expectsKey = open.at(-1) instanceof Set
        break
      case 0x22: {
        const end = endOfString(text, i)
        if (expectsKey) noteKey(open.at(-1) as Set<string>, text.slice(i, end + 1))
        expectsKey = false
        i = end
        break
      }
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x5c) i++
    else if (code === 0x22) return i
  }
  return text.length
}

function noteKey(keys: Set<string>, quoted: string): void {
  // Only escapes make a key other than what is written.
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1)
  if (key === null) return // The parser reports it with a better message.
  if (forbiddenKeys.has(key)) throw invalid(`The key "${key}" is not accepted`)
  if (keys.has(key)) throw invalid(`Duplicate key "${key.slice(0, 100)}" in an object`)
  // Objects of that many keys are tables of the engine, slow to walk; every step from here on walks them.
  if (keys.size >= maxKeys) throw invalid(`An object of the body has more than ${maxKeys} keys`)
  keys.add(key)
}

function unescaped(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}

function checkStrings(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid('The body has a text with a NUL character')
    if (!value.isWellFormed()) throw invalid('The body has a text with half a surrogate pair')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkStrings(key)
      checkStrings(member)
    }
  }
}
