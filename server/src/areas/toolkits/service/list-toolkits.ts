import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { messagingChannelSlugs } from '../catalogue/messaging-channels.ts'
import type { ProjectToolkit } from '../ports/project-toolkit.ts'
import { categoryNameOf, categorySlugs } from '../schema/categories.ts'
import type { Category, MessagingChannels, ToolkitItem } from '../schema/toolkit.ts'
import type { ToolkitQuery } from '../schema/toolkit-query.ts'
import type { ExtensionPoints } from './extension-points.ts'
import { createRanking } from './ranking.ts'
import type { Registry } from './registry.ts'
import { itemOf, type ResponseContext } from './to-response.ts'

// A search that finds this many tools has long named every toolkit worth showing.
const maxToolHits = 200

type ListDeps = { db: Db; registry: Registry; extensions: ExtensionPoints }
type Ranked = { toolkit: ProjectToolkit; item: ToolkitItem; score: number }

/** Lists over everything there is. It is all in memory or in the few rows of one project, so it is filtered here. */
export function createToolkitLists({ db, registry, extensions }: ListDeps) {
  const responseContextOf = async (q: Queryable, scope: Scope): Promise<ResponseContext> => ({
    connected: await extensions.connectedToolkits(q, scope),
    counts: await extensions.countByToolkit(q, scope),
  })

  /** Toolkits with a tool that the words name, each with how good its best tool is, 1 at most. */
  async function toolHitsFor(scope: Scope, query: string): Promise<Map<string, number>> {
    const hits = new Map<string, number>()
    const found = await extensions.findTools(query, maxToolHits)
    found.forEach(({ slug }, rank) => {
      const toolkit = slug.split('_', 1)[0]!
      if (!hits.has(toolkit)) hits.set(toolkit, 1 - rank / maxToolHits)
    })
    for (const source of extensions.sources)
      for (const slug of (await source.listToolkitsByToolName?.(db, scope, query)) ?? []) hits.set(slug, 1)
    return hits
  }

  async function matching(scope: Scope, query: ToolkitQuery): Promise<Ranked[]> {
    const responseContext = await responseContextOf(db, scope)
    const matchesQuery = filterOf(scope, query, responseContext)
    const toolkits = (await registry.all(db, scope)).filter(matchesQuery)
    const q = query.q?.trim() ?? ''
    const rank = q === '' ? () => 1 : createRanking(q, await toolHitsFor(scope, q))
    return toolkits
      .map((toolkit) => ({ toolkit, item: itemOf(toolkit, responseContext), score: rank(toolkit) }))
      .filter(({ score }) => score > 0)
      .sort(orderOf(query))
  }

  return {
    responseContextOf,
    matching,
    async list(scope: Scope, query: ToolkitQuery): Promise<Page<ToolkitItem>> {
      const found = await matching(scope, query)
      const from = offsetOf(query)
      const items = found.slice(from, from + query.limit).map(({ item }) => item)
      return { ...pageOf(items, found.length, query), totalTools: totalToolsOf(found) }
    },
    async categories(scope: Scope): Promise<Category[]> {
      const toolkits = (await registry.all(db, scope)).filter(({ isDisabled }) => !isDisabled)
      return categorySlugs.map((slug) => ({
        slug,
        name: categoryNameOf(slug),
        toolkitCount: toolkits.filter(({ categories }) => categories.includes(slug)).length,
      }))
    },
    async messagingChannels(scope: Scope): Promise<MessagingChannels> {
      const connected = await extensions.connectedToolkits(db, scope)
      const channels = (await registry.all(db, scope))
        .filter(({ slug }) => messagingChannelSlugs.has(slug))
        .map(({ slug, name, logo, isDisabled }) => ({
          slug,
          name,
          logo,
          isDisabled,
          isConnected: connected.has(slug),
        }))
      return { channels: channels.sort((a, b) => compare(a.name, b.name)) }
    },
  }
}

export type ToolkitLists = ReturnType<typeof createToolkitLists>

export const totalToolsOf = (found: readonly Pick<Ranked, 'item'>[]): number =>
  found.reduce((sum, { item }) => sum + item.toolCount + item.triggerCount, 0)

function filterOf(scope: Scope, query: ToolkitQuery, { connected }: ResponseContext) {
  const slugs = query.slugs && new Set(query.slugs.map((slug) => slug.toLowerCase()))
  const showsDisabled = query.showDisabled ?? scope.role === 'admin'
  return (toolkit: ProjectToolkit): boolean => {
    const creatable = toolkit.authSchemes.some(({ name }) => name !== 'NO_AUTH')
    return (
      (showsDisabled || !toolkit.isDisabled) &&
      (slugs === undefined || slugs.has(toolkit.slug.toLowerCase())) &&
      (query.category === undefined || toolkit.categories.includes(query.category)) &&
      (query.provider === undefined || isOf(toolkit, query.provider)) &&
      (query.scope === 'all' || toolkit.isOwn) &&
      isInRegion(toolkit, query) &&
      (query.requiresAuth === undefined || query.requiresAuth !== toolkit.noAuth) &&
      (query.authConfigCreatable === undefined || query.authConfigCreatable === creatable) &&
      (query.isConnected === undefined || query.isConnected === connected.has(toolkit.slug))
    )
  }
}

const isOf = ({ provider }: ProjectToolkit, requested: NonNullable<ToolkitQuery['provider']>): boolean =>
  requested === 'COMPOSIO' ? provider !== 'LOCAL' : provider === requested

/** A toolkit that names no region is for the whole world. */
function isInRegion({ regions }: ProjectToolkit, { region, regionMatch }: ToolkitQuery): boolean {
  const requested = region?.trim().toLowerCase() ?? ''
  if (requested === '' || requested === 'all') return true
  if (regions === null || regions.length === 0)
    return requested === 'global' || regionMatch === 'include_global'
  return regions.some((each) => each.toLowerCase() === requested)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Ties are broken by slug, so that pages do not overlap; what has no value comes last in both orders. */
function orderOf({ q, sortBy, sortOrder }: ToolkitQuery) {
  const sign = sortOrder === 'ASC' ? 1 : -1
  const byScore = (a: Ranked, b: Ranked) => b.score - a.score
  const byPopularity = (a: Ranked, b: Ranked) => a.item.popularityScore - b.item.popularityScore
  const bySlug = (a: Ranked, b: Ranked) => compare(a.item.slug, b.item.slug)
  if (sortBy === undefined) {
    const isSearch = (q?.trim() ?? '') !== ''
    return (a: Ranked, b: Ranked) =>
      isSearch
        ? byScore(a, b) || byPopularity(b, a) || bySlug(a, b)
        : sign * byPopularity(a, b) || bySlug(a, b)
  }
  return (a: Ranked, b: Ranked) => {
    const [left, right] = [a.item[sortBy], b.item[sortBy]]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || bySlug(a, b)
    const order =
      typeof left === 'number'
        ? left - Number(right)
        : compare(left.toLowerCase(), String(right).toLowerCase())
    return sign * order || bySlug(a, b)
  }
}
