import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  integerParam,
  limitParam,
  listParam,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  textsParam,
  Uuid,
  uuidsParam,
} from '../../../kernel/http/shapes.ts'
import { cursorDescription, knownSchemes, Masks, ToolkitRef, Values } from './auth-config.ts'

export const accountStatuses = [
  'INITIALIZING',
  'INITIATED',
  'ACTIVE',
  'FAILED',
  'EXPIRED',
  'INACTIVE',
] as const
export type AccountStatus = (typeof accountStatuses)[number]

const DisplayName = z.string().trim().min(1).max(120)
const Label = z.string().trim().min(1).max(100)
const Labels = z.array(Label).max(20)
const CallbackUrl = z.string().min(1).max(2000)
const UserRef = z.string().min(1).max(255).describe('The id or username of an end user.')

export const CreateAccountBody = z.strictObject({
  authConfig: z.strictObject({ id: Uuid }),
  connection: z.strictObject({
    state: z.strictObject({ authScheme: z.enum(knownSchemes), val: Values }),
    eUID: UserRef.optional(),
    callbackUrl: CallbackUrl.optional(),
    displayName: DisplayName.optional(),
    labels: Labels.optional(),
  }),
  validateCredentials: z.boolean().default(false).describe('Verify the credentials with the service first.'),
  allowMultiple: z
    .boolean()
    .default(true)
    .describe('`false` returns 409 if the end user already has an active account with this auth config.'),
  connectedAccountId: Uuid.optional().describe(
    'Gives an existing account of this auth config new credentials, instead of creating one. Its name and labels stay as they are.',
  ),
  consentLinkToken: z
    .string()
    .max(2000)
    .optional()
    .describe('Ignored: consent is given on the page behind `redirectUrl`.'),
})
export type CreateAccountBody = z.output<typeof CreateAccountBody>

const linkFields = { callbackUrl: CallbackUrl.optional(), connectionData: Values.optional() }

export const LinkBody = z.strictObject({
  authConfigId: Uuid,
  displayName: DisplayName.optional(),
  labels: Labels.optional(),
  ...linkFields,
})
export type LinkBody = z.output<typeof LinkBody>

export const ConnectDemoBody = LinkBody.pick({ authConfigId: true, displayName: true, labels: true })
export type ConnectDemoBody = z.output<typeof ConnectDemoBody>

export const ReconnectBody = z.strictObject(linkFields)
export type ReconnectBody = z.output<typeof ReconnectBody>

export const UpdateAccountBody = z.strictObject({
  displayName: DisplayName.nullish(),
  labels: Labels.optional(),
  isDisabled: z.boolean().optional(),
})
export type UpdateAccountBody = z.output<typeof UpdateAccountBody>

export const Identity = z.object({
  email: z.string().nullable(),
  username: z.string().nullable(),
  accountId: z.string().nullable(),
})
export type Identity = z.output<typeof Identity>

const LastError = z.object({ code: z.string(), message: z.string(), at: Timestamp })
export type LastError = z.output<typeof LastError>

