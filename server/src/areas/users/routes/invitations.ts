import { cookieValue, deviceCookie } from '../../../kernel/http/auth/credentials.ts'
import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  AcceptInvitationBody,
  Invitation,
  InviteBody,
  NewInvitation,
  OpenedInvitation,
  PageQuery,
  ReadInvitationBody,
  Session,
} from '../schema.ts'
import type { createAcceptService } from '../service/accept-invitation.ts'
import type { createInvitationService } from '../service/invitations.ts'
import { sessionCookies } from './session-cookies.ts'
import { exampleSession } from './sign-in.ts'

const exampleInvitation = {
  id: '0199f1a0-0000-7000-8000-000000000007',
  email: 'grace@example.com',
  role: 'member',
  invitedBy: { id: '0199f1a0-0000-7000-8000-000000000005', name: 'Ada' },
  isExpired: false,
  createdAt: '2026-01-02T03:04:05.678Z',
  sentAt: '2026-01-02T03:04:05.678Z',
  expiresAt: '2026-01-09T03:04:05.678Z',
}
const exampleNew = { ...exampleInvitation, url: 'https://stoa.example.com/invitation#token=(shown once)' }
const params = { id: exampleInvitation.id }

export type InvitationRouteDeps = {
  invitations: ReturnType<typeof createInvitationService>
  accepting: ReturnType<typeof createAcceptService>
  isHttps: boolean
}

export const invitationRoutes = ({ invitations, accepting, isHttps }: InvitationRouteDeps) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/invitations',
    area: 'Members',
    summary: 'List pending invitations',
    description: 'Newest first. Expired ones are listed for 30 days.',
    access: 'session',
    adminOnly: true,
    query: PageQuery,
    response: page(Invitation),
    message: 'Invitations',
    errors: ['invalid_session'],
    example: { response: [exampleInvitation] },
    handle: ({ scope, query }) => invitations.list(scope, query),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/invitations',
    area: 'Members',
    summary: 'Create an invitation to the project',
    description:
      'Returns the link in `url` only once; pass it on to them. It is valid for 7 days and works once.',
    access: 'session',
    adminOnly: true,
    body: InviteBody,
    response: data(NewInvitation),
    message: 'Invitation created: pass on the link, it is not shown again',
    errors: [
      'already_member',
      'name_conflict',
      'invitation_limit_reached',
      'invalid_session',
      'csrf_token_required',
    ],
    example: { body: { email: 'grace@example.com', role: 'member' }, response: exampleNew },
    handle: ({ scope, body }) => invitations.create(scope, body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/resend',
    area: 'Members',
    summary: 'Resend an invitation with a new link',
    description: 'It is valid for another 7 days. The previous link stops working.',
    access: 'session',
    adminOnly: true,
    params: IdParams,
    response: data(NewInvitation),
    message: 'New link created: pass it on, it is not shown again',
    errors: ['invitation_not_found', 'invalid_session', 'csrf_token_required'],
    example: { params, response: exampleNew },
    handle: ({ scope, params: { id } }) => invitations.resend(scope, id),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/invitations/{id}',
    area: 'Members',
    summary: 'Revoke an invitation',
    access: 'session',
    adminOnly: true,
    params: IdParams,
    response: none(),
    message: 'Invitation revoked',
    errors: ['invitation_not_found', 'invalid_session', 'csrf_token_required'],
    example: { params },
    handle: ({ scope, params: { id } }) => invitations.revoke(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/invitation',
    area: 'Dashboard sign-in',
    summary: 'Read an invitation by the token of its link',
    access: 'public',
    isRead: true,
    body: ReadInvitationBody,
    response: data(OpenedInvitation),
    message: 'Invitation',
    errors: ['invalid_invitation', 'rate_limited'],
    example: {
      body: { token: 'from the link' },
      response: {
        email: 'grace@example.com',
        role: 'member',
        project: { name: 'Default' },
        invitedBy: 'Ada',
        hasAccount: false,
        expiresAt: exampleInvitation.expiresAt,
      },
    },
    handle: ({ body, scope }) => accepting.read(body.token, { ip: scope.ip, deviceCookie: null }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/accept-invitation',
    area: 'Dashboard sign-in',
    summary: 'Accept an invitation',
    description:
      'Creates an account with this password, or adds the project to the account of that email address, whose password it must be. Signs in.',
    access: 'public',
    body: AcceptInvitationBody,
    response: data(Session),
    message: 'Invitation accepted',
    errors: ['invalid_invitation', 'invalid_credentials', 'name_conflict', 'rate_limited'],
    example: {
      body: { token: 'from the link', password: 'a long password', name: 'Grace' },
      response: exampleSession,
    },
    handle: async ({ body, scope, headers, setHeader }) =>
      sessionCookies(isHttps)(
        await accepting.accept(body, {
          ip: scope.ip,
          deviceCookie: cookieValue(headers.cookie, deviceCookie),
        }),
        setHeader,
      ),
  }),
]
