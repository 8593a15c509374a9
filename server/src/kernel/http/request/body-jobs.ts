import { defineJob } from '../../compute/job.ts'
import { weightOf } from '../../json-schema/weight.ts'
import { parseJson } from './json.ts'

/**
 * A JSON value in pieces that are quick to parse one by one: as it is, as JSON, or as a list or an object whose parts
 * are pieces. Consecutive small parts travel together, as a separate list or object.
 */
export type Piece =
  | { kind: 'value'; value: unknown }
  | { kind: 'json'; json: string }
  | { kind: 'list'; parts: Part[] }
  | { kind: 'object'; parts: (Part & { key?: string })[] }

/** Some items or fields as one JSON text, or one large item or field. */
type Part = { json: string } | { piece: Piece; key?: string }

export const parseBodyJob = defineJob<{ bytes: Uint8Array }, Piece>(new URL(import.meta.url), 'parseBody', {
  budgetMs: 4_000,
})

// A text of this length takes a few milliseconds to parse, whatever it contains.
const pieceChars = 32 * 1024
const smallWeight = 200

export const parseBody = ({ bytes }: { bytes: Uint8Array }): Piece =>
  pieceOf(parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))

function pieceOf(value: unknown): Piece {
  if (typeof value !== 'object' || value === null) return { kind: 'value', value }
  if (isSmall(value)) return { kind: 'json', json: JSON.stringify(value) }
  if (Array.isArray(value)) return { kind: 'list', parts: partsOf(value.map((item) => [null, item])) }
  return { kind: 'object', parts: partsOf(Object.entries(value)) }
}

const isSmall = (value: unknown) => weightOf(value, smallWeight) < smallWeight

/** Items have no key. */
function partsOf(members: readonly (readonly [string | null, unknown])[]): Part[] {
  const parts: Part[] = []
  let texts: string[] = []
  let length = 0
  const [open, close] = members[0]?.[0] === null ? '[]' : '{}'
  const flush = () => {
    if (texts.length > 0) parts.push({ json: `${open}${texts.join()}${close}` })
    texts = []
    length = 0
  }
  for (const [key, member] of members) {
    if (isSmall(member)) {
      const json = JSON.stringify(member)
      const text = key === null ? json : `${JSON.stringify(key)}:${json}`
      length += text.length
      texts.push(text)
      if (length > pieceChars) flush()
    } else {
      flush()
      parts.push({ piece: pieceOf(member), ...(key === null ? {} : { key }) })
    }
  }
  flush()
  return parts
}
