import { Checkbox, TextField } from '../../../components/form/field.tsx'
import { useEditor, useEditorState } from '../canvas/editor-context.ts'
import { updateEdge } from '../graph/ops.ts'
import type { FlowEdge } from '../graph/types.ts'
import { ExpressionField } from './expression-field.tsx'
import { orNone } from './panel-context.ts'

/** When an edge is taken. */
export function EdgeFields({ edge }: { edge: FlowEdge }) {
  const { store } = useEditor()
  const { graph } = useEditorState()
  const source = graph.nodes.find(({ id }) => id === edge.from)
  const change = (patch: Partial<FlowEdge>, field: string) =>
    store.edit(updateEdge(store.current().graph, edge.id, patch), `edge ${edge.id} ${field}`)
  return (
    <>
      <ExpressionField
        label="Condition"
        kind="condition"
        isOnEdge
        value={edge.condition ?? ''}
        path={`/edges/${graph.edges.indexOf(edge)}/condition`}
        onChange={(text) => change({ condition: orNone(text) } as Partial<FlowEdge>, 'condition')}
        hint={
          source?.type === 'branch'
            ? 'The first true one is taken; the one without a condition when no other is.'
            : 'Without a condition it is always taken.'
        }
      />
      <TextField
        label="Label"
        name="label"
        value={edge.label ?? ''}
        onChange={(text) => change({ label: orNone(text) } as Partial<FlowEdge>, 'label')}
      />
      {source?.onError === 'route' && (
        <Checkbox
          label="Taken when the node fails"
          isOn={edge.onError === true}
          onChange={(isOn) => change({ onError: isOn ? true : undefined } as Partial<FlowEdge>, 'onError')}
        />
      )}
    </>
  )
}
