import type { TableCollection, TableProposal } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { proposalPath, proposalsUrl, proposalUrl } from '../../../features/tables/proposals-api.ts'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { rowUrl } from '../../../features/tables/row-link.tsx'
import { usePendingProposals } from '../../../features/tables/use-pending-proposals.ts'
import { useIsAdmin, useRead } from '../../../project.ts'
import { ChangedFields } from '../row/changed-fields.tsx'
import { useTable } from '../use-table.ts'
import { DecideProposal } from './decide-proposal.tsx'
import { ProposalState } from './proposal-state.tsx'
import { type ProposedChange, summaryOf, verbOf } from './proposed-changes.ts'
import { RequestedBy } from './requested-by.tsx'
import { useRowNames } from './use-row-names.ts'
import '../tables.css'
import './proposals.css'

export function ProposalPage() {
  const { id = '', proposalId = '' } = useParams({ strict: false }) as { id?: string; proposalId?: string }
  const table = useTable(id)
  const proposal = useRead(
    ['proposals', id, 'one', proposalId],
    (api, signal) => actAs(api).get(proposalPath, { params: { id, proposalId }, signal }),
    // Polled while pending: rows change and other users may decide.
    { refetchInterval: (read) => (read && read.status !== 'pending' ? false : 5_000) },
  )
  const error = table.error ?? proposal.error
  if (table.data && proposal.data)
    return <Proposal table={table.data} proposal={proposal.data} error={error} />
  const again = () => void Promise.all([table.refetch(), proposal.refetch()])
  return (
    <Page title="Approval" back={{ to: proposalsUrl(id), label: 'Approvals' }}>
      {error ? <ErrorAlert error={error} retry={again} /> : <SkeletonLines count={6} />}
    </Page>
  )
}

type ProposalProps = { table: TableCollection; proposal: TableProposal; error: Error | null }

function Proposal({ table, proposal, error }: ProposalProps) {
  const isAdmin = useIsAdmin()
  const isPending = proposal.status === 'pending'
  const rowName = useRowNames(table, proposal)
  const nameOf = ({ documentId, data }: ProposedChange) =>
    documentId ? rowName(documentId) : newRowName(data ?? {}, table)
  const options = { params: { id: table.slug, proposalId: proposal.id }, headers: actingHeaders() }
  return (
    <Page
      title={summaryOf(proposal.changes)}
      badge={<ProposalState status={proposal.status} />}
      about={`Approval for ${table.name}`}
      back={{ to: proposalsUrl(table.id), label: `Approvals for ${table.name}` }}
      actions={<NextProposal tableId={table.id} id={proposal.id} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: proposalPath, ...options } },
        {
          title: 'Approve',
          call: { method: 'POST', path: `${proposalPath}/approve`, ...options, body: { note: 'Reviewed' } },
        },
        {
          title: 'Reject',
          call: { method: 'POST', path: `${proposalPath}/reject`, ...options, body: { note: 'Not now' } },
        },
      ]}
    >
      {error && <StaleNotice error={error} />}
      <div className="page-sides">
        <div className="stack">
          {proposal.reason && <p className="prose">{proposal.reason}</p>}
          <Card title="Changes">
            <ol className="history">
              {proposal.changes.map((change, at) => (
                <Change key={at} table={table} change={change} name={nameOf(change)} isPending={isPending} />
              ))}
            </ol>
          </Card>
          {isPending && isAdmin && <DecideProposal key={proposal.id} table={table} proposal={proposal} />}
          {isPending && !isAdmin && <p className="muted">Only project admins can approve or reject.</p>}
        </div>
        <ProposalFacts proposal={proposal} />
      </div>
    </Page>
  )
}

/** A row that is not there yet has no id to fall back on. */
function newRowName(data: Record<string, unknown>, table: TableCollection): string | undefined {
  const name = rowLabel({ ...data, id: '' }, table.schema.fields)
  return name === '…' ? undefined : name
}

/** After a decision the next pending one opens. */
function NextProposal({ tableId, id }: { tableId: string; id: string }) {
  const { data } = usePendingProposals(tableId, 5_000)
  const next = data?.data.find((each) => each.id !== id)
  if (!next) return null
  return (
    <Link to={proposalUrl(tableId, next.id)} className="button">
      Next approval
    </Link>
  )
}

type ChangeProps = {
  table: TableCollection
  change: ProposedChange
  name: string | undefined
  isPending: boolean
}

function Change({ table, change, name, isPending }: ChangeProps) {
  const { op, documentId, data, diff, isOutdated } = change
  const requested = Object.entries(data ?? {}).map(([field, to]) => ({ field, to }))
  return (
    <li>
      <div className="history-head">
        <strong>{verbOf(op)}</strong>
        {documentId && name ? (
          <Link to={rowUrl(table.id, documentId)}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {documentId ? (
          <CopyId id={documentId} label="row" isShort />
        ) : (
          <span className="muted">a new row</span>
        )}
        {isOutdated && <Status kind="warn">Changed since it was requested</Status>}
      </div>
      {isPending ? (
        <ChangedFields
          changes={diff}
          fields={table.schema.fields}
          none="No difference from the current row."
        />
      ) : (
        data && <ChangedFields changes={requested} fields={table.schema.fields} />
      )}
    </li>
  )
}

function ProposalFacts({ proposal }: { proposal: TableProposal }) {
  const { requestedBy, decidedBy, decidedAt, decisionNote } = proposal
  const nameOf = useEndUserNames([requestedBy.externalUserId])
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          ['Requested by', <RequestedBy key="by" actor={requestedBy} />],
          [
            'End user',
            <EndUserName
              key="user"
              id={requestedBy.externalUserId}
              name={nameOf(requestedBy.externalUserId)}
            />,
          ],
          ['Created', <TimeAgo key="created" at={proposal.createdAt} />],
          ...(decidedAt && decidedBy
            ? ([
                ['Decided', <TimeAgo key="decided" at={decidedAt} />],
                ['Decided by', <RequestedBy key="decider" actor={decidedBy} />],
                [
                  'Note',
                  decisionNote ?? (
                    <span key="note" className="muted">
                      none
                    </span>
                  ),
                ],
              ] as const)
            : []),
          ['ID', <CopyId key="id" id={proposal.id} />],
        ]}
      />
    </Card>
  )
}
