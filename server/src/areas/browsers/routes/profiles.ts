import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { CreateProfileBody, Profile, ProfileParams, ProfileQuery } from '../schema/profile.ts'
import type { Profiles } from '../service/profiles.ts'
import { exampleProfile } from './examples.ts'

const ofUser = { area: 'Browser', access: 'end-user', acceptsEndUserTokens: true } as const
const base = '/api/v1/browser/profiles'
const params = { profileId: exampleProfile.id }

export const profileRoutes = (profiles: Profiles) => [
  endpoint({
    method: 'GET',
    path: base,
    ...ofUser,
    summary: 'List browser profiles',
    permission: 'browser:read',
    query: ProfileQuery,
    response: page(Profile),
    message: 'Browser profiles',
    example: { response: [exampleProfile] },
    handle: ({ scope, query }) => profiles.list(scope, query),
  }),
  endpoint({
    method: 'POST',
    path: base,
    ...ofUser,
    summary: 'Create a browser profile',
    description:
      'Cookies and storage of an end user, encrypted. A session with `profileId` begins with them and saves them when it ends.',
    permission: 'browser:write',
    body: CreateProfileBody,
    response: data(Profile),
    message: 'Browser profile created',
    errors: ['name_conflict', 'invalid_state', 'external_user_not_found'],
    example: { body: { name: 'shop' }, response: { ...exampleProfile, cookieCount: 0, lastUsedAt: null } },
    handle: ({ scope, body }) => profiles.create(scope, body.name),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{profileId}`,
    ...ofUser,
    summary: 'Get a browser profile',
    permission: 'browser:read',
    params: ProfileParams,
    response: data(Profile),
    message: 'Browser profile',
    errors: ['browser_profile_not_found'],
    example: { params, response: exampleProfile },
    handle: ({ scope, params: { profileId } }) => profiles.get(scope, profileId),
  }),
  endpoint({
    method: 'DELETE',
    path: `${base}/{profileId}`,
    ...ofUser,
    summary: 'Delete a browser profile',
    permission: 'browser:write',
    params: ProfileParams,
    response: none(),
    message: 'Browser profile deleted',
    errors: ['browser_profile_not_found', 'profile_in_use'],
    example: { params },
    handle: ({ scope, params: { profileId } }) => profiles.delete(scope, profileId),
  }),
]
