import { batched, type Db, type Queryable } from '../../../../kernel/db/db.ts'
import { createSemaphore } from '../../../../kernel/limits/semaphore.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ToolSearch } from '../../../tool-search/index.ts'
import type { AccountSource, ToolEntry, Toolkits } from '../../../toolkits/index.ts'
import type { SearchBody, ToolHit } from '../../schema/tool-query.ts'
import { listToolSettings } from '../../store/setting.ts'
import type { Finder } from './find-tool.ts'
import type { OwnPart, OwnTool, OwnToolsOf } from './own-tools.ts'
import { tokensOf } from './schema-tokens.ts'
import type { ToolIndex } from './tool-index.ts'
import { isDisabled, isReplaced } from './tool-state.ts'

export type SearcherDeps = {
  db: Db
  search: ToolSearch
  toolkits: Pick<Toolkits, 'decided'>
  accounts: AccountSource | null
  index: ToolIndex
  finder: Finder
  own: OwnToolsOf
}

export type Hit = { readonly slug: string; readonly score: number }
type Found = { tool: ToolEntry | OwnTool; score: number; isConnected: boolean }

// So many are looked at before those that the caller cannot use are left out.
const deepest = 100
// Limit of tools whose words are in a slug.
const nearLimit = 20
// Of hits with schemas.
const maxConcurrentDocuments = 4
// What a tool that has every word of a short question gets: half way to the best.
const middling = 10
// Less than lies between a tool for the job and one for another job.
const accountBonus = 0.1

/** The project's own tools and those of the product in one ranking, by one measure. */
export function createSearcher(deps: SearcherDeps) {
  const { db, toolkits, accounts, index, finder } = deps

  async function rank(
    q: Queryable,
    scope: Scope,
    parts: readonly OwnPart[],
    { query, toolkits: requested }: Pick<SearchBody, 'query' | 'toolkits'>,
  ): Promise<Hit[]> {
    const prepared = await Promise.all(parts.map((part) => part.ranked(q, scope)))
    const own = prepared.filter((each) => each !== null)
    const found = await deps.search.search(query, { toolkits: requested, limit: deepest, own })
    const exact = query.trim().toLowerCase()
    const scores = new Map<string, number>()
    // A newer description has tools of the same slugs as the one it takes the place of; the better one is shown.
    for (const { slug, score } of found)
      if (!scores.has(slug)) scores.set(slug, slug.toLowerCase() === exact ? 1 : score / (score + middling))
    return [...scores].map(([slug, score]) => ({ slug, score })).sort((a, b) => b.score - a.score)
  }

  async function viewOf(q: Queryable, scope: Scope) {
    const [kits, settings, parts, connected] = await Promise.all([
      toolkits.decided(q, scope),
      listToolSettings(q, scope),
      deps.own(q, scope),
      accounts?.connectedToolkits(q, scope) ?? new Set<string>(),
    ])
    return { kits, settings, parts, connected }
  }

  const findEntry = async (parts: readonly OwnPart[], slug: string): Promise<ToolEntry | OwnTool | null> =>
    parts.map(({ tools }) => tools.get(slug)).find((tool) => tool !== undefined) ?? index.find(slug)

  /** As many as requested in one read, and more only when some of them are not visible to the caller. */
  async function usable(scope: Scope, q: Queryable, body: SearchBody): Promise<Found[]> {
    const { limit, onlyConnected } = body
    const view = await viewOf(q, scope)
    const ranked = connectedFirst(await rank(q, scope, view.parts, body), view.connected)
    const found: Found[] = []
    for (let from = 0; from < ranked.length && found.length < limit; from += limit) {
      const some = ranked.slice(from, from + limit)
      const tools = await Promise.all(some.map(({ slug }) => findEntry(view.parts, slug)))
      for (const [at, tool] of tools.entries()) {
        if (tool?.type !== 'action' || isReplaced(view, tool) || isDisabled(view, tool)) continue
        const isConnected = tool.noAuth || view.connected.has(tool.toolkitSlug)
        if (isConnected || !onlyConnected) found.push({ tool, score: some[at]!.score, isConnected })
      }
    }
    return found.slice(0, limit)
  }

  return {
    rank,
    findEntry,
    /** The slugs of tools that the caller can see, for one that does not exist. */
    async slugsNear(scope: Scope, query: string): Promise<string[]> {
      const request = { query, limit: nearLimit, onlyConnected: false, includeSchemas: false }
      return (await usable(scope, batched(db), request)).map(({ tool }) => tool.slug)
    },
    async search(scope: Scope, body: SearchBody): Promise<ToolHit[]> {
      const q = batched(db)
      const found = await usable(scope, q, body)
      const few = createSemaphore(maxConcurrentDocuments)
      return Promise.all(
        found.map(async ({ tool, score, isConnected }) => {
          const { slug, toolkitSlug, name, description, noAuth } = tool
          const size = sizeOf(tool)
          // Making a schema may mean to read a large document, so it is made only where it is wanted.
          const whole =
            size === null || body.includeSchemas ? await few.take(() => finder.find(db, scope, slug)) : null
          const inputParameters = whole?.definition.inputParameters ?? {}
          return {
            slug,
            toolkitSlug,
            name,
            description,
            noAuth,
            isConnected,
            score: Math.round(score * 10_000) / 10_000,
            schemaTokens:
              size ?? tokensOf(slug.length + description.length + JSON.stringify(inputParameters).length),
            ...(body.includeSchemas ? { inputParameters } : {}),
          }
        }),
      )
    },
  }
}

/** Tools of services with a connected account before those that fit about as well. Their slugs begin with the toolkit. */
function connectedFirst(ranked: readonly Hit[], connected: ReadonlySet<string>): readonly Hit[] {
  if (connected.size === 0) return ranked
  const prefixes = [...connected].map((toolkit) => `${toolkit}_`)
  return ranked
    .map(({ slug, score }) => {
      const isConnected = score < 1 && prefixes.some((prefix) => slug.startsWith(prefix))
      return { slug, score: isConnected ? Math.min(0.9999, score + accountBonus) : score }
    })
    .sort((a, b) => b.score - a.score)
}

export type Searcher = ReturnType<typeof createSearcher>

/** How many tokens it takes, where that is known without making its schema. */
function sizeOf(tool: ToolEntry | OwnTool): number | null {
  if ('tokenCount' in tool && tool.tokenCount !== undefined) return tool.tokenCount
  const { slug, description, schemaChars } = tool
  return schemaChars === undefined ? null : tokensOf(slug.length + description.length + schemaChars)
}
