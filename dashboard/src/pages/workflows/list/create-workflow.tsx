import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { createPath, templatesPath } from '../../../features/workflows/workflows-api.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { rememberInput } from '../run/remembered-input.ts'
import { CreateFromTemplate, chosenName } from './create-from-template.tsx'

const blank = { slug: '', name: 'Blank graph', description: 'A start and an end.' }

type CreateProps = { onClose(): void; onCreated(id: string): void }

/** A blank graph, or a template that runs as it is. */
export function CreateWorkflow({ onClose, onCreated }: CreateProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const { project } = useProject()
  const form = useForm({ name: '', description: '', template: '' })
  const templates = useRead(['workflows', 'templates'], (read, signal) =>
    actAs(read).get(templatesPath, { signal }),
  )
  const chosen = templates.data?.find(({ slug }) => slug === form.values.template)
  const create = form.submit(async ({ name, description }) => {
    const workflow = await api.post(createPath, {
      body: {
        ...chosenName(name, chosen),
        description: description.trim() === '' ? (chosen?.description ?? '') : description,
        workflowType: 'static',
        ...(chosen ? { graph: chosen.graph } : {}),
      },
    })
    // A template runs as it is with its example.
    if (chosen) rememberInput(project.id, workflow.id, JSON.stringify(chosen.exampleInput, null, 2))
    toasts.success(`"${workflow.name}" created`)
    onCreated(workflow.id)
    await refresh(['workflows'])
  })
  return (
    <CreateFromTemplate
      noun="workflow"
      form={form}
      templates={[blank, ...(templates.data ?? [])]}
      onChoose={(template) => form.set({ template })}
      onSubmit={create}
      onClose={onClose}
    >
      <AreaField {...form.bind('description')} label="Description" rows={2} />
    </CreateFromTemplate>
  )
}
