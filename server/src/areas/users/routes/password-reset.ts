import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { PasswordReset, ResetPasswordBody, Session } from '../schema.ts'
import type { createPasswordResetService } from '../service/password-reset.ts'
import { sessionCookies } from './session-cookies.ts'
import { exampleSession } from './sign-in.ts'

export const passwordResetRoutes = (
  resets: ReturnType<typeof createPasswordResetService>,
  isHttps: boolean,
) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/members/{id}/password-reset',
    area: 'Members',
    summary: 'Create a link for a password reset',
    description:
      'For a member who forgot theirs. Returns the link in `url` only once; pass it on to them. It is valid for 24 hours and works once; a link that was made before stops working. Only the owner of the server makes one, because an account may be in several projects.',
    access: 'session',
    operatorOnly: true,
    params: IdParams,
    response: data(PasswordReset),
    message: 'Link created: pass it on, it is not shown again',
    errors: ['member_not_found', 'invalid_session', 'csrf_token_required'],
    example: {
      params: { id: '0199f1a0-0000-7000-8000-000000000006' },
      response: {
        email: 'grace@example.com',
        url: 'https://stoa.example.com/reset-password#token=(shown once)',
        expiresAt: '2026-01-03T03:04:05.678Z',
      },
    },
    handle: ({ scope, params: { id } }) => resets.create(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/reset-password',
    area: 'Dashboard sign-in',
    summary: 'Reset the password with a one-time link',
    description: 'Ends all sessions of the account, and signs in.',
    access: 'public',
    body: ResetPasswordBody,
    response: data(Session),
    message: 'Password set',
    errors: ['invalid_reset_token', 'no_membership', 'rate_limited'],
    example: {
      body: { token: 'from the link', password: 'an even longer password' },
      response: exampleSession,
    },
    handle: async ({ body, scope, setHeader }) =>
      sessionCookies(isHttps)(await resets.reset(body, scope.ip), setHeader),
  }),
]
