import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type SearchedToolkit, type SearchIndex, toolkitTerms } from './build-index.ts'
import { type Concept, indexOf } from './query.ts'
import { subjectOf } from './subjects.ts'

/** How many tools of all segments have a term: what few have says more. */
export type Rarity = (term: string) => number

export function rarityOver(segments: readonly SearchIndex[]): Rarity {
  const total = segments.reduce((sum, { slugs }) => sum + slugs.length, 0)
  return (term) => {
    const having = segments.reduce((sum, segment) => sum + countOf(segment, term), 0)
    return Math.log(1 + (total - having + 0.5) / (having + 0.5))
  }
}

function countOf({ terms, starts }: SearchIndex, term: string): number {
  const at = indexOf(terms, term)
  return terms[at] === term ? starts[at + 1]! - starts[at]! : 0
}

/** Numbers that a search adds up in, reused from one to the next: they are large and a search is short. */
export type Scratch = { scores: Float32Array; best: Float32Array; covered: Float32Array; stamps: Uint16Array }

export const createScratch = (size: number): Scratch => ({
  scores: new Float32Array(size),
  best: new Float32Array(size),
  covered: new Float32Array(size),
  stamps: new Uint16Array(size),
})

/** Toolkits with a subject, and where their first and their last tool is. */
export type Subjects = readonly { toolkit: number; terms: ReadonlySet<string>; from: number; to: number }[]

export function subjectsIn({ toolkits, toolkitOf }: SearchIndex): Subjects {
  return toolkits.flatMap(({ slug }, toolkit) => {
    const terms = subjectOf(slug)
    const from = terms.size === 0 ? -1 : toolkitOf.indexOf(toolkit)
    return from < 0 ? [] : [{ toolkit, terms, from, to: toolkitOf.lastIndexOf(toolkit) + 1 }]
  })
}

// As much as a word of a title.
const subjectImpact = 200

/** Adds up, for every tool of a segment, the best form of each concept; then sees how much of the question was met. */
export function scoreWords(
  segment: SearchIndex,
  subjects: Subjects,
  concepts: readonly Concept[],
  rarity: Rarity,
  scratch: Scratch,
): Float32Array {
  const { scores, best, covered, stamps } = scratch
  scores.fill(0)
  covered.fill(0)
  stamps.fill(0)
  let whole = 0
  for (const [number, { term, forms }] of concepts.entries()) {
    const own = rarity(term)
    whole += own
    // What the service is for counts as if each of its tools said it.
    for (const subject of subjects)
      if (subject.terms.has(term)) addSubject(segment, subject, own, number + 1, scratch)
    for (const [form, weight] of forms) {
      const at = indexOf(segment.terms, form)
      if (segment.terms[at] !== form) continue
      // A rare word for a common thing is not worth more than the word that was said.
      const factor = (weight * (form === term ? own : Math.min(own, rarity(form)))) / 255
      addPostings(segment, at, factor, own * weight, number + 1, scores, best, covered, stamps)
    }
  }
  if (whole > 0)
    for (let tool = 0; tool < scores.length; tool++)
      if (scores[tool]! > 0) scores[tool]! *= 0.35 + 0.65 * Math.min(1, covered[tool]! / whole)
  return scores
}

function addSubject(
  { toolkitOf }: SearchIndex,
  { toolkit, from, to }: Subjects[number],
  own: number,
  stamp: number,
  { scores, best, covered, stamps }: Scratch,
): void {
  const score = (own * subjectImpact) / 255
  for (let tool = from; tool < to; tool++) {
    if (toolkitOf[tool] !== toolkit) continue
    stamps[tool] = stamp
    best[tool] = score
    scores[tool]! += score
    covered[tool]! += own
  }
}

function addPostings(
  { starts, tools, impacts }: SearchIndex,
  at: number,
  factor: number,
  cover: number,
  stamp: number,
  scores: Float32Array,
  best: Float32Array,
  covered: Float32Array,
  stamps: Uint16Array,
): void {
  const end = starts[at + 1]!
  for (let posting = starts[at]!; posting < end; posting++) {
    const tool = tools[posting]!
    const score = factor * impacts[posting]!
    if (stamps[tool] !== stamp) {
      stamps[tool] = stamp
      best[tool] = score
      scores[tool]! += score
      covered[tool]! += cover
    } else if (score > best[tool]!) {
      scores[tool]! += score - best[tool]!
      best[tool] = score
    }
  }
}

// A tool that comes first in lists need not be the best match.
const maxPopularity = 100

/** From 0 to 1. */
export const popularityOf = ({ popularityScore }: SearchedToolkit): number =>
  Math.min(1, popularityScore / maxPopularity)

/** What a toolkit is called by, taken apart once. */
export type ToolkitNames = readonly { terms: readonly string[]; slugTerms: readonly string[] }[]

// Names are tokenized in batches of this size; then other tasks run.
const namesPerSlice = 100

export async function namesOf({ toolkits }: SearchIndex): Promise<ToolkitNames> {
  const names: { terms: readonly string[]; slugTerms: readonly string[] }[] = []
  for (const toolkit of toolkits) {
    names.push({
      terms: toolkitTerms(toolkit),
      slugTerms: toolkitTerms({ slug: toolkit.slug, name: '' }),
    })
    if (names.length % namesPerSlice === 0) await yieldToEventLoop()
  }
  return names
}

export type NamedToolkits = { points: Float32Array; names: ReadonlySet<string> }

/**
 * Points for all tools of a toolkit whose name was said: few for a part of a name, none for everyday words. A word that
 * is a whole name is taken as that, and no longer looked for in what tools say of themselves.
 */
export function scoreToolkits(
  { toolkits }: SearchIndex,
  names: ToolkitNames,
  queryTerms: ReadonlySet<string>,
  rarity: Rarity,
): NamedToolkits {
  const points = new Float32Array(names.length)
  const whole = new Set<string>()
  for (const [at, { terms, slugTerms }] of names.entries()) {
    const matched = terms.filter((term) => queryTerms.has(term))
    if (matched.length === 0) continue
    const inSlug = slugTerms.filter((term) => queryTerms.has(term))
    const share = Math.max(inSlug.length / (slugTerms.length || 1), matched.length / terms.length)
    const informative = Math.max(...matched.map((term) => Math.min(1, rarity(term) / 7)))
    const popularity = popularityOf(toolkits[at]!)
    points[at] = 9 * share * share * informative * (0.5 + 0.5 * popularity)
    if (share === 1 && popularity >= 0.3 && informative > 0.6) for (const term of matched) whole.add(term)
  }
  return { points, names: whole }
}
