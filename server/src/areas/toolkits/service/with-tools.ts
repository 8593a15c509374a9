import type { Db } from '../../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { messagingChannelSlugs } from '../catalogue/messaging-channels.ts'
import type { ProjectToolkit } from '../ports/project-toolkit.ts'
import type { ToolEntry } from '../ports/provider.ts'
import type { ToolkitWithToolsQuery } from '../schema/toolkit-query.ts'
import type { ToolkitWithTools } from '../schema/with-tools.ts'
import type { ExtensionPoints } from './extension-points.ts'
import { type ToolkitLists, totalToolsOf } from './list-toolkits.ts'
import { toolResponse } from './to-response.ts'
import type { ToolAccess } from './tool-access.ts'

// A page of a hundred toolkits with all their tools would be tens of thousands of them.
const maxVisible = 100

type WithToolsDeps = { db: Db; lists: ToolkitLists; access: ToolAccess; extensions: ExtensionPoints }

/** Toolkits, each with its tools, for the caller that picks some of them. */
export function createWithTools({ db, lists, access, extensions }: WithToolsDeps) {
  async function toolsOf(
    scope: Scope,
    toolkit: ProjectToolkit,
    query: ToolkitWithToolsQuery,
  ): Promise<ToolEntry[]> {
    const shipped = await access.listTools(db, scope, toolkit)
    const all = [...shipped, ...(await extensions.listCustomTools(db, scope, toolkit.slug))]
    const [, requested] = pairIn(query.tool)
    return all
      .filter(({ type }) => query.type === 'all' || (type === 'action') === (query.type === 'actions'))
      .filter(({ slug }) => requested === null || slug === requested)
      .sort(
        (a, b) =>
          Number(b.isImportant) - Number(a.isImportant) || Number(a.isDeprecated) - Number(b.isDeprecated),
      )
  }

  return async (scope: Scope, query: ToolkitWithToolsQuery): Promise<Page<ToolkitWithTools>> => {
    const [only] = pairIn(query.tool)
    const selected = selectedIn(query)
    const found = (await lists.matching(scope, query))
      .filter(({ item }) => only === null || item.slug === only)
      .filter(({ item }) => !query.excludeMessagingChannels || !messagingChannelSlugs.has(item.slug))
      .filter(({ item }) => hasKind(item, query.type))
    const first = found.filter(({ item }) => selected.has(item.slug))
    const ordered = [...first, ...found.filter(({ item }) => !selected.has(item.slug))]
    const from = offsetOf(query)
    const items: ToolkitWithTools[] = []
    for (const { toolkit, item } of ordered.slice(from, from + query.limit)) {
      const tools = await toolsOf(scope, toolkit, query)
      items.push({
        ...item,
        tools: tools.slice(0, maxVisible).map(toolResponse),
        hasMoreTools: tools.length > maxVisible,
      })
    }
    return { ...pageOf(items, found.length, query), totalTools: totalToolsOf(found) }
  }
}

export type WithTools = ReturnType<typeof createWithTools>

/** `toolkitSlug:toolSlug`, or the one without the other. */
function pairIn(text: string | undefined): [toolkit: string | null, tool: string | null] {
  const [toolkit = '', tool = ''] = (text ?? '').split(':', 2)
  return [toolkit.trim() || null, tool.trim() || null]
}

const selectedIn = ({
  selectedToolkitSlugs = [],
  selectedToolSlugs = [],
}: ToolkitWithToolsQuery): Set<string> =>
  new Set([...selectedToolkitSlugs, ...selectedToolSlugs.map((slug) => slug.split('_', 1)[0]!)])

/** Leaves out toolkits that have nothing of the kind; those that have nothing yet are shown as they are. */
function hasKind(
  { toolCount, triggerCount }: { toolCount: number; triggerCount: number },
  type: ToolkitWithToolsQuery['type'],
): boolean {
  if (type === 'triggers') return triggerCount > 0
  return type === 'all' || toolCount > 0
}
