import { useNavigate, useParams } from '@tanstack/react-router'
import Send from 'lucide-react/icons/send'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { DialogButton } from '../../components/actions/dialog-button.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DetailPage } from '../../components/layout/detail-page.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { EventNames } from '../../features/events/event-name.tsx'
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
  const query = useRead(
    ['webhook', id],
    (api, signal) => api.get('/api/v1/webhooks/{id}', { params: { id }, signal }),
    {
      refetchInterval: 5_000,
    },
  )
  return (
    <DetailPage
      query={query}
      kind="Webhook"
      back={{ to: webhookRoutes.list, label: 'Webhooks' }}
      head={(webhook) => ({
        title: webhook.description ?? new URL(webhook.url).host,
        badge: <WebhookState webhook={webhook} />,
        about: <code>{webhook.url}</code>,
        actions: (
          <>
            <WebhookSwitch webhook={webhook} isLabelled />
            <WebhookButtons webhook={webhook} />
            <WebhookMenu webhook={webhook} onDeleted={() => void navigate({ to: webhookRoutes.list })} />
          </>
        ),
        calls: callsOf({ id }),
      })}
    >
      {(webhook) => (
        <>
          {webhook.disabledReason && (
            <p role="status">
              <Status kind="bad">Disabled automatically: {webhook.disabledReason}</Status>
            </p>
          )}
          <div className="page-sides">
            <div className="stack">
              <Deliveries webhook={webhook} />
            </div>
            <WebhookFacts webhook={webhook} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Card title="Details">
    <DescriptionList
      facts={[
        ['Subscribed events', <EventNames key="types" types={webhook.eventTypes} none="all events" />],
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

const WebhookButtons = ({ webhook }: { webhook: Webhook }) => (
  <>
    <DialogButton label="Edit" dialog={(close) => <EditWebhook webhook={webhook} onClose={close} />} />
    <DialogButton
      label="Send test"
      icon={<Send size={14} aria-hidden />}
      dialog={(close) => <TestWebhook webhook={webhook} onClose={close} />}
    />
  </>
)

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
