import { useNavigate, useParams } from '@tanstack/react-router'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chips, Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useRead } from '../../project.ts'
import { Deliveries } from './deliveries.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { webhookRoutes } from './routes.ts'
import { TestWebhook } from './test-webhook.tsx'
import type { Webhook } from './webhook-fields.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { LastDelivery, WebhookState } from './webhook-state.tsx'
import { WebhookSwitch } from './webhook-switch.tsx'

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const {
    data: webhook,
    error,
    refetch,
  } = useRead(
    ['webhook', id],
    (api, signal) => api.get('/api/v1/webhooks/{id}', { params: { id }, signal }),
    {
      refetchInterval: 5_000,
    },
  )
  const back = { to: webhookRoutes.list, label: 'Webhooks' }
  if (!webhook) {
    return (
      <Page title="Webhook" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const params = { id }
  return (
    <Page
      title={webhook.description ?? new URL(webhook.url).host}
      badge={<WebhookState webhook={webhook} />}
      about={<code>{webhook.url}</code>}
      back={back}
      actions={
        <>
          <WebhookSwitch webhook={webhook} />
          <WebhookButtons webhook={webhook} />
          <WebhookMenu webhook={webhook} onDeleted={() => void navigate({ to: webhookRoutes.list })} />
        </>
      }
      calls={callsOf(params)}
    >
      {webhook.disabledReason && (
        <p role="status">
          <Status kind="bad">Disabled automatically: {webhook.disabledReason}</Status>
        </p>
      )}
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Page>
  )
}

const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Card title="Webhook">
    <DescriptionList
      facts={[
        ['Subscribed events', <Chips key="types" items={webhook.eventTypes} none="all events" />],
        ['Last delivery', <LastDelivery key="last" webhook={webhook} />],
        ['Consecutive failures', webhook.consecutiveFailures],
        ...(webhook.oldSecretAcceptedUntil
          ? [
              [
                'Previous secret valid until',
                <TimeAgo key="old" at={webhook.oldSecretAcceptedUntil} />,
              ] as const,
            ]
          : []),
        ['Updated', <TimeAgo key="changed" at={webhook.updatedAt} />],
        ['Created', <TimeAgo key="created" at={webhook.createdAt} />],
        ['ID', <CopyId key="id" id={webhook.id} />],
      ]}
    />
  </Card>
)

function WebhookButtons({ webhook }: { webhook: Webhook }) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'test' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
      <Button icon={<Send size={14} aria-hidden />} onClick={() => setOpenDialog('test')}>
        Send test
      </Button>
      {openDialog === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {openDialog === 'test' && <TestWebhook webhook={webhook} onClose={close} />}
    </>
  )
}

const callsOf = (params: { id: string }) =>
  [
    { title: 'Retrieve', call: { method: 'GET', path: '/api/v1/webhooks/{id}', params } },
    {
      title: 'Update',
      call: { method: 'PATCH', path: '/api/v1/webhooks/{id}', params, body: { eventTypes: ['run.*'] } },
    },
    { title: 'Send test event', call: { method: 'POST', path: '/api/v1/webhooks/{id}/test', params } },
    {
      title: 'Failed deliveries',
      call: {
        method: 'GET',
        path: '/api/v1/webhooks/{id}/deliveries',
        params,
        query: { status: 'failed' },
      },
    },
  ] as const
