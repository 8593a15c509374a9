import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import CircleStop from 'lucide-react/icons/circle-stop'
import Clock from 'lucide-react/icons/clock'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Plus from 'lucide-react/icons/plus'
import UserCheck from 'lucide-react/icons/user-check'
import { memo } from 'react'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import type { FlowNode } from '../graph/types.ts'
import { type NodeRun, statusLabels } from '../run/run-overlay.ts'
import { useEditor } from './editor-context.ts'
import { nameOf, nodeKinds, summaryOf } from './node-kinds.ts'

export type CardData = {
  node: FlowNode
  errors: number
  warnings: number
  run: NodeRun | null
  /** For branches whose paths have no condition yet, and loops without a body. */
  isEmpty: boolean
}
export type CardNode = Node<CardData, 'card' | 'loop'>

/** Read aloud when the node gets the focus. */
export function cardLabel({ node, errors, warnings, run }: CardData): string {
  const parts = [`${nameOf(node)}, ${nodeKinds[node.type].label}`, summaryOf(node)]
  if (errors > 0) parts.push(pluralize(errors, 'problem'))
  if (warnings > 0) parts.push(pluralize(warnings, 'warning'))
  if (run) parts.push(statusLabels[run.status])
  return parts.filter(Boolean).join('. ')
}

const runIcons = {
  queued: Clock,
  running: LoaderCircle,
  paused: UserCheck,
  completed: CircleCheck,
  stopped: CircleStop,
  failed: CircleAlert,
  skipped: CircleSlash,
} as const

export const RunBadge = ({ run }: { run: NodeRun }) => {
  const Icon = runIcons[run.status]
  return (
    <span className="node-run" data-status={run.status}>
      <Icon size={13} aria-hidden />
      <span className="visually-hidden">{statusLabels[run.status]}</span>
      {run.count > 1 && <span className="number">{run.count}×</span>}
      {run.durationMs !== null && <span className="number">{formatDuration(run.durationMs)}</span>}
    </span>
  )
}

const CardBody = ({ data: { node, errors, warnings, run } }: { data: CardData }) => {
  const { Icon } = nodeKinds[node.type]
  return (
    <>
      <span className="node-icon" data-type={node.type}>
        <Icon size={16} aria-hidden />
      </span>
      <span className="node-text">
        <span className="node-name truncate">{nameOf(node)}</span>
        <span className="node-summary truncate">{summaryOf(node)}</span>
      </span>
      {(errors > 0 || warnings > 0) && (
        <span className="node-problems" data-kind={errors > 0 ? 'bad' : 'warn'}>
          <CircleAlert size={13} aria-hidden />
          {errors + warnings}
        </span>
      )}
      {run && <RunBadge run={run} />}
    </>
  )
}

function AddNext({ id }: { id: string }) {
  const { pick } = useEditor()
  return (
    <button
      type="button"
      className="node-add nodrag"
      // The keyboard adds with the key a: one stop for each node is enough.
      tabIndex={-1}
      aria-label={`Add a node after ${id}`}
      title="Add a node (a)"
      onClick={(event) => {
        event.stopPropagation()
        pick({ after: id })
      }}
    >
      <Plus size={12} aria-hidden />
    </button>
  )
}

function AddTriggerBefore() {
  const { addTrigger } = useEditor()
  return (
    <button
      type="button"
      className="node-add node-add-before nodrag"
      tabIndex={-1}
      aria-label="Add a trigger"
      title="Add a trigger (t)"
      onClick={(event) => {
        event.stopPropagation()
        addTrigger()
      }}
    >
      <Plus size={12} aria-hidden />
    </button>
  )
}

/** The start has no edge of the graph before it, but is where triggers lead to. */
const Handles = ({ node }: { node: FlowNode }) => (
  <>
    <Handle
      type="target"
      position={Position.Left}
      {...(node.type === 'start' ? { isConnectable: false, className: 'handle-hidden' } : {})}
    />
    {node.type !== 'end' && <Handle type="source" position={Position.Right} />}
  </>
)

export const NodeCard = memo(({ data, selected }: NodeProps<CardNode>) => {
  const { isReadOnly } = useEditor()
  return (
    <div className="node-card" data-selected={selected ? '' : undefined} data-status={data.run?.status}>
      <CardBody data={data} />
      <Handles node={data.node} />
      {!isReadOnly && data.node.type !== 'end' && <AddNext id={data.node.id} />}
      {!isReadOnly && data.node.type === 'start' && <AddTriggerBefore />}
    </div>
  )
})

export const LoopCard = memo(({ data, selected }: NodeProps<CardNode>) => {
  const { isReadOnly, pick } = useEditor()
  return (
    <div className="loop-card" data-selected={selected ? '' : undefined} data-status={data.run?.status}>
      <div className="loop-head">
        <CardBody data={data} />
      </div>
      {data.isEmpty && !isReadOnly && (
        <button
          type="button"
          className="loop-empty nodrag"
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation()
            pick({ parent: data.node.id })
          }}
        >
          <Plus size={14} aria-hidden />
          Add a node to the loop
        </button>
      )}
      <Handles node={data.node} />
      {!isReadOnly && <AddNext id={data.node.id} />}
    </div>
  )
})
