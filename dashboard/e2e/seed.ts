import { createStoa } from '@stoa/sdk'
import { seedFiles } from './seed-files.ts'
import { seedCalls } from './seed-llm.ts'
import { seedSandboxes } from './seed-sandboxes.ts'
import { seedTables } from './seed-tables.ts'
import { seedTools } from './seed-tools.ts'
import { sixWeeks, spend, userIdsOf } from './spend.ts'

const people = [
  ['alice', 'telegram'],
  ['bob@example.com', 'web'],
  ['carol', 'telegram'],
  ['dmitri', 'slack'],
  ['customer-4711', null],
  ['eloise.m', 'whatsapp'],
] as const

/** A project in which something is going on. */
export async function seed(baseUrl: string, apiKey: string): Promise<void> {
  const stoa = createStoa({ baseUrl, apiKey })
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
  await stoa.post('/api/v1/api-keys', { body: { name: 'production server', role: 'admin' } })
  await stoa.post('/api/v1/api-keys', {
    body: { name: 'reporting', scopes: ['external-users:read', 'llm:read'], allowedIps: ['10.0.0.0/8'] },
  })
  const old = await stoa.post('/api/v1/api-keys', { body: { name: 'old laptop' } })
  await stoa.delete('/api/v1/api-keys/{id}', { params: { id: old.id } })
  await seedFiles(stoa)
  await seedTables(stoa)
  await seedSandboxes(stoa)
  await seedCalls(stoa)
  await seedTools(stoa)
  const { id: projectId } = await stoa.get('/api/v1/project')
  const spenders = await userIdsOf(stoa, ['alice', 'carol', 'customer-4711', 'eloise.m'])
  await spend(projectId, sixWeeks(spenders))
}
