import type { Attack } from '../attack.ts'
import type { ApiResponse, Target } from '../target.ts'

const largest = 1024 * 1024
const filled = (text: string, around = '') =>
  around + text.repeat((largest - 2 * around.length) / text.length)

/** Sends each to a webhook that starts a workflow, as anyone who knows its URL can. */
async function sendAll(target: Target, type: string, bodies: readonly string[]): Promise<ApiResponse[]> {
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'end', type: 'end' },
  ]
  const made = await target.post('/api/v1/workflow/manager/create', {
    graph: { nodes, edges: [{ from: 'start', to: 'end' }] },
  })
  if (made.status !== 200) return [made]
  const workflowId = JSON.parse(made.text).data.id as string
  const activated = await target.send(
    'PATCH',
    `/api/v1/workflow/manager/activeStatus/${workflowId}`,
    '{"activeStatus":true}',
  )
  const saved = await target.post('/api/v1/trigger_instances/webhook/upsert', {
    workflowId,
    triggerConfig: { signature: 'none', dedupe: 'event_id' },
  })
  if (saved.status !== 200) return [activated, saved]
  const path = new URL(JSON.parse(saved.text).data.webhookUrl).pathname
  const sent: ApiResponse[] = [activated, saved]
  for (const body of bodies)
    sent.push(await target.send('POST', path, body, { 'content-type': type, 'x-api-key': '' }))
  return sent
}

/** Events as large as they may be. */
export const hookAttacks: readonly Attack[] = [
  {
    id: 'H01',
    what: 'an event that is a form of half a million fields, of spaces, and of encoded bytes',
    play: (target) =>
      sendAll(target, 'application/x-www-form-urlencoded', [
        filled('a&'),
        filled('+', 'a='),
        filled('%ff', 'a='),
        Array.from({ length: 1_000 }, (_, i) => `k${i}=${'+%41'.repeat(250)}`).join('&'),
      ]),
    expects: [200, 202],
  },
  {
    id: 'H02',
    what: 'an event of half a million numbers, and of as many lists as a body may have',
    play: (target) =>
      sendAll(target, 'application/json', [
        `{"n":[${filled('1,').slice(0, -20)}1]}`,
        `{"n":[${'[],'.repeat(99_000)}1]}`,
        filled('x'),
      ]),
    expects: [200, 202],
  },
]
