import type { Tables } from '../../../tables/index.ts'
import { type BuiltInToolkit, integer, list, record, result, shape, text, tool } from '../tool.ts'

const collection = text('The id or slug of the collection.', { minLength: 1, maxLength: 100 })
const documentId = text('The id of the document.', { format: 'uuid' })
const fields = record('The fields of the document by name.')
const document = record('The document with its id, version and times.')
const filter = record(
  'Conditions such as {"status": {"_eq": "open"}}; _eq _neq _gt _gte _lt _lte _in _contains _and _or.',
)

type QueryArgs = {
  collection: string
  filter?: Record<string, unknown>
  q?: string
  sort?: string
  fields?: string[]
  limit: number
  offset: number
}

export const createTableToolkit = ({ tables }: { tables: Tables }): BuiltInToolkit => ({
  slug: 'table',
  name: 'Tables',
  description: 'Reads and writes documents in the collections of this project, as the acting end user.',
  category: 'data-&-analytics',
  tools: [
    tool<{ q?: string; limit: number }>({
      operation: 'list_collections',
      name: 'List collections',
      description: 'Lists the collections with their fields. Call it first to learn what there is to query.',
      input: shape({
        'q?': text('Part of the name.', { maxLength: 200 }),
        'limit?': integer('At most so many.', { default: 50, minimum: 1, maximum: 100 }),
      }),
      output: result({
        collections: list('The collections.', record('id, slug, name, description and fields.')),
      }),
      effect: 'read',
      example: { arguments: {} },
      run: async ({ q, limit }, { scope }) => ({
        collections: await tables.listCollections(scope, { q, limit }),
      }),
    }),
    tool<QueryArgs>({
      operation: 'query',
      name: 'Query documents',
      description: 'Finds documents of a collection by conditions or words, sorted, a page at a time.',
      input: shape({
        collection,
        'filter?': filter,
        'q?': text('Part of any text in the document.', { maxLength: 200 }),
        'sort?': text('Such as status:asc,age:desc.', { maxLength: 600 }),
        'fields?': list('Only these fields.', text('A field.'), { maxItems: 100 }),
        'limit?': integer('At most so many.', { default: 20, minimum: 1, maximum: 100 }),
        'offset?': integer('Pass over so many.', { default: 0, minimum: 0, maximum: 1_000_000 }),
      }),
      output: result({
        documents: list('The documents.', document),
        total: integer('How many there are; large totals are estimated.'),
      }),
      effect: 'read',
      isImportant: true,
      example: { arguments: { collection: 'tickets', filter: { status: { _eq: 'open' } } } },
      run: async ({ collection: name, ...query }, { scope }) => {
        const { items, total } = await tables.query(scope, name, query)
        return { documents: items, total }
      },
    }),
    tool<{ collection: string; id: string }>({
      operation: 'get',
      name: 'Get a document',
      description: 'Reads one document by its id.',
      input: shape({ collection, id: documentId }),
      output: result({ document }),
      effect: 'read',
      example: { arguments: { collection: 'tickets', id: '0199f1a0-0000-7000-8000-000000000001' } },
      run: async ({ collection: name, id }, { scope }) => ({ document: await tables.get(scope, name, id) }),
    }),
    tool<{ collection: string; data: Record<string, unknown>; upsertOn?: string[] }>({
      operation: 'insert',
      name: 'Insert a document',
      description:
        'Adds a document; with upsertOn a document that is equal in these fields is changed instead.',
      input: shape({
        collection,
        data: fields,
        'upsertOn?': list('Fields by which one that is there is found.', text('A field.'), { maxItems: 10 }),
      }),
      output: result({ document }),
      effect: 'write',
      isImportant: true,
      example: { arguments: { collection: 'tickets', data: { status: 'open' } } },
      run: async ({ collection: name, data, upsertOn }, { scope }) => ({
        document: await tables.insert(scope, name, data, upsertOn),
      }),
    }),
    tool<{ collection: string; id: string; data: Record<string, unknown> }>({
      operation: 'update',
      name: 'Update a document',
      description: 'Changes fields of a document; null clears one, others stay as they are.',
      input: shape({ collection, id: documentId, data: fields }),
      output: result({ document }),
      effect: 'write',
      example: {
        arguments: {
          collection: 'tickets',
          id: '0199f1a0-0000-7000-8000-000000000001',
          data: { status: 'done' },
        },
      },
      run: async ({ collection: name, id, data }, { scope }) => ({
        document: await tables.update(scope, name, id, data),
      }),
    }),
    tool<{ collection: string; id: string }>({
      operation: 'delete',
      name: 'Delete a document',
      description: 'Removes a document for good.',
      input: shape({ collection, id: documentId }),
      output: result({ id: documentId }),
      effect: 'delete',
      example: { arguments: { collection: 'tickets', id: '0199f1a0-0000-7000-8000-000000000001' } },
      run: async ({ collection: name, id }, { scope }) => {
        await tables.remove(scope, name, id)
        return { id }
      },
    }),
    tool<{
      collection: string
      filter?: Record<string, unknown>
      groupBy?: string[]
      sum?: string[]
      avg?: string[]
    }>({
      operation: 'aggregate',
      name: 'Count and sum documents',
      description: 'Counts documents, and sums or averages number fields, in all or by groups.',
      input: shape({
        collection,
        'filter?': filter,
        'groupBy?': list('At most two fields to group by.', text('A field.'), { minItems: 1, maxItems: 2 }),
        'sum?': list('Fields to add up.', text('A field.'), { maxItems: 10 }),
        'avg?': list('Fields to average.', text('A field.'), { maxItems: 10 }),
      }),
      output: result({ groups: list('The figures of each group.', record('The group and its figures.')) }),
      effect: 'read',
      example: { arguments: { collection: 'tickets', groupBy: ['status'] } },
      run: async ({ collection: name, filter: conditions, groupBy, sum, avg }, { scope }) => {
        const aggregate = { count: true, ...(sum?.length ? { sum } : {}), ...(avg?.length ? { avg } : {}) }
        const { items } = await tables.query(scope, name, {
          ...(conditions ? { filter: conditions } : {}),
          ...(groupBy ? { groupBy } : {}),
          aggregate,
          limit: 100,
        })
        return { groups: items }
      },
    }),
  ],
})
