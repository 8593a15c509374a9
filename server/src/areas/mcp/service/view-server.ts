import type { Scope } from '../../../kernel/scope.ts'
import { renamedSlugs } from '../../../kernel/text/function-schema.ts'
import type { HeaderSeal } from '../external/secrets.ts'
import type { ServedServer } from '../protocol/surface.ts'
import type { McpServer } from '../schema/server.ts'
import type { ServerRow } from '../store/server.ts'

export const endpointPath = '/api/v1/mcp'
export const publicPath = `${endpointPath}/public`

// Those of mode META that every key sees; workflows and tables come with their scopes.
const metaToolCount = 6

export function createServerViews({ publicUrl, headers }: { publicUrl: URL; headers: HeaderSeal }) {
  const urlOf = (path: string) => new URL(path, publicUrl).href
  return {
    show(scope: Scope, row: ServerRow): McpServer {
      const { projectId: _, hasWhitelist, external, ...rest } = row
      return {
        ...rest,
        externalMcpConfigs: external.map(({ name, url, tools, status, checkedAt, ...remote }) => ({
          name,
          url,
          headersMasked: headers.masked(scope, remote),
          tools,
          status,
          lastCheckedAt: checkedAt && new Date(checkedAt).toISOString(),
        })),
        discoveryToolsWhitelist: hasWhitelist,
        url: urlOf(`${endpointPath}/${row.id}`),
        publicUrl: row.isPublic ? urlOf(`${publicPath}/${row.id}`) : null,
        warnings: warningsOf(row),
        toolCount: row.mode === 'META' ? metaToolCount : offeredTools(row).length,
      }
    },
  }
}

export type ServerViews = ReturnType<typeof createServerViews>

/** The one of every project that needs no setup: everything can be found, and executed. */
export const defaultServer: ServedServer = {
  id: null,
  version: null,
  name: 'stoa',
  description: '',
  mode: 'META',
  selectedTools: [],
  hasWhitelist: false,
  isPublic: false,
  instructions: null,
  connectionCallbackUrl: null,
  authConfigs: {},
}

/** Selected ones, and those of external servers. */
const offeredTools = ({
  selectedTools,
  external,
}: Pick<ServerRow, 'selectedTools' | 'external'>): string[] => [
  ...new Set([...selectedTools, ...external.flatMap(({ slugs }) => slugs)]),
]

/** Clients would see one tool of two whose names are equal. */
export const renamedTools = (row: ServerRow) => (row.mode === 'META' ? [] : renamedSlugs(offeredTools(row)))

export const warningsOf = (row: ServerRow): string[] =>
  renamedTools(row).map(
    ({ slug, name }) => `${slug} is offered as ${name}: another tool of the server has its name.`,
  )

// A server that stays in memory is served with the same row again and again, and may have hundreds of tools.
const served = new WeakMap<ServerRow, ServedServer>()

export function servedServer(row: ServerRow): ServedServer {
  const known = served.get(row)
  if (known) return known
  const { config, ...rest } = row
  const server = {
    ...rest,
    // Without a selection everything can be found in mode META, external servers or not.
    selectedTools: row.mode === 'META' && row.selectedTools.length === 0 ? [] : offeredTools(row),
    instructions: typeof config.instructions === 'string' ? config.instructions : null,
  }
  served.set(row, server)
  return server
}
