import { actAs } from '../../features/end-users/act-as.ts'
import { toolTitle } from '../../features/tools/tool-title.ts'
import { logPath, toolPath, toolRunUrl, toolUrl } from '../../features/tools/tools-api.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { toolRoutes } from './routes.ts'

const foundTool = ({ slug, name, id = slug }: { id?: string; name: string; slug: string }): FoundObject => ({
  id,
  kind: 'Tool',
  label: name,
  note: slug,
  to: toolUrl(slug),
})

const foundRun = ({ id, toolSlug }: { id: string; toolSlug: string }): FoundObject => ({
  id,
  kind: 'Tool run',
  label: toolTitle(toolSlug),
  note: toolSlug,
  to: toolRunUrl(id),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create a tool', keywords: 'custom', to: toolRoutes.create }],
  finders: [
    {
      byId: async (api, id, signal) => foundTool(await api.get(toolPath, { params: { id }, signal })),
      // A semantic search: there are too many tools to know their names.
      byName: async (api, query, signal) => {
        const body = { query, limit: paletteLimit }
        return (await api.post('/api/v1/tools/search', { body, signal })).map(foundTool)
      },
    },
    {
      byId: async (api, logId, signal) =>
        foundRun(await actAs(api).get(logPath, { params: { logId }, signal })),
    },
  ],
}
