import { Readable } from 'node:stream'
import { data, type Endpoint, endpoint, page, raw } from '../../kernel/http/endpoint.ts'
import { SwitchBody } from '../../kernel/http/switch-body.ts'
import {
  CreateBody,
  DeleteQuery,
  Deletion,
  DeletionReceipt,
  EndUserToken,
  ExternalUser,
  IdParams,
  ListQuery,
  listAliases,
  MergeBody,
  NewExternalUser,
  NullableQuery,
  RefreshedUser,
  RevokedTokens,
  TokenBody,
  UpdateBody,
  UsernameParams,
} from './schema.ts'
import type { createAvatarService } from './service/avatar.ts'
import type { createEraseUserService } from './service/erase-user.ts'
import type { createTokenService } from './service/tokens.ts'
import type { createUserService } from './service/users.ts'

export type ExternalUserRouteDeps = {
  users: ReturnType<typeof createUserService>
  eraseUser: ReturnType<typeof createEraseUserService>
  avatars: ReturnType<typeof createAvatarService>
  tokens: ReturnType<typeof createTokenService>
}

const exampleUser = {
  id: '0199f1a0-0000-7000-8000-00000000000a',
  name: 'alice',
  projectId: '0199f1a0-0000-7000-8000-000000000001',
  source: 'username',
  isActive: true,
  channel: 'telegram',
  profileSummary: null,
  avatarUrl: null,
  creditsUsed: 12.5,
  createdAt: '2026-01-02T03:04:05.678Z',
  lastSeenAt: '2026-01-03T03:04:05.678Z',
  isOnline: false,
  resourceStats: {
    agentCount: 0,
    workflowCount: 0,
    knowledgeStorageKb: 0,
    databaseStorageKb: 0,
    storageUsedKb: 0,
    connectionCount: 0,
  },
  addedByWorkflowIds: [],
  addedByWorkflowId: null,
  metadata: { channel: 'telegram' },
  verifiedEmail: null,
  verifiedPhone: null,
  identitySources: ['api'],
}
const exampleCounts = { connections: 0, triggers: 0, workflows: 0, threads: 0, files: 0, collections: 0 }
const exampleReceiptId = '0199f1a0-0000-7000-8000-00000000000b'
const params = { id: exampleUser.id }
const etagOf = (user: unknown) => (user as { version: number }).version
const read = { area: 'External Users', access: 'end-user', permission: 'external-users:read' } as const
const write = { area: 'External Users', access: 'end-user', permission: 'external-users:write' } as const

export const externalUserRoutes = (deps: ExternalUserRouteDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...singleRoutes(deps),
  ...lifeRoutes(deps),
]

const listRoutes = ({ users }: ExternalUserRouteDeps) => [
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/external-users',
    summary: 'List end users',
    description:
      'All end users of the project, regardless of `x-username`. `creditsUsed` is the sum from `from` (inclusive) to `to` (exclusive). ' +
      '`activeEuid` lists that user first if it matches the filters.',
    query: ListQuery,
    queryAliases: listAliases,
    response: page(ExternalUser),
    message: 'External users',
    example: { query: { q: 'ali', sortBy: 'lastSeenAt', sortOrder: 'DESC' }, response: [exampleUser] },
    handle: ({ scope, query }) => users.list(scope, query),
  }),
  endpoint({
    ...write,
    method: 'POST',
    path: '/api/v1/external-users',
    summary: 'Create an end user or return the existing one',
    description: '`created` says which. An existing user is returned unchanged.',
    body: CreateBody,
    response: data(NewExternalUser),
    message: 'External user',
    example: {
      body: { name: 'alice', metadata: { channel: 'telegram' } },
      response: { ...exampleUser, created: true },
    },
    handle: ({ scope, body }) => users.create(scope, body),
  }),
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/external-users/username/{username}',
    summary: 'Get an end user by username',
    description:
      'The name of a merged user resolves to the user it was merged into. With `nullable=true` an unknown name returns `null` instead of 404.',
    params: UsernameParams,
    query: NullableQuery,
    response: data(ExternalUser.nullable()),
    message: 'External user',
    errors: ['external_user_not_found'],
    example: { params: { username: 'alice' }, response: exampleUser },
    handle: async ({ scope, params: { username }, query }) => {
      const user = await users.findByName(scope, username)
      if (!user && !query.nullable) throw await users.notFoundNear(scope, username)
      return user
    },
  }),
]

