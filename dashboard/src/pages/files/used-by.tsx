import type { StoredFile } from '@stoa/sdk'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { useRead } from '../../project.ts'

const shown = 20

/** What refers to the file: to check before deleting it. */
export function UsedBy({ file, owner }: { file: StoredFile; owner: string | undefined }) {
  const { data, error, refetch } = useRead(['files', 'references', file.id, owner], (api, signal) =>
    actAs(api, owner).page('/api/v1/file/meta/{id}/references', {
      params: { id: file.id },
      query: { limit: shown },
      signal,
    }),
  )
  return (
    <Card title="Used by">
      {!data ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={2} />
        )
      ) : data.total === 0 ? (
        <p className="muted">Not in use.</p>
      ) : (
        <ul className="used-by">
          {data.data.map(({ kind, id, createdAt }) => (
            <li key={`${kind} ${id}`}>
              <span className="used-by-kind">{kind.replaceAll('_', ' ')}</span>
              <CopyId id={id} label={kind} isShort />
              <TimeAgo at={createdAt} />
            </li>
          ))}
          {data.total > shown && <li className="muted">and {data.total - shown} more</li>}
        </ul>
      )}
    </Card>
  )
}
