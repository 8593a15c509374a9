import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SearchIndex } from './build-index.ts'

/** The parts of an index one behind the other, each with its length in front; numbers in the order of bytes of files. */
export function packIndex(index: SearchIndex): Buffer {
  const { toolkits, slugs, toolkitOf, traits, terms, starts, tools, impacts, fieldLengths } = index
  const head = {
    fieldLengths,
    toolkits: toolkits.map(({ slug, name, popularityScore }) => ({ slug, name, popularityScore })),
  }
  const parts = [
    Buffer.from(JSON.stringify(head)),
    Buffer.from(slugs.join('\n')),
    Buffer.from(terms.join('\n')),
    numbers(toolkitOf),
    Buffer.from(traits),
    numbers(steps(starts)),
    numbers(gaps(starts, tools)),
    Buffer.from(impacts),
  ]
  return Buffer.concat(parts.flatMap((part) => [numbers([part.length]), part]))
}

/** Seven bits in a byte, the eighth says that there are more. */
function numbers(values: Iterable<number>): Buffer {
  const bytes: number[] = []
  for (let value of values) {
    while (value > 127) {
      bytes.push((value & 127) | 128)
      value >>>= 7
    }
    bytes.push(value)
  }
  return Buffer.from(bytes)
}

const steps = (starts: Uint32Array): number[] =>
  Array.from(starts, (start, at) => start - (starts[at - 1] ?? 0))

/** Tools of one term rise, so the way to the next is a small number. */
function gaps(starts: Uint32Array, tools: Uint32Array): Uint32Array {
  const out = new Uint32Array(tools.length)
  for (let term = 0; term + 1 < starts.length; term++)
    for (let at = starts[term]!; at < starts[term + 1]!; at++)
      out[at] = at === starts[term] ? tools[at]! : tools[at]! - tools[at - 1]!
  return out
}

// So many numbers are read in a few milliseconds; then others get their turn.
const readsPerSlice = 50_000
const termsPerSlice = 5000

export async function unpackIndex(bytes: Buffer): Promise<SearchIndex> {
  let at = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
  }
  const part = (): Buffer => {
    const length = next()
    at += length
    return bytes.subarray(at - length, at)
  }
  const list = async <T extends Uint16Array | Uint32Array>(out: T): Promise<T> => {
    const end = next() + at
    for (let index = 0; index < out.length; index++) {
      out[index] = next()
      if (index % readsPerSlice === 0) await yieldToEventLoop()
    }
    if (at !== end) throw new Error('The tool index is damaged: reinstall Stoa')
    return out
  }
  const head: Pick<SearchIndex, 'fieldLengths' | 'toolkits'> = JSON.parse(part().toString())
  const slugs = part().toString().split('\n')
  await yieldToEventLoop()
  const terms = part().toString().split('\n')
  await yieldToEventLoop()
  const toolkitOf = await list(new Uint16Array(slugs.length))
  const traits = part()
  const starts = await list(new Uint32Array(terms.length + 1))
  for (let term = 1; term < starts.length; term++) starts[term]! += starts[term - 1]!
  const tools = await list(new Uint32Array(starts.at(-1)!))
  for (let term = 0; term < terms.length; term++) {
    for (let index = starts[term]! + 1; index < starts[term + 1]!; index++) tools[index]! += tools[index - 1]!
    if (term % termsPerSlice === 0) await yieldToEventLoop()
  }
  return { ...head, slugs, terms, toolkitOf, traits, starts, tools, impacts: part() }
}
