import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { ModelField } from '../../../features/models/model-field.tsx'
import { numberIn, numberOrNone, orNone } from '../panel/panel-context.ts'
import { useAgent } from './agent-context.ts'
import type { AgentView } from './agent-draft.ts'

/** What every conversation begins with. */
export function PromptCard() {
  const { agent, change } = useAgent()
  return (
    <Card title="Instructions">
      <AreaField
        label="System prompt"
        name="prompt"
        rows={12}
        value={agent.prompt}
        placeholder="You answer questions of customers about their orders. Be brief and friendly."
        onChange={(prompt) => change({ ...agent, prompt })}
      />
    </Card>
  )
}

type Settings = NonNullable<AgentView['modelSettings']>

const efforts = [
  { value: '', label: 'Model default' },
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
]

/** Which model it is, and how it answers. */
export function ModelCard() {
  const { agent, change } = useAgent()
  const settings = agent.modelSettings ?? {}
  const put = (patch: { [Name in keyof Settings]?: Settings[Name] | undefined }) => {
    const input = Object.entries({ ...settings, ...patch }).filter(([, value]) => value !== undefined)
    change({ ...agent, modelSettings: Object.fromEntries(input) as Settings })
  }
  return (
    <Card title="Model">
      <ModelField value={settings.model ?? ''} onChange={(model) => put({ model: orNone(model) })} />
      <div className="form-pair">
        <SelectField
          label="Reasoning effort"
          name="reasoningEffort"
          value={settings.reasoningEffort ?? ''}
          choices={efforts}
          onChange={(effort) => put({ reasoningEffort: orNone(effort) as Settings['reasoningEffort'] })}
        />
        <TextField
          label="Temperature"
          name="temperature"
          type="number"
          placeholder="Model default"
          value={numberIn(settings.temperature)}
          onChange={(text) => put({ temperature: numberOrNone(text) })}
        />
      </div>
    </Card>
  )
}
