import type { Stoa } from '@stoa/sdk'

const upsertPath = '/api/v1/trigger_instances/{slug}/upsert'

/** A trigger of each kind, in every state, with invocations. */
export async function seedTriggers(stoa: Stoa): Promise<void> {
  const workflows = await stoa.get('/api/v1/workflow/manager/list', { query: { q: 'Orders' } })
  const workflowId = workflows.find(({ name }) => name === 'Orders')!.id
  const weekdays = await stoa.post(upsertPath, {
    params: { slug: 'cron' },
    body: {
      name: 'Daily orders',
      workflowId,
      triggerConfig: { expression: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
    },
  })
  const hook = await stoa.post(upsertPath, {
    params: { slug: 'webhook' },
    body: { name: 'Shop orders', workflowId, triggerConfig: { signature: 'none' } },
  })
  await stoa.post(upsertPath, {
    params: { slug: 'event' },
    body: { name: 'Failed executions', triggerConfig: { eventTypes: ['execution.failed'] } },
  })
  const { triggerId } = await stoa.post(upsertPath, {
    params: { slug: 'cron' },
    body: { name: 'Monthly report', triggerConfig: { expression: '@monthly' } },
  })
  await stoa.patch('/api/v1/trigger_instances/manage/{triggerId}/status', {
    params: { triggerId },
    body: { enabled: false },
  })
  for (const amount of [20, 45, 60])
    await fetch(hook.webhookUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount, items: [{ price: amount, count: 1 }] }),
    })
  await stoa.post('/api/v1/trigger_instances/manage/{triggerId}/test', {
    params: { triggerId: weekdays.triggerId },
    body: { payload: { scheduledAt: new Date().toISOString(), timezone: 'Europe/Berlin' } },
  })
}
