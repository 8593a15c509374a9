import type { StoredFile } from '@stoa/sdk'
import { Ago } from '../../parts/ago.tsx'
import { CopyId } from '../../parts/copy-id.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Card } from '../../parts/page.tsx'
import { SkeletonLines } from '../../parts/skeleton.tsx'
import { useRead } from '../../project.tsx'
import { filesOf } from './files-api.ts'

const shown = 20

/** What refers to the file: whoever wants to delete it looks here first. */
export function UsedBy({ file, owner }: { file: StoredFile; owner: string | undefined }) {
  const { data, error, refetch } = useRead(['files', 'references', file.id, owner], (api, signal) =>
    filesOf(api, owner).page('/api/v1/file/meta/{id}/references', {
      params: { id: file.id },
      query: { limit: shown },
      signal,
    }),
  )
  return (
    <Card title="Used by">
      {!data ? (
        error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={2} />
        )
      ) : data.total === 0 ? (
        <p className="muted">Not in use.</p>
      ) : (
        <ul className="used-by">
          {data.data.map(({ kind, id, createdAt }) => (
            <li key={`${kind} ${id}`}>
              <span>{kind.replaceAll('_', ' ')}</span>
              <CopyId id={id} label={kind} isShort />
              <Ago at={createdAt} />
            </li>
          ))}
          {data.total > shown && <li className="muted">and {data.total - shown} more</li>}
        </ul>
      )}
    </Card>
  )
}
