import type { McpPrompt } from '@stoa/sdk'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { promptPath, promptsPath } from '../mcp-api.ts'
import { argumentsOf, type Message, type PromptArgument, textMessage, withoutPlace } from './arguments-of.ts'
import { LoadedDialog } from './loaded-dialog.tsx'

type PromptDialogProps = { serverId: string; id?: string; onClose(): void }

/** Adds a prompt, or edits the one with this id. */
export const PromptDialog = ({ serverId, id, onClose }: PromptDialogProps) =>
  id === undefined ? (
    <PromptForm serverId={serverId} before={null} onClose={onClose} />
  ) : (
    <LoadedDialog
      title="Edit prompt"
      queryKey={['mcp-servers', 'prompts', 'one', id]}
      read={(api, signal) => api.get(promptPath, { params: { id: serverId, promptId: id }, signal })}
      onClose={onClose}
    >
      {(before) => <PromptForm serverId={serverId} before={before} onClose={onClose} />}
    </LoadedDialog>
  )

type PromptFormProps = { serverId: string; before: McpPrompt | null; onClose(): void }

function PromptForm({ serverId, before, onClose }: PromptFormProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({
    name: before?.name ?? '',
    title: before?.title ?? '',
    description: before?.description ?? '',
  })
  const [messages, setMessages] = useState<readonly Message[]>(before?.messages ?? [textMessage('')])
  const [described, setDescribed] = useState<readonly PromptArgument[]>(before?.arguments ?? [])
  const used = argumentsOf(messages, described)
  // The API allows arguments that no message names: they stay as they are.
  const [unused] = useState(() => withoutPlace(before))
  const save = form.submit(async ({ title, ...draft }) => {
    const body = {
      ...draft,
      title: title.trim() || null,
      arguments: [...used, ...unused],
      messages: [...messages],
    }
    if (before) {
      const params = { id: serverId, promptId: before.id }
      await api.patch(promptPath, { params, body, ifMatch: before.version })
    } else await api.post(promptsPath, { params: { id: serverId }, body })
    toasts.success('Prompt saved')
    onClose()
    await refresh(['mcp-servers', 'prompts'])
  })
  return (
    <FormDialog
      title={before ? 'Edit prompt' : 'Add a prompt'}
      submitLabel={before ? 'Save' : 'Add prompt'}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" placeholder="letter" isRequired hasInitialFocus />
      <TextField {...form.bind('title')} label="Title" hint="What people see in place of the name." />
      <TextField {...form.bind('description')} label="Description" />
      <Messages messages={messages} onChange={setMessages} />
      {used.map((argument) => (
        <ArgumentFields
          key={argument.name}
          argument={argument}
          onChange={(next) => setDescribed([...described.filter(({ name }) => name !== next.name), next])}
        />
      ))}
    </FormDialog>
  )
}

const roles = [
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
]

type MessagesProps = { messages: readonly Message[]; onChange(messages: readonly Message[]): void }

function Messages({ messages, onChange }: MessagesProps) {
  const replace = (at: number, message: Message) => onChange(messages.with(at, message))
  return (
    <fieldset className="mcp-tools">
      <legend className="field-label">Messages</legend>
      <p className="muted small">{'{{topic}} is replaced by the argument topic.'}</p>
      {messages.map((message, at) => (
        <div key={at} className="stack">
          <span className="row">
            <SelectField
              label={`Role of message ${at + 1}`}
              name={`role-${at}`}
              value={message.role}
              choices={roles}
              onChange={(role) => replace(at, { ...message, role: role as Message['role'] })}
            />
            {messages.length > 1 && (
              <IconButton
                label={`Remove message ${at + 1}`}
                icon={<X size={14} aria-hidden />}
                onClick={() => onChange(messages.toSpliced(at, 1))}
              />
            )}
          </span>
          {message.content.type === 'text' ? (
            <AreaField
              label={`Message ${at + 1}`}
              name={`message-${at}`}
              rows={4}
              value={message.content.text}
              onChange={(text) => replace(at, { ...message, content: { type: 'text', text } })}
            />
          ) : (
            <p className="muted">Content of type {message.content.type}, which only the API changes.</p>
          )}
        </div>
      ))}
      <span>
        <Button
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...messages, textMessage('')])}
        >
          Add message
        </Button>
      </span>
    </fieldset>
  )
}

type ArgumentFieldsProps = { argument: PromptArgument; onChange(argument: PromptArgument): void }

const ArgumentFields = ({ argument, onChange }: ArgumentFieldsProps) => (
  <fieldset className="mcp-tools">
    <legend className="field-label">
      Argument <code>{argument.name}</code>
    </legend>
    <TextField
      label={`Description of ${argument.name}`}
      name={`argument-${argument.name}`}
      value={argument.description}
      onChange={(description) => onChange({ ...argument, description })}
    />
    <Checkbox
      label={`${argument.name} is required`}
      isOn={argument.required}
      onChange={(required) => onChange({ ...argument, required })}
    />
  </fieldset>
)
