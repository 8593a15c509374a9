import type { ServedServer } from '../protocol/surface.ts'
import type { McpServer } from '../schema/server.ts'
import type { ServerRow } from '../store/server.ts'

export const endpointPath = '/api/v1/mcp'
export const publicPath = `${endpointPath}/public`

// Those of mode META that every key sees; workflows and tables come with their scopes.
const metaToolCount = 6

export function createServerViews({ publicUrl }: { publicUrl: URL }) {
  const urlOf = (path: string) => new URL(path, publicUrl).href
  return {
    show(row: ServerRow): McpServer {
      const { projectId: _, hasWhitelist, ...rest } = row
      return {
        ...rest,
        discoveryToolsWhitelist: hasWhitelist,
        url: urlOf(`${endpointPath}/${row.id}`),
        publicUrl: row.isPublic ? urlOf(`${publicPath}/${row.id}`) : null,
        toolCount: row.mode === 'META' ? metaToolCount : row.selectedTools.length,
      }
    },
  }
}

export type ServerViews = ReturnType<typeof createServerViews>

/** The one of every project that needs no setup: everything can be found, and executed. */
export const defaultServer: ServedServer = {
  id: null,
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

export const servedServer = ({ config, ...row }: ServerRow): ServedServer => ({
  ...row,
  instructions: typeof config.instructions === 'string' ? config.instructions : null,
})