const singleRoutes = ({ users, avatars }: ExternalUserRouteDeps) => [
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/external-users/{id}',
    summary: 'Get an end user',
    acceptsEndUserTokens: true,
    params: IdParams,
    response: data(ExternalUser),
    etagOf,
    message: 'External user',
    errors: ['external_user_not_found'],
    example: { params, response: exampleUser },
    handle: ({ scope, params: { id } }) => users.get(scope, id),
  }),
  endpoint({
    ...write,
    method: 'PATCH',
    path: '/api/v1/external-users/{id}',
    summary: 'Update an end user',
    description:
      'Send only the fields to change. Keys of `metadata` with the value `null` are removed, others are set.',
    params: IdParams,
    body: UpdateBody,
    response: data(ExternalUser),
    etagOf,
    message: 'External user updated',
    errors: ['external_user_not_found', 'name_conflict', 'default_user_protected', 'precondition_failed'],
    example: {
      params,
      body: { profileSummary: 'Prefers short answers' },
      response: { ...exampleUser, profileSummary: 'Prefers short answers' },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) => users.update(scope, id, body, ifMatch),
  }),
  endpoint({
    ...write,
    method: 'PUT',
    path: '/api/v1/external-users/{id}/toggle-active',
    summary: 'Toggle or set whether an end user is active',
    description: '`enabled`, `isActive`, `isDisabled` or `status` sets the state; without a body it toggles.',
    params: IdParams,
    body: SwitchBody,
    response: data(ExternalUser),
    message: 'External user updated',
    errors: ['external_user_not_found', 'default_user_protected'],
    example: { params, body: { isActive: false }, response: { ...exampleUser, isActive: false } },
    handle: ({ scope, params: { id }, body }) => users.setActive(scope, id, body.isOn),
  }),
  endpoint({
    ...write,
    method: 'POST',
    path: '/api/v1/external-users/{id}/refresh-avatar',
    summary: 'Refresh the avatar of an end user',
    description:
      'Fetches `metadata.profile.photoUrl`, or the `avatarUrl` that was set, and stores a copy that `avatarUrl` points to. `refreshed` is false if no source URL is known.',
    callsExternalService: true,
    params: IdParams,
    response: data(RefreshedUser),
    message: 'External user',
    errors: [
      'external_user_not_found',
      'address_not_allowed',
      'upstream_error',
      'upstream_timeout',
      'upstream_too_large',
    ],
    example: { params, response: { ...exampleUser, refreshed: true } },
    handle: ({ scope, params: { id } }) => avatars.refresh(scope, id),
  }),
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/external-users/{id}/avatar',
    summary: 'Get the avatar of an end user',
    params: IdParams,
    response: raw('image/*'),
    errors: ['external_user_not_found', 'avatar_not_found'],
    example: { params },
    handle: async ({ scope, params: { id } }) => ({
      ...(await avatars.read(scope, id)),
      headers: { 'cache-control': 'private, max-age=86400' },
    }),
  }),
]

const lifeRoutes = ({ eraseUser, tokens }: ExternalUserRouteDeps) => [
  endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/v1/external-users/{id}',
    summary: 'Erase an end user and all of their data',
    description:
      'Returns the number of erased items and the id of a signed receipt. `dryRun=true` only counts. Usage entries are retained, without content.',
    params: IdParams,
    query: DeleteQuery,
    response: data(Deletion),
    message: 'External user deleted',
    errors: ['external_user_not_found', 'default_user_protected'],
    example: {
      params,
      query: { dryRun: 'true' },
      response: { ...exampleCounts, dryRun: true, receiptId: null },
    },
    handle: ({ scope, params: { id }, query }) => eraseUser.erase(scope, id, query.dryRun ?? false),
  }),
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/external-users/deletion-receipts/{id}',
    summary: 'Get a deletion receipt',
    params: IdParams,
    response: data(DeletionReceipt),
    message: 'Deletion receipt',
    errors: ['deletion_receipt_not_found'],
    example: {
      params: { id: exampleReceiptId },
      response: {
        id: exampleReceiptId,
        projectId: exampleUser.projectId,
        externalUserId: exampleUser.id,
        nameHash: '2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90',
        counts: exampleCounts,
        deletedAt: '2026-01-04T03:04:05.678Z',
        signature: 'pL0…',
      },
    },
    handle: ({ scope, params: { id } }) => eraseUser.receipt(scope, id),
  }),
  endpoint({
    ...write,
    method: 'POST',
    path: '/api/v1/external-users/{id}/merge',
    summary: 'Merge an end user into another',
    description: 'Moves all data of the user. The old name remains valid as an alias of the remaining user.',
    params: IdParams,
    body: MergeBody,
    response: data(ExternalUser),
    message: 'External users merged',
    errors: ['external_user_not_found', 'default_user_protected', 'unique_violation'],
    example: { params, body: { intoId: '0199f1a0-0000-7000-8000-00000000000c' }, response: exampleUser },
    handle: ({ scope, params: { id }, body }) => eraseUser.merge(scope, id, body.intoId),
  }),
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/external-users/{id}/export',
    summary: 'Export all data of an end user',
    description:
      'JSON Lines: first the user, then each item they own. A key that is restricted by scopes needs the read scopes of all these items.',
    params: IdParams,
    response: raw('application/x-ndjson'),
    errors: ['external_user_not_found'],
    example: { params },
    handle: async ({ scope, params: { id } }) => ({
      body: Readable.from(await eraseUser.export(scope, id)),
      headers: { 'content-disposition': `attachment; filename="external-user-${id}.jsonl"` },
    }),
  }),
  endpoint({
    ...write,
    method: 'POST',
    path: '/api/v1/external-users/{id}/tokens',
    summary: "Create a short-lived token for an end user's browser",
    description:
      'It acts only as that user, on the endpoints that accept end-user tokens, and is revoked with the user.',
    params: IdParams,
    body: TokenBody,
    response: data(EndUserToken),
    message: 'Token created: it is not shown again',
    errors: ['external_user_not_found'],
    example: {
      params,
      body: { ttlSeconds: 900 },
      response: {
        id: '01985c3e-2b00-7c66-a1d2-3e4f5a6b7c8d',
        token: 'stoaeu_(shown once)',
        expiresAt: '2026-01-02T03:19:05.678Z',
        externalUser: { id: exampleUser.id, name: 'alice' },
      },
    },
    handle: ({ scope, params: { id }, body }) => tokens.create(scope, id, body),
  }),
  endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/v1/external-users/{id}/tokens',
    summary: 'Revoke the tokens of an end user',
    description: 'All of them, chat tokens included. Streams that were opened with them end.',
    params: IdParams,
    response: data(RevokedTokens),
    message: 'Tokens revoked',
    errors: ['external_user_not_found'],
    example: { params, response: { revoked: 2 } },
    handle: ({ scope, params: { id } }) => tokens.revokeAll(scope, id),
  }),
]
