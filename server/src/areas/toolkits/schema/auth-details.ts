import { z } from 'zod'
import { isFixedOAuthParameter } from '../../../kernel/oauth-parameters.ts'

/** Every mode of the reference surface can be named, so that those we do not run are refused with a reason. */
const modes = [
  'OAUTH1',
  'OAUTH2',
  'S2S_OAUTH2',
  'API_KEY',
  'BASIC',
  'BEARER_TOKEN',
  'BILLCOM_AUTH',
  'GOOGLE_SERVICE_ACCOUNT',
  'NO_AUTH',
  'BASIC_WITH_JWT',
  'CALCOM_AUTH',
  'SERVICE_ACCOUNT',
  'SAML',
  'DCR_OAUTH',
  'COOKIE',
  'WHATSAPP_QR',
] as const

export const AuthMode = z.enum(modes)
export type AuthMode = z.output<typeof AuthMode>

const FieldName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/,
    'must begin with a letter and be at most 64 letters, digits, _ . -',
  )

const AuthFieldInput = z.strictObject({
  name: FieldName,
  displayName: z.string().max(200).optional(),
  default: z.string().max(2000).nullish(),
  type: z.string().max(50).default('string'),
  description: z.string().max(2000).default(''),
  required: z.boolean().optional(),
  isSecret: z.boolean().optional().describe('Defaults to the type and name of the field.'),
  legacyTemplateName: z.string().max(200).nullish(),
})
export type AuthFieldInput = z.output<typeof AuthFieldInput>

const FieldGroups = z.strictObject({
  required: z.array(AuthFieldInput).max(50).default([]),
  optional: z.array(AuthFieldInput).max(50).default([]),
})

const urlFault = 'must be an http or https URL, with {field} for what a connection fills in'
const userFault = 'must not hold a user name or a password'

function isAddress(text: string): boolean {
  const filled = text.replace(/\{[A-Za-z][A-Za-z0-9_.-]*\}/g, 'x')
  return /^https?:\/\/[^{}]*$/i.test(filled) && URL.canParse(filled)
}
const hasUser = (text: string) => /^https?:\/\/[^/]*@/i.test(text)

/** The host may hold `{field}` for a field that every connection fills in. */
export const BaseUrl = z
  .string()
  .max(2000)
  .refine(isAddress, urlFault)
  .refine((text) => !hasUser(text), userFault)

/** An empty text means none. */
const Address = z
  .string()
  .max(2000)
  .refine((text) => text === '' || isAddress(text), urlFault)
  .refine((text) => !hasUser(text), userFault)

const OAuth2Input = z.strictObject({
  authorizationUrl: Address.optional(),
  tokenUrl: Address.optional(),
  revocationUrl: Address.optional(),
  issuer: z.string().max(2000).optional(),
  expectedIssuer: z
    .string()
    .max(2000)
    .optional()
    .describe('Compared with `iss` of a response that has one; `issuer` requires it.'),
  scopes: z
    .array(
      z.strictObject({ name: z.string().min(1).max(500), description: z.string().max(2000).default('') }),
    )
    .max(1000)
    .default([]),
  scopeSeparator: z.enum([' ', ',']).default(' '),
  hasPkce: z.boolean().default(true),
  clientAuthentication: z.enum(['basic', 'body']).default('body'),
  resource: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe('What tokens are for (RFC 8707).'),
  authorizationParameters: z
    .record(
      z
        .string()
        .max(100)
        .refine((name) => !isFixedOAuthParameter(name), 'is set by the server and cannot be given'),
      z.string().max(1000),
    )
    .optional()
    .describe(
      'Extra parameters of the authorization request, such as `access_type`. Standard OAuth parameters are rejected.',
    ),
})

export const Placement = z.strictObject({
  in: z.enum(['header', 'query', 'cookie']),
  name: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z[\]-]+$/, 'must be the name of a header, parameter or cookie')
    .max(200),
  prefix: z.string().max(100).default(''),
  field: FieldName,
})

/** The definition of one scheme of a toolkit: its fields, and where they are placed on a request. */
export const AuthDetailsInput = z.strictObject({
  name: z.string().max(200).default(''),
  mode: AuthMode,
  fields: z
    .strictObject({
      authConfigCreation: FieldGroups.default({ required: [], optional: [] }),
      connectedAccountInitiation: FieldGroups.default({ required: [], optional: [] }),
    })
    .default({
      authConfigCreation: { required: [], optional: [] },
      connectedAccountInitiation: { required: [], optional: [] },
    }),
  proxy: z.strictObject({ baseUrl: Address.optional() }).nullish(),
  deprecatedAuthProviderDetails: z
    .strictObject({ authorization_url: Address.optional(), token_url: Address.optional() })
    .nullish(),
  oauth2: OAuth2Input.nullish(),
  placements: z.array(Placement).max(10).optional(),
})
export type AuthDetailsInput = z.output<typeof AuthDetailsInput>

const AuthFieldOutput = z
  .object({
    name: z.string(),
    displayName: z.string(),
    default: z.string().nullable(),
    type: z.string(),
    description: z.string(),
    required: z.boolean(),
    isSecret: z.boolean(),
    legacyTemplateName: z.string(),
  })
  .meta({ id: 'ToolkitAuthField' })
export type AuthFieldOutput = z.output<typeof AuthFieldOutput>

const FieldGroupsOutput = z.object({
  required: z.array(AuthFieldOutput),
  optional: z.array(AuthFieldOutput),
})

export const AuthDetails = z
  .object({
    name: z.string(),
    mode: z.string(),
    fields: z.object({
      authConfigCreation: FieldGroupsOutput,
      connectedAccountInitiation: FieldGroupsOutput,
    }),
    proxy: z.object({ baseUrl: z.string().optional() }).nullable(),
    deprecatedAuthProviderDetails: z
      .object({ authorization_url: z.string().optional(), token_url: z.string().optional() })
      .nullable(),
    oauth2: z
      .object({
        authorizationUrl: z.string(),
        tokenUrl: z.string(),
        revocationUrl: z.string().optional(),
        issuer: z.string().optional(),
        expectedIssuer: z.string().optional(),
        scopes: z.array(z.object({ name: z.string(), description: z.string() })),
        scopeSeparator: z.string(),
        hasPkce: z.boolean(),
        clientAuthentication: z.enum(['basic', 'body']),
        resource: z.string().optional(),
      })
      .nullable(),
    placements: z.array(
      z.object({ in: z.string(), name: z.string(), prefix: z.string(), field: z.string() }),
    ),
    allowedHosts: z.array(z.string()),
  })
  .meta({ id: 'ToolkitAuthDetails' })
export type AuthDetails = z.output<typeof AuthDetails>
