import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { ChangeRoleBody, Member, PageQuery } from '../schema.ts'
import type { createMemberService } from '../service/members.ts'

const exampleMember = {
  id: '0199f1a0-0000-7000-8000-000000000006',
  name: 'Grace',
  email: 'grace@example.com',
  avatarUrl: null,
  role: 'member',
  isOwner: false,
  joinedAt: '2026-01-02T03:04:05.678Z',
  lastSeenAt: '2026-01-03T03:04:05.678Z',
}
const params = { id: exampleMember.id }

/** For signed-in people alone: a key has limits, which a user whom it made an admin would not have. */
export const memberRoutes = (members: ReturnType<typeof createMemberService>) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/members',
    area: 'Members',
    summary: 'List members',
    description:
      'The people who can sign in to this project at the dashboard, in the order in which they joined.',
    access: 'session',
    query: PageQuery,
    response: page(Member),
    message: 'Members',
    errors: ['invalid_session'],
    example: { response: [exampleMember] },
    handle: ({ scope, query }) => members.list(scope, query),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/members/{id}',
    area: 'Members',
    summary: 'Change the role of a member',
    access: 'session',
    adminOnly: true,
    params: IdParams,
    body: ChangeRoleBody,
    response: data(Member),
    message: 'Role changed',
    errors: ['member_not_found', 'last_admin', 'server_owner', 'invalid_session', 'csrf_token_required'],
    example: { params, body: { role: 'admin' }, response: { ...exampleMember, role: 'admin' } },
    handle: ({ scope, params: { id }, body }) => members.changeRole(scope, id, body),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/members/{id}',
    area: 'Members',
    summary: 'Remove a member, or leave the project',
    description:
      'Takes effect immediately. Invitations of the member are revoked; API keys that the member created stay valid.',
    access: 'session',
    params: IdParams,
    response: none(),
    message: 'Member removed',
    errors: [
      'member_not_found',
      'admin_only',
      'last_admin',
      'server_owner',
      'invalid_session',
      'csrf_token_required',
    ],
    example: { params },
    handle: ({ scope, params: { id } }) => members.remove(scope, id),
  }),
]
