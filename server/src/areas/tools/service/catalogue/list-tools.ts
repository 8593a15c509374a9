import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { pageInCursor } from '../../../../kernel/cursor.ts'
import { batched, type Db, type Queryable } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { createSemaphore } from '../../../../kernel/limits/semaphore.ts'
import { offsetOf, type Page, pageOf } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  AccountSource,
  ProjectToolkit,
  ProviderName,
  ToolEntry,
  Toolkits,
} from '../../../toolkits/index.ts'
import type { Usage } from '../../../usage/index.ts'
import type { ToolItem } from '../../schema/tool.ts'
import type { ToolQuery } from '../../schema/tool-query.ts'
import { listToolSettings, type ToolSetting } from '../../store/setting.ts'
import { toTool } from '../to-response.ts'
import type { Finder } from './find-tool.ts'
import type { OwnPart, OwnTool, OwnToolsOf } from './own-tools.ts'
import { tokensOf } from './schema-tokens.ts'
import type { Searcher } from './search-tools.ts'
import type { IndexedTool, IndexSort, Selection, ToolIndex } from './tool-index.ts'
import { isDisabled, isReplaced } from './tool-state.ts'

export type ListDeps = {
  db: Db
  usage: Usage
  toolkits: Toolkits
  index: ToolIndex
  finder: Finder
  accounts: AccountSource | null
  /** The slugs of the toolkits that these auth configs are for. */
  toolkitsOfAuthConfigs(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>>
  own: OwnToolsOf
  searcher: Searcher
}

type Listed = IndexedTool | OwnTool
type Semaphore = ReturnType<typeof createSemaphore>

type Selected = { readonly length: number; at(index: number): Listed }
const selectionOf = <T>(tools: readonly T[]) => ({
  length: tools.length,
  at: (index: number) => tools[index]!,
})

type View = {
  kits: ReadonlyMap<string, ProjectToolkit>
  settings: ReadonlyMap<string, ToolSetting>
  parts: readonly OwnPart[]
  own: OwnTool[]
}

/**
 * Lists over what the project made and what the product ships. There may be tens of thousands of the latter, so an
 * index is looked at, and the tools themselves are read only for the page that is shown.
 */
export function createToolLists(deps: ListDeps) {
  const { db, usage, toolkits, index, finder, accounts } = deps

  async function viewOf(scope: Scope): Promise<View> {
    const q = batched(db)
    const [all, settings, parts] = await Promise.all([
      toolkits.all(q, scope),
      listToolSettings(q, scope),
      deps.own(q, scope),
    ])
    return {
      kits: new Map(all.map((kit) => [kit.slug, kit])),
      settings,
      parts,
      own: parts.flatMap(({ tools }) => [...tools.values()]),
    }
  }

  async function filterOf(scope: Scope, query: ToolQuery, view: View): Promise<(tool: Listed) => boolean> {
    const lower = (values: readonly string[] | undefined) =>
      values && new Set(values.map((value) => value.toLowerCase()))
    const slugs = lower(query.toolSlugs)
    const kits = lower(query.toolkitSlug)
    const granted = query.scopes && new Set(query.scopes)
    const connected = query.onlyConnected ? await connectedTo(scope) : null
    const ofConfigs = query.authConfigIds && (await deps.toolkitsOfAuthConfigs(scope, query.authConfigIds))
    const showsDisabled = query.showDisabled ?? scope.role === 'admin'
    return (tool) =>
      !isReplaced(view, tool) &&
      (showsDisabled || !isDisabled(view, tool)) &&
      (query.includeDeprecated || slugs !== undefined || !tool.isDeprecated) &&
      (query.kind === 'all' || (query.kind === 'actions') === (tool.type === 'action')) &&
      (slugs === undefined || slugs.has(tool.slug.toLowerCase())) &&
      (kits === undefined || kits.has(tool.toolkitSlug.toLowerCase())) &&
      (query.provider === undefined || isOf(providerOf(view, tool), query.provider)) &&
      (query.category === undefined ||
        view.kits.get(tool.toolkitSlug)?.categories.includes(query.category) === true) &&
      (query.important === undefined || tool.isImportant === query.important) &&
      (query.tags === undefined || query.tags.every((tag) => tool.tags.includes(tag))) &&
      (granted === undefined || tool.scopes.every((each) => granted.has(each))) &&
      (ofConfigs === undefined || ofConfigs.has(tool.toolkitSlug)) &&
      (connected === null || tool.noAuth || connected.has(tool.toolkitSlug))
  }

  const connectedTo = async (scope: Scope): Promise<ReadonlySet<string>> =>
    (await accounts?.connectedToolkits(db, scope)) ?? new Set()

  /** Its row is looked for among those of its toolkit, which may be thousands. */
  async function readEntry(slug: string): Promise<ToolEntry | null> {
    const entry = await index.find(slug)
    await yieldToEventLoop()
    return entry
  }

  async function whole(q: Queryable, scope: Scope, { slug }: Listed): Promise<ToolItem | null> {
    const found = await finder.find(q, scope, slug)
    return found && toTool(found, usage.priceOf('tool.default'))
  }

  async function indexed(view: View, tool: Listed, reads: Semaphore): Promise<ToolItem | null> {
    const entry = 'provider' in tool ? tool : await reads.take(() => readEntry(tool.slug))
    return entry && light(entry, view, toolkits, usage.priceOf('tool.default'))
  }

  async function visible(
    scope: Scope,
    view: View,
    query: ToolQuery,
    tools: readonly Listed[],
  ): Promise<ToolItem[]> {
    const [q, few, reads] = [batched(db), createSemaphore(maxConcurrentDocuments), createSemaphore(1)]
    const items: Promise<ToolItem | null>[] = []
    for (const tool of tools) {
      const provider = providerOf(view, tool)
      if (!needsWhole(query, provider)) items.push(indexed(view, tool, reads))
      else if (provider === 'OPENAPI') items.push(few.take(() => whole(db, scope, tool)))
      else items.push(whole(q, scope, tool))
    }
    return (await Promise.all(items)).filter((item) => item !== null)
  }

  async function searched(
    scope: Scope,
    query: ToolQuery,
    { parts }: View,
    matches: (tool: Listed) => boolean,
  ): Promise<Selected> {
    const hits = await deps.searcher.rank(db, scope, parts, { query: query.q!, toolkits: query.toolkitSlug })
    const tools = await Promise.all(hits.map(({ slug }) => deps.searcher.findEntry(parts, slug)))
    const found = tools.filter((tool) => tool !== null && matches(tool)) as Listed[]
    return selectionOf(query.sortBy === undefined ? found : found.sort(orderOf(query)))
  }

  /** Of some toolkits alone nothing else is looked at. */
  async function shipped(query: ToolQuery, matches: (tool: Listed) => boolean): Promise<Selection> {
    const named = query.toolkitSlug ?? query.toolSlugs?.map((slug) => slug.split('_', 1)[0]!)
    if (named === undefined) return index.filter(matches, indexSortOf(query))
    const found: IndexedTool[] = []
    for (const slug of new Set(named.map((each) => each.toLowerCase())))
      found.push(...(await index.ofToolkit(slug)).filter(matches))
    return selectionOf(found.sort(orderOf(query)))
  }

  return {
    async list(scope: Scope, query: ToolQuery): Promise<Page<ToolItem>> {
      const paged = { ...query, ...pageIn(query.cursor) }
      const view = await viewOf(scope)
      const matches = await filterOf(scope, query, view)
      const found = query.q?.trim()
        ? await searched(scope, query, view, matches)
        : ordered(query, view.own.filter(matches), await shipped(query, matches))
      const from = offsetOf(paged)
      const pageItems = Array.from(
        { length: Math.max(0, Math.min(paged.limit, found.length - from)) },
        (_, i) => found.at(from + i),
      )
      const items = await visible(scope, view, query, pageItems)
      return { ...pageOf(items, found.length, paged), totalTools: found.length }
    },
  }
}

export type ToolLists = ReturnType<typeof createToolLists>

const providerOf = ({ kits }: View, tool: Listed): ProviderName | undefined =>
  'provider' in tool ? tool.provider : kits.get(tool.toolkitSlug)?.provider

const isOf = (provider: ProviderName | undefined, requested: NonNullable<ToolQuery['provider']>): boolean =>
  requested === 'COMPOSIO' ? provider !== 'LOCAL' : provider === requested

const schemaFields = ['inputParameters', 'outputParameters'] as const
// What the entry of a tool that a project made, or that a piece brings, does not say.
const wholeFields = [...schemaFields, 'schemaTokens', 'instructions', 'script', 'isExecutable']
// Of a page with schemas.
const maxConcurrentDocuments = 4

/**
 * Lists of API operations come from an index: their schemas are in documents, and one page of them may be of a hundred
 * documents with megabytes each. They are read only where the caller names them.
 */
function needsWhole({ fields }: ToolQuery, provider: ProviderName | undefined): boolean {
  const needed: readonly string[] = provider === 'OPENAPI' ? schemaFields : wholeFields
  return fields === undefined ? provider !== 'OPENAPI' : fields.some((field) => needed.includes(field))
}

/** All but the schemas, as far as it is known without them. */
function light(tool: ToolEntry | OwnTool, view: View, toolkits: Toolkits, defaultMicro: number): ToolItem {
  const own = 'provider' in tool ? tool : null
  const { slug, description, schemaChars = 0 } = tool
  return {
    ...tool,
    id: own?.id ?? toolkits.toolIdOf(tool.slug),
    provider: providerOf(view, tool) ?? 'PLATFORM',
    isDisabled: isDisabled(view, tool),
    createdAt: own?.createdAt ?? null,
    updatedAt: own?.updatedAt ?? null,
    scopes: [...tool.scopes],
    tags: [...tool.tags],
    hints: { ...tool.hints },
    instructions: '',
    availableVersions: [
      ...new Set([tool.version, ...(view.kits.get(tool.toolkitSlug)?.availableVersions ?? [])]),
    ],
    executionCreditCost: (view.settings.get(tool.slug)?.priceMicro ?? defaultMicro) / 1_000_000,
    fieldModifiers: {},
    script: null,
    isExecutable: tool.type === 'action',
    triggerThreadKey: null,
    ragContentHash: null,
    ragSyncedAt: own?.updatedAt ?? null,
    schemaTokens: own?.tokenCount ?? tokensOf(slug.length + description.length + schemaChars),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Ties are broken by slug, so that pages do not overlap; what has no time comes last in both orders. */
function orderOf({ sortBy = 'popularityScore', sortOrder }: ToolQuery) {
  const sign = sortOrder === 'ASC' ? 1 : -1
  return (a: Listed, b: Listed): number => {
    const [left, right] = [sortedBy(a, sortBy), sortedBy(b, sortBy)]
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compare(a.slug, b.slug)
    const order =
      typeof left === 'number'
        ? left - Number(right)
        : compare(left.toLowerCase(), String(right).toLowerCase())
    return sign * order || compare(a.slug, b.slug)
  }
}

const sortedBy = (tool: Listed, by: NonNullable<ToolQuery['sortBy']>): string | number | null =>
  by === 'createdAt' || by === 'updatedAt' ? (by in tool ? (tool as OwnTool)[by] : null) : tool[by]

/** Shipped tools have no times: among themselves they are sorted by slug, in both orders. */
const indexSortOf = ({ sortBy = 'popularityScore', sortOrder }: ToolQuery): IndexSort =>
  sortBy === 'createdAt' || sortBy === 'updatedAt'
    ? { by: 'slug', isAscending: true }
    : { by: sortBy, isAscending: sortOrder === 'ASC' }

/** The shipped ones are in that order already, so the few of the project are only put in between. */
function ordered(query: ToolQuery, own: OwnTool[], shipped: Selected): Selected {
  const order = orderOf(query)
  const mine = own.sort(order)
  // How many of all precede each of the project's own.
  const indexes = mine.map((tool, i) => i + indexFor(tool, shipped, order))
  return {
    length: mine.length + shipped.length,
    at(index) {
      const before = indexes.findLastIndex((each) => each <= index)
      return indexes[before] === index ? mine[before]! : shipped.at(index - before - 1)
    },
  }
}

function indexFor(tool: OwnTool, shipped: Selected, order: (a: Listed, b: Listed) => number): number {
  let [low, high] = [0, shipped.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order(shipped.at(middle), tool) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function pageIn(cursor: string | undefined): ReturnType<typeof pageInCursor> {
  if (cursor === undefined || cursor === '') return null
  const page = pageInCursor(cursor)
  if (page) return page
  throw new AppError('invalid_parameter', 'cursor is invalid', {
    hint: 'Omit it, or send base64 of {"page":2,"limit":20}.',
  })
}
