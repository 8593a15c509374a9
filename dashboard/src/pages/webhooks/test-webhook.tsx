import type { WebhookTestOutcome } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CodeBlock } from '../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'
import { useProject, useRefresh } from '../../project.ts'
import type { Webhook } from './webhook-fields.tsx'

/** Sends one event as soon as it is open, and shows what the other side said. */
export function TestWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  // The number of the test: pressing again runs another one, a re-render or a refocused window does not.
  const [startedAt, setStartedAt] = useState(() => Date.now())
  const { data, error, isFetching } = useQuery({
    queryKey: ['webhook-test', webhook.id, startedAt],
    queryFn: async () => {
      const outcome = await api.post('/api/v1/webhooks/{id}/test', { params: { id: webhook.id } })
      await refresh(['webhook', webhook.id], ['deliveries', webhook.id])
      return outcome
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog title="Test event" onClose={onClose}>
      <p className="muted">
        <code>webhook.test</code> to <code>{webhook.url}</code>
        {webhook.isActive ? '' : ', even though the webhook is disabled'}
      </p>
      {isFetching ? (
        <SkeletonLines count={3} />
      ) : error ? (
        <ErrorAlert error={error} />
      ) : (
        data && <ImportPreview outcome={data} />
      )}
      <DialogFoot>
        <Button isBusy={isFetching} onClick={() => setStartedAt(Date.now())}>
          Send again
        </Button>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const ImportPreview = ({ outcome }: { outcome: WebhookTestOutcome }) => (
  <div className="stack" role="status">
    <Status kind={outcome.isDelivered ? 'good' : 'bad'}>
      {outcome.isDelivered ? 'Delivered' : 'Not delivered'}
    </Status>
    {outcome.error && <p>{outcome.error}</p>}
    <DescriptionList
      facts={[
        ['Response status', outcome.statusCode ?? 'none'],
        ['Duration', `${outcome.durationMs} ms`],
        ...(outcome.errorCode ? [['Code', <code key="code">{outcome.errorCode}</code>] as const] : []),
      ]}
    />
    {outcome.responseExcerpt && (
      <CodeBlock snippets={[{ label: 'Response body', text: outcome.responseExcerpt }]} />
    )}
  </div>
)
