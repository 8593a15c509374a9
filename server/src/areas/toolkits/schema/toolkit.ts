import { z } from 'zod'
import { Timestamp } from '../../../kernel/http/shapes.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { AuthDetails, AuthDetailsInput, AuthMode, BaseUrl } from './auth-details.ts'
import { categorySlugs } from './categories.ts'

/** Slugs of toolkits that projects make themselves; those of the product have no underscore. */
export const ToolkitSlug = z
  .string()
  .min(3)
  .max(100)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _, and not begin with a mark')
  .refine((slug) => !isUuid(slug), 'must not have the form of an id')

const Version = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,49}$/, 'must be a version such as 1.0.0')

export const Logo = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/\S+|file:[0-9a-fA-F-]{36}|\/public\/\S+)$/, 'must be a URL, file:<id> or /public/…')

const fields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(10_000),
  logo: Logo.nullish(),
  appUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
  authSchemes: z.array(AuthMode).max(20).optional(),
  providerManagedAuthSchemes: z.array(AuthMode).max(20).optional(),
  noAuth: z.boolean().optional(),
  version: Version.optional(),
  popularityScore: z.number().min(0).max(1_000_000_000).optional(),
  categories: z.array(z.enum(categorySlugs)).max(20).optional(),
  baseUrl: BaseUrl.nullish(),
  authConfigDetails: z.array(AuthDetailsInput).max(20).optional(),
  authFlow: z
    .enum([
      'static_secret',
      'cookie_paste',
      'password',
      'password_otp',
      'oauth',
      'whatsapp_qr',
      'zernio_connect',
    ])
    .optional(),
  authRecipe: z.looseObject({}).describe('Not supported: login recipes are rejected.').optional(),
  getCurrentUserEndpoint: z.string().max(2000).nullish(),
  regions: z.array(z.string().max(20)).max(300).nullish(),
}

const driftChecks = ['off', 'hourly', 'daily', 'weekly'] as const

export const CreateToolkitBody = z.strictObject({
  slug: ToolkitSlug,
  ...fields,
  noAuth: fields.noAuth.meta({ default: false }),
  version: fields.version.meta({ default: '1.0.0' }),
  popularityScore: fields.popularityScore.meta({ default: 0 }),
})
export type CreateToolkitBody = z.output<typeof CreateToolkitBody>

export const UpdateToolkitBody = z
  .strictObject({
    slug: ToolkitSlug,
    provider: z.enum(['COMPOSIO', 'PLATFORM', 'LOCAL', 'OPENAPI', 'MCP']),
    isDisabled: z.boolean(),
    driftCheck: z
      .enum(driftChecks)
      .describe('How often the URL of an imported API description is checked for changes.'),
    ...fields,
  })
  .partial()
export type UpdateToolkitBody = z.output<typeof UpdateToolkitBody>

const item = {
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  appUrl: z.string().nullable(),
  categories: z.array(z.string()),
  authSchemes: z.array(z.string()),
  providerManagedAuthSchemes: z.array(z.string()),
  noAuth: z.boolean(),
  provider: z.enum(['PLATFORM', 'LOCAL', 'OPENAPI', 'MCP']),
  version: z.string(),
  availableVersions: z.array(z.string()),
  toolCount: z.int(),
  triggerCount: z.int(),
  isDisabled: z.boolean(),
  isConnected: z.boolean(),
  popularityScore: z.number(),
  baseUrl: z.string().nullable(),
  getCurrentUserEndpoint: z.string().nullable(),
  regions: z.array(z.string()).nullable(),
  sourceUrl: z.string().nullable().describe('URL of its published API description.'),
  /** When the service was described, where that was not at the making of the toolkit. */
  describedAt: z.string().nullable(),
  isRefreshed: z.boolean().describe('Built-in, but the project uses a newer API description.'),
  isInstalled: z.boolean().describe('Installed from the npm registry, for every project.'),
  driftedAt: Timestamp.nullable().describe(
    'When the published API description was first found to differ from the version in use.',
  ),
  /** Null for what comes with the product. */
  createdAt: Timestamp.nullable(),
  updatedAt: Timestamp.nullable(),
}

/** A toolkit as it appears in lists. */
export const ToolkitItem = z.object(item).meta({ id: 'ToolkitItem' })
export type ToolkitItem = z.output<typeof ToolkitItem>

const JsonDifference = z.object({
  path: z.string().describe('A JSON pointer into the definition of the tool.'),
  kind: z.enum(['added', 'removed', 'changed', 'type']),
  before: z
    .unknown()
    .describe('Null where there was nothing; the beginning of a value over 4,000 characters.'),
  after: z.unknown(),
})

const ToolChange = z.object({
  slug: z.string(),
  addedParameters: z.array(z.string()),
  removedParameters: z.array(z.string()),
  changedParameters: z.array(z.string()),
  nowRequired: z.array(z.string()),
  isOutputChanged: z.boolean(),
  isBreaking: z.boolean(),
  differences: z
    .array(JsonDifference)
    .optional()
    .describe('For tools of MCP servers: every text and schema that differs, up to 50.'),
})

export const ToolkitChanges = z
  .object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(ToolChange) })
  .meta({ id: 'ToolkitChanges' })
export type ToolkitChanges = z.output<typeof ToolkitChanges>

/** The result of a check of the description's origin. Nothing of it is applied without a request. */
export const ToolkitWatch = z
  .object({
    check: z.enum(driftChecks),
    checkedAt: Timestamp.nullable(),
    fault: z.string().nullable().describe('Why the last check of the URL failed.'),
    driftedAt: Timestamp.nullable(),
    apiVersion: z.string().nullable().describe('Version of the published API description.'),
    changes: ToolkitChanges.nullable(),
    newHosts: z
      .array(z.string())
      .describe('Hosts to which the published API description would send credentials.'),
  })
  .meta({ id: 'ToolkitWatch' })
export type ToolkitWatch = z.output<typeof ToolkitWatch>

export const Toolkit = z
  .object({
    ...item,
    authConfigDetails: z.array(AuthDetails),
    watch: ToolkitWatch.nullable().describe('Null if it was not imported from a URL.'),
  })
  .meta({ id: 'Toolkit' })
export type Toolkit = z.output<typeof Toolkit>

export const ToolkitParams = z.object({
  id: z.string().min(1).max(100).describe('The id or slug of the toolkit.'),
})

export const Category = z
  .object({ slug: z.string(), name: z.string(), toolkitCount: z.int() })
  .meta({ id: 'ToolkitCategory' })
export type Category = z.output<typeof Category>

export const MessagingChannels = z
  .object({
    channels: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        logo: z.string().nullable(),
        isConnected: z.boolean(),
        isDisabled: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'MessagingChannels' })
export type MessagingChannels = z.output<typeof MessagingChannels>
