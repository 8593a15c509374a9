import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { serverPath, serversPath, serverUrl } from './mcp-api.ts'
import { mcpRoutes } from './routes.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'MCP server',
  label: name,
  to: serverUrl(id),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create an MCP server', to: `${mcpRoutes.list}?new=1` }],
  finders: [
    {
      byId: async (api, id, signal) => found(await api.get(serverPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get(serversPath, { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
