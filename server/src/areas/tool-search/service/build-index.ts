import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isStopWord, stem, termsOf, wordsOf } from './words.ts'

/** What a tool is found by. */
export type SearchedTool = {
  readonly slug: string
  readonly toolkitSlug: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly isDeprecated: boolean
  readonly hints: { readonly isReadOnly: boolean | null; readonly isDestructive: boolean | null }
}

export type SearchedToolkit = {
  readonly slug: string
  readonly name: string
  readonly popularityScore: number
}

/** The field that a term occurs in, its weight there and how much long texts are penalized. */
const fields = [
  { weight: 3, lengthShare: 0.6 },
  { weight: 2, lengthShare: 0.6 },
  { weight: 1, lengthShare: 0.4 },
  { weight: 1, lengthShare: 0.75 },
] as const

const saturation = 1.4

/** What is known of a tool beside its words; the upper bits hold how many words its name has. */
export const traits = { deprecated: 1, reads: 2, writes: 4, destroys: 8, nameShift: 4 } as const

const maxNameLength = 15

function traitsOf(tool: SearchedTool): number {
  const words = Math.min(maxNameLength, slugWords(tool).split(/[_-]/).length)
  return (
    (tool.isDeprecated ? traits.deprecated : 0) |
    // A caller that does not say that it only reads most likely writes.
    (tool.hints.isReadOnly === true ? traits.reads : traits.writes) |
    (tool.hints.isDestructive === true ? traits.destroys : 0) |
    (words << traits.nameShift)
  )
}

/** Lengths of the fields on average: what is added later is measured by the same rule. */
export type FieldLengths = readonly number[]

/**
 * An inverted index as flat arrays. Of every term and tool it holds one number from 1 to 255: how much the term says
 * of the tool (BM25 over weighted fields), so that a search only adds up.
 */
export type SearchIndex = {
  readonly toolkits: readonly SearchedToolkit[]
  readonly slugs: readonly string[]
  /** For each tool its toolkit, and its `traits` added up. */
  readonly toolkitOf: Uint16Array
  readonly traits: Uint8Array
  /** Sorted, for binary search and so that those with one prefix are adjacent. */
  readonly terms: readonly string[]
  readonly starts: Uint32Array
  readonly tools: Uint32Array
  readonly impacts: Uint8Array
  readonly fieldLengths: FieldLengths
}

/** Tools that a project made may be called anything; those of the product begin with their toolkit. */
const slugWords = ({ slug, toolkitSlug }: SearchedTool): string =>
  (slug.startsWith(`${toolkitSlug}_`) ? slug.slice(toolkitSlug.length + 1) : slug).replace(
    /_[0-9a-f]{8}$/,
    '',
  )

/** Title, name, tags and description; the words of a slug that its title has already are not counted twice. */
function textsOf(tool: SearchedTool, maxDescriptionLength: number): string[][] {
  const named = termsOf(slugWords(tool))
  const titled = termsOf(tool.name)
  const title = titled.length === 0 ? named : titled
  return [title, named, tool.tags.flatMap(termsOf), termsOf(tool.description.slice(0, maxDescriptionLength))]
}

// So many are taken apart in a few milliseconds; then others get their turn.
const readsPerSlice = 100

// Descriptions of APIs are long, and what they begin with says what an operation does.
const defaultDescription = 300

export type BuildOptions = { readonly known?: FieldLengths; readonly maxDescriptionLength?: number }

export async function buildIndex(
  toolkits: readonly SearchedToolkit[],
  tools: readonly SearchedTool[],
  { known, maxDescriptionLength = defaultDescription }: BuildOptions = {},
): Promise<SearchIndex> {
  const texts: string[][][] = []
  for (const tool of tools)
    if (texts.push(textsOf(tool, maxDescriptionLength)) % readsPerSlice === 0) await yieldToEventLoop()
  const fieldLengths =
    known ??
    fields.map((_, field) => texts.reduce((sum, text) => sum + text[field]!.length, 0) / (texts.length || 1))
  const toolkitIndexes = new Map(toolkits.map(({ slug }, index) => [slug, index]))
  return {
    toolkits,
    slugs: tools.map(({ slug }) => slug),
    toolkitOf: Uint16Array.from(tools, ({ toolkitSlug }) => toolkitIndexes.get(toolkitSlug)!),
    traits: Uint8Array.from(tools, traitsOf),
    fieldLengths,
    ...(await invert(texts, fieldLengths)),
  }
}

type Postings = { tools: number[]; impacts: number[] }

/** From the terms of each tool to the tools of each term. */
async function invert(
  texts: readonly string[][][],
  lengths: FieldLengths,
): Promise<Pick<SearchIndex, 'terms' | 'starts' | 'tools' | 'impacts'>> {
  const postings = new Map<string, Postings>()
  for (const [tool, text] of texts.entries()) {
    for (const [term, impact] of impactsOf(text, lengths)) {
      const list = postings.get(term) ?? { tools: [], impacts: [] }
      if (list.tools.push(tool) === 1) postings.set(term, list)
      list.impacts.push(impact)
    }
    if (tool % readsPerSlice === readsPerSlice - 1) await yieldToEventLoop()
  }
  const terms = [...postings.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  await yieldToEventLoop()
  const starts = new Uint32Array(terms.length + 1)
  for (const [at, term] of terms.entries()) starts[at + 1] = starts[at]! + postings.get(term)!.tools.length
  const tools = new Uint32Array(starts.at(-1)!)
  const impacts = new Uint8Array(starts.at(-1)!)
  for (const [at, term] of terms.entries()) {
    const list = postings.get(term)!
    tools.set(list.tools, starts[at]!)
    impacts.set(list.impacts, starts[at]!)
  }
  return { terms, starts, tools, impacts }
}

function impactsOf(text: readonly (readonly string[])[], lengths: FieldLengths): Map<string, number> {
  const weights = new Map<string, number>()
  for (const [field, { weight, lengthShare }] of fields.entries()) {
    const terms = text[field]!
    const length = 1 - lengthShare + lengthShare * (terms.length / (lengths[field] || 1))
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight / length)
  }
  for (const [term, weight] of weights)
    weights.set(term, Math.max(1, Math.round((255 * weight) / (weight + saturation))))
  return weights
}

/** Words a toolkit is called by, without those that occur in every second name. */
export const toolkitTerms = ({ slug, name }: { slug: string; name: string }): string[] => [
  ...new Set(
    wordsOf(`${slug} ${name}`)
      .filter((word) => !isStopWord(word) && !['rest', 'service', 'cloud', 'bot'].includes(word))
      .map(stem),
  ),
]
