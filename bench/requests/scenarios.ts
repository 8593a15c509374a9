import { randomUUID } from 'node:crypto'

/** One kind of request, the same for every server under test. */
export type Scenario = {
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  /** Its parameters are those of Fastify. */
  path: string
  connections: readonly number[]
  /** What differs from one request to the next. */
  fresh?(): { path?: string; headers?: Record<string, string>; body?: string }
}

export const benchCollection = 'bench'
export const documentCount = 1_000

/** The same ids in every run, so that the clients need not be given them. */
export const documentId = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

export const newDocument = () => ({
  name: `Person ${Math.floor(Math.random() * 1e6)}`,
  status: 'open',
  score: Math.floor(Math.random() * 1e6),
  note: 'x'.repeat(100),
})

const documents = `/api/v1/table/collections/${benchCollection}/documents`
const someDocument = () => `${documents}/${documentId(1 + Math.floor(Math.random() * documentCount))}`
const json = { 'content-type': 'application/json' }
const manyClients = [1, 32]
// One collection that many write to.
const sixteen = [1, 16]

export const scenarios: readonly Scenario[] = [
  { name: 'read profile', method: 'GET', path: '/api/v1/users/profile', connections: manyClients },
  {
    name: 'list 20 of 1,000 users',
    method: 'GET',
    path: '/api/v1/external-users?limit=20',
    connections: manyClients,
  },
  {
    name: 'idempotent create',
    method: 'POST',
    path: '/api/v1/external-users',
    connections: manyClients,
    fresh: () => ({
      headers: { ...json, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: `bench-${randomUUID()}`, metadata: { channel: 'telegram' } }),
    }),
  },
  {
    name: 'get a document',
    method: 'GET',
    path: `${documents}/:id`,
    connections: sixteen,
    fresh: () => ({ path: someDocument() }),
  },
  { name: 'list 20 documents', method: 'GET', path: `${documents}?limit=20`, connections: sixteen },
  {
    name: 'patch a document',
    method: 'PATCH',
    path: `${documents}/:id`,
    connections: sixteen,
    fresh: () => ({ path: someDocument(), headers: json, body: JSON.stringify({ score: Math.random() }) }),
  },
  {
    name: 'insert a document',
    method: 'POST',
    path: documents,
    connections: sixteen,
    fresh: () => ({ headers: json, body: JSON.stringify(newDocument()) }),
  },
]

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (!found) throw new Error(`no scenario is called ${name}`)
  return found
}
