import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  limitParam,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  textsParam,
} from '../../../kernel/http/shapes.ts'

/** Every scheme that clients of the reference surface may name; those that are not run are refused by a rule. */
export const knownSchemes = [
  'NO_AUTH',
  'API_KEY',
  'BEARER_TOKEN',
  'BASIC',
  'OAUTH2',
  'S2S_OAUTH2',
  'SERVICE_ACCOUNT',
  'COOKIE',
  'OAUTH1',
  'BILLCOM_AUTH',
  'GOOGLE_SERVICE_ACCOUNT',
  'BASIC_WITH_JWT',
  'CALCOM_AUTH',
  'SAML',
  'DCR_OAUTH',
  'WHATSAPP_QR',
] as const

export const Slug = z.string().trim().toLowerCase().min(1).max(100)

/** Values by the name of their field. Which names there are, the toolkit says; others are passed over. */
export const Values = z
  .record(z.string().max(100), z.unknown())
  .refine((values) => Object.keys(values).length <= 50, 'has more than 50 fields')
export type Values = z.output<typeof Values>

const DisplayName = z.string().trim().min(1).max(120)
const ToolSlugs = z.array(z.string().min(1).max(100)).max(500)
export const Scopes = z.array(z.string().min(1).max(500)).max(200)
const CallbackUrls = z.array(z.string().min(1).max(2000)).max(20)
const ToolAccess = z.strictObject({ toolsForConnectedAccountCreation: ToolSlugs.optional() })

const common = {
  name: z.string().trim().max(120).optional().describe('Alias of `displayName`.'),
  displayName: DisplayName.optional(),
  credentials: Values.optional().describe('Values by field name; see `GET /api/v1/auth_configs/fields`.'),
  scopes: Scopes.optional().describe(
    'Scopes requested from end users; defaults to all scopes of the toolkit.',
  ),
  restrictToFollowingTools: ToolSlugs.optional(),
  toolAccessConfig: ToolAccess.optional(),
  allowedCallbackUrls: CallbackUrls.optional().describe(
    'URLs to which users may be redirected after consent, matched exactly. URLs of this server are always allowed.',
  ),
}

export const CreateAuthConfigBody = z.strictObject({
  toolkit: z.strictObject({ slug: Slug }),
  authConfig: z.strictObject({
    type: z.enum(['use_provider_managed_auth', 'use_custom_auth']).default('use_custom_auth'),
    authScheme: z.enum(knownSchemes).optional().describe('Required with `use_custom_auth`.'),
    proxyConfig: z
      .strictObject({ proxyUrl: z.string().max(2000), proxyAuthKey: z.string().max(2000).optional() })
      .nullish()
      .describe('Not supported: requests are always sent by this server.'),
    ...common,
  }),
})
export type CreateAuthConfigBody = z.output<typeof CreateAuthConfigBody>

export const UpdateAuthConfigBody = z.strictObject({
  displayName: DisplayName.nullish(),
  scopes: Scopes.optional(),
  credentials: Values.optional().describe('Staged until they have worked once.'),
  restrictToFollowingTools: ToolSlugs.optional(),
  toolAccessConfig: ToolAccess.optional(),
  allowedCallbackUrls: CallbackUrls.optional(),
})
export type UpdateAuthConfigBody = z.output<typeof UpdateAuthConfigBody>

export const StatusBody = z.strictObject({ enabled: z.boolean() })

export const Mask = z.object({
  hasValue: z.boolean(),
  last4: z.string().nullable().describe('Null if four characters would reveal too much.'),
  updatedAt: Timestamp,
})
export type Mask = z.output<typeof Mask>
export const Masks = z.record(z.string(), Mask)
export type Masks = z.output<typeof Masks>

export const ToolkitRef = z.object({ slug: z.string(), name: z.string(), logo: z.string().nullable() })

