import type { WorkflowPause } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Card } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useEndUserNames } from '../end-users/use-end-user-names.ts'
import { usePendingPauses } from './use-pending-pauses.ts'
import { workflowExecutionUrl } from './workflows-api.ts'
import './pending-pauses.css'

// The only step of an agent has no name.
const agentStep = 'agent'
// A line of the list; the page of the execution has all of them.
const shownArguments = 200

type Call = { toolSlug: string; toolName?: string; arguments: unknown }

/** The tool calls that an agent wants to make; none of another pause. */
const callsOf = ({ kind, request }: WorkflowPause) =>
  kind === 'approval' ? ((request.requests ?? []) as Call[]) : []

const titleOf = (pause: WorkflowPause) => {
  const { message, kind, nodeId, workflowName } = pause
  if (message) return message
  if (kind === 'uncertain') return `Step ${nodeId} may have run already`
  const names = callsOf(pause).map(({ toolName, toolSlug }) => toolName ?? toolSlug)
  if (names.length > 0) return names.join(', ')
  return nodeId === agentStep ? `${workflowName} needs a decision` : `Step ${nodeId} needs a decision`
}

const argumentsOf = (pause: WorkflowPause) =>
  callsOf(pause)
    .map((call) => JSON.stringify(call.arguments))
    .join(', ')
    .slice(0, shownArguments)

/** A list of them, each with the way to its execution; nothing where there are none. */
export function PendingPauses() {
  const { data } = usePendingPauses(5_000)
  const nameOf = useEndUserNames(data?.data.map(({ eUID }) => eUID) ?? [])
  if (!data || data.total === 0) return null
  return (
    <Card title="Agents and workflows">
      <ul className="pause-list">
        {data.data.map((pause) => (
          <li key={pause.id} data-row="">
            <Link to={workflowExecutionUrl(pause.executionId)} data-row-link="">
              <span className="clamped">{titleOf(pause)}</span>
              <span className="muted small">
                {[pause.workflowName, nameOf(pause.eUID), argumentsOf(pause)].filter(Boolean).join(' · ')}
              </span>
            </Link>
            <TimeAgo at={pause.createdAt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
