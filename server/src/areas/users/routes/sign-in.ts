import { cookieValue, deviceCookie, sessionCookieHeader } from '../../../kernel/http/auth/credentials.ts'
import { data, endpoint, none } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  ChangePasswordBody,
  CreateProjectBody,
  DeleteProjectQuery,
  Profile,
  Session,
  SetUpBody,
  SignInBody,
  UpdateProfileBody,
} from '../schema.ts'
import type { createOwnProjectService } from '../service/own-projects.ts'
import type { createProfileService } from '../service/profile.ts'
import type { createSessionService } from '../service/sessions.ts'
import { sessionCookies } from './session-cookies.ts'

export type UserRouteDeps = {
  profiles: ReturnType<typeof createProfileService>
  sessions: ReturnType<typeof createSessionService>
  ownProjects: ReturnType<typeof createOwnProjectService>
  isHttps: boolean
}

const exampleProfile = {
  id: '0199f1a0-0000-7000-8000-000000000005',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  avatarUrl: null,
  locale: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  project: { id: '0199f1a0-0000-7000-8000-000000000001', name: 'Default', slug: 'default' },
  apiKey: {
    id: '0199f1a0-0000-7000-8000-000000000003',
    name: 'First key',
    prefix: 'stoa_Zk3f',
    scopes: [],
    role: 'admin',
    expiresAt: null,
    lastUsedAt: null,
  },
  externalUser: { id: '0199f1a0-0000-7000-8000-000000000001', name: 'project_default_user' },
}
export const exampleSession = {
  account: { id: exampleProfile.id, email: 'ada@example.com', name: 'Ada', isOwner: true },
  projects: [{ ...exampleProfile.project, role: 'admin' }],
  csrfToken: 'kX2…',
  expiresAt: '2026-01-16T03:04:05.678Z',
}

export const userRoutes = ({ profiles, sessions, ownProjects, isHttps }: UserRouteDeps) => {
  const withCookie = sessionCookies(isHttps)
  return [
    endpoint({
      method: 'GET',
      path: '/api/v1/users/profile',
      area: 'Users',
      summary: 'Get the current profile',
      description:
        'The account, project and API key of the request. A key without operator rights acts for its project.',
      access: 'project',
      permission: 'users:read',
      response: data(Profile),
      message: 'Profile',
      example: { response: exampleProfile },
      handle: ({ scope }) => profiles.get(scope),
    }),
    endpoint({
      method: 'PATCH',
      path: '/api/v1/users/profile',
      area: 'Users',
      summary: 'Update the profile',
      access: 'project',
      permission: 'users:write',
      body: UpdateProfileBody,
      response: data(Profile),
      message: 'Profile updated',
      errors: ['admin_only', 'operator_only', 'invalid_state'],
      example: { body: { name: 'Ada' }, response: exampleProfile },
      handle: ({ scope, body }) => profiles.update(scope, body),
    }),
    endpoint({
      method: 'POST',
      path: '/api/v1/auth/set-up',
      area: 'Dashboard sign-in',
      summary: 'Set up the first account with the one-time link',
      access: 'public',
      body: SetUpBody,
      response: data(Session),
      message: 'Account set up',
      errors: ['invalid_setup_token', 'name_conflict', 'rate_limited'],
      example: {
        body: { token: 'from the printed link', email: 'ada@example.com', password: 'a long password' },
        response: exampleSession,
      },
      handle: async ({ body, scope, setHeader }) =>
        withCookie(await sessions.setUp(body, scope.ip), setHeader),
    }),
    endpoint({
      method: 'POST',
      path: '/api/v1/auth/sign-in',
      area: 'Dashboard sign-in',
      summary: 'Sign in with email and password',
      access: 'public',
      body: SignInBody,
      response: data(Session),
      message: 'Signed in',
      errors: ['invalid_credentials', 'no_membership', 'rate_limited'],
      example: { body: { email: 'ada@example.com', password: 'a long password' }, response: exampleSession },
      handle: async ({ body, scope, headers, setHeader }) =>
        withCookie(
          await sessions.signIn(body, scope.ip, cookieValue(headers.cookie, deviceCookie)),
          setHeader,
        ),
    }),
    endpoint({
      method: 'GET',
      path: '/api/v1/auth/session',
      area: 'Dashboard sign-in',
      summary: 'Get the session and its projects',
      description:
        'Requests with a session act in the oldest of these projects, or in the project named by the `x-project-id` header.',
      access: 'session',
      response: data(Session),
      message: 'Session',
      errors: ['invalid_session'],
      example: { response: exampleSession },
      handle: ({ scope }) => sessions.current(scope),
    }),
    endpoint({
      method: 'POST',
      path: '/api/v1/auth/sign-out',
      area: 'Dashboard sign-in',
      summary: 'Sign out',
      access: 'session',
      response: none(),
      message: 'Signed out',
      errors: ['invalid_session', 'csrf_token_required'],
      example: {},
      handle: async ({ scope, setHeader }) => {
        await sessions.signOut(scope)
        setHeader('set-cookie', sessionCookieHeader('', 0, isHttps))
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/v1/auth/password',
      area: 'Dashboard sign-in',
      summary: 'Change the password',
      description: 'Ends all other sessions of the account.',
      access: 'session',
      body: ChangePasswordBody,
      response: none(),
      message: 'Password changed',
      errors: ['invalid_credentials', 'invalid_session', 'csrf_token_required'],
      example: { body: { currentPassword: 'a long password', newPassword: 'an even longer password' } },
      handle: ({ scope, body }) => sessions.changePassword(scope, body),
    }),
    endpoint({
      method: 'POST',
      path: '/api/v1/auth/projects',
      area: 'Dashboard sign-in',
      summary: 'Create a project',
      description:
        'For the owner of the server, who becomes its admin. Returns the session with the new project; API keys are created in it.',
      access: 'session',
      body: CreateProjectBody,
      response: data(Session),
      message: 'Project created',
      errors: ['operator_only', 'name_conflict', 'invalid_session', 'csrf_token_required'],
      example: { body: { name: 'Staging' }, response: exampleSession },
      handle: ({ scope, body }) => ownProjects.create(scope, body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/api/v1/auth/projects/{id}',
      area: 'Dashboard sign-in',
      summary: 'Delete a project',
      description:
        'For the owner of the server. API keys and sessions lose access immediately; all data of the project, its ledger and files included, is erased in the background. This cannot be undone. Nothing is changed at outside services: webhooks that were registered there stay. Returns the session without the project.',
      access: 'session',
      params: IdParams,
      query: DeleteProjectQuery,
      response: data(Session),
      message: 'Project deleted',
      errors: [
        'operator_only',
        'project_not_found',
        'last_project',
        'invalid_session',
        'csrf_token_required',
      ],
      example: {
        params: { id: exampleProfile.project.id },
        query: { name: 'Staging' },
        response: exampleSession,
      },
      handle: ({ scope, params: { id }, query }) => ownProjects.delete(scope, id, query),
    }),
  ]
}
