import { z } from 'zod'
import { DecimalCredits } from '../../kernel/credits.ts'
import {
  anyCaseChoiceParam,
  choiceParam,
  IdParams,
  PermissionName,
  pageParams,
  sortOrders,
  TimeInput,
  Timestamp,
  textParam,
} from '../../kernel/http/shapes.ts'

export const KeyRole = z.enum(['member', 'admin'])

const Credits = DecimalCredits(1_000_000_000)

const KeyName = z.string().trim().min(1).max(100)
const Scopes = z.array(PermissionName).max(100)
const AllowedIps = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(50)

export const CreateKeyBody = z
  .strictObject({
    name: KeyName,
    role: KeyRole.default('member'),
    scopes: Scopes.default([]),
    expiresAt: TimeInput.nullish(),
    allowedIps: AllowedIps.default([]),
    monthlyCreditCap: Credits.nullish(),
    isOperator: z
      .boolean()
      .default(false)
      .describe('Create an operator key for the whole installation; requires operator rights.'),
  })
  .refine(({ isOperator, role }) => !isOperator || role === 'admin', {
    message: 'must be false for a key whose role is member',
    path: ['isOperator'],
  })
export type CreateKeyBody = z.output<typeof CreateKeyBody>

export const UpdateKeyBody = z.strictObject({
  name: KeyName.optional(),
  role: KeyRole.optional(),
  scopes: Scopes.optional(),
  expiresAt: TimeInput.nullish(),
  allowedIps: AllowedIps.optional(),
  monthlyCreditCap: Credits.nullish(),
})
export type UpdateKeyBody = z.output<typeof UpdateKeyBody>

export const RotateKeyBody = z.strictObject({ overlapSeconds: z.int().min(0).max(604_800).default(0) })
export type RotateKeyBody = z.output<typeof RotateKeyBody>

export const SimulateBody = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/').max(2000),
})
export type SimulateBody = z.output<typeof SimulateBody>

export const Simulation = z
  .object({ allowed: z.boolean(), rule: z.string(), requiredScope: z.string().nullable() })
  .meta({ id: 'KeySimulation' })
export type Simulation = z.output<typeof Simulation>

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string(),
    suffix: z.string(),
    role: KeyRole,
    isOperator: z.boolean().describe('Has operator rights for the whole installation.'),
    scopes: z.array(z.string()),
    state: z.enum(['active', 'rotating', 'expired', 'revoked']),
    allowedIps: z.array(z.string()),
    monthlyCreditCap: z.number().nullable(),
    expiresAt: Timestamp.nullable(),
    oldValueAcceptedUntil: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

export const NewApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'NewApiKey' })
export type NewApiKey = z.output<typeof NewApiKey>

export const keySortFields = ['createdAt', 'name', 'lastUsedAt', 'expiresAt'] as const

export const KeyQuery = z.strictObject({
  q: textParam(100).optional().describe('Substring of the name, case-insensitive.'),
  sortBy: choiceParam(keySortFields, 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type KeyQuery = z.output<typeof KeyQuery>
export { IdParams }

const Origin = z
  .string()
  .max(255)
  .refine(isOrigin, 'must be an origin such as https://app.example.com, without a path')

const ProjectSettings = {
  /** Days for which runs, events and their deliveries are retained; null leaves it at 30. */
  retentionDays: z.int().min(1).max(3650).nullable(),
  /** Whether inputs and outputs of tools and scripts are stored with their logs. */
  storePayloads: z.boolean(),
  /** Whether the messages to models, and their responses, are stored with the calls. */
  storePrompts: z.boolean(),
  defaultModel: z.string().min(1).max(200).nullable(),
  defaultAgentId: z
    .uuid()
    .nullable()
    .describe('Agent of chat runs that name none; null uses the oldest active agent of the project.'),
  webhookBaseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  /** Of the pages that may use chat tokens of the project. */
  allowedOrigins: z.array(Origin).max(50),
  /** What the project may use in a month; the resulting cap is among those of usage. */
  monthlyCreditCap: Credits.nullable(),
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value
}

export const Project = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    ...ProjectSettings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof Project>

export const UpdateProjectBody = z
  .strictObject({ name: z.string().trim().min(1).max(100), ...ProjectSettings })
  .partial()
export type UpdateProjectBody = z.output<typeof UpdateProjectBody>
