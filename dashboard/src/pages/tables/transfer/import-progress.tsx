import { isStoaError, type TableCollection, type TableImport } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'

const isOver = ({ status }: TableImport) => status === 'completed' || status === 'failed'
const pollMs = 500

type ImportProgressProps = { table: TableCollection; started: TableImport; onClose(): void }

/** Follows an import until it is over, faulty rows and all. */
export function ImportProgress({ table, started, onClose }: ImportProgressProps) {
  const params = { id: table.id, importId: started.id }
  const [isDone, setDone] = useState(isOver(started))
  const { data = started, error } = useRead(
    ['import', started.id],
    (api, signal) =>
      actAs(api).get('/api/v1/table/collections/{id}/documents/import/{importId}', { params, signal }),
    { refetchInterval: isDone ? false : pollMs },
  )
  if (isOver(data) && !isDone) setDone(true)
  const errors = useFieldErrors(params, isDone)
  const { failure, isCancelling, cancel } = useCancelling(params)
  // An import that stops undoes its last batch, and its faulty rows with it: the report still has them.
  const invalid = Math.max(data.failedCount, errors?.total ?? 0)
  return (
    <Dialog title={`Import into ${table.name}`} width="wide" onClose={onClose}>
      <p role="status">
        {data.status === 'completed' ? (
          <Status kind={data.failedCount > 0 ? 'warn' : 'good'}>
            {data.failedCount > 0 ? 'Completed, some rows were skipped' : 'Done'}
          </Status>
        ) : data.status === 'failed' ? (
          <Status kind="bad">Stopped: {data.error ?? 'invalid row'}</Status>
        ) : (
          <Status kind="warn">{data.status === 'queued' ? 'Queued' : 'Running'}</Status>
        )}
      </p>
      {!isDone && <progress className="import-bar" aria-label="Import progress" />}
      <DescriptionList
        facts={[
          ['Processed', formatAmount(data.rowsSettled)],
          ['Inserted', formatAmount(data.createdCount)],
          ['Updated', formatAmount(data.updatedCount)],
          ['Failed', formatAmount(invalid)],
        ]}
      />
      {error && <ErrorAlert error={error} />}
      {errors && errors.total > 0 && <InvalidRows errors={errors} />}
      {failure !== null && <ErrorAlert error={failure} />}
      {!isDone && (
        <p className="muted small">You can close this window. The import continues in the background.</p>
      )}
      <DialogFoot>
        {!isDone && (
          <Button variant="danger-outline" isBusy={isCancelling} onClick={() => void cancel()}>
            Cancel import
          </Button>
        )}
        <Button variant="primary" onClick={onClose} hasInitialFocus>
          {isDone ? 'Done' : 'Close'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** What was written stays. An import that has ended meanwhile says so by itself. */
function useCancelling(params: { id: string; importId: string }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const [isCancelling, setCancelling] = useState(false)
  const cancel = async () => {
    setCancelling(true)
    setFailure(null)
    await actAs(api)
      .post('/api/v1/table/collections/{id}/documents/import/{importId}/cancel', { params })
      .catch((error) => setFailure(isStoaError(error) && error.code === 'invalid_state' ? null : error))
    await refresh(['import', params.importId])
    setCancelling(false)
  }
  return { failure, isCancelling, cancel }
}

const shownErrors = 50

function useFieldErrors(params: { id: string; importId: string }, isEnabled: boolean) {
  const { data } = useRead(
    ['import', params.importId, 'errors'],
    (api, signal) =>
      actAs(api).page('/api/v1/table/collections/{id}/documents/import/{importId}/errors', {
        params,
        query: { limit: shownErrors },
        signal,
      }),
    { isEnabled },
  )
  return data
}

function InvalidRows({ errors }: { errors: NonNullable<ReturnType<typeof useFieldErrors>> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the arrow keys.
    <section className="table-frame invalid-rows" tabIndex={0} aria-label="Failed rows">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {errors.data.map(({ row, errors }) => (
            <tr key={row}>
              <td className="number">{row}</td>
              <td>{errors.map(({ path, message }) => `${path.replace(/^\//, '')} ${message}`).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.total > shownErrors && <p className="muted small">and {errors.total - shownErrors} more</p>}
    </section>
  )
}
