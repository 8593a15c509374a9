import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
} from '../../../kernel/http/shapes.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { type Field, FieldInput, FieldView, maxFields } from './field.ts'

export const accessPolicies = ['owner', 'project', 'readProject_writeOwner'] as const
export const maxIndexes = 20
export const defaultMaxDocuments = 100_000
const maxDocuments = 10_000_000

const Slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must have only lowercase letters, digits, - and _')
  .refine((slug) => !isUuid(slug), 'must not look like an id')

export const IndexInput = z.strictObject({
  fields: z
    .array(z.string().min(1).max(110))
    .min(1)
    .max(3)
    .describe('Ordered fields, each optionally followed by `:asc` or `:desc`.'),
})

const fields = z.array(FieldInput).max(maxFields)

const settings = {
  name: z.string().trim().min(1).max(200),
  slug: Slug,
  description: z.string().max(2000),
  mode: z
    .enum(['flexible', 'strict'])
    .describe('Flexible collections accept fields that are not in the schema.'),
  access: z.enum(accessPolicies).describe('Who can read and write a document.'),
  writes: z
    .enum(['direct', 'proposed'])
    .describe('`proposed`: writes of member keys need approval by an admin.'),
  maxDocuments: z.number().int().min(1).max(maxDocuments),
  historyDays: z.number().int().min(1).max(3650).describe('Retention of earlier versions in days.'),
  schema: z.strictObject({ fields }),
  indexes: z.array(IndexInput).max(maxIndexes),
}

export const CreateCollectionBody = z.strictObject({
  name: settings.name,
  slug: settings.slug.optional(),
  description: settings.description.default(''),
  mode: settings.mode.default('flexible'),
  access: settings.access.default('owner'),
  writes: settings.writes.default('direct'),
  maxDocuments: settings.maxDocuments.default(defaultMaxDocuments),
  historyDays: settings.historyDays.default(30),
  schema: settings.schema.default({ fields: [] }),
  indexes: settings.indexes.default([]),
  exposeViaMcp: z.boolean().default(false),
})
export type CreateCollectionBody = z.output<typeof CreateCollectionBody>

export const UpdateCollectionBody = z.strictObject({
  name: settings.name.optional(),
  slug: settings.slug.optional(),
  description: settings.description.optional(),
  mode: settings.mode.optional(),
  access: settings.access.optional(),
  writes: settings.writes.optional(),
  maxDocuments: settings.maxDocuments.optional(),
  historyDays: settings.historyDays.optional(),
  schema: settings.schema.optional(),
  indexes: settings.indexes.optional(),
  exposeViaMcp: z.boolean().optional(),
})
export type UpdateCollectionBody = z.output<typeof UpdateCollectionBody>

export const ExposeBody = z.strictObject({ exposeViaMcp: z.boolean() })
export const UpdateCollectionQuery = z.strictObject({
  dryRun: booleanParam().optional().describe('Only report what the change would do and what blocks it.'),
})

/** One part of an index or of a sort order. */
export type SortPart = { field: string; isDescending: boolean }

/** An index as it is stored; the first part is always ascending, because an index can be read from both ends. */
export type Index = { number: number; parts: SortPart[]; state: 'building' | 'ready' }

export type Collection = {
  projectId: string
  id: string
  slug: string
  name: string
  description: string
  mode: 'flexible' | 'strict'
  access: (typeof accessPolicies)[number]
  writes: 'direct' | 'proposed'
  isExposedViaMcp: boolean
  maxDocuments: number
  historyDays: number
  fields: Field[]
  indexes: Index[]
  nextNumber: number
  ownerId: string
  version: number
  /** Another one after every change of the row, also by another node; the counts of documents are not part of it. */
  rowVersion: string
  documentCount: number
  sizeBytes: number
  createdAt: string
  updatedAt: string
}

const Blocker = z.object({
  field: z.string(),
  rule: z.string(),
  message: z.string(),
  count: z.number(),
  examples: z.array(z.string()).describe('Ids of the first blocking documents.'),
})
export const MigrationReport = z.object({
  checkedDocuments: z.number(),
  rewrittenDocuments: z
    .number()
    .describe('Documents that get a new version because of renamed, filled or cleared fields.'),
  blockers: z.array(Blocker),
})
export type MigrationReport = z.output<typeof MigrationReport>

export const CollectionView = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    mode: settings.mode,
    access: settings.access,
    writes: settings.writes,
    schema: z.object({ fields: z.array(FieldView) }),
    indexes: z.array(z.object({ fields: z.array(z.string()), state: z.enum(['building', 'ready']) })),
    exposeViaMcp: z.boolean(),
    maxDocuments: z.number(),
    historyDays: z.number(),
    documentCount: z.number(),
    sizeBytes: z.number(),
    ownerId: z.uuid(),
    version: z.number(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    migration: MigrationReport.optional().describe('What the schema change did, or with `dryRun` would do.'),
  })
  .meta({ id: 'TableCollection' })
export type CollectionView = z.output<typeof CollectionView>

const directed = ({ field, isDescending }: SortPart) => (isDescending ? `${field}:desc` : field)

export function viewOf(collection: Collection, migration?: MigrationReport): CollectionView {
  const {
    projectId: _,
    fields,
    indexes,
    nextNumber: __,
    rowVersion: ___,
    isExposedViaMcp,
    ...rest
  } = collection
  return {
    ...rest,
    schema: { fields: fields.map(({ number: ____, ...field }) => field) },
    indexes: indexes.map(({ parts, state }) => ({ fields: parts.map(directed), state })),
    exposeViaMcp: isExposedViaMcp,
    ...(migration ? { migration } : {}),
  }
}

export const CollectionQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the name or slug.'),
  sortBy: choiceParam(['createdAt', 'updatedAt', 'name'], 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type CollectionQuery = z.output<typeof CollectionQuery>

/** Collections are known by their id and by their slug. */
export const CollectionParams = z.object({ id: z.string().min(1).max(100) })
