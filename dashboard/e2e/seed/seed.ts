import { createStoa, type Stoa } from '@stoa/sdk'
import type { TestServer } from '../harness/test-server.ts'
import { seedFiles } from './seed-files.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { seedCalls } from './seed-llm.ts'
import { seedMcp } from './seed-mcp.ts'
import { seedSandboxes } from './seed-sandboxes.ts'
import { seedTables } from './seed-tables.ts'
import { seedTools } from './seed-tools.ts'
import { seedTriggers } from './seed-triggers.ts'
import { seedWorkflows } from './seed-workflows.ts'
import { sixWeeks, spend, userIdsOf } from './spend.ts'

const people = [
  ['alice', 'telegram'],
  ['bob@example.com', 'web'],
  ['carol', 'telegram'],
  ['dmitri', 'slack'],
  ['customer-4711', null],
  ['eloise.m', 'whatsapp'],
] as const

async function seedPeople(stoa: Stoa): Promise<void> {
  for (const [name, channel] of people) {
    await stoa.post('/api/v1/external-users', {
      body: { name, ...(channel ? { metadata: { channel } } : {}) },
    })
  }
  // More than one page of them.
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      stoa.post('/api/v1/external-users', { body: { name: `visitor-${index + 1}` } }),
    ),
  )
  const inactive = await stoa.get('/api/v1/external-users/username/{username}', {
    params: { username: 'dmitri' },
  })
  await stoa.put('/api/v1/external-users/{id}/toggle-active', {
    params: { id: inactive!.id },
    body: { isActive: false },
  })
}

async function seedKeys(stoa: Stoa): Promise<void> {
  await stoa.post('/api/v1/api-keys', { body: { name: 'production server', role: 'admin' } })
  await stoa.post('/api/v1/api-keys', {
    body: { name: 'reporting', scopes: ['external-users:read', 'llm:read'], allowedIps: ['10.0.0.0/8'] },
  })
  const old = await stoa.post('/api/v1/api-keys', { body: { name: 'old laptop' } })
  await stoa.delete('/api/v1/api-keys/{id}', { params: { id: old.id } })
}

/** A project in which something is going on. */
export async function seed(testServer: TestServer): Promise<void> {
  const stoa = createStoa(testServer)
  await seedPeople(stoa)
  const past = async () => {
    const { id: projectId } = await stoa.get('/api/v1/project')
    const spenders = await userIdsOf(stoa, ['alice', 'carol', 'customer-4711', 'eloise.m'])
    await spend(testServer, projectId, sixWeeks(spenders))
  }
  await Promise.all([
    seedKeys(stoa),
    seedMcp(stoa),
    seedFiles(stoa).then(() => Promise.all([seedTables(stoa), seedKnowledge(stoa)])),
    seedSandboxes(stoa),
    seedCalls(stoa),
    seedTools(stoa),
    seedWorkflows(stoa).then(() => seedTriggers(stoa)),
    past(),
  ])
}

/** As much of it as models and tools have to do with. */
export async function seedToolsServer(testServer: TestServer): Promise<void> {
  const stoa = createStoa(testServer)
  await seedPeople(stoa)
  await Promise.all([seedFiles(stoa), seedSandboxes(stoa), seedCalls(stoa), seedTools(stoa)])
}
