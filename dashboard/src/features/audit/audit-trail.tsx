import type { AuditEntry, QueryOf } from '@stoa/sdk'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useRead } from '../../project.ts'
import { ActionName } from './action-name.tsx'
import { Actor } from './actor.tsx'
import { useTargetName } from './use-target-name.ts'
import './audit-trail.css'

type AuditQuery = NonNullable<QueryOf<'/api/v1/audit-log', 'get'>>

const NamedAction = ({ entry }: { entry: AuditEntry }) => (
  <ActionName action={entry.action} name={useTargetName(entry)} />
)

/** The latest entries of the audit log, in short: what happened, by whom, when. */
export function AuditTrail({ query, none }: { query: AuditQuery; none: string }) {
  const limited = { limit: 8, ...query }
  const { data, error, refetch } = useRead(
    ['audit', limited],
    (api, signal) => api.page('/api/v1/audit-log', { query: limited, signal }),
    { refetchInterval: 10_000 },
  )
  if (!data) {
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={4} />
  }
  if (data.total === 0) return <p className="muted">{none}</p>
  return (
    <ol className="trail">
      {data.data.map((entry) => (
        <li key={entry.id}>
          <NamedAction entry={entry} />
          <span className="muted trail-actor">
            <Actor actor={entry.actor} />
          </span>
          <TimeAgo at={entry.createdAt} />
        </li>
      ))}
    </ol>
  )
}
