import { z } from 'zod'

const shortText = (length: number) =>
  z
    .string()
    .catch('')
    .transform((text) => text.slice(0, length))

/** A field as pieces declare it. What could not be understood is left out; what is too long is cut. */
export type Field = {
  type: string
  displayName: string
  description: string
  required: boolean
  defaultValue?: unknown
  options?: unknown
  properties?: Readonly<Record<string, Field>>
  refreshers: readonly string[]
}

export const Field: z.ZodType<Field> = z.lazy(() =>
  z.object({
    type: shortText(60),
    displayName: shortText(200),
    description: shortText(2000),
    required: z.boolean().catch(false),
    defaultValue: z.unknown().optional(),
    options: z.unknown().optional(),
    properties: z.record(z.string(), Field).optional().catch(undefined),
    refreshers: z.array(z.string()).catch([]),
  }),
) as z.ZodType<Field>

const Fields = z.record(z.string().max(200), Field).catch({})

export const Auth = z.object({
  type: z.string(),
  displayName: shortText(200),
  description: shortText(4000),
  props: Fields,
  username: z
    .object({ displayName: shortText(200) })
    .optional()
    .catch(undefined),
  password: z
    .object({ displayName: shortText(200) })
    .optional()
    .catch(undefined),
  authUrl: z.string().optional().catch(undefined),
  tokenUrl: z.string().optional().catch(undefined),
  scope: z.array(z.string()).catch([]),
  scopeDelimiter: z.string().optional().catch(undefined),
  pkce: z.boolean().catch(false),
  prompt: z.string().optional().catch(undefined),
  grantType: z.string().optional().catch(undefined),
  authorizationMethod: z.string().optional().catch(undefined),
  extra: z.record(z.string(), z.string()).catch({}),
})
export type Auth = z.output<typeof Auth>

const PieceOperation = z.object({
  name: z.string().min(1).max(200),
  displayName: shortText(200),
  description: shortText(2000),
  props: Fields,
  requireAuth: z.boolean().catch(true),
  aiMetadata: z
    .object({ description: shortText(4000), idempotent: z.boolean().optional() })
    .optional()
    .catch(undefined),
  classification: z.enum(['READ', 'SEARCH', 'WRITE', 'DESTRUCTIVE']).optional().catch(undefined),
  outputSchema: z
    .object({ fields: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
})
export type PieceOperation = z.output<typeof PieceOperation>

const Trigger = PieceOperation.extend({
  type: z.enum(['POLLING', 'WEBHOOK', 'APP_WEBHOOK', 'MANUAL']).catch('WEBHOOK'),
  sampleData: z.unknown().optional(),
  handshakeConfiguration: z
    .object({ strategy: z.string(), paramName: z.string().max(200) })
    .optional()
    .catch(undefined),
  renewConfiguration: z
    .object({ strategy: z.literal('CRON'), cronExpression: z.string().max(100) })
    .optional()
    .catch(undefined),
})
export type Trigger = z.output<typeof Trigger>

/** What a piece says about itself. It may be written by anyone, so it is bounded and checked in every part. */
export const PieceDescription = z.object({
  displayName: shortText(100),
  description: shortText(1000),
  logoUrl: z.string().max(500).optional().catch(undefined),
  categories: z.array(z.string().max(60)).max(20).catch([]),
  auth: z.union([Auth.transform((auth) => [auth]), z.array(Auth)]).catch([]),
  getContextInfo: z.unknown().optional(),
  hasEvents: z.boolean().catch(false),
  actions: z.array(PieceOperation).max(500),
  triggers: z.array(Trigger).max(200),
})
export type PieceDescription = z.output<typeof PieceDescription>
