import { createStoa } from '@stoa/sdk'
import type { TestServer } from '../harness/test-server.ts'
import { openReceiver } from '../harness/webhook-receiver.ts'
import { inProgress, spend, userIdsOf } from './spend.ts'

/** What the pages of usage, events and webhooks show when something is going on; for images of them. */
export async function seedWebhooks(testServer: TestServer) {
  const stoa = createStoa(testServer)
  const { id: projectId } = await stoa.get('/api/v1/project')
  const [alice = '', carol = ''] = await userIdsOf(stoa, ['alice', 'carol'])
  await stoa.post('/api/v1/usage/grants', {
    body: { credits: 20_000, reason: 'Budget of the quarter', renews: 'monthly', lowBalanceAt: 2_000 },
  })
  const caps = [
    { scope: 'external_user', scopeId: alice, period: 'month', credits: 1_200, action: 'approve' },
    { scope: 'external_user', scopeId: carol, period: 'day', credits: 50, action: 'block' },
    { scope: 'project', period: 'month', credits: 15_000, action: 'warn' },
  ] as const
  for (const body of caps) await stoa.post('/api/v1/usage/caps', { body })
  const refused = { workId: 'work-refused', type: 'media', credits: 2_000, userId: alice }
  await spend(testServer, projectId, [{ ...refused, at: new Date().toISOString() }, ...inProgress(carol)])
  const receiver = await openReceiver()
  const webhook = await stoa.post('/api/v1/webhooks', {
    body: { url: receiver.url, description: 'CRM', eventTypes: ['external_user.*', 'usage.*'] },
  })
  await stoa.post('/api/v1/webhooks', {
    body: { url: 'https://example.com/hooks/stoa', description: 'Pager', isActive: false },
  })
  await stoa.post('/api/v1/webhooks/{id}/test', { params: { id: webhook.id } })
  await stoa.post('/api/v1/external-users', { body: { name: 'greta' } })
  receiver.respondWith(503)
  await stoa.post('/api/v1/external-users', { body: { name: 'heinrich' } })
  return receiver
}
