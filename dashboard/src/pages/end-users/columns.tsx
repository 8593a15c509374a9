import type { ExternalUser } from '@stoa/sdk'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { RowName } from '../../components/list/row-name.tsx'
import type { Column } from '../../components/list/table.tsx'
import { formatAmount, formatStorage } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { sourceNames } from './sources.ts'

export const UserState = ({ user }: { user: Pick<ExternalUser, 'isActive' | 'isOnline'> }) => (
  <Status kind={user.isActive ? 'good' : 'off'}>
    {user.isActive ? (user.isOnline ? 'Online' : 'Active') : 'Inactive'}
  </Status>
)

type Count = 'agentCount' | 'workflowCount' | 'connectionCount'
type Size = 'storageUsedKb' | 'knowledgeStorageKb' | 'databaseStorageKb'

const pluralize = (id: Count, header: string): Column<ExternalUser> => ({
  id,
  header,
  sortBy: id,
  align: 'end',
  rank: 3,
  cell: ({ resourceStats }) => <span className="number">{formatAmount(resourceStats[id])}</span>,
})

const sized = (id: Size, header: string): Column<ExternalUser> => ({
  id,
  header,
  sortBy: id,
  align: 'end',
  rank: 3,
  cell: ({ resourceStats }) => <span className="number">{formatStorage(resourceStats[id])}</span>,
})

/** Every order of the API has a column, so that all of them can be chosen. */
export const columns: Column<ExternalUser>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', cell: ({ name }) => <RowName name={name} /> },
  { id: 'isActive', header: 'State', sortBy: 'isActive', cell: (user) => <UserState user={user} /> },
  { id: 'source', header: 'Source', sortBy: 'source', rank: 2, cell: ({ source }) => sourceNames[source] },
  {
    id: 'channel',
    header: 'Channel',
    sortBy: 'channel',
    rank: 3,
    cell: ({ channel }) => channel ?? <span className="muted">none</span>,
  },
  {
    id: 'creditsUsed',
    header: 'Credits',
    sortBy: 'creditsUsed',
    align: 'end',
    rank: 2,
    cell: ({ creditsUsed }) => <span className="number">{formatAmount(creditsUsed)}</span>,
  },
  pluralize('agentCount', 'Agents'),
  pluralize('workflowCount', 'Workflows'),
  pluralize('connectionCount', 'Connections'),
  sized('storageUsedKb', 'Storage'),
  sized('knowledgeStorageKb', 'Knowledge'),
  sized('databaseStorageKb', 'Tables'),
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    sortBy: 'lastSeenAt',
    cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    rank: 2,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    id: 'profileSummary',
    header: 'Summary',
    sortBy: 'profileSummary',
    rank: 3,
    cell: ({ profileSummary }) => profileSummary ?? <span className="muted">none</span>,
  },
  { id: 'id', header: 'ID', sortBy: 'id', rank: 2, cell: ({ id }) => <CopyId id={id} isShort /> },
]

export const hiddenByDefault = [
  'knowledgeStorageKb',
  'databaseStorageKb',
  'profileSummary',
  'connectionCount',
  'id',
]
