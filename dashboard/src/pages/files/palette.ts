import Upload from 'lucide-react/icons/upload'
import { actAs } from '../../features/end-users/act-as.ts'
import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { fileRoutes } from './routes.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'File',
  label: name,
  to: href(fileRoutes.detail, { id }),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Upload files', to: `${fileRoutes.list}?new=1`, icon: Upload }],
  finders: [
    {
      byId: async (api, id, signal) =>
        found(await actAs(api).get('/api/v1/file/meta/{id}', { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await actAs(api).get('/api/v1/file', { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
