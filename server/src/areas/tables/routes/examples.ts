const at = '2026-01-02T03:04:05.678Z'

export const exampleCollection = {
  id: '0199f1a0-0000-7000-8000-000000000031',
  slug: 'people',
  name: 'People',
  description: '',
  mode: 'flexible',
  access: 'owner',
  writes: 'direct',
  schema: { fields: [{ name: 'email', type: 'email', required: true, unique: true }] },
  indexes: [{ fields: ['status', 'age:desc'], state: 'ready' }],
  exposeViaMcp: false,
  maxDocuments: 100_000,
  historyDays: 30,
  documentCount: 1,
  sizeBytes: 61,
  ownerId: '0199f1a0-0000-7000-8000-000000000001',
  version: 1,
  createdAt: at,
  updatedAt: at,
}

export const exampleDocument = {
  email: 'ada@example.com',
  status: 'open',
  age: 36,
  id: '0199f1a0-0000-7000-8000-000000000032',
  collectionId: exampleCollection.id,
  ownerId: exampleCollection.ownerId,
  createdAt: at,
  updatedAt: at,
  version: 1,
}

export const exampleActor = {
  kind: 'key',
  id: '0199f1a0-0000-7000-8000-000000000002',
  externalUserId: exampleCollection.ownerId,
}

export const exampleProposal = {
  id: '0199f1a0-0000-7000-8000-000000000033',
  collectionId: exampleCollection.id,
  status: 'pending',
  reason: 'The customer wrote that the case is closed',
  requestedBy: exampleActor,
  changes: [
    {
      op: 'update',
      documentId: exampleDocument.id,
      data: { status: 'closed' },
      baseVersion: 1,
      isOutdated: false,
      diff: [{ field: 'status', from: 'open', to: 'closed' }],
    },
  ],
  decidedBy: null,
  decisionNote: null,
  decidedAt: null,
  createdAt: at,
}

export const exampleProposalItem = {
  id: exampleProposal.id,
  collection: { id: exampleCollection.id, slug: exampleCollection.slug, name: exampleCollection.name },
  status: 'pending',
  reason: exampleProposal.reason,
  requestedBy: exampleActor,
  operations: [{ op: 'update', count: 1 }],
  decidedBy: null,
  decidedAt: null,
  createdAt: exampleProposal.createdAt,
}

export const exampleImport = {
  id: '0199f1a0-0000-7000-8000-000000000034',
  collectionId: exampleCollection.id,
  status: 'running',
  format: 'csv',
  sizeBytes: 1_048_576,
  rowsSettled: 1500,
  createdCount: 1499,
  updatedCount: 0,
  failedCount: 1,
  error: null,
  createdAt: at,
  updatedAt: at,
}
