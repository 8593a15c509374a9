import type { FileReference, StoredFile } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import {
  collectionPath,
  collectionUrl,
  sourcePath,
  sourceUrl,
} from '../../features/knowledge/knowledge-api.ts'
import { RowLink, useTableOf } from '../../features/tables/row-link.tsx'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { tableRoutes } from '../tables/routes.ts'

const shown = 20

type UsedByProps = { file: StoredFile; owner: string | undefined }

/** What refers to the file: to check before deleting it. */
export function UsedBy({ file, owner }: UsedByProps) {
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
          {data.data.map((reference) => (
            <li key={`${reference.kind} ${reference.id}`}>
              <Referrer reference={reference} owner={owner} />
              <TimeAgo at={reference.createdAt} />
            </li>
          ))}
          {data.total > shown && <li className="muted">and {data.total - shown} more</li>}
        </ul>
      )}
    </Card>
  )
}

type ReferrerProps = { reference: FileReference; owner: string | undefined }

/** By its name, with what it is in. */
function Referrer({ reference: { kind, id }, owner }: ReferrerProps) {
  const at = id.indexOf('/')
  const [parent, own] = [id.slice(0, at), id.slice(at + 1)]
  if (kind === 'table_document') return <RowReferrer tableId={parent} id={own} owner={owner} />
  if (kind === 'knowledge_source') return <SourceReferrer collectionId={parent} sourceKey={own} />
  return (
    <span className="used-by-name">
      <span className="used-by-kind">{kind.replaceAll('_', ' ')}</span>
      <CopyId id={id} label={kind} isShort />
    </span>
  )
}

function RowReferrer({ tableId, id, owner }: { tableId: string; id: string; owner: string | undefined }) {
  const { data: table } = useTableOf(tableId)
  return (
    <span className="used-by-name">
      <RowLink tableId={tableId} id={id} owner={owner} />
      <span className="muted small">
        Row of {table ? <Link to={href(tableRoutes.detail, { id: tableId })}>{table.name}</Link> : 'a table'}
      </span>
    </span>
  )
}

function SourceReferrer({ collectionId: id, sourceKey }: { collectionId: string; sourceKey: string }) {
  const { data: collection } = useRead(['knowledge', 'one', id], (api, signal) =>
    actAs(api).get(collectionPath, { params: { id }, signal }),
  )
  const { data: source } = useRead(['knowledge', 'source', id, sourceKey], (api, signal) =>
    actAs(api).get(sourcePath, { params: { id, sourceKey }, signal }),
  )
  return (
    <span className="used-by-name">
      <Link to={sourceUrl(id, sourceKey)}>
        <bdi>{source?.title ?? 'Source'}</bdi>
      </Link>
      <span className="muted small">
        Source in {collection ? <Link to={collectionUrl(id)}>{collection.name}</Link> : 'a collection'}
      </span>
    </span>
  )
}
