import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { useEditor, useEditorState } from '../canvas/editor-context.ts'
import { nameOf } from '../canvas/node-kinds.ts'
import { updateNode } from '../graph/ops.ts'
import type { FlowEdge, FlowNode } from '../graph/types.ts'
import { EdgeFields } from './edge-fields.tsx'
import { PanelContext } from './panel-context.ts'
import './panel.css'

type EdgePanelProps = {
  workflowId: string
  edge: FlowEdge
  sampleId: string | null
  onClose(): void
}

/** When the selected edge is taken. Its condition sees what its source sees, and the output of that. */
export function EdgePanel({ workflowId, edge, sampleId, onClose }: EdgePanelProps) {
  const { store, isReadOnly, problems } = useEditor()
  const { graph } = useEditorState()
  const find = (id: string): FlowNode => graph.nodes.find((node) => node.id === id) ?? { id, type: 'set' }
  const [source, target] = [find(edge.from), find(edge.to)]
  const start = '/graph'
  const faults = new Map(problems.map(({ path, message }) => [path.slice(start.length), message]))
  return (
    <PanelContext
      value={{
        workflowId,
        isReadOnly,
        sampleId,
        faults,
        faultyLines: [],
        node: source,
        change: (patch) => store.edit(updateNode(store.current().graph, source.id, patch)),
      }}
    >
      <section className="node-panel" aria-label="Edge">
        <header className="panel-head">
          <span />
          <div>
            <h2>
              {nameOf(source)} → {nameOf(target)}
            </h2>
            <p className="muted small">Edge</p>
          </div>
          <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />
        </header>
        <fieldset className="panel-fields" disabled={isReadOnly}>
          <legend className="visually-hidden">Settings of the edge</legend>
          <div className="form panel-section">
            <EdgeFields edge={edge} />
          </div>
        </fieldset>
      </section>
    </PanelContext>
  )
}
