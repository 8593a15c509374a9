import type { ApiKey } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chips } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import { ScopeList } from '../../features/keys/scope-list.tsx'
import { roleNames } from '../../features/members/role-names.ts'
import { useRead } from '../../project.ts'
import { EditKey } from './edit-key.tsx'
import { KeyState, KeyValue } from './key-state.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'
import { keyRoutes } from './routes.ts'
import { SimulateKey } from './simulate-key.tsx'

export function KeyPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: key,
    error,
    refetch,
  } = useRead(['key', id], (api, signal) => api.get('/api/v1/api-keys/{id}', { params: { id }, signal }), {
    refetchInterval: 5_000,
  })
  const back = { to: keyRoutes.list, label: 'API keys' }
  if (!key) {
    return (
      <Page title="API key" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={6} />}
      </Page>
    )
  }
  const isLive = key.state !== 'revoked'
  return (
    <Page
      title={key.name}
      badge={<KeyState state={key.state} />}
      back={back}
      actions={isLive && <KeyActions apiKey={key} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: '/api/v1/api-keys/{id}', params: { id } } },
        {
          title: 'Rotate',
          call: {
            method: 'POST',
            path: '/api/v1/api-keys/{id}/rotate',
            params: { id },
            body: { overlapSeconds: 86400 },
          },
        },
        { title: 'Revoke', call: { method: 'DELETE', path: '/api/v1/api-keys/{id}', params: { id } } },
      ]}
    >
      <div className="page-sides">
        <div className="stack">
          {isLive && <SimulateKey keyId={key.id} />}
          <Card title="Changes">
            <AuditTrail query={{ q: id }} none="No changes yet." />
          </Card>
        </div>
        <KeyFacts apiKey={key} />
      </div>
    </Page>
  )
}

const KeyFacts = ({ apiKey: key }: { apiKey: ApiKey }) => (
  <Card title="Details">
    <DescriptionList
      facts={[
        ['ID', <CopyId key="id" id={key.id} />],
        ['Value', <KeyValue key="value" apiKey={key} />],
        ['Role', roleNames[key.role]],
        ['Scopes', <ScopeList key="scopes" scopes={key.scopes} none="all permissions of the role" />],
        ['Allowed IP addresses', <Chips key="ips" items={key.allowedIps} none="any" />],
        ['Monthly credit limit', key.monthlyCreditCap ?? 'no limit'],
        ['Expires', <TimeAgo key="expires" at={key.expiresAt} />],
        ['Last used', <TimeAgo key="used" at={key.lastUsedAt} />],
        ['Created', <TimeAgo key="created" at={key.createdAt} />],
        ...(key.oldValueAcceptedUntil
          ? ([['Previous value valid until', <TimeAgo key="old" at={key.oldValueAcceptedUntil} />]] as const)
          : []),
        ...(key.revokedAt ? ([['Revoked', <TimeAgo key="revoked" at={key.revokedAt} />]] as const) : []),
      ]}
    />
  </Card>
)

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'rotate' | 'revoke' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
      <Button onClick={() => setOpenDialog('rotate')}>Rotate</Button>
      <Button variant="danger-outline" onClick={() => setOpenDialog('revoke')}>
        Revoke
      </Button>
      {openDialog === 'edit' && <EditKey apiKey={apiKey} onClose={close} />}
      {openDialog === 'rotate' && <RotateKey apiKey={apiKey} onClose={close} />}
      {openDialog === 'revoke' && <RevokeKey apiKey={apiKey} onClose={close} />}
    </>
  )
}
