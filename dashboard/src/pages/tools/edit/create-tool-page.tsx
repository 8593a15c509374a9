import { Page } from '../../../components/layout/page.tsx'
import { toolsPath } from '../../../features/tools/tools-api.ts'
import { useFilters } from '../../../filters.ts'
import { useProject } from '../../../project.ts'
import { toolRoutes } from '../routes.ts'
import { bodyOf, newDraft } from './tool-draft.ts'
import { ToolForm } from './tool-form.tsx'

export function CreateToolPage() {
  const { api } = useProject()
  const { toolkit = 'my-tools' } = useFilters().filters
  const example = { ...newDraft(toolkit), slug: 'add_numbers', name: 'Add numbers' }
  return (
    <Page
      title="Create a tool"
      about="A short script or an HTTP request with an input schema."
      back={{ to: toolRoutes.list, label: 'Tools' }}
      calls={[{ title: 'Create', call: { method: 'POST', path: toolsPath, body: bodyOf(example) } }]}
    >
      <ToolForm
        initial={newDraft(toolkit)}
        isNew
        submitLabel="Create tool"
        save={(body) => api.post(toolsPath, { body })}
      />
    </Page>
  )
}
