import type { Stoa } from '@stoa/sdk'

const execute = '/api/v1/sandbox/sessions/{id}/execute'

/** Sessions in every state and a history in which not everything went well. */
export async function seedSandboxes(stoa: Stoa): Promise<void> {
  const newSession = async (user: string, body = {}) =>
    (await stoa.as(user).post('/api/v1/sandbox/sessions', { body })).id
  const run = (user: string, id: string, language: 'javascript' | 'python', source: string, state?: object) =>
    stoa.as(user).post(execute, {
      params: { id },
      body: { language, source, ...(state ? { state: state as Record<string, unknown> } : {}) },
    })
  const own = await newSession('alice', {
    threadId: 'support-42',
    env: { API_URL: 'https://api.example.com' },
  })
  await run('alice', own, 'python', 'orders = [12.5, 99, 3]\nprint(len(orders), "orders")')
  await run(
    'alice',
    own,
    'python',
    'open("totals.csv", "w").write("day,total\\n1,114.5\\n")\nreturn sum(orders)',
  )
  await run('alice', own, 'python', 'return orders[7]')
  await stoa.as('alice').put('/api/v1/sandbox/sessions/{id}/files', {
    params: { id: own },
    query: { path: 'data/customers.json' },
    body: new Blob(['{"customers": []}']),
  })
  const paused = await newSession('carol', { network: 'allowlist', allowedHosts: ['api.example.com'] })
  await run('carol', paused, 'javascript', 'const seen = new Set()\nreturn seen.size')
  await stoa.as('carol').post('/api/v1/sandbox/sessions/{id}/pause', { params: { id: paused } })
  const ended = await newSession('eloise.m')
  await run('eloise.m', ended, 'javascript', 'return new Date().getFullYear()')
  await stoa.as('eloise.m').delete('/api/v1/sandbox/sessions/{id}', { params: { id: ended } })
  await stoa.post('/api/v1/sandbox/ephemeral', {
    body: { language: 'javascript', source: 'for (;;) {}', timeoutMs: 1000 },
  })
  await stoa.post('/api/v1/sandbox/ephemeral', {
    body: {
      language: 'javascript',
      source:
        'console.log("checking", state.items.length, "items")\nconsole.error("one of them has no price")\nreturn { total: 23.1, currency: "EUR", items: state.items }',
      state: { items: [{ name: 'Notebook', price: 4.5 }, { name: 'Pencil' }] },
    },
  })
}
