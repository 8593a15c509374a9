import type { Toolkit } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import Plug from 'lucide-react/icons/plug'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import type { TitledCall } from '../../components/code/api-calls-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chips, Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { ConnectDialog } from '../../features/connections/connect/connect-dialog.tsx'
import { accountsPath } from '../../features/connections/connections-api.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { ServiceLogo } from '../../features/toolkits/logos/service-logo.tsx'
import { schemeName, sourceLabel } from '../../features/toolkits/toolkit-labels.ts'
import { toolkitPath, toolkitsPath } from '../../features/toolkits/toolkits-api.ts'
import { useRead } from '../../project.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { toolRoutes } from '../tools/routes.ts'
import { DescriptionAge } from './description-age.tsx'
import { toolkitRoutes } from './routes.ts'
import { ToolkitDrift } from './toolkit-drift.tsx'
import { ToolkitMenu } from './toolkit-menu.tsx'
import { ToolkitSource } from './toolkit-source.tsx'
import { ToolkitSwitch } from './toolkit-switch.tsx'
import { ToolkitTools } from './toolkit-tools.tsx'
import { ToolkitVersions } from './toolkit-versions.tsx'
import './toolkit-page.css'

export function ToolkitPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: toolkit,
    error,
    refetch,
  } = useRead(['toolkit', id], (api, signal) => api.get(toolkitPath, { params: { id }, signal }))
  const back = { to: toolkitRoutes.list, label: 'Toolkits' }
  if (!toolkit) {
    return (
      <Page title="Toolkit" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const params = { id: toolkit.slug }
  return (
    <Page
      title={toolkit.name}
      badge={<ToolkitState toolkit={toolkit} />}
      back={back}
      actions={<ToolkitActions toolkit={toolkit} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: toolkitPath, params } },
        {
          title: 'List tools',
          call: { method: 'GET', path: '/api/v1/tools', query: { toolkitSlug: toolkit.slug } },
        },
        {
          title: 'Disable for the project',
          call: { method: 'PATCH', path: `${toolkitPath}/status`, params, body: { isDisabled: true } },
        },
        { title: 'Versions', call: { method: 'GET', path: `${toolkitPath}/changelog`, params } },
        ...(toolkit.sourceUrl === null ? [] : descriptionCalls(toolkit)),
        {
          title: 'Connect an account of an end user',
          call: {
            method: 'POST',
            path: '/api/v1/connected_accounts/link',
            headers: { 'x-username': 'alice' },
            body: { authConfigId: '…' },
          },
        },
        { title: 'All toolkits', call: { method: 'GET', path: toolkitsPath } },
      ]}
    >
      <div className="toolkit-about">
        <ServiceLogo slug={toolkit.slug} name={toolkit.name} />
        <div className="stack-small">
          <p>{toolkit.description || 'No description.'}</p>
          <DescriptionAge toolkit={toolkit} />
        </div>
      </div>
      <ToolkitDrift toolkit={toolkit} />
      <div className="page-sides">
        <ToolkitTools toolkit={toolkit} />
        <div className="stack">
          <ToolkitFacts toolkit={toolkit} />
          <ToolkitSource toolkit={toolkit} />
          <AuthSchemes toolkit={toolkit} />
          <ToolkitVersions toolkit={toolkit} />
        </div>
      </div>
    </Page>
  )
}

function descriptionCalls({ slug, watch, isRefreshed }: Toolkit): TitledCall[] {
  const params = { id: slug }
  return [
    {
      title: 'Preview changes',
      call: { method: 'POST', path: `${toolkitPath}/refresh`, params, body: { dryRun: true } },
    },
    ...(watch
      ? [
          {
            title: 'Check for changes daily',
            call: { method: 'PATCH', path: toolkitPath, params, body: { driftCheck: 'daily' } },
          } as const,
        ]
      : []),
    ...(isRefreshed
      ? [
          {
            title: 'Reset to the built-in version',
            call: { method: 'POST', path: `${toolkitPath}/reset`, params },
          } as const,
        ]
      : []),
  ]
}

