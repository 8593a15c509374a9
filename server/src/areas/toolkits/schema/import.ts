import { z } from 'zod'
import { Timestamp, Uuid } from '../../../kernel/http/shapes.ts'
import { AuthDetailsInput, AuthMode, BaseUrl } from './auth-details.ts'
import { categorySlugs } from './categories.ts'
import { Logo, Toolkit, ToolkitChanges, ToolkitSlug } from './toolkit.ts'
import { ToolkitTool } from './with-tools.ts'

const Patterns = z.array(z.string().min(1).max(300)).max(500)

export const ImportOpenApiBody = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    spec: z
      .union([z.string().min(1), z.looseObject({})])
      .optional()
      .describe('The document itself, as JSON or as a text of JSON or YAML.'),
    fileId: Uuid.optional().describe('A file of the project’s default user.'),
    slug: ToolkitSlug,
    name: z.string().trim().min(1).max(200).optional(),
    description: z.string().max(10_000).optional(),
    logo: Logo.nullish(),
    categories: z.array(z.enum(categorySlugs)).max(20).optional(),
    include: Patterns.optional().describe(
      'Ids, tags, paths, `GET /path` or slugs of operations; * stands for anything.',
    ),
    exclude: Patterns.optional(),
    baseUrl: BaseUrl.optional().describe('Where the API stands, when the document does not say or is wrong.'),
    authSchemes: z
      .array(AuthMode)
      .max(20)
      .optional()
      .describe('When the document does not say how it lets callers in.'),
    authConfigDetails: z.array(AuthDetailsInput).max(20).optional(),
    replace: z.boolean().default(false).describe('Makes it a new version of the toolkit of that slug.'),
    dryRun: z.boolean().default(false).describe('Tells what would come of it and keeps nothing.'),
  })
  .refine(
    ({ url, spec, fileId }) => [url, spec, fileId].filter((given) => given !== undefined).length === 1,
    'exactly one of url, spec and fileId must be given',
  )
export type ImportOpenApiBody = z.output<typeof ImportOpenApiBody>

export const RefreshToolkitBody = z.strictObject({
  dryRun: z.boolean().default(false),
  acceptNewHosts: z
    .boolean()
    .default(false)
    .describe('Lets credentials go where the new document says. For admins.'),
})
export type RefreshToolkitBody = z.output<typeof RefreshToolkitBody>

export const ImportOutcome = z
  .object({
    isDryRun: z.boolean(),
    /** False when the document is the one that is there already. */
    isChanged: z.boolean(),
    /** Null when nothing was kept. */
    toolkit: Toolkit.nullable(),
    version: z.string(),
    baseUrl: z.string().nullable(),
    allowedHosts: z.array(z.string()),
    authSchemes: z.array(z.string()),
    toolCount: z.int(),
    tools: z.array(ToolkitTool),
    /** Null for the first version. */
    changes: ToolkitChanges.nullable(),
  })
  .meta({ id: 'ToolkitImport' })
export type ImportOutcome = z.output<typeof ImportOutcome>

export const ToolkitVersion = z
  .object({
    version: z.string(),
    isCurrent: z.boolean(),
    toolCount: z.int(),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable(),
    changes: ToolkitChanges.nullable(),
    createdAt: Timestamp.nullable(),
  })
  .meta({ id: 'ToolkitVersion' })
export type ToolkitVersion = z.output<typeof ToolkitVersion>
