import type { UsageCap, UsageCapRequest } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { Filter } from '../../../components/list/filter-bar.tsx'
import { Pagination } from '../../../components/list/pagination.tsx'
import { type Column, Table } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { periodNames } from '../../../features/usage/cap-labels.ts'
import { CapSubject, useSubjectNames } from '../../../features/usage/cap-subject.tsx'
import { useFilters } from '../../../filters.ts'
import { useIsAdmin, useRead } from '../../../project.ts'
import { DecideRequest } from './decide-request.tsx'

const states = {
  pending: { kind: 'warn', label: 'Pending' },
  approved: { kind: 'good', label: 'Approved' },
  refused: { kind: 'off', label: 'Rejected' },
} as const

const stateChoices = Object.entries(states).map(([value, { label }]) => ({ value, label }))
const perPage = 10

/** Requests to exceed a cap, and their decisions. */
export function CapRequests() {
  const { filters, set } = useFilters()
  const [page, setPage] = useState(1)
  const status = filters.requests as UsageCapRequest['status'] | undefined
  const query = { status, page, limit: perPage }
  const requests = useRead(
    ['usage', 'requests', query],
    (api, signal) => api.page('/api/v1/usage/caps/requests', { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const caps = useRead(
    ['usage', 'caps', 'named'],
    (api, signal) => api.get('/api/v1/usage/caps', { query: { limit: 100 }, signal }),
    { isEnabled: Boolean(requests.data?.total) },
  )
  const nameOf = useEndUserNames(requests.data?.data.map(({ eUID }) => eUID) ?? [])
  const columns = useColumnsFor(caps.data ?? [], nameOf)
  return (
    <Card
      title="Credit requests"
      actions={
        <Filter
          label="State"
          value={status ?? ''}
          choices={stateChoices}
          onChange={(requested) => {
            setPage(1)
            set({ requests: requested })
          }}
        />
      }
    >
      {!requests.data ? (
        requests.error ? (
          <ErrorAlert error={requests.error} retry={() => void requests.refetch()} />
        ) : (
          <SkeletonLines count={3} />
        )
      ) : requests.data.total === 0 ? (
        <p className="muted">
          {status
            ? 'No results match these filters.'
            : 'No credit requests. Caps that require approval create one when they block usage.'}
        </p>
      ) : (
        <>
          <Table
            label="Credit requests"
            rows={requests.data.data}
            keyOf={({ id }) => id}
            columns={columns}
            isStale={requests.isPlaceholderData}
          />
          {requests.data.totalPages > 1 && <Pagination shown={requests.data} onPage={setPage} />}
        </>
      )}
    </Card>
  )
}

function useColumnsFor(
  caps: readonly UsageCap[],
  nameOf: (id: string) => string | undefined,
): Column<UsageCapRequest>[] {
  const isAdmin = useIsAdmin()
  const names = useSubjectNames(caps)
  const capOf = ({ capId }: UsageCapRequest) => caps.find(({ id }) => id === capId)
  return [
    {
      id: 'cap',
      header: 'Cap',
      cell: (request) => {
        const cap = capOf(request)
        return cap ? (
          <span className="row">
            <CapSubject cap={cap} names={names} />
            <span className="muted">
              {formatAmount(cap.credits)} {periodNames[cap.period]}
            </span>
          </span>
        ) : (
          <span className="mono small">…{request.capId.slice(-8)}</span>
        )
      },
    },
    {
      id: 'eUID',
      header: 'End user',
      rank: 2,
      cell: ({ eUID }) =>
        eUID === null ? <span className="muted">none</span> : <EndUserName id={eUID} name={nameOf(eUID)} />,
    },
    {
      id: 'needed',
      header: 'Requested',
      align: 'end',
      cell: ({ needed, available }) => (
        <span className="number" title={`${formatAmount(available)} remaining`}>
          {formatAmount(needed)}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'State',
      rank: 2,
      cell: ({ status, granted, reason }) => (
        <span title={reason ?? undefined}>
          <Status kind={states[status].kind}>
            {states[status].label}
            {granted !== null && `: ${formatAmount(granted)}`}
          </Status>
        </span>
      ),
    },
    { id: 'createdAt', header: 'Created', rank: 3, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    ...(isAdmin
      ? [
          {
            id: 'decide',
            header: '',
            align: 'end',
            cell: (request) => request.status === 'pending' && <Decision request={request} />,
          } satisfies Column<UsageCapRequest>,
        ]
      : []),
  ]
}

function Decision({ request }: { request: UsageCapRequest }) {
  const [openDialog, setOpenDialog] = useState<'approve' | 'refuse' | null>(null)
  return (
    <span className="row decisions">
      <Button onClick={() => setOpenDialog('refuse')}>Reject</Button>
      <Button variant="primary" onClick={() => setOpenDialog('approve')}>
        Approve
      </Button>
      {openDialog && (
        <DecideRequest request={request} verdict={openDialog} onClose={() => setOpenDialog(null)} />
      )}
    </span>
  )
}
