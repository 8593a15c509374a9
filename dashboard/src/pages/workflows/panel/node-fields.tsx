import type { ComponentType } from 'react'
import { useState } from 'react'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { useEditor, useEditorState } from '../canvas/editor-context.ts'
import { nameOf } from '../canvas/node-kinds.ts'
import { renameNode } from '../graph/edit.ts'
import { nodeIdsIn } from '../graph/ids.ts'
import { loopsFor, moveToLevel } from '../graph/levels.ts'
import type { NodeType } from '../graph/types.ts'
import { ActionForm } from './forms/action-form.tsx'
import { EndForm, HumanWaitForm, JoinForm, LoopForm, WaitForm } from './forms/flow-forms.tsx'
import { CodeForm, HttpForm, LlmForm, SetForm } from './forms/work-forms.tsx'
import { AgentForm, PlaceholderForm, StartForm, SubflowForm } from './forms/workflow-forms.tsx'
import { orNone, usePanelNode } from './panel-context.ts'

/** What each type of node is set up with; branches and parallels have their paths alone. */
export const nodeForms: Partial<Record<NodeType, ComponentType>> = {
  start: StartForm,
  end: EndForm,
  action: ActionForm,
  http: HttpForm,
  code: CodeForm,
  llm: LlmForm,
  llm_agent: AgentForm,
  human_wait: HumanWaitForm,
  join: JoinForm,
  loop: LoopForm,
  wait: WaitForm,
  subflow: SubflowForm,
  set: SetForm,
  placeholder: PlaceholderForm,
}

const idForm = /^(?!__)[A-Za-z0-9_-]{1,64}$/

/** Name, id, description and the loop around it. */
export function GeneralForm() {
  const { node, change } = usePanelNode()
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={node.name ?? ''}
        placeholder={nameOf({ ...node, name: '' })}
        onChange={(name) => change({ name: orNone(name) } as never, 'name')}
      />
      {node.type !== 'start' && <IdField key={node.id} />}
      {node.type !== 'start' && <LoopChoice />}
      <AreaField
        label="Description"
        name="description"
        rows={2}
        value={node.description ?? ''}
        onChange={(text) => change({ description: orNone(text) } as never, 'description')}
      />
    </>
  )
}

/** Taken over when the field is left: every expression that names the node follows. */
function IdField() {
  const { node, isReadOnly } = usePanelNode()
  const { store, open } = useEditor()
  const [text, setText] = useState(node.id)
  const isTaken = text !== node.id && nodeIdsIn(store.current().graph).has(text)
  const error = isTaken
    ? 'Another node has this ID.'
    : idForm.test(text)
      ? undefined
      : 'Use up to 64 letters, digits, _ and -.'
  const rename = () => {
    if (text === node.id || error !== undefined || isReadOnly) return
    store.edit(renameNode(store.current().graph, node.id, text))
    open(text)
    toasts.success('Renamed in all expressions')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; Enter takes over what was typed.
    <div onBlur={rename} onKeyDown={(event) => event.key === 'Enter' && rename()}>
      <TextField
        label="ID"
        name="id"
        isMono
        value={text}
        error={error}
        hint={
          <>
            In expressions: <code>nodes.{node.id}.output</code>
          </>
        }
        onChange={setText}
      />
    </div>
  )
}

function LoopChoice() {
  const { node } = usePanelNode()
  const { store } = useEditor()
  const { graph } = useEditorState()
  const ids = new Set([node.id])
  const loops = loopsFor(graph, ids)
  if (node.type === 'end' || loops.length === 0) return null
  const put = (parent: string | undefined) => store.edit(moveToLevel(store.current().graph, ids, parent))
  return (
    <SelectField
      label="Inside loop"
      name="parent"
      value={node.parent ?? ''}
      choices={[
        { value: '', label: 'None' },
        ...loops.map((loop) => ({ value: loop.id, label: nameOf(loop) })),
      ]}
      onChange={(parent) => put(orNone(parent))}
    />
  )
}
