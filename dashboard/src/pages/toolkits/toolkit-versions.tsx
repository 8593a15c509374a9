import type { Toolkit, ToolkitVersion } from '@stoa/sdk'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip, Status } from '../../components/feedback/status.tsx'
import { Card } from '../../components/layout/page.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useRead } from '../../project.ts'
import { summarizeChanges } from './import/summarize-changes.ts'

/** Every version that was read, and what each of them changed. */
export function ToolkitVersions({ toolkit }: { toolkit: Toolkit }) {
  const { data, error, refetch } = useRead(['toolkit', toolkit.slug, 'versions'], (api, signal) =>
    api.get(`${toolkitPath}/changelog`, { params: { id: toolkit.slug }, signal }),
  )
  return (
    <Card title="Versions">
      {error && !data ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines count={2} />
      ) : (
        <ul className="version-list">
          {data.map((version) => (
            <Version key={version.version} version={version} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Version = ({ version: { version, isCurrent, toolCount, changes, createdAt } }: VersionProps) => (
  <li>
    <span className="row">
      <strong className="mono">{version}</strong>
      {isCurrent && <Chip>current</Chip>}
      <span className="muted small number">{pluralize(toolCount, 'tool')}</span>
      {createdAt && (
        <span className="muted small">
          <TimeAgo at={createdAt} />
        </span>
      )}
    </span>
    {changes && <span className="muted small">{summarizeChanges(changes)}</span>}
    {changes?.changed.some(({ isBreaking }) => isBreaking) && (
      <Status kind="warn">Breaking: existing calls may fail</Status>
    )}
  </li>
)

type VersionProps = { version: ToolkitVersion }
