import { isStoaError } from '@stoa/sdk'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { ChoicesCard } from './choices-card.tsx'

const most = 100

/** Instructions that the agent reads when a task needs them. One of the catalogue is added to the library of the project. */
export function SkillsCard() {
  const { api } = useProject()
  const refresh = useRefresh()
  const { data: library = [] } = useRead(['skills', 'choices'], (api, signal) =>
    api.get('/api/v1/skills/list', { query: { limit: most }, signal }),
  )
  const { data: catalogue = [] } = useRead(['skills', 'catalogue'], (api, signal) =>
    api.get('/api/v1/skills/catalog/browse', { query: { limit: most }, signal }),
  )
  const installed = new Set(library.map(({ id }) => id))
  const others = catalogue.filter(({ id }) => !installed.has(id))
  const install = async (id: string) => {
    if (installed.has(id)) return
    try {
      await api.post('/api/v1/skills/library/add/{id}', { params: { id } })
      await refresh(['skills'])
    } catch (error) {
      toasts.error(isStoaError(error) ? error.message : 'The skill was not added to the library')
    }
  }
  return (
    <ChoicesCard
      field="skillIds"
      title="Skills"
      note="Instructions and scripts that the agent reads when a task needs them."
      add="Add a skill"
      none="No other skills"
      choices={[
        ...library.filter(({ activeStatus }) => activeStatus),
        ...others.map(({ id, name }) => ({ id, name: `${name} (catalogue)` })),
      ]}
      known={library}
      onAdd={(id) => void install(id)}
    />
  )
}
