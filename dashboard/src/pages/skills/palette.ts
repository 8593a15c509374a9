import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { skillRoutes } from './routes.ts'
import { skillPath, skillsPath, skillUrl } from './skills-api.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'Skill',
  label: name,
  to: skillUrl(id),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create a skill', to: `${skillRoutes.library}?new=1` }],
  finders: [
    {
      byId: async (api, id, signal) => found(await api.get(skillPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get(skillsPath, { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
