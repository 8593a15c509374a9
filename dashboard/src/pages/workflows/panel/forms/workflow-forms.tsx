import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { JsonTree } from '../../../../components/code/json-tree.tsx'
import { Status } from '../../../../components/feedback/status.tsx'
import { SelectField, TextField } from '../../../../components/form/field.tsx'
import { actAs } from '../../../../features/end-users/act-as.ts'
import { workflowsPath, workflowUrl } from '../../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../../project.ts'
import { useEditor, useEditorState } from '../../canvas/editor-context.ts'
import { updateSettings } from '../../graph/ops.ts'
import { ExpressionField } from '../expression-field.tsx'
import { KeyValueField } from '../key-value-field.tsx'
import { numberIn, numberOrNone, orNone, textIn, usePanelNode } from '../panel-context.ts'
import { SchemaJsonField } from '../schema-json-field.tsx'

const choiceLimit = 100

function useWorkflowChoices(workflowType: 'static' | 'agent') {
  const { workflowId } = usePanelNode()
  const { data } = useRead(['workflows', 'choices', workflowType], (api, signal) =>
    actAs(api).get(workflowsPath, {
      query: { workflowType, limit: choiceLimit, sortBy: 'name', sortOrder: 'ASC' },
      signal,
    }),
  )
  return (data ?? [])
    .filter(({ id }) => id !== workflowId)
    .map(({ id, name }) => ({ value: id, label: name }))
}

export function SubflowForm() {
  const { node, change } = usePanelNode()
  const choices = useWorkflowChoices('static')
  const chosen = textIn(node.workflowId)
  return (
    <>
      <SelectField
        label="Workflow *"
        name="workflowId"
        value={chosen}
        choices={[{ value: '', label: 'Select' }, ...choices]}
        hint={chosen ? <Link to={workflowUrl(chosen)}>Open it</Link> : undefined}
        onChange={(workflowId) => change({ workflowId: orNone(workflowId) }, 'workflowId')}
      />
      <TextField
        label="Version"
        name="workflowVersion"
        type="number"
        value={numberIn(node.workflowVersion)}
        placeholder="Active version"
        onChange={(text) => change({ workflowVersion: numberOrNone(text) }, 'workflowVersion')}
      />
      <KeyValueField
        label="Input"
        noun="field"
        value={node.inputMapping}
        path="/inputMapping"
        isRequired
        onChange={(inputMapping) => change({ inputMapping: inputMapping ?? {} }, 'inputMapping')}
      />
    </>
  )
}

export function AgentForm() {
  const { node, change } = usePanelNode()
  const choices = useWorkflowChoices('agent')
  const own = (node.agent ?? {}) as Record<string, unknown>
  const hasAgentId = textIn(node.agentId) !== ''
  return (
    <>
      <SelectField
        label="Agent"
        name="agentId"
        value={textIn(node.agentId)}
        choices={[{ value: '', label: 'Own prompt' }, ...choices]}
        onChange={(agentId) =>
          change({ agentId: orNone(agentId), agent: agentId === '' ? { prompt: '' } : undefined }, 'agentId')
        }
      />
      {!hasAgentId && (
        <ExpressionField
          label="Prompt"
          value={textIn(own.prompt)}
          path="/agent/prompt"
          lines={{ min: 4, max: 16 }}
          onChange={(prompt) => change({ agent: { ...own, prompt } }, 'agent')}
        />
      )}
      <KeyValueField
        label="Input"
        noun="field"
        value={node.inputMapping}
        path="/inputMapping"
        onChange={(inputMapping) => change({ inputMapping }, 'inputMapping')}
      />
      <SchemaJsonField
        label="Output schema"
        value={node.outputSchema}
        hint="With a JSON Schema the output is JSON of this shape."
        onChange={(outputSchema) => change({ outputSchema }, 'outputSchema')}
      />
    </>
  )
}

/** The start has the settings of the workflow: its input, its result and how long it may take. */
export function StartForm() {
  const { store } = useEditor()
  const { graph } = useEditorState()
  const put = (patch: Parameters<typeof updateSettings>[1], field: string) =>
    store.edit(updateSettings(store.current().graph, patch), `settings ${field}`)
  return (
    <>
      <SchemaJsonField
        label="Input schema"
        value={graph.inputSchema}
        hint="A JSON Schema: input is checked against it, and expressions know its fields."
        onChange={(inputSchema) => put({ inputSchema: inputSchema as never }, 'inputSchema')}
      />
      <SchemaJsonField
        label="Output schema"
        value={graph.outputSchema}
        hint="A JSON Schema of the result."
        onChange={(outputSchema) => put({ outputSchema: outputSchema as never }, 'outputSchema')}
      />
      <TextField
        label="Timeout of an execution (seconds)"
        name="timeoutSec"
        type="number"
        value={numberIn(graph.timeoutSec)}
        placeholder="86400"
        onChange={(text) => put({ timeoutSec: numberOrNone(text) as never }, 'timeoutSec')}
      />
    </>
  )
}

export function PlaceholderForm() {
  const { node } = usePanelNode()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Status kind="bad">Replace this node: {textIn(node.source)} could not be imported.</Status>
      {textIn(node.note) && <p>{textIn(node.note)}</p>}
      {node.original !== undefined && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Original</summary>
          <JsonTree value={node.original} label="Original node" />
        </details>
      )}
    </>
  )
}
