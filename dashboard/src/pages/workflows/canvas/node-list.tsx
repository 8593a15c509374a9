import CircleAlert from 'lucide-react/icons/circle-alert'
import CornerDownRight from 'lucide-react/icons/corner-down-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { IconButton } from '../../../components/actions/button.tsx'
import { Menu, MenuItem } from '../../../components/actions/menu.tsx'
import { canChangeLevel } from '../graph/levels.ts'
import { removeAll } from '../graph/ops.ts'
import { type ListedNode, listNodes } from '../graph/structure.ts'
import type { FlowGraph, FlowNode } from '../graph/types.ts'
import { TriggerRows } from '../triggers/trigger-rows.tsx'
import { countProblems, hasErrors, problemsOf, useEditor, useEditorState } from './editor-context.ts'
import { edgeLabel } from './flow-edge.tsx'
import { RunBadge } from './node-card.tsx'
import { nameOf, nodeKinds, summaryOf } from './node-kinds.ts'
import './list-view.css'

/** The graph as a list: the way of the keyboard and of small screens. */
type RowActions = { onConnect(from: string): void; onMove(id: string): void }

export function NodeList(actions: RowActions) {
  const { graph } = useEditorState()
  return (
    <ol className="node-list" aria-label="Nodes">
      <TriggerRows />
      {listNodes(graph).map((listed) => (
        <NodeRow key={listed.node.id} listed={listed} graph={graph} {...actions} />
      ))}
    </ol>
  )
}

type NodeRowProps = RowActions & { listed: ListedNode; graph: FlowGraph }

function NodeRow({ listed: { node, depth, next }, graph, ...actions }: NodeRowProps) {
  const { open, isReadOnly, problems, overlay } = useEditor()
  const { selectedNodes } = useEditorState()
  const { Icon, label } = nodeKinds[node.type]
  const found = problemsOf(problems, node.id)
  const run = overlay.get(node.id)
  const isSelected = selectedNodes.has(node.id)
  return (
    <li
      className="node-row"
      data-row=""
      data-depth={Math.min(depth, 5)}
      data-selected={isSelected ? '' : undefined}
    >
      <button
        type="button"
        className="node-row-open"
        data-row-link=""
        data-node={node.id}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => open(node.id)}
      >
        <span className="node-icon" data-type={node.type}>
          <Icon size={16} aria-hidden />
        </span>
        <span className="node-text">
          <span className="node-name truncate">
            {nameOf(node)}
            <span className="visually-hidden">, {label}</span>
          </span>
          <span className="node-summary truncate">{summaryOf(node)}</span>
        </span>
        {found.length > 0 && (
          <span className="node-problems" data-kind={hasErrors(found) ? 'bad' : 'warn'}>
            <CircleAlert size={13} aria-hidden />
            {countProblems(found)}
          </span>
        )}
        {run && <RunBadge run={run} />}
      </button>
      {!isReadOnly && <RowMenu node={node} {...actions} />}
      <NextNodes graph={graph} next={next} />
    </li>
  )
}

function NextNodes({ graph, next }: { graph: FlowGraph; next: ListedNode['next'] }) {
  const { open } = useEditor()
  const names = new Map(graph.nodes.map((node) => [node.id, nameOf(node)]))
  if (next.length === 0) return null
  return (
    <ul className="node-next">
      {next.map((edge) => {
        const label = edgeLabel(graph, edge)
        return (
          <li key={edge.id}>
            <CornerDownRight size={12} aria-hidden />
            {label && <code className="truncate">{label}</code>}
            <button type="button" onClick={() => open(edge.to)}>
              <span className="visually-hidden">Go to </span>
              {names.get(edge.to) ?? edge.to}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function RowMenu({ node, onConnect, onMove }: RowActions & { node: FlowNode }) {
  const { store, pick } = useEditor()
  const { graph } = useEditorState()
  return (
    <Menu
      trigger={<IconButton label={`Actions of ${nameOf(node)}`} icon={<Ellipsis size={16} aria-hidden />} />}
    >
      {node.type !== 'end' && (
        <>
          <MenuItem onSelect={() => pick({ after: node.id })}>Add a node after it</MenuItem>
          <MenuItem onSelect={() => onConnect(node.id)}>Connect to…</MenuItem>
        </>
      )}
      {node.type === 'loop' && (
        <MenuItem onSelect={() => pick({ parent: node.id })}>Add a node inside</MenuItem>
      )}
      {canChangeLevel(graph, new Set([node.id])) && (
        <MenuItem onSelect={() => onMove(node.id)}>Move into or out of a loop…</MenuItem>
      )}
      {node.type !== 'start' && (
        <MenuItem
          variant="danger"
          onSelect={() => store.edit(removeAll(store.current().graph, new Set([node.id])))}
        >
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}
