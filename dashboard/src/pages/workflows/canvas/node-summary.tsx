import { useParams } from '@tanstack/react-router'
import { kindOf, triggerKinds, triggerTitle } from '../../../features/triggers/trigger-kind.tsx'
import { useWorkflowTriggers } from '../../../features/triggers/workflow-triggers.tsx'
import type { FlowNode } from '../graph/types.ts'
import { summaryOf } from './node-kinds.ts'
import './node-summary.css'

/** The second line of a node. */
export const NodeSummary = ({ node }: { node: FlowNode }) => (
  <span className="node-summary truncate">
    {node.type === 'start' ? <StartSummary fallback={summaryOf(node)} /> : summaryOf(node)}
  </span>
)

/** The start says what starts the workflow by itself. */
function StartSummary({ fallback }: { fallback: string }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const triggers = useWorkflowTriggers(id).data ?? []
  if (triggers.length === 0) return fallback
  return (
    <span className="node-triggers">
      {triggers.map((trigger) => {
        const { Icon } = triggerKinds[kindOf(trigger)]
        return (
          <span key={trigger.triggerId} data-off={trigger.isDisabled ? '' : undefined}>
            <Icon size={12} aria-hidden />
            {triggerTitle(trigger)}
          </span>
        )
      })}
    </span>
  )
}
