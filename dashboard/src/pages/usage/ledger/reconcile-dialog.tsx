import type { UsageReconciliation } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { Table } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { useRead } from '../../../project.ts'

const checkNames: Record<UsageReconciliation['differences'][number]['check'], string> = {
  balance: 'Balance',
  held: 'Held credits',
  cap_used: 'Used under a cap',
  cap_held: 'Held under a cap',
  day_sums: 'Daily totals',
  user_sums: 'Totals by end user',
}

const orphanNames: Record<UsageReconciliation['orphans'][number]['kind'], string> = {
  work_without_entry: 'Work without a payment',
  work_with_several_entries: 'Work charged twice',
  entry_without_work: 'Payment without work',
  overdue_hold: 'Overdue hold',
}

/** Every total recomputed from its ledger entries. This is read-only. */
export function ReconcileDialog({ onClose }: { onClose(): void }) {
  const { data, error, isFetching, refetch } = useRead(['usage', 'reconcile'], (api, signal) =>
    api.get('/api/v1/usage/reconcile', { signal }),
  )
  return (
    <Dialog title="Reconcile ledger" width="wide" onClose={onClose}>
      {error && !isFetching ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : data ? (
        <Proof result={data} />
      ) : (
        <SkeletonLines count={4} />
      )}
      <DialogFoot>
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Proof = ({ result }: { result: UsageReconciliation }) => (
  <>
    <p role="status">
      <Status kind={result.isClean ? 'good' : 'bad'}>
        {result.isClean
          ? 'No discrepancies found'
          : 'Discrepancies found: send this report to the server operator'}
      </Status>
    </p>
    <DescriptionList
      facts={[
        ['Entries', formatAmount(result.entries)],
        ['Work items', formatAmount(result.works)],
        ['Checked', exactTime(new Date(result.checkedAt))],
      ]}
    />
    {result.differences.length > 0 && (
      <Table
        label="Discrepancies"
        rows={result.differences}
        keyOf={({ check, what }) => `${check} ${what}`}
        columns={[
          { id: 'check', header: 'Check', cell: ({ check }) => checkNames[check] },
          { id: 'what', header: 'Subject', rank: 2, cell: ({ what }) => <code>{what}</code> },
          {
            id: 'expected',
            header: 'Expected',
            align: 'end',
            cell: ({ expected }) => formatAmount(expected),
          },
          { id: 'found', header: 'Stored', align: 'end', cell: ({ found }) => formatAmount(found) },
        ]}
      />
    )}
    {result.orphans.length > 0 && (
      <Table
        label="Unmatched work and payments"
        rows={result.orphans}
        keyOf={({ kind, workId }) => `${kind} ${workId}`}
        columns={[
          { id: 'kind', header: 'Issue', cell: ({ kind }) => orphanNames[kind] },
          { id: 'source', header: 'Source', rank: 2, cell: ({ source }) => source },
          { id: 'work', header: 'Work ID', cell: ({ workId }) => <code>{workId}</code> },
        ]}
      />
    )}
    {result.isTruncated && <p className="muted">Only the first results are listed.</p>}
  </>
)
