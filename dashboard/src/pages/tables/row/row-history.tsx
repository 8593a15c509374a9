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
import { RequestedBy } from '../proposals/requested-by.tsx'
import { ChangedFields } from './changed-fields.tsx'

const shown = 50

type Difference = { field: string; from: unknown; to: unknown }

/** What one version has changed in the one before. */
export function differences(
  before: Record<string, unknown> | null | undefined,
  after: Record<string, unknown> | null,
): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((field) => ({ field, from: before?.[field], to: after?.[field] }))
    .filter(({ from, to }) => textOf(from) !== textOf(to))
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
                {version.change} by <RequestedBy actor={version.actor} />
              </span>
              <TimeAgo at={version.changedAt} />
              {at > 0 && version.data && (
                <Button onClick={() => void restore(version)}>Restore version {version.version}</Button>
              )}
            </div>
            <Changes table={table} version={version} before={data.data[at + 1]} />
          </li>
        ))}
      </ol>
      <p className="muted small">History is retained for {table.historyDays} days.</p>
    </>
  )
}

type ChangesProps = {
  table: TableCollection
  version: TableDocumentVersion
  before: TableDocumentVersion | undefined
}

function Changes({ table, version, before }: ChangesProps) {
  // The oldest stored version may not be the first: its changes are then unknown.
  if (!before && version.change !== 'created') return null
  return <ChangedFields changes={differences(before?.data, version.data)} fields={table.schema.fields} />
}
