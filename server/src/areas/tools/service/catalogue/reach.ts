import { type Taint, tableTaint, taintOfPassages } from '../../../../kernel/text/taint.ts'
import type { ProviderName } from '../../../toolkits/index.ts'

// Of the toolkits and tools that come with the product, those that call URLs.
const callers = new Set(['http', 'webhook'])
// Browsers as well: what is read there is a page that is open already.
const outward = new Set([...callers, 'browser'])
const outwardTools = new Set(['knowledge_ingest_url'])

export type Reach = {
  provider: ProviderName
  slug: string
  toolkitSlug: string
  noAuth: boolean
  isScript: boolean
  allowedHosts: readonly string[]
}

/** Whether it has to do with more than this installation; what is not known to stay in does. */
export function reachesOut({ provider, slug, toolkitSlug, noAuth, isScript, allowedHosts }: Reach): boolean {
  if (provider === 'PLATFORM') return outward.has(toolkitSlug) || outwardTools.has(slug)
  return !isScript || !noAuth || allowedHosts.length > 0
}

/** Whether the caller chooses the URL that it calls. */
export const isOpenWorld = (provider: ProviderName, toolkitSlug: string): boolean =>
  provider === 'PLATFORM' && callers.has(toolkitSlug)

/** Whether it runs in an interpreter that has neither network nor credentials, and so has no effects outside of it. */
export const isSealed = (reach: Reach): boolean =>
  reach.provider === 'PLATFORM' ? reach.toolkitSlug === 'sandbox' : reach.isScript && !reachesOut(reach)

/** Origin of the text of a result, apart from its arguments; before the call without the output. */
export function taintOf(
  reach: Reach & { isReadOnly: boolean },
  args: Readonly<Record<string, unknown>>,
  output?: unknown,
): Taint {
  const { provider, slug, toolkitSlug, isReadOnly } = reach
  if (isSealed(reach)) return null
  if (reachesOut(reach)) return `tool:${slug}`
  if (provider !== 'PLATFORM') return null
  if (toolkitSlug === 'table') return returnsRows(slug, args) ? tableTaint : null
  if (toolkitSlug === 'knowledge' && isReadOnly) return taintOfPassages(passagesIn(output))
  return toolkitSlug === 'file' ? 'file' : null
}

function passagesIn(output: unknown): { isOutside?: unknown }[] {
  const { passages } = Object(output) as { passages?: unknown }
  return Array.isArray(passages) ? passages : []
}

/** A row that is inserted comes back as it was given, and one that is deleted not at all. */
function returnsRows(slug: string, { upsertOn }: Readonly<Record<string, unknown>>): boolean {
  if (slug === 'table_insert') return Array.isArray(upsertOn) && upsertOn.length > 0
  return slug !== 'table_delete'
}

/** What a model is given to read about a tool. */
export const withInstructions = ({
  description,
  instructions,
}: {
  description: string
  instructions: string
}): string => (instructions === '' ? description : `${description}\n\n${instructions}`)
