import { CodeEditor } from '../../../../components/code/editor/code-editor.tsx'
import { SelectField, TextField } from '../../../../components/form/field.tsx'
import { SegmentedControl } from '../../../../components/form/segmented-control.tsx'
import { ModelField } from '../../../../features/models/model-field.tsx'
import { ExpressionField } from '../expression-field.tsx'
import { JsonOrExpressionField } from '../json-or-expression-field.tsx'
import { KeyValueField } from '../key-value-field.tsx'
import { numberIn, numberOrNone, orNone, textIn, usePanelNode } from '../panel-context.ts'
import { SchemaJsonField } from '../schema-json-field.tsx'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((value) => ({ value, label: value }))

export function HttpForm() {
  const { node, change } = usePanelNode()
  const method = textIn(node.method) || 'GET'
  return (
    <>
      <SelectField
        label="Method"
        name="method"
        value={method}
        choices={methods}
        onChange={(next) => change({ method: next }, 'method')}
      />
      <ExpressionField
        label="URL *"
        value={textIn(node.url)}
        path="/url"
        onChange={(url) => change({ url }, 'url')}
      />
      <KeyValueField
        label="Query parameters"
        noun="parameter"
        value={node.query}
        path="/query"
        onChange={(query) => change({ query }, 'query')}
      />
      <KeyValueField
        label="Headers"
        noun="header"
        value={node.headers}
        path="/headers"
        onChange={(headers) => change({ headers }, 'headers')}
      />
      {method !== 'GET' && method !== 'HEAD' && (
        <JsonOrExpressionField
          label="Body"
          value={node.body}
          path="/body"
          onChange={(body) => change({ body }, 'body')}
        />
      )}
    </>
  )
}

const languages = [
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
]

export function CodeForm() {
  const { node, change, isReadOnly, faults, faultyLines } = usePanelNode()
  const language = node.language === 'python' ? 'python' : 'javascript'
  return (
    <>
      <SegmentedControl
        label="Language"
        value={language}
        choices={languages}
        onChange={(next) => change({ language: next }, 'language')}
      />
      <CodeEditor
        label="Code"
        language={language}
        value={textIn(node.code)}
        onChange={(code) => change({ code }, 'code')}
        isReadOnly={isReadOnly}
        error={faults.get('/code') ?? null}
        faultyLines={faultyLines}
        lines={{ min: 10, max: 28 }}
        hint="What it returns is its output. `state` holds the fields below, or `input` and `nodes`."
      />
      <KeyValueField
        label="Fields of state"
        noun="field"
        value={node.inputMapping}
        path="/inputMapping"
        onChange={(inputMapping) => change({ inputMapping }, 'inputMapping')}
      />
    </>
  )
}

export function LlmForm() {
  const { node, change } = usePanelNode()
  return (
    <>
      <ModelField
        value={textIn(node.model)}
        onChange={(model) => change({ model: orNone(model) }, 'model')}
      />
      <ExpressionField
        label="System prompt"
        value={textIn(node.system)}
        path="/system"
        lines={{ min: 2, max: 12 }}
        onChange={(system) => change({ system: orNone(system) }, 'system')}
      />
      <ExpressionField
        label="Prompt *"
        value={textIn(node.prompt)}
        path="/prompt"
        lines={{ min: 4, max: 20 }}
        onChange={(prompt) => change({ prompt }, 'prompt')}
      />
      <div className="form-pair">
        <TextField
          label="Temperature"
          name="temperature"
          type="number"
          value={numberIn(node.temperature)}
          placeholder="Model default"
          onChange={(text) => change({ temperature: numberOrNone(text) }, 'temperature')}
        />
        <TextField
          label="Max tokens"
          name="maxTokens"
          type="number"
          value={numberIn(node.maxTokens)}
          placeholder="Model default"
          onChange={(text) => change({ maxTokens: numberOrNone(text) }, 'maxTokens')}
        />
      </div>
      <SchemaJsonField
        label="Output schema"
        value={node.outputSchema}
        hint="With a JSON Schema the output is JSON of this shape; without it, text."
        onChange={(outputSchema) => change({ outputSchema }, 'outputSchema')}
      />
    </>
  )
}

export function SetForm() {
  const { node, change } = usePanelNode()
  return (
    <KeyValueField
      label="Fields"
      noun="field"
      value={node.values}
      path="/values"
      isRequired
      onChange={(values) => change({ values: values ?? {} }, 'values')}
    />
  )
}
