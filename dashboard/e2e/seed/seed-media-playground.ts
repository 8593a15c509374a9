import { createStoa, type Stoa } from '@stoa/sdk'
import type { TestServer } from '../harness/test-server.ts'

export const lampsSlug = 'house-lamps'

export const installLamps = (stoa: Stoa, version?: string) =>
  stoa.post('/api/v1/toolkits/install', {
    body: { package: '@activepieces/piece-house-lamps', ...(version ? { version } : {}) },
  })

/** An account of the lamps toolkit, which accepts every key that does not contain "wrong". */
export async function connectLamps(
  stoa: Stoa,
  user: string,
  key: string,
  displayName: string,
): Promise<void> {
  const [known] = await stoa.get('/api/v1/auth_configs', { query: { toolkitSlug: lampsSlug } })
  const { id } =
    known ??
    (await stoa.post('/api/v1/auth_configs', {
      body: { toolkit: { slug: lampsSlug }, authConfig: { authScheme: 'API_KEY', displayName: 'The house' } },
    }))
  const query = { toolkitSlug: lampsSlug }
  const { schemes } = await stoa.get('/api/v1/auth_configs/fields', { query })
  const [field] = schemes[0]!.connectedAccountInitiation.required
  const state = { authScheme: 'API_KEY', val: { [field!.name]: key } } as const
  await stoa.as(user).post('/api/v1/connected_accounts', {
    body: { authConfig: { id }, connection: { state, displayName } },
  })
}

/** Asks a question in the dashboard, as a tool would. */
export async function askPeople(
  stoa: Stoa,
  user: string,
  question: string,
  more: object = {},
): Promise<string> {
  const { data } = await stoa.as(user).post('/api/v1/tools/execute/{toolSlug}', {
    params: { toolSlug: 'human_ask' },
    body: { arguments: { question, ...more } },
  })
  return (data as { requestId: string }).requestId
}

async function proposedFor(stoa: Stoa) {
  const [row, old] = await stoa.get('/api/v1/table/collections/{id}/documents', {
    params: { id: 'customers' },
    query: { limit: 2 },
  })
  return [
    { op: 'update' as const, id: row!.id!, data: { state: 'closed', notes: { city: 'Porto', calls: 9 } } },
    { op: 'create' as const, data: { name: 'Ada Lovelace', email: 'ada@example.org', state: 'new' } },
    { op: 'delete' as const, id: old!.id! },
  ]
}

/** What an operator sees: installed toolkits, long names, questions of every kind. */
export async function seedMediaPlayground(testServer: TestServer): Promise<void> {
  const stoa = createStoa(testServer)
  await installLamps(stoa, '1.0.0')
  await connectLamps(
    stoa,
    'alice',
    'the key of alice',
    'The house by the sea, second floor, with the long corridor',
  )
  const done = await askPeople(stoa, 'carol', 'Which of the two drafts shall go out?', {
    options: ['The short one', 'The long one'],
  })
  await stoa.as('carol').post('/api/v1/tools/human-requests/{id}/answer', {
    params: { id: done },
    body: { answer: 'The short one' },
  })
  const reason = 'The customer wrote on Monday that the company has moved and closed its old account.'
  await stoa
    .with({ headers: { 'x-propose': 'true', 'x-propose-reason': reason } })
    .post('/api/v1/table/collections/{id}/documents/batch', {
      params: { id: 'customers' },
      body: { operations: await proposedFor(stoa) },
    })
  await askPeople(stoa, 'bob@example.com', 'What shall the subject of the newsletter be?')
  await askPeople(
    stoa,
    'alice',
    'The customer wants 4,200 € back for order 4711, which was delivered 40 days ago.\nOur terms say 30 days. Shall the refund be paid all the same?',
    {
      options: [
        'Pay all of it',
        'Pay half of it',
        'Refuse, and offer a voucher over the same amount instead',
      ],
      context: { order: { id: 4711, total: 4200, currency: 'EUR', days: 40 }, customerSince: '2019-04-02' },
      expiresInSeconds: 5400,
    },
  )
}
