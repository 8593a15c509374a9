import type { ConnectedAccount, ExternalUser } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Plug from 'lucide-react/icons/plug'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AccountMenu } from '../../features/connections/account-menu.tsx'
import { AccountName } from '../../features/connections/account-name.tsx'
import { AccountState, needsConsent } from '../../features/connections/account-state.tsx'
import { ConnectDialog } from '../../features/connections/connect/connect-dialog.tsx'
import { Reconnect } from '../../features/connections/connect/reconnect.tsx'
import { accountsPath, accountUrl } from '../../features/connections/connections-api.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { useRead } from '../../project.ts'
import { connectionRoutes } from '../connections/routes.ts'

const few = 10

/** The accounts with which tools act for this user, and whether they still work. */
export function EndUserAccounts({ user }: { user: ExternalUser }) {
  const [isConnecting, setConnecting] = useState(false)
  const { data, error, refetch } = useRead(
    ['accounts', 'of-user', user.name],
    (api, signal) => actAs(api, user.name).page(accountsPath, { query: { limit: few }, signal }),
    { refetchInterval: 5_000 },
  )
  return (
    <Card
      title="Connected accounts"
      actions={
        <span className="row">
          {data && data.total > few && (
            <Link to={`${connectionRoutes.list}?owner=${encodeURIComponent(user.name)}`}>
              All {data.total} accounts
            </Link>
          )}
          <Button icon={<Plug size={14} aria-hidden />} onClick={() => setConnecting(true)}>
            Connect
          </Button>
        </span>
      }
    >
      {data ? (
        data.total === 0 ? (
          <p className="muted">
            No connected accounts. Tools that need an account cannot act for this user yet.
          </p>
        ) : (
          <Table
            label="Connected accounts"
            columns={columns}
            rows={data.data}
            keyOf={({ id }) => id}
            linkOf={accountUrl}
          />
        )
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
      {isConnecting && <ConnectDialog user={user.name} onClose={() => setConnecting(false)} />}
    </Card>
  )
}

const columns: Column<ConnectedAccount>[] = [
  { id: 'account', header: 'Account', cell: (account) => <AccountName account={account} /> },
  { id: 'state', header: 'State', cell: (account) => <AccountState account={account} /> },
  { id: 'used', header: 'Last used', rank: 2, cell: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} /> },
  { id: 'menu', header: '', align: 'end', cell: (account) => <AccountActions account={account} /> },
]

/** The action that a broken account needs is a button; the rest is in the menu. */
function AccountActions({ account }: { account: ConnectedAccount }) {
  const [isReconnecting, setReconnecting] = useState(false)
  return (
    <span className="row account-actions">
      {needsConsent(account) && (
        <Button icon={<Plug size={14} aria-hidden />} onClick={() => setReconnecting(true)}>
          Reconnect
        </Button>
      )}
      <AccountMenu account={account} />
      {isReconnecting && <Reconnect account={account} onClose={() => setReconnecting(false)} />}
    </span>
  )
}
