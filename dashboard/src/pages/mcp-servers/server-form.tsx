import type { McpServer } from '@stoa/sdk'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { AreaField, Checkbox, TextField } from '../../components/form/field.tsx'
import { SegmentedControl } from '../../components/form/segmented-control.tsx'
import type { useForm } from '../../components/form/use-form.ts'
import { pluralize } from '../../components/text/pluralize.ts'
import { ToolPicker } from '../../features/tools/tool-picker.tsx'
import { toolTitle } from '../../features/tools/tool-title.ts'
import { useToolNames } from '../../features/tools/use-tool-names.ts'
import { useIsAdmin } from '../../project.ts'
import './mcp-servers.css'

export const emptyServer = {
  name: '',
  description: '',
  mode: 'NORMAL',
  selectedTools: '',
  instructions: '',
  isPublic: 'false',
}
export type ServerDraft = typeof emptyServer

export const draftOf = (server: McpServer): ServerDraft => ({
  name: server.name,
  description: server.description,
  mode: server.mode,
  selectedTools: server.selectedTools.join(' '),
  instructions: typeof server.config.instructions === 'string' ? server.config.instructions : '',
  isPublic: String(server.isPublic),
})

const words = (text: string) => text.split(' ').filter(Boolean)

/** What the form says; other parts of the configuration stay. */
export const bodyOf = (draft: ServerDraft, config: Record<string, unknown> = {}) => {
  const { instructions: _, ...others } = config
  const text = draft.instructions.trim()
  return {
    name: draft.name,
    description: draft.description,
    mode: draft.mode as McpServer['mode'],
    selectedTools: words(draft.selectedTools),
    config: text === '' ? others : { ...others, instructions: text },
    isPublic: draft.isPublic === 'true' && draft.mode === 'NORMAL',
  }
}

const modes = [
  { value: 'NORMAL', label: 'Selected tools' },
  { value: 'META', label: 'Search for tools' },
]

type ServerForm = ReturnType<typeof useForm<ServerDraft>>

export function ServerFields({ form }: { form: ServerForm }) {
  const isAdmin = useIsAdmin()
  const isMeta = form.values.mode === 'META'
  return (
    <>
      <TextField {...form.bind('name')} label="Name" placeholder="desk" isRequired hasInitialFocus />
      <TextField {...form.bind('description')} label="Description" placeholder="Tools of the support desk" />
      <SegmentedControl
        label="How clients find tools"
        value={form.values.mode}
        choices={modes}
        onChange={(mode) => form.set({ mode })}
      />
      <p className="muted small">
        {isMeta
          ? 'Clients see a few tools with which they search for all others, run workflows and read shared tables.'
          : 'Clients see exactly the tools below. More than 40 fill the context of a model.'}
      </p>
      <SelectedTools form={form} />
      <AreaField
        {...form.bind('instructions')}
        label="Instructions"
        placeholder="When to use these tools."
        hint="Given to the model of the client."
      />
      {isAdmin && !isMeta && (
        <Checkbox
          name="isPublic"
          label="Public"
          hint="Callable without credentials. Only tools that need no account."
          isOn={form.values.isPublic === 'true'}
          onChange={(isOn) => form.set({ isPublic: String(isOn) })}
        />
      )}
    </>
  )
}

function SelectedTools({ form }: { form: ServerForm }) {
  const [isPicking, setPicking] = useState(false)
  const slugs = words(form.values.selectedTools)
  const put = (next: readonly string[]) => form.set({ selectedTools: [...new Set(next)].join(' ') })
  const { error } = form.bind('selectedTools')
  const nameOf = useToolNames(slugs)
  return (
    <fieldset className="mcp-tools">
      <legend className="field-label">
        {slugs.length === 0 && form.values.mode === 'META' ? 'Tools: all' : pluralize(slugs.length, 'tool')}
      </legend>
      {error && <p className="field-error">{error}</p>}
      {slugs.length > 0 && (
        <ul>
          {slugs.map((slug) => (
            <li key={slug} className="chip">
              <span title={slug}>{nameOf(slug) ?? toolTitle(slug)}</span>
              <IconButton
                label={`Remove ${nameOf(slug) ?? toolTitle(slug)}`}
                icon={<X size={12} aria-hidden />}
                onClick={() => put(slugs.filter((other) => other !== slug))}
              />
            </li>
          ))}
        </ul>
      )}
      <span>
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => setPicking(true)}>
          Add tool
        </Button>
      </span>
      {isPicking && <ToolPicker onPick={(slug) => put([...slugs, slug])} onClose={() => setPicking(false)} />}
    </fieldset>
  )
}
