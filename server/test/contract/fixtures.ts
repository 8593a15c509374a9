import type { TestProject } from '../harness.ts'
import { multipart } from '../multipart.ts'

export type Params = Record<string, string>

/**
 * Things that exist in a project, by the path that takes their id. A new endpoint that takes an id must find its
 * fixture here, or the contract ring fails: that is how every id is tried with another project's key.
 */
export async function createFixtures(project: TestProject): Promise<(path: string) => Params | null> {
  const key = await project.admin.post('/api/v1/api-keys', { name: 'fixture' })
  const user = await project.admin.post('/api/v1/external-users', { name: 'fixture' })
  const erased = await project.admin.post('/api/v1/external-users', { name: 'erased' })
  const deletion = await project.admin.delete(`/api/v1/external-users/${erased.body.data.id}`)
  const tables = await createTableFixtures(project)
  const byPrefix: [string, Params][] = [
    ['/api/v1/api-keys/{id}', { id: key.body.data.id }],
    ['/api/v1/external-users/deletion-receipts/{id}', { id: deletion.body.data.receiptId }],
    ['/api/v1/external-users/username/{username}', { username: 'fixture' }],
    ['/api/v1/external-users/{id}', { id: user.body.data.id }],
    ...tables,
    ['/api/v1/ai/models/{modelId+}', { modelId: 'local/demo' }],
  ]
  return (path) => byPrefix.find(([prefix]) => path.startsWith(prefix))?.[1] ?? null
}

async function createTableFixtures({ admin }: TestProject): Promise<[string, Params][]> {
  const base = '/api/v1/table/collections'
  const fields = ['email', 'status'].map((name) => ({ name, type: 'text' }))
  const collection = await admin.post(base, { name: 'fixture', mode: 'strict', schema: { fields } })
  const { id } = collection.body.data
  const document = await admin.post(`${base}/${id}/documents`, { email: 'fixture' })
  const proposed = await admin.post(`${base}/${id}/documents`, { email: 'two' }, { 'x-propose': 'true' })
  const file = multipart('fixture.csv', 'email\nthree\n')
  const started = await admin.post(`${base}/${id}/documents/import`, file.body, file.headers)
  return [
    [
      `${base}/{collectionId}/documents/{documentId}`,
      { collectionId: id, documentId: document.body.data.id },
    ],
    [`${base}/{id}/documents/import/{importId}`, { id, importId: started.body.data.id }],
    [`${base}/{id}/proposals/{proposalId}`, { id, proposalId: proposed.body.data.proposal.id }],
    [`${base}/{id}`, { id }],
  ]
}

/** The catalogue of models is the same for every project: their ids open nothing. */
export const isShared = (path: string): boolean => path.startsWith('/api/v1/ai/models/')

export const fill = (path: string, params: Params | null): string =>
  path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params?.[name] ?? `missing-${name}`)
