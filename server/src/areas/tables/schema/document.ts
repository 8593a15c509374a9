import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  integerParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import type { Data } from './values.ts'

export const DocumentParams = z.object({ collectionId: z.string().min(1).max(100), documentId: Uuid })

/** The fields themselves, without anything around them: which of them are right only the collection can say. */
export const DocumentBody = openObject(z.unknown().describe('A field of the collection, under its own name.'))

const system = {
  id: z.uuid(),
  collectionId: z.uuid(),
  ownerId: z.uuid(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.number(),
}
export const DocumentView = z.looseObject(system).meta({ id: 'TableDocument' })
export const Deleted = z.object({ id: z.uuid(), deleted: z.literal(true) })
/** With `fields` only some of it, with an aggregate the figures of one group. */
export const ListedDocument = z.looseObject({ id: z.uuid().optional() })

/** A document as it is stored. */
export type Document = {
  id: string
  collectionId: string
  ownerId: string
  data: Data
  sizeBytes: number
  version: number
  createdAt: string
  updatedAt: string
}

export const flat = ({ id, collectionId, ownerId, data, version, createdAt, updatedAt }: Document) => ({
  ...data,
  id,
  collectionId,
  ownerId,
  createdAt,
  updatedAt,
  version,
})

const maxFilterLength = 16_000
const FilterParam = z.union([z.string().max(maxFilterLength), openObject()]).meta({
  jsonSchema: {
    type: 'string',
    maxLength: maxFilterLength,
    description:
      'JSON such as `{"status":{"_eq":"open"}}`, or bracket notation such as `filter[status][_eq]=open`.',
  },
})

const partForm = /^filter((?:\[[^[\]]{1,110}\]){1,8})$/

/** Puts `filter[status][_eq]=open` together again; names of prototypes stay ordinary keys. */
function batched(input: unknown, context: z.RefinementCtx): unknown {
  if (typeof input !== 'object' || input === null) return input
  const rest: Record<string, unknown> = {}
  let filter: Record<string, unknown> | null = null
  for (const [name, value] of Object.entries(input)) {
    const path = partForm.exec(name)?.[1]
    if (path === undefined) rest[name] = value
    else if (path.includes('[__proto__]')) {
      // The shape would drop it without a word, and the list would show everything.
      context.addIssue({ code: 'custom', path: [name], message: 'is not a field' })
    } else {
      filter ??= Object.create(null) as Record<string, unknown>
      setAt(filter, path.slice(1, -1).split(']['), value)
    }
  }
  if (filter && rest.filter === undefined) rest.filter = { ...filter }
  return rest
}

function setAt(into: Record<string, unknown>, [head = '', ...path]: string[], value: unknown): void {
  if (path.length === 0) {
    into[head] = value
    return
  }
  const inner = into[head]
  const next =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? (inner as Record<string, unknown>)
      : (Object.create(null) as Record<string, unknown>)
  into[head] = next
  setAt(next, path, value)
}

const names = pageParams.fields
const { fields: _, ...paging } = pageParams
export const counts = ['auto', 'exact', 'none'] as const

/** The choice of fields is made here and not by the envelope, which does not know a collection's fields. */
const renamed = <T extends { fields?: string[] | undefined }>({ fields, ...rest }: T) => ({
  ...rest,
  picked: fields,
})

const reading = {
  filter: FilterParam.optional(),
  q: textParam(200).optional().describe('Substring of any string or number in the document.'),
  sort: textParam(600).optional().describe('For example `status:asc,age:desc`.'),
  fields: names,
  asOf: timestampParam().optional().describe('Return the state at this time.'),
}

export const DocumentQuery = z
  .preprocess(
    batched,
    z.strictObject({
      ...reading,
      ...paging,
      sortBy: textParam(110).optional(),
      sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
      expand: names.describe('Relations to include under `expand`.'),
      cursor: textParam(4000).optional().describe('The `x-next-cursor` of the previous page.'),
      count: choiceParam(counts, 'auto').default('auto'),
    }),
  )
  .transform(renamed)
export type DocumentQuery = z.output<typeof DocumentQuery>

export const ExportQuery = z
  .preprocess(
    batched,
    z.strictObject({ ...reading, format: choiceParam(['jsonl', 'csv'], 'jsonl').default('jsonl') }),
  )
  .transform(renamed)
export type ExportQuery = z.output<typeof ExportQuery>

export const GetDocumentQuery = z
  .strictObject({ asOf: reading.asOf, expand: names, fields: names })
  .transform(renamed)
export const CreateDocumentQuery = z.strictObject({
  upsertOn: names.describe('Upsert key: update the document with the same values in these fields instead.'),
})
export const PatchDocumentQuery = z.strictObject({
  merge: choiceParam(['shallow', 'deep'], 'shallow')
    .default('shallow')
    .describe('`deep` also merges nested objects.'),
})

const fieldNames = z.array(z.string().min(1).max(110)).min(1).max(20)
export const Aggregate = z.strictObject({
  count: z.boolean().optional(),
  sum: fieldNames.optional(),
  avg: fieldNames.optional(),
  min: fieldNames.optional(),
  max: fieldNames.optional(),
})
export type Aggregate = z.output<typeof Aggregate>

export const QueryBody = z
  .strictObject({
    filter: openObject().optional(),
    q: z.string().max(200).optional(),
    sort: z.union([z.string().max(600), z.array(z.string().max(110)).max(5)]).optional(),
    fields: z.array(z.string().max(110)).max(100).optional(),
    expand: z.array(z.string().max(110)).max(20).optional(),
    page: z.number().int().min(1).default(1),
    limit: z.number().int().min(1).max(100).default(20),
    offset: z.number().int().min(0).optional(),
    cursor: z.string().max(4000).optional(),
    count: z.enum(counts).default('auto'),
    asOf: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
    aggregate: Aggregate.optional().describe('Return aggregates instead of documents.'),
    groupBy: z.array(z.string().min(1).max(110)).min(1).max(2).optional(),
  })
  .transform(renamed)
export type QueryBody = z.output<typeof QueryBody>

const ref = { id: Uuid.optional(), ifVersion: z.number().int().min(1).optional() }
export const Operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), data: DocumentBody }),
  z.strictObject({
    op: z.literal('update'),
    ...ref,
    id: Uuid,
    data: DocumentBody,
    merge: z.enum(['shallow', 'deep']).optional(),
  }),
  z.strictObject({ op: z.literal('replace'), ...ref, id: Uuid, data: DocumentBody }),
  z.strictObject({ op: z.literal('upsert'), on: fieldNames, data: DocumentBody }),
  z.strictObject({ op: z.literal('delete'), ...ref, id: Uuid }),
])
export type Operation = z.output<typeof Operation>

