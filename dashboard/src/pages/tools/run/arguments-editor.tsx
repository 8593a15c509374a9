import type { ToolDetail } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { resolve, shapeOf } from '../../../features/tools/schema-form/field-shape.ts'
import { SchemaFields, type Values } from '../../../features/tools/schema-form/schema-fields.tsx'
import type { ToolRun } from './use-tool-run.ts'

export type ArgumentsText = { tab: 'form' | 'json'; values: Values; text: string }

export const argumentsOf = (values: Values, tab: ArgumentsText['tab'] = 'form'): ArgumentsText => ({
  tab,
  values,
  text: JSON.stringify(values, null, 2),
})

/** What is wrong with what was typed as JSON; null when nothing is. */
export function jsonError({ tab, text }: ArgumentsText): string | null {
  if (tab === 'form') return null
  try {
    parseJsonObject(text, 'text', '{ "name": "value" }')
    return null
  } catch (error) {
    return (error as Error).message
  }
}

export const valuesIn = ({ tab, values, text }: ArgumentsText): Values =>
  tab === 'form' ? values : parseJsonObject(text, 'text', '{ "name": "value" }')

type EditorProps = {
  tool: ToolDetail
  argumentsText: ArgumentsText
  /** Another number remounts the fields: typed values are replaced. */
  edition: number
  run: ToolRun | null
  onChange(next: ArgumentsText): void
  onRun(): void
}

const tabs = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
]

/** The arguments as fields or as JSON: the same values on both sides. */
export function ArgumentsEditor({ tool, argumentsText, edition, run, onChange, onRun }: EditorProps) {
  const fault = jsonError(argumentsText)
  const root = tool.inputParameters
  const shape = shapeOf(resolve(root, root), root)
  const switchTo = (tab: string) => {
    if (tab === argumentsText.tab || fault !== null) return
    onChange(argumentsOf(valuesIn(argumentsText), tab as ArgumentsText['tab']))
  }
  return (
    <>
      <div className="workbench-bar">
        <h3>Arguments</h3>
        <SegmentedControl label="Input format" value={argumentsText.tab} choices={tabs} onChange={switchTo} />
      </div>
      {argumentsText.tab === 'json' ? (
        <CodeEditor
          label="Arguments, as JSON"
          language="json"
          value={argumentsText.text}
          onChange={(text) => onChange({ ...argumentsText, text })}
          onRun={onRun}
          error={fault}
          lines={{ min: 6, max: 24 }}
        />
      ) : shape.kind === 'object' ? (
        <SchemaFields
          key={edition}
          fields={shape.fields}
          root={root}
          path=""
          depth={0}
          errors={fieldErrorsIn(run)}
          value={argumentsText.values}
          onChange={(values) => onChange({ ...argumentsText, values })}
        />
      ) : (
        <p className="muted">No arguments.</p>
      )}
    </>
  )
}

/** Where the server saw faults, below the arguments. */
function fieldErrorsIn(run: ToolRun | null): ReadonlyMap<string, string> {
  const failure = run?.phase === 'refused' ? run.failure : null
  return new Map(
    isStoaError(failure)
      ? failure.details.map(({ path, message }) => [path.replace(/^\/arguments/, ''), message])
      : [],
  )
}
