import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useRead } from '../../../project.ts'
import { ModelField } from '../../models/model-field.tsx'
import { versionsPath } from '../../workflows/workflows-api.ts'
import { compareUrl } from '../chat-api.ts'
import type { RunOptions } from '../commands.ts'
import { useAgents } from '../use-agents.ts'
import type { Conversation } from '../use-conversation.ts'

type RegenerateProps = { conversation: Conversation; messageId: string; onClose(): void }

const efforts = [
  { value: '', label: 'As the agent has it' },
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
]
const shownVersions = 20

/** Another response to a message by another model, agent or version of it, beside the one that is there. */
export function RegenerateDialog({ conversation, messageId, onClose }: RegenerateProps) {
  const { thread, regenerate } = conversation
  const navigate = useNavigate()
  const { data: agents = [] } = useAgents()
  const form = useForm({ agent: thread?.workflowId ?? '', version: '', model: '', effort: '' })
  const { agent, version, model, effort } = form.values
  const { data: versions = [] } = useRead(
    ['workflows', 'versions', agent, 'picker'],
    (api, signal) =>
      api.get(versionsPath, { params: { id: agent }, query: { limit: shownVersions }, signal }),
    { isEnabled: agent !== '' },
  )
  const start = form.submit(async () => {
    await regenerate(messageId, {
      ...(agent === '' ? {} : { workflowId: agent }),
      ...(version === '' ? {} : { version: Number(version) }),
      ...(model === '' ? {} : { model }),
      ...(effort === '' ? {} : { reasoningEffort: effort as NonNullable<RunOptions['reasoningEffort']> }),
    })
    await navigate({ to: compareUrl(thread!.id) })
  })
  return (
    <FormDialog
      title="Compare with another response"
      submitLabel="Generate and compare"
      form={form}
      onSubmit={start}
      onClose={onClose}
    >
      <p className="muted">
        The same message, answered again in a branch. To try another prompt, save it as a version of the
        agent.
      </p>
      <SelectField
        {...form.bind('agent')}
        label="Agent"
        choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => form.set({ agent: next, version: '' })}
      />
      <SelectField
        {...form.bind('version')}
        label="Version"
        choices={[
          { value: '', label: 'The active one' },
          ...versions.map((each) => ({ value: String(each.versionNumber), label: each.version })),
        ]}
      />
      <ModelField value={model} onChange={(next) => form.set({ model: next })} />
      <SelectField {...form.bind('effort')} label="Reasoning effort" choices={efforts} />
    </FormDialog>
  )
}
