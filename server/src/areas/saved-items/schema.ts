import { z } from 'zod'
import {
  choiceParam,
  IdParams,
  openObject,
  pageParams,
  Timestamp,
  textParam,
  Uuid,
  uuidParam,
} from '../../kernel/http/shapes.ts'

export { IdParams }

export const kinds = ['table_view', 'playground_preset', 'playground_conversation'] as const
export type Kind = (typeof kinds)[number]

const maxDataBytes = 256 * 1024
const Data = openObject().refine(
  (value) => Buffer.byteLength(JSON.stringify(value)) <= maxDataBytes,
  'must have at most 256 KiB',
)
const Name = z.string().trim().min(1).max(120)

export const SavedItemSummary = z
  .object({
    id: z.uuid(),
    kind: z.enum(kinds),
    name: z.string(),
    collectionId: z.uuid().nullable(),
    version: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SavedItemSummary' })
export type SavedItemSummary = z.output<typeof SavedItemSummary>

export const SavedItem = SavedItemSummary.extend({ data: openObject() }).meta({ id: 'SavedItem' })
export type SavedItem = z.output<typeof SavedItem>

export const ListQuery = z.strictObject({
  kind: choiceParam(kinds).describe('Which kind of items.'),
  collectionId: uuidParam().optional().describe('Only views of this table.'),
  q: textParam(120).optional().describe('Substring of the name, case-insensitive.'),
  ...pageParams,
})
export type ListQuery = z.output<typeof ListQuery>

export const CreateBody = z
  .strictObject({
    kind: z.enum(kinds),
    name: Name,
    collectionId: Uuid.nullish().describe('The table of a view; of no other kind.'),
    data: Data.describe('What the dashboard needs to restore it.'),
  })
  .refine(({ kind, collectionId }) => (kind === 'table_view') === (collectionId != null), {
    path: ['collectionId'],
    message: 'is required for the kind table_view, and not allowed for others',
  })
export type CreateBody = z.output<typeof CreateBody>

export const UpdateBody = z.strictObject({ name: Name.optional(), data: Data.optional() })
export type UpdateBody = z.output<typeof UpdateBody>
