import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { createPath } from '../../../features/workflows/workflows-api.ts'
import { href } from '../../../href.ts'
import { useRefresh } from '../../../project.ts'
import { TemplateOption } from '../list/template-option.tsx'
import { workflowRoutes } from '../routes.ts'
import { agentTemplates } from './agent-templates.ts'

const blank = {
  slug: '',
  name: 'Blank agent',
  description: 'Your instructions, and tools that you choose.',
}

const promptOf = (slug: string): string =>
  agentTemplates.find((template) => template.slug === slug)?.agent.prompt ?? ''

/** A name and instructions, or a template whose instructions can be changed before. */
export function CreateAgent({ onClose }: { onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const form = useForm({ name: '', prompt: '', template: '' }, { '/agent/prompt': 'prompt' })
  const chosen = agentTemplates.find(({ slug }) => slug === form.values.template)
  const choose = (template: string) => {
    // What was written by hand is not replaced.
    const isOwn = form.values.prompt.trim() !== promptOf(form.values.template)
    form.set({ template, ...(isOwn ? {} : { prompt: promptOf(template) }) })
  }
  const create = form.submit(async ({ name, prompt }) => {
    const { id, name: input } = await api.post(createPath, {
      body: {
        ...(name.trim() === '' ? (chosen ? { name: chosen.name } : {}) : { name }),
        ...(chosen ? { description: chosen.description } : {}),
        workflowType: 'agent',
        agent: { ...chosen?.agent, prompt },
      },
    })
    toasts.success(`"${input}" created`)
    await navigate({ to: href(workflowRoutes.agent, { id }) })
    await refresh(['workflows'])
  })
  return (
    <FormDialog
      title="Create an agent"
      submitLabel="Create agent"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder={chosen?.name ?? 'New Agent'}
        hasInitialFocus
      />
      <AreaField
        {...form.bind('prompt')}
        label="System prompt"
        rows={6}
        placeholder="You answer questions of customers about their orders."
      />
      <fieldset className="template-list">
        <legend className="field-label">Start with</legend>
        {[blank, ...agentTemplates].map(({ slug, name, description }) => (
          <TemplateOption
            key={slug}
            slug={slug}
            name={name}
            description={description}
            chosen={form.values.template}
            onChoose={choose}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
