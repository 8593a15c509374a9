import { Button } from '../../../components/actions/button.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { AreaField, Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useModels } from '../model-picker.tsx'
import type { draftErrors } from './chat-request.ts'
import type { Draft } from './draft.ts'
import { exampleTools } from './example-tools.ts'
import { CatalogueTools } from './tools/catalogue-tools.tsx'

type SettingsProps = {
  draft: Draft
  change(patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)): void
  errors: ReturnType<typeof draftErrors>
  onSend(): void
}

const efforts = [
  { value: '', label: 'Model default' },
  ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((value) => ({ value, label: value })),
]
const formats = [
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
  { value: 'schema', label: 'JSON Schema' },
]

/** The parameters besides the conversation. */
export const ChatSettings = ({ draft, change, errors, onSend }: SettingsProps) => (
  <div className="chat-settings">
    <AreaField
      label="System prompt"
      name="system"
      rows={3}
      value={draft.system}
      onChange={(system) => change({ system })}
      placeholder="You are a careful assistant…"
    />
    <div className="form-pair">
      <TextField
        label="Temperature"
        name="temperature"
        type="number"
        placeholder="Default"
        value={draft.temperature}
        onChange={(temperature) => change({ temperature })}
        hint="From 0 to 2."
      />
      <TextField
        label="Max tokens"
        name="maxTokens"
        type="number"
        placeholder="Default"
        value={draft.maxTokens}
        onChange={(maxTokens) => change({ maxTokens })}
        hint="Per response."
      />
    </div>
    <EffortField draft={draft} change={change} />
    <FormatField draft={draft} change={change} error={errors.schema} onSend={onSend} />
    <ToolsField draft={draft} change={change} error={errors.tools} onSend={onSend} />
    <TextField
      label="End user"
      name="user"
      placeholder="the project itself"
      value={draft.user}
      onChange={(user) => change({ user })}
      hint="By name. Usage counts towards their limits and credits."
    />
    <Checkbox
      name="isLenient"
      label="Drop unsupported parameters"
      hint="Otherwise the call is rejected."
      isOn={draft.isLenient}
      onChange={(isLenient) => change({ isLenient })}
    />
  </div>
)

type FormatFieldProps = Pick<SettingsProps, 'draft' | 'change' | 'onSend'> & { error: string | null }

const FormatField = ({ draft, change, error, onSend }: FormatFieldProps) => (
  <div className="field">
    <span className="field-label">Response format</span>
    <SegmentedControl
      label="Response format"
      value={draft.format}
      choices={formats}
      onChange={(format) => change({ format: format as Draft['format'] })}
    />
    {draft.format === 'schema' && (
      <CodeEditor
        label="Response schema, as JSON"
        language="json"
        value={draft.schema}
        onChange={(schema) => change({ schema })}
        onRun={onSend}
        error={error}
        lines={{ min: 6, max: 16 }}
      />
    )}
  </div>
)

function EffortField({ draft, change }: Pick<SettingsProps, 'draft' | 'change'>) {
  const { data: models } = useModels('chat')
  const deaf = models?.find(
    ({ modelId, supportsEffort }) =>
      !supportsEffort && (modelId === draft.models.a || modelId === draft.models.b),
  )
  return (
    <SelectField
      label="Reasoning effort"
      name="effort"
      value={draft.effort}
      onChange={(effort) => change({ effort })}
      choices={efforts}
      hint={draft.effort !== '' && deaf ? `${deaf.name} may not support it.` : undefined}
    />
  )
}

type ToolsProps = Pick<SettingsProps, 'draft' | 'change' | 'onSend'> & { error: string | null }

const ToolsField = ({ draft, change, error, onSend }: ToolsProps) => (
  <div className="field">
    <div className="row chat-field-head">
      <span className="field-label">Tools</span>
      <Button variant="ghost" onClick={() => change({ tools: draft.tools === '' ? exampleTools : '' })}>
        {draft.tools === '' ? 'Write JSON' : 'Remove JSON'}
      </Button>
    </div>
    <CatalogueTools draft={draft} change={change} />
    {draft.tools !== '' && (
      <CodeEditor
        label="Tools, as JSON"
        language="json"
        value={draft.tools}
        onChange={(tools) => change({ tools })}
        onRun={onSend}
        error={error}
        hint="A list of tools with name, description and parameters. You enter their results yourself."
        lines={{ min: 4, max: 16 }}
      />
    )}
  </div>
)
