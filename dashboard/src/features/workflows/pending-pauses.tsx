import type { WorkflowPause } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Card } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { usePendingPauses } from './use-pending-pauses.ts'
import { workflowExecutionUrl } from './workflows-api.ts'
import './pending-pauses.css'

// The only step of an agent has no name.
const agentStep = 'agent'

const titleOf = ({ message, kind, nodeId, workflowName }: WorkflowPause) => {
  if (message) return message
  if (kind === 'uncertain') return `Step ${nodeId} may have run already`
  return nodeId === agentStep
    ? `${workflowName} asks before it calls a tool`
    : `Step ${nodeId} needs a decision`
}

/** A list of them, each with the way to its execution; nothing where there are none. */
export function PendingPauses() {
  const { data } = usePendingPauses(5_000)
  if (!data || data.total === 0) return null
  return (
    <Card title="Workflows">
      <ul className="pause-list">
        {data.data.map((pause) => (
          <li key={pause.id} data-row="">
            <Link to={workflowExecutionUrl(pause.executionId)} data-row-link="">
              <span className="clamped">{titleOf(pause)}</span>
              <span className="muted small">{pause.workflowName}</span>
            </Link>
            <TimeAgo at={pause.createdAt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
