import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { useEditor, useEditorState } from '../canvas/editor-context.ts'
import { edgeLabel } from '../canvas/flow-edge.tsx'
import { nameOf } from '../canvas/node-kinds.ts'
import { moveEdge } from '../graph/edit.ts'
import { removeAll } from '../graph/ops.ts'
import type { FlowEdge } from '../graph/types.ts'
import { EdgeFields } from './edge-fields.tsx'
import { usePanelNode } from './panel-context.ts'

/** What follows a node, in the order in which a branch tries it. */
export function PathsForm({ onConnect }: { onConnect(from: string): void }) {
  const { node, isReadOnly } = usePanelNode()
  const { pick } = useEditor()
  const { graph } = useEditorState()
  const edges = graph.edges.filter(({ from }) => from === node.id)
  return (
    <>
      {edges.length === 0 && <p className="muted">Nothing follows this node.</p>}
      <ol className="path-list">
        {edges.map((edge, at) => (
          <Path key={edge.id} edge={edge} isFirst={at === 0} isLast={at === edges.length - 1} />
        ))}
      </ol>
      {!isReadOnly && (
        <div className="row">
          <Button
            icon={<Plus size={14} aria-hidden />}
            onClick={() => pick({ after: node.id, isInserted: false })}
          >
            Add a path
          </Button>
          <Button onClick={() => onConnect(node.id)}>Connect to…</Button>
        </div>
      )}
    </>
  )
}

type PathProps = { edge: FlowEdge; isFirst: boolean; isLast: boolean }

function Path({ edge, isFirst, isLast }: PathProps) {
  const { isReadOnly } = usePanelNode()
  const { store, open } = useEditor()
  const { graph } = useEditorState()
  const target = graph.nodes.find(({ id }) => id === edge.to)
  const name = target ? nameOf(target) : edge.to
  const label = edgeLabel(graph, edge)
  const move = (step: 1 | -1) => store.edit(moveEdge(store.current().graph, edge.id, step))
  return (
    <li>
      <details>
        <summary>
          To {name}
          {label && <code className="truncate">{label}</code>}
        </summary>
        <div className="form">
          <EdgeFields edge={edge} />
          <span>
            <Button variant="ghost" onClick={() => open(edge.to)}>
              Open {name}
            </Button>
          </span>
        </div>
      </details>
      {!isReadOnly && (
        <span className="path-actions">
          <IconButton
            label={`Move the path to ${name} up`}
            icon={<ArrowUp size={14} aria-hidden />}
            disabled={isFirst}
            onClick={() => move(-1)}
          />
          <IconButton
            label={`Move the path to ${name} down`}
            icon={<ArrowDown size={14} aria-hidden />}
            disabled={isLast}
            onClick={() => move(1)}
          />
          <IconButton
            label={`Remove the path to ${name}`}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => store.edit(removeAll(store.current().graph, new Set(), new Set([edge.id])))}
          />
        </span>
      )}
    </li>
  )
}
