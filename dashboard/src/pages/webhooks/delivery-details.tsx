import type { WebhookAttempt } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { CodeBlock, JsonBlock } from '../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { DescriptionList } from '../../components/layout/page.tsx'
import { exactTime } from '../../components/text/relative-time.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { eventText } from '../../features/events/event-text.ts'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { DeliveryState } from './delivery-state.tsx'
import type { Webhook } from './webhook-fields.tsx'
import './delivery-details.css'

const path = '/api/v1/webhooks/{id}/deliveries/{deliveryId}'

type DetailsProps = { webhook: Webhook; deliveryId: string; onClose(): void }

/** One delivery, live: what was sent, and every attempt with its response. */
export function DeliveryDetails({ webhook, deliveryId, onClose }: DetailsProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const params = { id: webhook.id, deliveryId }
  const { data, error, refetch } = useRead(
    ['deliveries', webhook.id, 'one', deliveryId],
    (client, signal) => client.get(path, { params, signal }),
    { refetchInterval: 2_000 },
  )
  const redeliver = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await api.post('/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params })
      toasts.success('Redelivery started with the same event ID')
      await refresh(['deliveries', webhook.id])
    } catch (refused) {
      setFailure(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={data ? eventText(data.eventType) : 'Delivery'} width="wide" onClose={onClose}>
      {!data ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={6} />
        )
      ) : (
        <>
          <DescriptionList
            facts={[
              ['State', <DeliveryState key="state" delivery={data} />],
              ['Created', exactTime(new Date(data.createdAt))],
              ...(data.nextAttemptAt
                ? [['Next attempt', <TimeAgo key="next" at={data.nextAttemptAt} />] as const]
                : []),
              ...(data.endedAt ? [['Ended', exactTime(new Date(data.endedAt))] as const] : []),
              ['Type', <CopyId key="type" id={data.eventType} label="event type" />],
              ['Event', <CopyId key="event" id={data.eventId} label="event ID" />],
              ['Delivery', <CopyId key="delivery" id={data.id} label="delivery ID" />],
            ]}
          />
          <section className="stack">
            <h3>Payload</h3>
            <JsonBlock value={data.body} />
          </section>
          <section className="stack">
            <h3>Attempts</h3>
            {data.attempts.length === 0 && <p className="muted">No attempts yet.</p>}
            <ol className="attempts">
              {data.attempts.toReversed().map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          </section>
        </>
      )}
      {failure !== null && <ErrorAlert error={failure} />}
      <DialogFoot>
        <Button isBusy={isBusy} disabled={!data} onClick={() => void redeliver()}>
          Redeliver
        </Button>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const headersText = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const Attempt = ({ attempt }: { attempt: WebhookAttempt }) => (
  <li>
    <details>
      <summary>
        <Status kind={attempt.errorCode === null ? 'good' : 'bad'}>
          {attempt.statusCode ?? attempt.errorCode}
        </Status>
        <span className="muted number">{attempt.durationMs} ms</span>
        <span className="muted">
          <TimeAgo at={attempt.startedAt} />
        </span>
      </summary>
      <div className="stack">
        {attempt.error && <p>{attempt.error}</p>}
        <CodeBlock
          snippets={
            [
              ...(attempt.responseExcerpt
                ? ([{ label: 'Response', text: attempt.responseExcerpt }] as const)
                : []),
              { label: 'Request', text: `POST ${attempt.url}\n${headersText(attempt.requestHeaders)}` },
            ] as [{ label: string; text: string }]
          }
        />
      </div>
    </details>
  </li>
)
