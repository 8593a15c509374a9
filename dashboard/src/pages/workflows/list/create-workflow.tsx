import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { createPath, templatesPath } from '../../../features/workflows/workflows-api.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { rememberInput } from '../run/remembered-input.ts'
import { TemplateOption } from './template-option.tsx'

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
        ...(name.trim() === '' ? (chosen ? { name: chosen.name } : {}) : { name }),
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
    <FormDialog
      title="Create a workflow"
      submitLabel="Create workflow"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder={chosen?.name ?? 'New Workflow'}
        hasInitialFocus
      />
      <AreaField {...form.bind('description')} label="Description" rows={2} />
      <fieldset className="template-list">
        <legend className="field-label">Start with</legend>
        <TemplateOption
          slug=""
          name="Blank graph"
          description="A start and an end."
          chosen={form.values.template}
          onChoose={(template) => form.set({ template })}
        />
        {(templates.data ?? []).map(({ slug, name, description }) => (
          <TemplateOption
            key={slug}
            slug={slug}
            name={name}
            description={description}
            chosen={form.values.template}
            onChoose={(template) => form.set({ template })}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
