import type { Toolkit, ToolkitVersion } from '@stoa/sdk'
import { Ago } from '../../parts/ago.tsx'
import { counted } from '../../parts/counted.ts'
import { Failure } from '../../parts/failure.tsx'
import { Card } from '../../parts/page.tsx'
import { SkeletonLines } from '../../parts/skeleton.tsx'
import { Chip, Status } from '../../parts/status.tsx'
import { useRead } from '../../project.tsx'
import { changesIn } from './import/changes-in.ts'
import { toolkitPath } from './toolkit-paths.ts'

/** Every version that was read, and what each of them changed. */
export function ToolkitVersions({ toolkit }: { toolkit: Toolkit }) {
  const { data, error, refetch } = useRead(['toolkit', toolkit.slug, 'versions'], (api, signal) =>
    api.get(`${toolkitPath}/changelog`, { params: { id: toolkit.slug }, signal }),
  )
  return (
    <Card title="Versions">
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
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
      <span className="muted small number">{counted(toolCount, 'tool')}</span>
      {createdAt && (
        <span className="muted small">
          <Ago at={createdAt} />
        </span>
      )}
    </span>
    {changes && <span className="muted small">{changesIn(changes)}</span>}
    {changes?.changed.some(({ isBreaking }) => isBreaking) && (
      <Status kind="warn">Breaking: existing calls may fail</Status>
    )}
  </li>
)

type VersionProps = { version: ToolkitVersion }
