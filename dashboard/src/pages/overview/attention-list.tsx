import type { AttentionItem } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { sourceUrl } from '../../features/knowledge/knowledge-api.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { triggerRoutes } from '../triggers/routes.ts'
import { workflowRoutes } from '../workflows/routes.ts'

const pollMs = 15_000

const urlOf = ({ kind, id, parentId }: AttentionItem): string =>
  ({
    execution: () => href(workflowRoutes.execution, { id }),
    connection: () => href(connectionRoutes.detail, { id }),
    trigger: () => href(triggerRoutes.detail, { id }),
    source: () => sourceUrl(parentId ?? '', id),
  })[kind]()

const nouns = { execution: 'Workflow', connection: 'Account', trigger: 'Trigger', source: 'Source' } as const

const states: Record<AttentionItem['state'], { kind: StatusKind; label: string }> = {
  failed: { kind: 'bad', label: 'Failed' },
  expired: { kind: 'bad', label: 'Expired' },
  expiring: { kind: 'warn', label: 'Expires' },
  disabled: { kind: 'off', label: 'Disabled' },
}

/** What broke, each with its reason and a link to it. Nothing where nothing did. */
export function AttentionList() {
  const { data } = useRead(
    ['overview', 'attention'],
    (api, signal) => api.get('/api/v1/overview/attention', { signal }),
    { refetchInterval: pollMs },
  )
  if (!data || data.items.length === 0) return null
  return (
    <ul className="attention-list" aria-label="Failures">
      {data.items.map((item) => (
        <li key={`${item.kind} ${item.parentId} ${item.id}`}>
          <Status kind={states[item.state].kind}>{states[item.state].label}</Status>
          <span className="attention-name">
            <span className="muted">{nouns[item.kind]}</span> <Link to={urlOf(item)}>{item.title}</Link>
            {item.count > 1 && <span className="muted"> · {item.count} times in a row</span>}
          </span>
          <TimeAgo at={item.at} />
          {item.reason && <span className="muted small attention-reason">{item.reason}</span>}
        </li>
      ))}
    </ul>
  )
}
