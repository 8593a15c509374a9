import type { AuthConfig } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Plug from 'lucide-react/icons/plug'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chips, Status } from '../../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { ConnectDialog } from '../../../features/connections/connect/connect-dialog.tsx'
import { configPath } from '../../../features/connections/connections-api.ts'
import { CopyField } from '../../../features/connections/copy-field.tsx'
import { schemeName } from '../../../features/toolkits/toolkit-labels.ts'
import { toolkitUrl } from '../../../features/toolkits/toolkits-api.ts'
import { useRead } from '../../../project.ts'
import { MaskedValues } from '../masked-values.tsx'
import { connectionRoutes } from '../routes.ts'
import { ConfigState } from './config-state.tsx'
import { ConfigSwitch } from './config-switch.tsx'
import { DeleteConfig } from './delete-config.tsx'
import { Drift } from './drift.tsx'
import { EditConfig } from './edit-config.tsx'
import { RotateCredentials } from './rotate-credentials.tsx'
import { TestConfig } from './test-config.tsx'
import '../../../features/connections/connections.css'

export function AuthConfigPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: config,
    error,
    refetch,
  } = useRead(['auth-configs', 'one', id], (api, signal) => api.get(configPath, { params: { id }, signal }))
  const back = { to: connectionRoutes.authConfigs, label: 'Auth configs' }
  if (!config) {
    return (
      <Page title="Auth config" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const params = { id }
  return (
    <Page
      title={config.displayName ?? config.name}
      badge={<ConfigState config={config} />}
      about={`How ${config.toolkit.name} accounts are connected`}
      back={back}
      actions={<ConfigActions config={config} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: configPath, params } },
        { title: 'Test', call: { method: 'POST', path: `${configPath}/test`, params } },
        {
          title: 'Stage new credentials',
          call: { method: 'PATCH', path: configPath, params, body: { credentials: { client_secret: '…' } } },
        },
        {
          title: 'Accounts with missing scopes',
          call: { method: 'GET', path: `${configPath}/drift`, params },
        },
      ]}
    >
      <div className="page-sides">
        <div className="stack">
          <ConfigFacts config={config} />
          <Drift config={config} />
        </div>
        <Credentials config={config} />
      </div>
    </Page>
  )
}

type OpenDialog = 'test' | 'connect' | 'edit' | 'delete' | null

function ConfigActions({ config }: { config: AuthConfig }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <ConfigSwitch config={config} />
      <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
      <Button icon={<FlaskConical size={14} aria-hidden />} onClick={() => setOpenDialog('test')}>
        Test
      </Button>
      <Button
        variant="danger-outline"
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setOpenDialog('delete')}
      >
        Delete
      </Button>
      <Button
        variant="primary"
        icon={<Plug size={14} aria-hidden />}
        disabled={config.isDisabled}
        onClick={() => setOpenDialog('connect')}
      >
        Connect an account
      </Button>
      {openDialog === 'test' && <TestConfig config={config} onClose={close} />}
      {openDialog === 'edit' && <EditConfig config={config} onClose={close} />}
      {openDialog === 'delete' && <DeleteConfig config={config} onClose={close} />}
      {openDialog === 'connect' && (
        <ConnectDialog toolkitSlug={config.toolkit.slug} authConfigId={config.id} onClose={close} />
      )}
    </>
  )
}

/** Services that do not identify themselves in the callback are distinguished by the callback URL. */
const isOwnRedirectUri = ({ id, redirectUri }: AuthConfig) => redirectUri?.endsWith(`/${id}`) ?? false

const ConfigFacts = ({ config }: { config: AuthConfig }) => (
  <Card title="Details">
    {config.redirectUri && (
      <CopyField
        label="Redirect URI (enter it at the service)"
        value={config.redirectUri}
        {...(isOwnRedirectUri(config) ? { hint: 'Each auth config has its own redirect URI.' } : {})}
      />
    )}
    <DescriptionList
      facts={[
        [
          'Toolkit',
          <Link key="toolkit" to={toolkitUrl(config.toolkit.slug)}>
            {config.toolkit.name}
          </Link>,
        ],
        ['Auth scheme', schemeName(config.authScheme)],
        ['OAuth client', config.isProviderManaged ? 'managed' : 'custom'],
        [
          'Accounts',
          <Link key="accounts" to={`${connectionRoutes.list}?config=${config.id}`}>
            {config.connectionCount} connected
          </Link>,
        ],
        ['Scopes', <Chips key="scopes" items={config.scopes} none="none" />],
        ['Allowed tools', <Chips key="tools" items={config.restrictToFollowingTools} none="all" />],
        ['Allowed return URLs', <Chips key="back" items={config.allowedCallbackUrls} none="this server" />],
        [
          'Last test',
          config.lastTest ? (
            <Status key="test" kind={config.lastTest.isPassed ? 'good' : 'bad'}>
              {config.lastTest.isPassed ? 'passed' : 'failed'} <TimeAgo at={config.lastTest.at} />
            </Status>
          ) : (
            <span key="test" className="muted">
              never
            </span>
          ),
        ],
        ['Created', <TimeAgo key="created" at={config.createdAt} />],
        ['ID', <CopyId key="id" id={config.id} />],
      ]}
    />
  </Card>
)

function Credentials({ config }: { config: AuthConfig }) {
  const [isRotating, setRotating] = useState(false)
  return (
    <Card
      title="Credentials"
      actions={
        !config.isProviderManaged && (
          <Button icon={<RefreshCw size={14} aria-hidden />} onClick={() => setRotating(true)}>
            Rotate
          </Button>
        )
      }
    >
      <MaskedValues
        masks={config.credentials}
        none={config.isProviderManaged ? 'Managed credentials.' : 'No credentials stored.'}
      />
      {config.nextCredentials && (
        <>
          <h3>Staged</h3>
          <p className="muted small">Used after a successful test or token refresh.</p>
          <MaskedValues masks={config.nextCredentials} />
        </>
      )}
      {config.previousCredentialsUntil && (
        <p className="muted small">
          Falls back to the previous credentials until <TimeAgo at={config.previousCredentialsUntil} />
        </p>
      )}
      {isRotating && <RotateCredentials config={config} onClose={() => setRotating(false)} />}
    </Card>
  )
}
