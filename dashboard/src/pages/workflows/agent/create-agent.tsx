import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { createPath } from '../../../features/workflows/workflows-api.ts'
import { useOpenCreated } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRefresh } from '../../../project.ts'
import { CreateFromTemplate, chosenName } from '../list/create-from-template.tsx'
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
  const openCreated = useOpenCreated()
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
        ...chosenName(name, chosen),
        ...(chosen ? { description: chosen.description } : {}),
        workflowType: 'agent',
        agent: { ...chosen?.agent, prompt },
      },
    })
    toasts.success(`"${input}" created`)
    await openCreated(href(workflowRoutes.agent, { id }))
    await refresh(['workflows'])
  })
  return (
    <CreateFromTemplate
      noun="agent"
      form={form}
      templates={[blank, ...agentTemplates]}
      onChoose={choose}
      onSubmit={create}
      onClose={onClose}
    >
      <AreaField
        {...form.bind('prompt')}
        label="System prompt"
        rows={6}
        placeholder="You answer questions of customers about their orders."
      />
    </CreateFromTemplate>
  )
}
