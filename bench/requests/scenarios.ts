import { randomUUID } from 'node:crypto'

/** One kind of request, the same for every server under test. */
export type Scenario = {
  name: string
  method: 'GET' | 'POST'
  path: string
  /** What differs from one request to the next. */
  fresh?(): { headers: Record<string, string>; body: string }
}

export const scenarios: readonly Scenario[] = [
  { name: 'read profile', method: 'GET', path: '/api/v1/users/profile' },
  { name: 'list 20 of 1,000 users', method: 'GET', path: '/api/v1/external-users?limit=20' },
  {
    name: 'idempotent create',
    method: 'POST',
    path: '/api/v1/external-users',
    fresh: () => ({
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: `bench-${randomUUID()}`, metadata: { channel: 'telegram' } }),
    }),
  },
]

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (!found) throw new Error(`no scenario is called ${name}`)
  return found
}
