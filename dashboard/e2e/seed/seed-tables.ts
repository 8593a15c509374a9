import type { Stoa } from '@stoa/sdk'

const cities = ['Berlin', 'Lisbon', 'Oslo', 'Turin', 'Vienna']
const states = ['new', 'active', 'closed']

/** Two tables that point to each other's kind of things, with more rows than fit on a screen. */
export async function seedTables(stoa: Stoa): Promise<void> {
  const companies = await stoa.post('/api/v1/table/collections', {
    body: {
      name: 'Companies',
      description: 'Who we work for.',
      access: 'project',
      schema: { fields: [{ name: 'title', type: 'text', required: true, unique: true }] },
    },
  })
  const created = await batch(
    stoa,
    companies.id,
    ['Harbour & Sons', 'Nordlicht', 'Casa Verde'].map((title) => ({ title, size: title.length })),
  )
  const [file] = await stoa.get('/api/v1/file', { query: { q: 'contract' } })
  const customers = await stoa.post('/api/v1/table/collections', {
    body: {
      name: 'Customers',
      description: 'People at the companies we work for.',
      access: 'project',
      mode: 'strict',
      schema: {
        fields: [
          { name: 'name', type: 'text', required: true },
          { name: 'email', type: 'email', unique: true },
          { name: 'state', type: 'select', options: states, default: 'new' },
          { name: 'orders', type: 'integer', min: 0, default: 0 },
          { name: 'vip', type: 'boolean', default: false },
          { name: 'since', type: 'date' },
          {
            name: 'company',
            type: 'relation',
            relation: { collectionId: companies.id, onDelete: 'setNull' },
          },
          { name: 'contract', type: 'file' },
          { name: 'notes', type: 'json' },
        ],
      },
      indexes: [{ fields: ['state', 'orders:desc'] }],
    },
  })
  const rows = Array.from({ length: 260 }, (_, at) => ({
    name: `Customer ${String(at + 1).padStart(3, '0')}`,
    email: `customer${at + 1}@example.com`,
    state: states[at % 3],
    orders: (at * 37) % 90,
    vip: at % 7 === 0,
    since: `2025-${String((at % 12) + 1).padStart(2, '0')}-15`,
    company: created[at % created.length],
    ...(at % 5 === 0 && file ? { contract: file.id } : {}),
    notes: { city: cities[at % cities.length], calls: at % 4 },
  }))
  await batch(stoa, customers.id, rows)
}

async function batch(stoa: Stoa, id: string, rows: readonly Record<string, unknown>[]): Promise<string[]> {
  const written = await stoa.post('/api/v1/table/collections/{id}/documents/batch', {
    params: { id },
    body: { operations: rows.map((data) => ({ op: 'create' as const, data })) },
  })
  if ('proposal' in written) throw new Error('The rows were only proposed')
  return written.results.map(({ document }) => document!.id)
}
