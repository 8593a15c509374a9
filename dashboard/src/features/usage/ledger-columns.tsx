import type { UsageEntry } from '@stoa/sdk'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { Status } from '../../components/feedback/status.tsx'
import type { Column } from '../../components/list/table.tsx'
import { formatAmount, formatUsd } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { EndUserName } from '../end-users/end-user-name.tsx'
import { toolTitle } from '../tools/tool-title.ts'
import { priceName } from './price-names.ts'
import { typeNames } from './usage-types.ts'

/** Free work is not charged to the balance, nor is work that began before the first grant and ended after it. */
export const withoutBalance = 'Not charged to the balance: it was free, or began before the first grant'

const none = <span className="muted">none</span>

type NameOf = (id: string) => string | undefined

/** What it was for, in the words that are known of it. */
export const purposeOf = (
  { toolSlug, modelId, metadata, priceRef }: UsageEntry,
  toolNameOf: NameOf,
): string | null =>
  toolSlug !== null
    ? (toolNameOf(toolSlug) ?? toolTitle(toolSlug))
    : (modelId ?? (typeof metadata.reason === 'string' ? metadata.reason : priceRef && priceName(priceRef)))

/** The text has the code of what it names as its tooltip. */
const Purpose = ({ entry, toolNameOf }: { entry: UsageEntry; toolNameOf: NameOf }) => (
  <span title={entry.toolSlug ?? undefined}>{purposeOf(entry, toolNameOf) ?? none}</span>
)

/** A plus for what came in; what was released changed nothing. */
export const Delta = ({ delta }: { delta: number }) => (
  <span className="number" data-delta={delta > 0 ? 'in' : undefined}>
    {delta > 0 ? '+' : delta < 0 ? '−' : ''}
    {formatAmount(Math.abs(delta))}
  </span>
)

export const EntryState = ({ status }: { status: UsageEntry['status'] }) =>
  status === 'settled' ? (
    <Status kind="good">Settled</Status>
  ) : (
    <Status kind="off">{status === 'released' ? 'Released' : 'Held'}</Status>
  )

const ids = (
  id: 'workflowId' | 'executionId' | 'threadId' | 'apiKeyId',
  header: string,
): Column<UsageEntry> => ({
  id,
  header,
  rank: 3,
  cell: (entry) => (entry[id] === null ? none : <CopyId id={entry[id]} label={header} isShort />),
})

export const ledgerColumns = (nameOf: NameOf, toolNameOf: NameOf): Column<UsageEntry>[] => [
  {
    id: 'type',
    header: 'Type',
    cell: (entry) => (
      <>
        <span className="one-line">{typeNames[entry.type]}</span>
        {/* On small screens, where the column beside it is hidden. */}
        <span className="ledger-note muted small truncate">{purposeOf(entry, toolNameOf)}</span>
      </>
    ),
  },
  {
    id: 'purpose',
    header: 'Description',
    rank: 2,
    cell: (entry) => (
      <span className="ledger-purpose truncate">
        <Purpose entry={entry} toolNameOf={toolNameOf} />
      </span>
    ),
  },
  {
    id: 'eUID',
    header: 'End user',
    rank: 2,
    cell: ({ eUID }) => (eUID === null ? none : <EndUserName id={eUID} name={nameOf(eUID)} />),
  },
  { id: 'status', header: 'State', rank: 3, cell: ({ status }) => <EntryState status={status} /> },
  { id: 'delta', header: 'Credits', align: 'end', cell: ({ delta }) => <Delta delta={delta} /> },
  {
    id: 'balanceAfter',
    header: 'Balance after',
    align: 'end',
    rank: 3,
    cell: ({ balanceAfter }) =>
      balanceAfter === null ? (
        <span className="muted" title={withoutBalance}>
          –
        </span>
      ) : (
        <span className="number">{formatAmount(balanceAfter)}</span>
      ),
  },
  {
    id: 'usdCost',
    header: 'USD',
    align: 'end',
    rank: 3,
    cell: ({ usdCost }) => <span className="number">{formatUsd(usdCost)}</span>,
  },
  ids('workflowId', 'Workflow'),
  ids('executionId', 'Execution'),
  ids('threadId', 'Thread'),
  ids('apiKeyId', 'API key'),
  { id: 'id', header: 'Entry ID', rank: 3, cell: ({ id }) => <CopyId id={id} isShort /> },
  {
    id: 'createdAt',
    header: 'Time',
    sortBy: 'createdAt',
    align: 'end',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]

export const hiddenByDefault = ['usdCost', 'workflowId', 'executionId', 'threadId', 'apiKeyId', 'id']
