import type { ConnectedAccount } from '@stoa/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Plug from 'lucide-react/icons/plug'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chips, Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AccountMenu } from '../../features/connections/account-menu.tsx'
import { AccountState, needsConsent } from '../../features/connections/account-state.tsx'
import { Reconnect } from '../../features/connections/connect/reconnect.tsx'
import { accountPath, configUrl } from '../../features/connections/connections-api.ts'
import { TestAccount } from '../../features/connections/test-account.tsx'
import { actAs, actingHeaders } from '../../features/end-users/act-as.ts'
import { EndUserName } from '../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { schemeName } from '../../features/toolkits/toolkit-labels.ts'
import { toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { LogList } from '../../features/tools/run-log-list.tsx'
import { useRead } from '../../project.ts'
import { MaskedValues } from './masked-values.tsx'
import { connectionRoutes } from './routes.ts'
import '../../features/connections/connections.css'

export function ConnectionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const {
    data: account,
    error,
    refetch,
  } = useRead(['account', id], (api, signal) => actAs(api).get(accountPath, { params: { id }, signal }), {
    refetchInterval: 5_000,
  })
  const back = { to: connectionRoutes.list, label: 'Connected accounts' }
  if (!account) {
    return (
      <Page title="Connected account" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const options = { params: { id }, headers: actingHeaders() }
  return (
    <Page
      title={account.label}
      badge={<AccountState account={account} />}
      about={`${account.toolkit.name} account`}
      back={back}
      actions={
        <>
          <AccountButtons account={account} />
          <AccountMenu account={account} onDeleted={() => void navigate({ to: connectionRoutes.list })} />
        </>
      }
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: accountPath, ...options } },
        { title: 'Test', call: { method: 'POST', path: `${accountPath}/test`, ...options } },
        { title: 'Refresh token', call: { method: 'POST', path: `${accountPath}/refresh`, ...options } },
        { title: 'List dependents', call: { method: 'GET', path: `${accountPath}/impact`, ...options } },
      ]}
    >
      {account.statusReason && account.status !== 'ACTIVE' && (
        <p className="connect-state" role="status">
          <Status kind={account.status === 'INACTIVE' ? 'off' : 'bad'}>{account.statusReason}</Status>
        </p>
      )}
      <div className="page-sides">
        <section className="stack" aria-label="Tool runs with this account">
          <h2>Tool runs with this account</h2>
          <LogList fixed={{ connectedAccountId: account.id }} />
        </section>
        <div className="stack">
          <AccountFacts account={account} />
          <Card title="Credentials">
            <MaskedValues masks={account.state.val} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

function AccountButtons({ account }: { account: ConnectedAccount }) {
  const [openDialog, setOpenDialog] = useState<'test' | 'reconnect' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Button icon={<FlaskConical size={14} aria-hidden />} onClick={() => setOpenDialog('test')}>
        Test
      </Button>
      <Button
        variant={needsConsent(account) ? 'primary' : 'secondary'}
        icon={<Plug size={14} aria-hidden />}
        onClick={() => setOpenDialog('reconnect')}
      >
        Reconnect
      </Button>
      {openDialog === 'test' && <TestAccount account={account} onClose={close} />}
      {openDialog === 'reconnect' && <Reconnect account={account} onClose={close} />}
    </>
  )
}

function AccountFacts({ account }: { account: ConnectedAccount }) {
  const nameOf = useEndUserNames([account.eUID])
  const { toolkit, authConfig, identity, lastError } = account
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          [
            'Toolkit',
            <Link key="toolkit" to={toolkitUrl(toolkit.slug)}>
              {toolkit.name}
            </Link>,
          ],
          ['End user', <EndUserName key="user" id={account.eUID} name={nameOf(account.eUID)} />],
          [
            'External identity',
            identity?.email ?? identity?.username ?? <span className="muted">unknown</span>,
          ],
          [
            'Auth config',
            <Link key="config" to={configUrl(authConfig.id)}>
              {schemeName(authConfig.authScheme)}
            </Link>,
          ],
          ['Scopes', <Chips key="scopes" items={account.scopesGranted} none="none" />],
          ['Labels', <Chips key="labels" items={account.labels} none="none" />],
          ['Last used', <TimeAgo key="used" at={account.lastUsedAt} />],
          ['Token refreshed', <TimeAgo key="renewed" at={account.lastRefreshedAt} />],
          ['Token expires', <TimeAgo key="expires" at={account.expiresAt} none="never" />],
          ...(lastError
            ? [
                [
                  'Last error',
                  <span key="error">
                    {lastError.message} <code>{lastError.code}</code> <TimeAgo at={lastError.at} />
                  </span>,
                ] as const,
              ]
            : []),
          ['Created', <TimeAgo key="created" at={account.createdAt} />],
          ['ID', <CopyId key="id" id={account.id} />],
        ]}
      />
    </Card>
  )
}
