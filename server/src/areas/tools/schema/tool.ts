import { z } from 'zod'
import { DecimalCredits } from '../../../kernel/credits.ts'
import { openObject, Timestamp } from '../../../kernel/http/shapes.ts'
import type { JsonSchema, ToolHints } from '../../toolkits/index.ts'
import { BrowserBody } from './browser-steps.ts'

export const toolTypes = ['action', 'poll', 'webhook'] as const
export type ToolType = (typeof toolTypes)[number]

const Slug = z
  .string()
  .max(100)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/,
    'must be letters, digits, _, . and -, and not begin with a mark',
  )

const Version = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]*$/, 'must be a version such as 1.0.0')

/** Which schemas are taken is said by the service, with all that is wrong with one. */
const SchemaInput = openObject().describe('A JSON Schema (draft 2020-12).')

export const hostForm = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const maxSourceBytes = 256 * 1024

export const ScriptBody = z.strictObject({
  language: z.enum(['javascript', 'python']),
  source: z
    .string()
    .min(1)
    .max(maxSourceBytes)
    .refine((text) => Buffer.byteLength(text) <= maxSourceBytes, 'must have at most 256 KiB')
    .describe('The body of a function; the arguments are in `state`, as in `return state.a + state.b`.'),
  allowedHosts: z
    .array(z.string().max(253).regex(hostForm, 'must be a host such as api.example.com'))
    .max(50)
    .default([])
    .describe(
      'Hosts that `fetch` may reach. Requests to the hosts of the account are authenticated outside the script.',
    ),
})

export const HttpBody = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  url: z
    .string()
    .min(1)
    .max(4000)
    .describe('May contain {{name}} placeholders for arguments, but not in the host.'),
  headers: z.record(z.string().max(200), z.string().max(8000)).default({}),
  query: z.record(z.string().max(200), z.unknown()).default({}),
  body: z
    .unknown()
    .optional()
    .describe(
      'A value or text with {{name}} placeholders for arguments; a value that is a single placeholder preserves its type.',
    ),
})

const Hints = z.strictObject({
  isReadOnly: z.boolean().nullish(),
  isDestructive: z.boolean().nullish(),
  isIdempotent: z.boolean().nullish(),
})

export const toolFields = {
  slug: Slug,
  name: z.string().trim().min(1).max(200),
  description: z.string().max(20_000),
  instructions: z.string().max(20_000),
  toolkitSlug: z.string().min(1).max(100),
  inputParameters: SchemaInput,
  outputParameters: SchemaInput,
  deprecatedInfo: z
    .strictObject({
      displayName: z.string().max(200).optional(),
      version: Version.optional(),
      availableVersions: z.array(Version).max(100).optional(),
      isDeprecated: z.boolean().optional(),
      toolkit: z.strictObject({ logo: z.string().max(2000).optional() }).optional(),
    })
    .describe('Provides defaults for fields that are not set.'),
  noAuth: z.boolean(),
  scopes: z.array(z.string().max(500)).max(200),
  tags: z.array(z.string().min(1).max(100)).max(100),
  isImportant: z.boolean(),
  popularityScore: z.number().min(0).max(1_000_000_000),
  type: z.enum(toolTypes),
  availableVersions: z.array(Version).max(100),
  version: Version,
  isDeprecated: z.boolean(),
  isDisabled: z.boolean(),
  triggerThreadKey: z.string().max(500).nullable(),
  executionCreditCost: DecimalCredits(1_000_000)
    .nullable()
    .describe('Credits per successful execution; admins only.'),
  script: ScriptBody.nullable(),
  http: HttpBody.nullable(),
  browser: BrowserBody.nullable(),
  hints: Hints,
}
const { slug, name, description, toolkitSlug, inputParameters, ...others } = toolFields

const created = z.object(others).partial().shape

