import type { SandboxSession } from '@stoa/sdk'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { sessionName } from '../../../features/sandboxes/session-name.ts'
import { SessionMenu } from './session-menu.tsx'
import { SessionState } from './session-state.tsx'
import './session-columns.css'

export const sessionColumns = (nameOf: (id: string) => string | undefined): Column<SandboxSession>[] => [
  {
    id: 'session',
    header: 'Session',
    cell: (session) => <span className="mono small session-name">{sessionName(session)}</span>,
  },
  { id: 'state', header: 'State', cell: (session) => <SessionState session={session} /> },
  {
    id: 'user',
    header: 'End user',
    rank: 2,
    cell: ({ eUID }) => <EndUserName id={eUID} name={nameOf(eUID)} />,
  },
  {
    id: 'network',
    header: 'Network',
    rank: 3,
    cell: ({ allowedHosts }) =>
      allowedHosts.length === 0 ? (
        <span className="muted">off</span>
      ) : allowedHosts.length === 1 ? (
        allowedHosts[0]
      ) : (
        `${allowedHosts.length} hosts`
      ),
  },
  {
    id: 'runs',
    header: 'Executions',
    align: 'end',
    rank: 2,
    cell: ({ executionCount }) => <span className="number">{formatAmount(executionCount)}</span>,
  },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    rank: 3,
    cell: ({ creditsUsed }) => <span className="number">{formatAmount(creditsUsed)}</span>,
  },
  {
    id: 'used',
    header: 'Last used',
    align: 'end',
    rank: 2,
    cell: ({ lastActivityAt }) => <TimeAgo at={lastActivityAt} />,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (session) => session.status !== 'ended' && <SessionMenu session={session} />,
  },
]
