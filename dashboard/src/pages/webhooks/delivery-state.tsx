import type { WebhookDelivery } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'

export const deliveryStates = {
  pending: { kind: 'warn', label: 'Pending' },
  delivered: { kind: 'good', label: 'Delivered' },
  failed: { kind: 'bad', label: 'Failed' },
} as const

type Shown = Pick<WebhookDelivery, 'status' | 'lastStatusCode'>

export const DeliveryState = ({ delivery: { status, lastStatusCode } }: { delivery: Shown }) => (
  <Status kind={deliveryStates[status].kind}>
    {deliveryStates[status].label}
    {lastStatusCode !== null && <span className="muted number">{lastStatusCode}</span>}
  </Status>
)