export const CreateToolBody = z
  .strictObject({
    slug,
    name,
    description,
    toolkitSlug,
    inputParameters,
    ...created,
    noAuth: created.noAuth.meta({ default: false }),
    isImportant: created.isImportant.meta({ default: false }),
    popularityScore: created.popularityScore.meta({ default: 0 }),
    type: created.type.meta({ default: 'action' }),
    version: created.version.meta({ default: '1.0.0' }),
    isDeprecated: created.isDeprecated.meta({ default: false }),
    isDisabled: created.isDisabled.meta({ default: false }),
  })
  .refine((body) => !(isScript(body.script) && body.http), {
    path: ['http'],
    message: 'must be omitted with a script',
  })
  .refine((body) => !(body.browser && (isScript(body.script) || body.http)), {
    path: ['browser'],
    message: 'must be omitted with a script or an http request',
  })
export type CreateToolBody = z.output<typeof CreateToolBody>

export const UpdateToolBody = z
  .strictObject({
    ...toolFields,
    // Responses contain only the language, and what was read may be sent back unchanged.
    script: z.union([ScriptBody, z.enum(['javascript', 'python'])]).nullable(),
  })
  .partial()
export type UpdateToolBody = z.output<typeof UpdateToolBody>

export type ScriptBody = z.output<typeof ScriptBody>
export type HttpBody = z.output<typeof HttpBody>

export const isScript = (body: unknown): body is ScriptBody => typeof body === 'object' && body !== null

/** What runs a custom tool. */
export type Implementation =
  | ({ kind: 'script' } & ScriptBody)
  | ({
      kind: 'http'
      /** As it is stored: the values of marks in headers and query; null where there are none. */
      sealed?: string | null
    } & HttpBody)
  | ({ kind: 'browser' } & BrowserBody)

/** What a caller may decide about a tool and what changes with its version. */
export type ToolContent = {
  name: string
  description: string
  instructions: string
  isDeprecated: boolean
  hints: ToolHints
  inputParameters: JsonSchema
  outputParameters: JsonSchema
  implementation: Implementation | null
}

const JsonObject = openObject()
const item = {
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  toolkitSlug: z.string(),
  provider: z.enum(['PLATFORM', 'LOCAL', 'OPENAPI', 'MCP']),
  type: z.enum(toolTypes),
  noAuth: z.boolean(),
  scopes: z.array(z.string()),
  tags: z.array(z.string()),
  isImportant: z.boolean(),
  popularityScore: z.number(),
  version: z.string(),
  availableVersions: z.array(z.string()),
  isDeprecated: z.boolean(),
  isDisabled: z.boolean(),
  executionCreditCost: z.number(),
  hints: z.object({
    isReadOnly: z.boolean().nullable(),
    isDestructive: z.boolean().nullable(),
    isIdempotent: z.boolean().nullable(),
  }),
  fieldModifiers: JsonObject,
  script: z.string().nullable().describe('The language of its script; null if it has no script.'),
  isExecutable: z.boolean(),
  triggerThreadKey: z.string().nullable(),
  ragContentHash: z.string().nullable(),
  ragSyncedAt: Timestamp.nullable(),
  createdAt: Timestamp.nullable(),
  updatedAt: Timestamp.nullable(),
}

const WholeTool = z.object({
  ...item,
  inputParameters: JsonObject,
  outputParameters: JsonObject,
  schemaTokens: z.int().describe('Approximate token count of its name, description and input schema.'),
})
export type Tool = z.output<typeof WholeTool>

const schemaInList =
  'In lists, omitted for API operations unless requested with `fields`, because they may be large.'

/** A tool as it appears in lists. */
export const ToolItem = WholeTool.extend({
  inputParameters: JsonObject.optional().describe(schemaInList),
  outputParameters: JsonObject.optional().describe(schemaInList),
}).meta({ id: 'Tool' })
export type ToolItem = z.output<typeof ToolItem>

export const ToolDetail = WholeTool.extend({
  http: HttpBody.nullable().describe('The HTTP request it sends.'),
  scriptSource: z.string().nullable().describe('Only for callers that may update the tool.'),
  browser: BrowserBody.nullable().describe('The recorded steps; only for callers that may update the tool.'),
  allowedHosts: z.array(z.string()),
}).meta({ id: 'ToolDetail' })
export type ToolDetail = z.output<typeof ToolDetail>

export const DeletedTool = z
  .object({ id: z.uuid(), slug: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedTool' })
export type DeletedTool = z.output<typeof DeletedTool>
