import type { ExternalUser } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chips } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { Stat, Stats } from '../../components/layout/stat.tsx'
import { Avatar } from '../../components/text/avatar.tsx'
import { formatAmount, formatStorage } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import { useIsAdmin, useRead } from '../../project.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { fileRoutes } from '../files/routes.ts'
import { usageRoutes } from '../usage/routes.ts'
import { UserState } from './columns.tsx'
import { EndUserAccounts } from './end-user-accounts.tsx'
import { EndUserActions } from './end-user-actions.tsx'
import { EndUserCredits } from './end-user-credits.tsx'
import { EndUserTimeline } from './end-user-timeline.tsx'
import { endUserRoutes } from './routes.ts'
import { sourceNames } from './sources.ts'
import './end-user-page.css'

export function EndUserPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const isAdmin = useIsAdmin()
  const {
    data: user,
    error,
    refetch,
  } = useRead(
    ['end-user', id],
    (api, signal) => api.get('/api/v1/external-users/{id}', { params: { id }, signal }),
    { refetchInterval: 10_000 },
  )
  const back = { to: endUserRoutes.list, label: 'End users' }
  if (!user) {
    return (
      <Page title="End user" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const params = { id }
  return (
    <Page
      title={user.name}
      icon={<Avatar name={user.name} />}
      badge={<UserState user={user} />}
      back={back}
      actions={<EndUserActions key={user.id} user={user} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: '/api/v1/external-users/{id}', params } },
        {
          title: 'Update',
          call: {
            method: 'PATCH',
            path: '/api/v1/external-users/{id}',
            params,
            body: { profileSummary: 'Prefers short answers' },
          },
        },
        { title: 'Timeline', call: { method: 'GET', path: '/api/v1/external-users/{id}/timeline', params } },
        {
          title: 'Usage by day',
          call: { method: 'GET', path: '/api/v1/usage/summary', query: { eUID: id } },
        },
        {
          title: 'Preview an erasure',
          call: { method: 'DELETE', path: '/api/v1/external-users/{id}', params, query: { dryRun: 'true' } },
        },
      ]}
    >
      <UserStats user={user} />
      <div className="page-sides">
        <div className="stack end-user-main">
          {isAdmin && <EndUserTimeline key={user.id} userId={user.id} />}
          <EndUserAccounts user={user} />
        </div>
        <div className="stack end-user-main">
          <Card title="Profile">
            <DescriptionList facts={profileFacts(user)} />
          </Card>
          <EndUserCredits user={user} />
          {Object.keys(user.metadata).length > 0 && (
            <Card title="Metadata">
              <JsonBlock value={user.metadata} />
            </Card>
          )}
          {isAdmin && (
            <Card title="Changes">
              <AuditTrail query={{ q: id }} none="No changes yet." />
            </Card>
          )}
        </div>
      </div>
    </Page>
  )
}

const profileFacts = (user: ExternalUser) =>
  [
    ['ID', <CopyId key="id" id={user.id} />],
    ['Summary', user.profileSummary ?? <span className="muted">none</span>],
    ['Source', sourceNames[user.source]],
    ['Channel', user.channel ?? <span className="muted">none</span>],
    ['Identity sources', <Chips key="known" items={user.identitySources} none="none" />],
    ['Email', user.verifiedEmail ?? <span className="muted">not verified</span>],
    ['Phone', user.verifiedPhone ?? <span className="muted">not verified</span>],
    ['Last seen', <TimeAgo key="seen" at={user.lastSeenAt} />],
    ['Created', <TimeAgo key="created" at={user.createdAt} />],
  ] as const

const UserStats = ({ user: { id, name, creditsUsed, resourceStats } }: { user: ExternalUser }) => {
  const owner = encodeURIComponent(name)
  return (
    <Stats label="Resources">
      <Stat
        label="Credits used"
        value={formatAmount(creditsUsed)}
        to={`${usageRoutes.overview}?eUID=${id}`}
      />
      <Stat
        label="Connections"
        value={formatAmount(resourceStats.connectionCount)}
        to={`${connectionRoutes.list}?owner=${owner}`}
      />
      <Stat
        label="Files"
        value={formatStorage(resourceStats.storageUsedKb)}
        to={`${fileRoutes.list}?owner=${owner}`}
      />
      <Stat label="Knowledge" value={formatStorage(resourceStats.knowledgeStorageKb)} />
      <Stat label="Tables" value={formatStorage(resourceStats.databaseStorageKb)} />
      <Stat label="Agents" value={formatAmount(resourceStats.agentCount)} />
      <Stat label="Workflows" value={formatAmount(resourceStats.workflowCount)} />
    </Stats>
  )
}
