import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  IdParams,
  listParam,
  openObject,
  PermissionName,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
  uuidParam,
  uuidsParam,
} from '../../kernel/http/shapes.ts'
import { usernameForm, usernameRule } from '../../kernel/text/username.ts'

export { IdParams }

export const sources = [
  'project_default',
  'username',
  'embed_visitor',
  'trigger_thread',
  'project_runtime',
] as const
export type Source = (typeof sources)[number]

export const sortFields = [
  'name',
  'createdAt',
  'source',
  'creditsUsed',
  'isActive',
  'id',
  'channel',
  'profileSummary',
  'lastSeenAt',
  'agentCount',
  'workflowCount',
  'knowledgeStorageKb',
  'databaseStorageKb',
  'storageUsedKb',
  'connectionCount',
] as const
export type SortField = (typeof sortFields)[number]

export const ResourceStats = z.object({
  agentCount: z.number(),
  workflowCount: z.number(),
  knowledgeStorageKb: z.number(),
  databaseStorageKb: z.number(),
  storageUsedKb: z.number(),
  connectionCount: z.number(),
})
export type ResourceStats = z.output<typeof ResourceStats>

const Profile = z.looseObject({
  userId: z.number().optional(),
  username: z.string().max(255).optional(),
  firstName: z.string().max(255).optional(),
})

/** The known members are checked; a developer may store others beside them. */
const MetadataFields = {
  channel: z.string().max(64).nullish(),
  toolkitSlug: z.string().max(100).nullish(),
  toolSlug: z.string().max(100).nullish(),
  threadKey: z.string().max(255).nullish(),
  profile: Profile.nullish(),
}
const maxMetadataBytes = 16 * 1024
export const isMetadataTooBig = (value: object): boolean =>
  Buffer.byteLength(JSON.stringify(value)) > maxMetadataBytes
const Metadata = z
  .looseObject(MetadataFields)
  .refine((value) => !isMetadataTooBig(value), `must be at most ${maxMetadataBytes} bytes`)

export const ExternalUser = z
  .object({
    id: z.uuid(),
    name: z.string(),
    projectId: z.uuid(),
    source: z.enum(sources),
    isActive: z.boolean(),
    channel: z.string().nullable(),
    profileSummary: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    creditsUsed: z.number(),
    createdAt: Timestamp,
    lastSeenAt: Timestamp.nullable(),
    isOnline: z.boolean(),
    resourceStats: ResourceStats,
    addedByWorkflowIds: z.array(z.uuid()),
    addedByWorkflowId: z.uuid().nullable(),
    metadata: openObject(),
    verifiedEmail: z.string().nullable(),
    verifiedPhone: z.string().nullable(),
    identitySources: z.array(z.string()),
  })
  .meta({ id: 'ExternalUser' })
export type ExternalUser = z.output<typeof ExternalUser>

export const NewExternalUser = ExternalUser.extend({ created: z.boolean() }).meta({ id: 'NewExternalUser' })
export const RefreshedUser = ExternalUser.extend({ refreshed: z.boolean() }).meta({
  id: 'RefreshedExternalUser',
})

export const ListQuery = z
  .strictObject({
    q: textParam(255).optional().describe('Substring of the name, case-insensitive.'),
    channel: textParam(64).optional().describe('The messaging channel in `metadata.channel`.'),
    source: listParam(sources).optional().describe('One or more; comma-separated or repeated.'),
    isActive: booleanParam().optional().describe('Defaults to all.'),
    ids: uuidsParam().optional().describe('Only the users with these ids; comma-separated or repeated.'),
    activeEuid: uuidParam()
      .optional()
      .describe('List the user with this id first if it matches the filters.'),
    sortBy: choiceParam(sortFields, 'createdAt').default('createdAt'),
    sortOrder: anyCaseChoiceParam(sortOrders, 'ASC').default('ASC'),
    from: timestampParam().optional().describe('Start of the `creditsUsed` period, inclusive.'),
    to: timestampParam().optional().describe('End of the `creditsUsed` period, exclusive.'),
    ...pageParams,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['from'], message: 'must not be after to' })
export type ListQuery = z.output<typeof ListQuery>

export const listAliases = {
  username: 'q',
  name: 'q',
  search: 'q',
  pinId: 'activeEuid',
  pinnedId: 'activeEuid',
  pin: 'activeEuid',
  orderBy: 'sortBy',
  order: 'sortOrder',
  orderDirection: 'sortOrder',
  creditsFrom: 'from',
  dateFrom: 'from',
  creditsTo: 'to',
  dateTo: 'to',
  pageSize: 'limit',
  perPage: 'limit',
  active: 'isActive',
} as const

const Username = z.string().regex(usernameForm, usernameRule)
const AvatarUrl = z.url({ protocol: /^https?$/ }).max(2000)
const ProfileSummary = z.string().max(4000)

export const CreateBody = z.strictObject({
  name: Username,
  metadata: Metadata.optional(),
  profileSummary: ProfileSummary.nullish(),
  avatarUrl: AvatarUrl.nullish(),
})
export type CreateBody = z.output<typeof CreateBody>

export const UpdateBody = z.strictObject({
  name: Username.optional(),
  metadata: Metadata.optional(),
  profileSummary: ProfileSummary.nullish(),
  avatarUrl: AvatarUrl.nullish(),
  verifiedEmail: z.email().max(320).nullish(),
  verifiedPhone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number in E.164 form such as +4915112345678')
    .nullish(),
})
export type UpdateBody = z.output<typeof UpdateBody>

export const MergeBody = z.strictObject({ intoId: Uuid })

export const TokenBody = z.strictObject({
  ttlSeconds: z.int().min(300).max(3600).default(900),
  scopes: z.array(PermissionName).max(100).default([]),
})
export type TokenBody = z.output<typeof TokenBody>

export const EndUserToken = z
  .object({
    id: z.uuid(),
    token: z.string(),
    expiresAt: Timestamp,
    externalUser: z.object({ id: z.uuid(), name: z.string() }),
  })
  .meta({ id: 'EndUserToken' })
export type EndUserToken = z.output<typeof EndUserToken>

export const RevokedTokens = z.object({ revoked: z.int() }).meta({ id: 'RevokedTokens' })

export const UsernameParams = z.object({ username: z.string().min(1).max(255) })
export const NullableQuery = z.strictObject({ nullable: booleanParam().optional() })
export const DeleteQuery = z.strictObject({ dryRun: booleanParam().optional() })

/** How much of each kind of owned data was, or would be, destroyed or moved. */
const UserDataCounts = z.object({
  connections: z.number(),
  triggers: z.number(),
  workflows: z.number(),
  threads: z.number(),
  files: z.number(),
  collections: z.number(),
})
export type UserDataCounts = z.output<typeof UserDataCounts>

export const Deletion = UserDataCounts.extend({ dryRun: z.boolean(), receiptId: z.uuid().nullable() }).meta({
  id: 'ExternalUserDeletion',
})
export type Deletion = z.output<typeof Deletion>

export const DeletionReceipt = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    externalUserId: z.uuid(),
    /** SHA-256 of the name, so that the receipt proves whose data went without keeping it. */
    nameHash: z.string(),
    counts: UserDataCounts,
    deletedAt: Timestamp,
    /** HMAC-SHA256 over the fields above, as JSON in this order. */
    signature: z.string(),
  })
  .meta({ id: 'DeletionReceipt' })
export type DeletionReceipt = z.output<typeof DeletionReceipt>
