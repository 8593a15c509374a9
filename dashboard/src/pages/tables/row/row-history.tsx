import type { TableCollection, TableDocument, TableDocumentVersion } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { documentPath } from '../../../features/tables/tables-api.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { textOf } from '../cell-values.ts'

const shown = 50

type Difference = { field: string; from: string; to: string }

/** What one version has changed in the one before. */
export function differences(
  before: Record<string, unknown> | null | undefined,
  after: Record<string, unknown> | null,
): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((field) => ({ field, from: textOf(before?.[field]), to: textOf(after?.[field]) }))
    .filter(({ from, to }) => from !== to)
}

type RowHistoryProps = { table: TableCollection; row: TableDocument; onRestored(): void }

/** Every stored version with its changes; each can be restored. */
export function RowHistory({ table, row, onRestored }: RowHistoryProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const params = { collectionId: table.id, documentId: row.id }
  const { data, error, refetch } = useRead(['documents', table.id, 'history', row.id], (each, signal) =>
    actAs(each).page('/api/v1/table/collections/{collectionId}/documents/{documentId}/history', {
      params,
      query: { limit: shown },
      signal,
    }),
  )
  const restore = async (version: TableDocumentVersion) => {
    setFailure(null)
    try {
      const written = await api.put(documentPath, { params, body: version.data ?? {}, ifMatch: row.version })
      toasts.success(
        'proposal' in written ? 'Change submitted for approval' : `Version ${version.version} restored`,
      )
      onRestored()
      await refresh(['documents', table.id], ['proposals', table.id])
    } catch (fault) {
      setFailure(fault)
    }
  }
  if (!data)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={4} />
  return (
    <>
      {failure !== null && <ErrorAlert error={failure} />}
      <ol className="history">
        {data.data.map((version, at) => (
          <li key={version.version}>
            <div className="history-head">
              <strong>Version {version.version}</strong>
              <span className="muted">
                {version.change} by {version.actor.kind.replaceAll('-', ' ')}
              </span>
              <TimeAgo at={version.changedAt} />
              {at > 0 && version.data && (
                <Button onClick={() => void restore(version)}>Restore version {version.version}</Button>
              )}
            </div>
            <Changes version={version} before={data.data[at + 1]} />
          </li>
        ))}
      </ol>
      <p className="muted small">History is retained for {table.historyDays} days.</p>
    </>
  )
}

type ChangesProps = { version: TableDocumentVersion; before: TableDocumentVersion | undefined }

function Changes({ version, before }: ChangesProps) {
  // The oldest stored version may not be the first: its changes are then unknown.
  if (!before && version.change !== 'created') return null
  return (
    <ul className="history-changes">
      {differences(before?.data, version.data).map(({ field, from, to }) => (
        <li key={field}>
          <code>{field}</code>
          {from !== '' && <del>{from}</del>}
          {to !== '' && <ins>{to}</ins>}
        </li>
      ))}
    </ul>
  )
}
