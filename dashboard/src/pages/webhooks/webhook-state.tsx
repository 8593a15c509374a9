import { Status } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import type { Webhook } from './webhook-fields.tsx'

export const WebhookState = ({ webhook }: { webhook: Webhook }) =>
  !webhook.isActive ? (
    <Status kind={webhook.disabledReason ? 'bad' : 'off'}>
      {webhook.disabledReason ? 'Auto-disabled' : 'Disabled'}
    </Status>
  ) : webhook.consecutiveFailures > 0 ? (
    <Status kind="warn">Failing</Status>
  ) : (
    <Status kind="good">Enabled</Status>
  )

export const LastDelivery = ({ webhook }: { webhook: Webhook }) =>
  webhook.lastStatus === null ? (
    <span className="muted">none yet</span>
  ) : (
    <Status kind={webhook.lastStatus === 'delivered' ? 'good' : 'bad'}>
      {webhook.lastStatusCode ?? 'no response'}
      <span className="muted">
        <TimeAgo at={webhook.lastDeliveryAt} />
      </span>
    </Status>
  )
