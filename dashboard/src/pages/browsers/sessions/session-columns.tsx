import type { BrowserSession } from '@stoa/sdk'
import X from 'lucide-react/icons/x'
import { RowMenu } from '../../../components/actions/row-menu.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { sessionName } from '../../../features/browsers/session-name.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { CloseSession } from '../close-session.tsx'
import { driverNames, SessionState } from '../session-state.tsx'
import { SessionThumbnail } from './thumbnail.tsx'

export const sessionColumns = (nameOf: (id: string) => string | undefined): Column<BrowserSession>[] => [
  {
    id: 'page',
    header: 'Page',
    cell: (session) => (
      <span className="browser-place">
        <SessionThumbnail session={session} />
        <span className="browser-place-text">
          <span>{sessionName(session)}</span>
          <span className="muted small">{session.url ?? 'no page yet'}</span>
        </span>
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (session) => <SessionState session={session} /> },
  {
    id: 'driver',
    header: 'Driver',
    rank: 3,
    cell: ({ driver }) => <span className="one-line">{driverNames[driver]}</span>,
  },
  {
    id: 'user',
    header: 'End user',
    rank: 2,
    cell: ({ eUID }) => <EndUserName id={eUID} name={nameOf(eUID)} />,
  },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    rank: 3,
    cell: ({ creditsUsed }) => <span className="number">{formatAmount(creditsUsed)}</span>,
  },
  {
    id: 'created',
    header: 'Created',
    align: 'end',
    rank: 2,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (session) =>
      session.endedAt === null && (
        <RowMenu
          name={`session ${sessionName(session)}`}
          actions={[
            {
              label: 'Close…',
              icon: X,
              isDanger: true,
              dialog: (close) => <CloseSession session={session} onClose={close} />,
            },
          ]}
        />
      ),
  },
]