/** Counts the accounts of all end users: the project itself seldom has one. */
function ToolkitState({ toolkit }: { toolkit: Toolkit }) {
  const { data } = useRead(
    ['accounts', 'count', toolkit.slug],
    (api, signal) =>
      actAs(api).page(accountsPath, {
        query: { toolkitSlugs: toolkit.slug, statuses: ['ACTIVE'], limit: 1 },
        signal,
      }),
    { isEnabled: !toolkit.noAuth, refetchInterval: 10_000 },
  )
  if (toolkit.isDisabled) return <Status kind="off">Disabled in this project</Status>
  if (toolkit.noAuth) return <Status kind="good">No account required</Status>
  if (!data) return null
  return data.total === 0 ? (
    <Status kind="warn">Not connected</Status>
  ) : (
    <Status kind="good">{pluralize(data.total, 'account')} connected</Status>
  )
}

function ToolkitActions({ toolkit }: { toolkit: Toolkit }) {
  const [isConnecting, setConnecting] = useState(false)
  return (
    <>
      <ToolkitSwitch toolkit={toolkit} />
      {!toolkit.noAuth && (
        <Button
          variant="primary"
          icon={<Plug size={14} aria-hidden />}
          disabled={toolkit.isDisabled}
          onClick={() => setConnecting(true)}
        >
          Connect
        </Button>
      )}
      <ToolkitMenu toolkit={toolkit} />
      {isConnecting && <ConnectDialog toolkitSlug={toolkit.slug} onClose={() => setConnecting(false)} />}
    </>
  )
}

const ToolkitFacts = ({ toolkit }: { toolkit: Toolkit }) => (
  <Card title="Details">
    <DescriptionList
      facts={[
        ['Slug', <CopyId key="slug" id={toolkit.slug} label="slug" />],
        ['Source', sourceLabel(toolkit)],
        ['Version', toolkit.version],
        ['Base URL', toolkit.baseUrl ? <code key="base">{toolkit.baseUrl}</code> : 'none'],
        ['Categories', <Chips key="categories" items={toolkit.categories} none="none" />],
        [
          'Accounts',
          <Link key="accounts" to={`${connectionRoutes.list}?toolkit=${encodeURIComponent(toolkit.slug)}`}>
            Connected accounts
          </Link>,
        ],
        [
          'Runs',
          <Link key="runs" to={`${toolRoutes.runs}?toolkitSlug=${encodeURIComponent(toolkit.slug)}`}>
            Tool runs
          </Link>,
        ],
      ]}
    />
  </Card>
)

function AuthSchemes({ toolkit }: { toolkit: Toolkit }) {
  if (toolkit.authConfigDetails.length === 0) return null
  return (
    <Card title="Authentication">
      <ul className="toolkit-schemes">
        {toolkit.authConfigDetails.map(({ mode, name, oauth2, fields, allowedHosts }) => (
          <li key={`${mode} ${name}`}>
            <strong>{schemeName(mode)}</strong>
            {toolkit.providerManagedAuthSchemes.includes(mode) && <Status kind="good">Managed</Status>}
            <span className="muted small">
              {oauth2
                ? pluralize(oauth2.scopes.length, 'scope')
                : `Required: ${
                    fields.connectedAccountInitiation.required
                      .map(({ displayName, name: field }) => displayName || field)
                      .join(', ') || 'none'
                  }`}
            </span>
            {allowedHosts.length > 0 && (
              <span className="muted small">Credentials are sent to {allowedHosts.join(', ')} only</span>
            )}
          </li>
        ))}
      </ul>
      <Link to={`${connectionRoutes.authConfigs}?toolkit=${encodeURIComponent(toolkit.slug)}`}>
        Auth configs
      </Link>
    </Card>
  )
}
