import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  IdParams,
  integerParam,
  openObject,
  pageParams,
  sortOrders,
  TimeInput,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
} from '../../kernel/http/shapes.ts'

export { IdParams }

export const fileTypes = ['image', 'document', 'audio', 'video', 'chat', 'avatar', 'other'] as const
export type FileType = (typeof fileTypes)[number]

export const File = z
  .object({
    id: z.uuid(),
    name: z.string(),
    fileType: z.enum(fileTypes),
    mimeType: z.string(),
    extension: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    url: z.string().describe('Download URL; requires an API key.'),
    ref: z.string().describe('Reference for messages, documents and workflows: `file:` plus the id.'),
    status: z.enum(['ready', 'processing', 'quarantined']),
    expiresAt: Timestamp.nullable(),
    metadata: openObject(),
    eUID: z.uuid().describe('The end user who owns it.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'StoredFile' })
export type File = z.output<typeof File>

const maxMetadataBytes = 16_384

/** Facts of the developer's own; they come back as they were given. */
export const Metadata = z
  .record(z.string().max(200), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxMetadataBytes,
    `must be at most ${maxMetadataBytes} bytes`,
  )

export const FileTypeParams = z.object({ fileType: z.enum(fileTypes) })

export const FileTypeRule = z
  .object({
    fileType: z.enum(fileTypes),
    maxBytes: z.int().describe('Maximum size of a single request.'),
    maxResumableBytes: z.int().describe('Maximum size of a multipart upload.'),
    accepts: z.array(z.string()),
  })
  .meta({ id: 'FileTypeRule' })

const sortFields = [
  'createdAt',
  'updatedAt',
  'name',
  'sizeBytes',
  'fileType',
  'mimeType',
  'expiresAt',
  'id',
] as const
export type SortField = (typeof sortFields)[number]

export const ListQuery = z
  .strictObject({
    q: textParam(255).optional().describe('Substring of the name, case-insensitive.'),
    format: textParam(100)
      .optional()
      .describe('An extension (`pdf`), a MIME type (`image/png`) or its top-level type (`image`).'),
    fileType: choiceParam(fileTypes).optional(),
    from: timestampParam().optional().describe('Created at this time or later.'),
    to: timestampParam().optional().describe('Created before this time.'),
    sortBy: choiceParam(sortFields, 'createdAt').default('createdAt'),
    sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
    ...pageParams,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'must not be later than to',
  })
export type ListQuery = z.output<typeof ListQuery>

export const UpdateBody = z.strictObject({
  name: z.string().min(1).max(1000).optional(),
  expiresAt: TimeInput.nullish().describe('When the file is deleted automatically; null retains it.'),
  metadata: Metadata.optional().describe('Replaces the existing metadata.'),
})
export type UpdateBody = z.output<typeof UpdateBody>

export const NameParams = z.object({ id: z.string().min(1).max(1000).describe('The file name.') })
export const DownloadQuery = z.strictObject({
  disposition: choiceParam(['attachment', 'inline'], 'attachment').default('attachment'),
})

export const SignBody = z.strictObject({
  ttlSec: z.int().min(1).max(86_400).default(3600),
  purpose: z
    .enum(['share', 'preview'])
    .default('share')
    .describe('`preview` is for a signed-in user viewing the file and is not audited as sharing.'),
})
export type SignBody = z.output<typeof SignBody>
export const SignedUrl = z.object({ url: z.url(), expiresAt: Timestamp }).meta({ id: 'SignedUrl' })
export const LinkParams = z.object({ token: z.string().max(300) })

export const DeleteQuery = z.strictObject({
  strict: booleanParam().optional().describe('Fail if the file is in use.'),
})
export const DeleteManyBody = z.strictObject({ ids: z.array(Uuid).min(1).max(100) })
export const DeletedMany = z
  .object({
    deleted: z.int(),
    results: z.array(z.object({ id: z.uuid(), deleted: z.boolean(), error: z.string().nullable() })),
  })
  .meta({ id: 'DeletedFiles' })
export type DeletedMany = z.output<typeof DeletedMany>

export const PruneBody = z.strictObject({ count: z.int().min(1).max(100).default(10) })
export const Pruned = z.object({ deleted: z.int(), freedKb: z.number() }).meta({ id: 'PrunedFiles' })

export const BreakdownQuery = z.strictObject({
  byType: booleanParam().optional().describe('Include a breakdown by file type; computed on every request.'),
})

export const TypeUsage = z
  .object({ fileType: z.enum(fileTypes), files: z.int(), usedKb: z.number() })
  .meta({ id: 'FileTypeUsage' })
export type TypeUsage = z.output<typeof TypeUsage>

export const StorageBreakdown = z
  .object({
    accountUsedKb: z.number(),
    projectUsedKb: z.number(),
    endUserUsedKb: z.number(),
    limitGb: z.number().nullable().describe('Limit of the project in GiB; null if unlimited.'),
    endUserLimitGb: z.number().nullable(),
    byType: z
      .array(TypeUsage)
      .nullable()
      .describe('Storage of the project by type, largest first; null unless requested.'),
  })
  .meta({ id: 'StorageBreakdown' })
export type StorageBreakdown = z.output<typeof StorageBreakdown>

export const FileReference = z
  .object({ kind: z.string(), id: z.string(), createdAt: Timestamp })
  .meta({ id: 'FileReference' })
export type FileReference = z.output<typeof FileReference>
export const ReferenceQuery = z.strictObject(pageParams)
export type ReferenceQuery = z.output<typeof ReferenceQuery>

export const UploadResult = z
  .object({
    name: z.string(),
    success: z.boolean(),
    file: File.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'UploadResult' })
export type UploadResult = z.output<typeof UploadResult>

/** Fields that are allowed beside the file in a form. */
export const FormFields = z.object({ expiresAt: TimeInput.optional(), metadata: Metadata.optional() })
export type FormFields = z.output<typeof FormFields>

const mib = 1024 * 1024
export const maxParts = 10_000

export const StartUploadBody = z.strictObject({
  fileType: z.enum(fileTypes),
  name: z.string().min(1).max(1000),
  sizeBytes: z.int().min(1),
  partSizeBytes: z
    .int()
    .min(mib)
    .max(64 * mib)
    .default(8 * mib),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .toLowerCase()
    .optional()
    .describe('SHA-256 of the whole file; verified on completion.'),
  expiresAt: TimeInput.nullish(),
  metadata: Metadata.optional(),
})
export type StartUploadBody = z.output<typeof StartUploadBody>

export const UploadPart = z
  .object({ number: z.int(), sizeBytes: z.int(), sha256: z.string() })
  .meta({ id: 'UploadPart' })
export type UploadPart = z.output<typeof UploadPart>

export const Upload = z
  .object({
    id: z.uuid(),
    status: z.enum(['uploading', 'ready']),
    fileId: z.uuid().nullable(),
    fileType: z.enum(fileTypes),
    name: z.string(),
    sizeBytes: z.int(),
    partSizeBytes: z.int(),
    partCount: z.int(),
    parts: z.array(UploadPart).describe('The received parts, in order.'),
    createdAt: Timestamp,
    expiresAt: Timestamp.describe('When it is deleted unless completed.'),
  })
  .meta({ id: 'Upload' })
export type Upload = z.output<typeof Upload>

export const PartParams = z.object({ id: Uuid, n: integerParam({ min: 1, max: maxParts }) })
