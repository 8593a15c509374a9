import { Link } from '@tanstack/react-router'
import { Card, Page } from '../../components/layout/page.tsx'
import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import { BlockingCaps } from '../../features/usage/blocking-caps.tsx'
import { useIsAdmin, useProject } from '../../project.ts'
import { auditRoutes } from '../audit/routes.ts'
import { ActivityCard } from './activity-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Health } from './health.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { ProjectStats } from './project-stats.tsx'
import { RecentUsage } from './recent-usage.tsx'
import './overview-page.css'

export function OverviewPage() {
  const { project } = useProject()
  const isAdmin = useIsAdmin()
  return (
    <Page
      title="Overview"
      about={`Activity and health of ${project.name}.`}
      calls={[
        {
          title: 'End users',
          call: { method: 'GET', path: '/api/v1/external-users', query: { limit: '1' } },
        },
        { title: 'API keys', call: { method: 'GET', path: '/api/v1/api-keys' } },
        {
          title: 'Activity',
          call: { method: 'GET', path: '/api/v1/overview/activity', query: { range: '7d' } },
        },
        { title: 'Needs attention', call: { method: 'GET', path: '/api/v1/overview/attention' } },
        { title: 'Balance', call: { method: 'GET', path: '/api/v1/usage/balance' } },
        {
          title: 'Recent changes',
          call: { method: 'GET', path: '/api/v1/audit-log', query: { limit: '8' } },
        },
      ]}
    >
      <BlockingCaps />
      {isAdmin && <FirstSteps />}
      <NeedsAttention />
      <ProjectStats />
      {isAdmin && <ActivityCard />}
      <div className="page-sides overview-sides">
        {isAdmin && (
          <Card title="Recent changes" actions={<Link to={auditRoutes.list}>Audit log</Link>}>
            <AuditTrail query={{}} none="No activity yet." />
          </Card>
        )}
        <div className="stack">
          <RecentUsage />
          <Health />
        </div>
      </div>
    </Page>
  )
}
