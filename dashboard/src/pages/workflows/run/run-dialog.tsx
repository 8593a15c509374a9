import type { Workflow } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { useState } from 'react'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { Checkbox } from '../../../components/form/field.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { resolve, shapeOf } from '../../../features/tools/schema-form/field-shape.ts'
import { SchemaFields, type Values } from '../../../features/tools/schema-form/schema-fields.tsx'
import { executePath } from '../../../features/workflows/workflows-api.ts'
import { useRememberedInput } from './remembered-input.ts'

const modes = [
  { value: 'test', label: 'Test' },
  { value: 'production', label: 'Production' },
]
const example = '{ "name": "value" }'

type RunDialogProps = {
  workflow: Workflow
  /** Called before it starts: what was edited is saved first. */
  prepare(): Promise<boolean>
  onStarted(executionId: string): void
  onClose(): void
}

/** Input and mode of an execution. */
export function RunDialog({ workflow, prepare, onStarted, onClose }: RunDialogProps) {
  const api = useApiAs()
  const [text, setText] = useRememberedInput(workflow.id)
  const form = useForm({ mode: 'test' })
  const [isDraft, setDraft] = useState(!workflow.isActive)
  const { mode } = form.values
  const run = form.submit(async () => {
    const input = parseJsonObject(text, 'input', example)
    if (!(await prepare())) throw new Error('The last edits could not be saved')
    const { executionId } = await api.post(executePath, {
      params: { id: workflow.id },
      body: {
        input,
        mode: mode as 'test',
        ...(mode === 'production' && isDraft
          ? {
              allowWhenInactive: true,
              ...(workflow.isActive ? { version: String(workflow.versionNumber) } : {}),
            }
          : {}),
      },
    })
    onClose()
    onStarted(executionId)
  })
  return (
    <FormDialog title="Run the workflow" submitLabel="Run" form={form} onSubmit={run} onClose={onClose}>
      <SegmentedControl
        label="Mode"
        value={mode}
        choices={modes}
        onChange={(next) => form.set({ mode: next })}
      />
      <p className="muted small">
        {mode === 'test'
          ? 'Tools return fixtures or sample data, approvals are given, and nothing is charged. Runs the newest version.'
          : 'Tools are executed and charged.'}
      </p>
      {mode === 'production' && (
        <Checkbox
          label="Run the newest version instead of the active one"
          isOn={isDraft || !workflow.isActive}
          onChange={setDraft}
        />
      )}
      <InputFields
        schema={workflow.graph?.inputSchema}
        text={text}
        onChange={setText}
        errors={inputErrors(form.failure)}
      />
    </FormDialog>
  )
}

/** Where the server saw faults, below the input. */
const inputErrors = (failure: unknown): ReadonlyMap<string, string> =>
  new Map(
    isStoaError(failure)
      ? failure.details.map(({ path, message }) => [path.replace(/^\/input/, ''), message])
      : [],
  )

type InputFieldsProps = {
  schema: Record<string, unknown> | undefined
  text: string
  errors: ReadonlyMap<string, string>
  onChange(text: string): void
}

function InputFields({ schema, text, errors, onChange }: InputFieldsProps) {
  const shape = schema ? shapeOf(resolve(schema, schema), schema) : null
  if (!schema || shape?.kind !== 'object')
    return (
      <CodeEditor
        label="Input, as JSON"
        language="json"
        value={text}
        onChange={onChange}
        lines={{ min: 4, max: 14 }}
        hint="Input, as JSON. Describe it with a schema in the start node to get a form."
      />
    )
  return (
    <SchemaFields
      fields={shape.fields}
      root={schema}
      path=""
      depth={0}
      errors={errors}
      value={valuesIn(text)}
      onChange={(values) => onChange(JSON.stringify(values))}
    />
  )
}

function valuesIn(text: string): Values {
  try {
    return parseJsonObject(text, 'input', example)
  } catch {
    return {}
  }
}