export const ConnectedAccount = z
  .object({
    id: z.uuid(),
    toolkit: ToolkitRef,
    authConfig: z.object({
      id: z.uuid(),
      authScheme: z.string(),
      isProviderManaged: z.boolean(),
      isDisabled: z.boolean(),
    }),
    eUID: z.uuid().describe('The end user who owns it.'),
    label: z.string().describe('The display name, or else the identity of the account.'),
    displayName: z.string().nullable(),
    labels: z.array(z.string()),
    status: z.enum(accountStatuses),
    statusReason: z.string().nullable(),
    isDisabled: z.boolean(),
    scopesGranted: z.array(z.string()),
    identity: Identity.nullable(),
    state: z.object({ authScheme: z.string(), val: Masks }),
    expiresAt: Timestamp.nullable().describe('When the token expires; it is refreshed before.'),
    lastRefreshedAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
    lastError: LastError.nullable(),
    testRequestEndpoint: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ConnectedAccount' })
export type ConnectedAccount = z.output<typeof ConnectedAccount>

export const CreatedAccount = z
  .object({
    id: z.uuid(),
    connectionData: z.object({ authScheme: z.string(), val: Masks }),
    status: z.enum(accountStatuses),
    redirectUrl: z
      .string()
      .nullable()
      .describe('The URL to which the end user must be redirected; null if no further step is needed.'),
  })
  .meta({ id: 'CreatedConnectedAccount' })
export type CreatedAccount = z.output<typeof CreatedAccount>

export const Link = z
  .object({
    linkToken: z.string(),
    redirectUrl: z.string(),
    expiresAt: Timestamp,
    connectedAccountId: z.uuid(),
  })
  .meta({ id: 'ConnectionLink' })
export type Link = z.output<typeof Link>

export const AccountTest = z
  .object({
    isWorking: z.boolean(),
    status: z.enum(accountStatuses),
    identity: Identity.nullable(),
    message: z.string(),
  })
  .meta({ id: 'ConnectedAccountTest' })
export type AccountTest = z.output<typeof AccountTest>

const Dependant = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  nextRunAt: Timestamp.nullable(),
})
export type Dependant = z.output<typeof Dependant>

export const Impact = z
  .object({
    connectedAccountId: z.uuid(),
    dependants: z.array(Dependant).describe('What stops working when the account is deleted.'),
    otherAccounts: z.number().describe('Remaining active accounts of the same end user and toolkit.'),
    revokesUpstream: z.boolean(),
  })
  .meta({ id: 'ConnectedAccountImpact' })
export type Impact = z.output<typeof Impact>

export const Revocation = z
  .object({
    connectedAccountId: z.uuid(),
    status: z
      .enum(['pending', 'revoked', 'failed', 'unsupported'])
      .describe('`unsupported`: the service cannot revoke grants.'),
    tries: z.number(),
    lastError: z.string().nullable(),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ConnectionRevocation' })
export type Revocation = z.output<typeof Revocation>

export const accountOrders = ['createdAt', 'updatedAt'] as const

export const AccountQuery = z.strictObject({
  toolkitSlugs: textsParam({ maxLength: 100 }).optional(),
  statuses: listParam(accountStatuses).optional(),
  eUIDs: textsParam({ maxLength: 255 }).optional().describe('Ids or usernames of end users.'),
  authConfigIds: uuidsParam().optional(),
  connectedAccountIds: uuidsParam().optional(),
  labels: textsParam({ maxLength: 120 }).optional(),
  q: textParam(100)
    .optional()
    .describe('Substring of the display name, identity or toolkit, case-insensitive.'),
  orderBy: choiceParam(accountOrders, 'createdAt').default('createdAt'),
  orderDirection: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
  limit: limitParam(10),
  cursor: textParam(200).optional().describe(cursorDescription),
})
export type AccountQuery = z.output<typeof AccountQuery>

export const GroupedQuery = z.strictObject({
  eUID: textParam(255).optional(),
  q: textParam(100).optional(),
  limit: integerParam({ min: 1, max: 500, fallback: 500 }).default(500),
})
export type GroupedQuery = z.output<typeof GroupedQuery>

export const Grouped = z
  .object({
    externalUser: z.object({ id: z.string(), name: z.string().nullable() }),
    groups: z.array(z.object({ toolkit: ToolkitRef, connections: z.array(ConnectedAccount) })),
    totalConnections: z.number(),
  })
  .meta({ id: 'ConnectedAccountsByToolkit' })
export type Grouped = z.output<typeof Grouped>

export const WaitQuery = z.strictObject({
  wait: anyCaseChoiceParam(accountStatuses).optional().describe('Wait until the account has this status.'),
  timeoutMs: integerParam({ min: 0, max: 60_000, fallback: 30_000 }).default(30_000),
})
export type WaitQuery = z.output<typeof WaitQuery>

export const DeleteAccountQuery = z.strictObject({
  dryRun: booleanParam()
    .default(false)
    .describe('Only check whether it can be deleted; `impact` lists what would stop working.'),
})
