import { z } from 'zod'
import { pageParams, Timestamp, textParam, Uuid } from '../../../../kernel/http/shapes.ts'
import { ResourceUri } from './uri-template.ts'

export const maxTextBytes = 256 * 1024

const Name = z.string().trim().min(1).max(200)
const Title = z.string().trim().min(1).max(200).describe('What people see in place of the name.')
const Description = z.string().trim().max(2_000)
export const MimeType = z
  .string()
  .max(200)
  .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+"-]+)*$/, 'must be a media type such as text/markdown')
const Text = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) <= maxTextBytes,
    `must be at most ${maxTextBytes} bytes; upload a larger one as a file`,
  )
  .describe('The content. In a template, `{{id}}` is replaced by the variable `{id}` of the URI.')
const FileId = Uuid.describe(
  'A file in place of a text, up to 4 MiB. All clients of the server can read it. The caller must be able to read it now.',
)
const MimeTypeInput = MimeType.describe('Without it that of the file, or `text/plain`.')

const isOne = (text: unknown, fileId: unknown): boolean => (text == null) !== (fileId == null)

export const CreateResourceBody = z
  .strictObject({
    uri: ResourceUri,
    name: Name,
    title: Title.nullish(),
    description: Description.default(''),
    mimeType: MimeTypeInput.nullish(),
    text: Text.nullish(),
    fileId: FileId.nullish(),
  })
  .refine(({ text, fileId }) => isOne(text, fileId), {
    path: ['text'],
    message: 'is required unless fileId is there, and not allowed beside it',
  })
export type CreateResourceBody = z.output<typeof CreateResourceBody>

export const UpdateResourceBody = z
  .strictObject({
    uri: ResourceUri.optional(),
    name: Name.optional(),
    title: Title.nullable().optional(),
    description: Description.optional(),
    mimeType: MimeTypeInput.nullable().optional(),
    text: Text.optional(),
    fileId: FileId.optional().describe('Replaces the text; `text` replaces a file.'),
  })
  .refine(({ text, fileId }) => text === undefined || fileId === undefined, {
    path: ['text'],
    message: 'is not allowed beside fileId',
  })
export type UpdateResourceBody = z.output<typeof UpdateResourceBody>

export const McpResourceSummary = z
  .object({
    id: z.uuid(),
    serverId: z.uuid(),
    uri: z.string(),
    isTemplate: z.boolean().describe('Whether the URI has variables.'),
    name: z.string(),
    title: z.string().nullable(),
    description: z.string(),
    mimeType: z.string(),
    fileId: z.uuid().nullable(),
    version: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'McpResourceSummary' })
export type McpResourceSummary = z.output<typeof McpResourceSummary>

export const McpResource = McpResourceSummary.extend({
  text: z.string().nullable().describe('Null for a file.'),
}).meta({ id: 'McpResource' })
export type McpResource = z.output<typeof McpResource>

/** Both lists are read in the order of their keys, as clients see them. */
export const ContentQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the URI, name, title or description.'),
  ...pageParams,
})
export type ContentQuery = z.output<typeof ContentQuery>
