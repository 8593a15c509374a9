import { toolkitPath, toolkitsPath, toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { toolkitRoutes } from './routes.ts'

const found = ({ id, name, slug }: { id: string; name: string; slug: string }): FoundObject => ({
  id,
  kind: 'Toolkit',
  label: name,
  to: toolkitUrl(slug),
})

export const entries: PaletteEntries = {
  actions: [
    { label: 'Import an API', keywords: 'openapi swagger', to: `${toolkitRoutes.list}?new=import` },
    {
      label: 'Import an MCP server',
      keywords: 'model context protocol',
      to: `${toolkitRoutes.list}?new=mcp`,
    },
  ],
  finders: [
    {
      byId: async (api, id, signal) => found(await api.get(toolkitPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get(toolkitsPath, { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