export const BatchBody = z.strictObject({
  operations: z.array(Operation).min(1).max(500),
  atomic: z
    .boolean()
    .default(true)
    .describe(
      'All or nothing; otherwise each operation succeeds or fails on its own, and the response lists the failures.',
    ),
})
export type BatchBody = z.output<typeof BatchBody>

export const BatchResult = z.object({
  applied: z.number(),
  failed: z.number(),
  results: z.array(
    z.object({
      index: z.number(),
      op: z.string(),
      successful: z.boolean(),
      document: DocumentView.nullable(),
      error: z.object({ code: z.string(), message: z.string(), details: z.array(z.unknown()) }).nullable(),
    }),
  ),
})
export type BatchResult = z.output<typeof BatchResult>

export const ActorView = z.object({
  kind: z.enum(['key', 'session', 'end-user-token', 'system']),
  id: z.uuid().nullable(),
  externalUserId: z.uuid(),
})
export type ActorView = z.output<typeof ActorView>

export const DocumentVersionView = z
  .object({
    documentId: z.uuid(),
    version: z.number(),
    change: z.enum(['created', 'updated', 'deleted']),
    data: openObject().nullable(),
    actor: ActorView,
    changedAt: Timestamp,
  })
  .meta({ id: 'TableDocumentVersion' })
export type DocumentVersionView = z.output<typeof DocumentVersionView>

export const HistoryQuery = z.strictObject(pageParams)
export type HistoryQuery = z.output<typeof HistoryQuery>

export const ChangesQuery = z.strictObject({
  cursor: integerParam({ min: 0 })
    .optional()
    .describe('The number of the last change seen; 0 starts with the first. Defaults to now.'),
})
export const DocumentChange = z.object({
  seq: z.number(),
  change: z.enum(['created', 'updated', 'deleted']),
  documentId: z.uuid(),
  version: z.number(),
  changedAt: Timestamp,
  document: DocumentView.nullable(),
})