export const AuthConfig = z
  .object({
    id: z.uuid(),
    name: z.string(),
    displayName: z.string().nullable(),
    toolkit: ToolkitRef,
    authScheme: z.string(),
    isProviderManaged: z.boolean(),
    scopes: z.array(z.string()),
    redirectUri: z
      .string()
      .nullable()
      .describe(
        'The redirect URI to register at the service. Each auth config has its own, unless the service identifies itself in its responses: then `issuer` is set.',
      ),
    status: z.enum(['ENABLED', 'DISABLED']),
    isDisabled: z.boolean(),
    connectionCount: z.number(),
    restrictToFollowingTools: z.array(z.string()),
    toolAccessConfig: z.object({ toolsForConnectedAccountCreation: z.array(z.string()) }),
    allowedCallbackUrls: z.array(z.string()),
    credentials: Masks,
    nextCredentials: Masks.nullable().describe('Staged by an update; active once they have worked.'),
    previousCredentialsUntil: Timestamp.nullable(),
    lastTest: z.object({ isPassed: z.boolean(), at: Timestamp }).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'AuthConfig' })
export type AuthConfig = z.output<typeof AuthConfig>

export const ConfigTest = z
  .object({
    isPassed: z.boolean(),
    checks: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(['passed', 'failed', 'skipped']),
        message: z.string(),
      }),
    ),
    isPromoted: z.boolean().describe('The staged credentials worked and are now active.'),
  })
  .meta({ id: 'AuthConfigTest' })
export type ConfigTest = z.output<typeof ConfigTest>

export const FieldsQuery = z.strictObject({
  toolkitSlug: textParam(100),
  authScheme: anyCaseChoiceParam(knownSchemes).optional(),
})

const Field = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: z.string(),
  required: z.boolean(),
  isSecret: z.boolean(),
  default: z.string().nullable(),
  options: z.array(z.object({ label: z.string(), value: z.string() })).nullable(),
})
export type Field = z.output<typeof Field>
const FieldGroup = z.object({ required: z.array(Field), optional: z.array(Field) })

export const AuthFields = z
  .object({
    toolkit: ToolkitRef,
    schemes: z.array(
      z.object({
        authScheme: z.string(),
        isProviderManaged: z.boolean().describe('`use_provider_managed_auth` works without setup.'),
        redirectUri: z
          .string()
          .nullable()
          .describe('`{authConfigId}` is replaced by the id of the auth config.'),
        scopes: z.array(z.object({ name: z.string(), description: z.string() })),
        authConfigCreation: FieldGroup,
        connectedAccountInitiation: FieldGroup,
      }),
    ),
  })
  .meta({ id: 'AuthFields' })
export type AuthFields = z.output<typeof AuthFields>

export const Drift = z
  .object({
    scopes: z.array(z.string()),
    accounts: z.array(
      z.object({ id: z.uuid(), label: z.string(), eUID: z.uuid(), missingScopes: z.array(z.string()) }),
    ),
    totalAccounts: z.number(),
  })
  .meta({ id: 'AuthConfigDrift' })
export type Drift = z.output<typeof Drift>

export const cursorDescription =
  '`nextCursor` of the previous page, for lists sorted by time, or base64 of `{"page":2,"limit":10}`; overrides `page` and `offset`.'

export const configSortFields = ['createdAt', 'updatedAt', 'name'] as const

export const AuthConfigQuery = z.strictObject({
  q: textParam(100).optional().describe('Substring of the name, display name or toolkit, case-insensitive.'),
  toolkitSlug: textsParam({ maxLength: 100 }).optional().describe('One or more slugs.'),
  provider: textsParam({ maxLength: 100 }).optional().describe('Alias of `toolkitSlug`.'),
  showDisabled: booleanParam({ fallback: false }).default(false),
  sortBy: choiceParam(configSortFields, 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
  limit: limitParam(10),
  cursor: textParam(200).optional().describe(cursorDescription),
})
export type AuthConfigQuery = z.output<typeof AuthConfigQuery>

export const DeleteConfigQuery = z.strictObject({
  cascade: booleanParam({ fallback: false }).default(false).describe('Also delete its connected accounts.'),
})
