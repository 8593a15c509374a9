import type { createExternalUsers } from './areas/external-users/index.ts'
import type { createMcpAuth } from './areas/mcp-auth/index.ts'
import type { createProjects } from './areas/projects/index.ts'
import type { createUsers } from './areas/users/index.ts'
import type { Clock } from './kernel/clock.ts'
import { AppError } from './kernel/errors.ts'
import { createFailedAuthentications } from './kernel/http/auth/failed-authentications.ts'
import type { Identity } from './kernel/http/auth/identity.ts'

export type IdentityDeps = {
  clock: Clock
  projects: Pick<ReturnType<typeof createProjects>, 'authenticate' | 'assume' | 'isProjectOrigin'>
  users: Pick<ReturnType<typeof createUsers>, 'authenticateSession'>
  externalUsers: Pick<
    ReturnType<typeof createExternalUsers>,
    'isTokenForm' | 'authenticateToken' | 'lookAheadFor' | 'actAs'
  >
  mcpAuth: Pick<ReturnType<typeof createMcpAuth>, 'isTokenForm' | 'authenticateToken'>
}

/** Finds out who calls: an end user or an MCP client by a token, a project by a key, a dashboard user by a session. */
export function createIdentity({ clock, projects, users, externalUsers, mcpAuth }: IdentityDeps): Identity {
  const countFailures = createFailedAuthentications({ clock })
  return {
    authenticate: (credentials, username) =>
      countFailures(credentials, async () => {
        const { token } = credentials
        if (token !== null && externalUsers.isTokenForm(token)) return externalUsers.authenticateToken(token)
        if (token !== null && mcpAuth.isTokenForm(token)) return mcpAuth.authenticateToken(token)
        if (token !== null)
          return projects.authenticate(token, credentials.ip, externalUsers.lookAheadFor(username))
        const principal = await users.authenticateSession(credentials)
        if (principal) return principal
        throw new AppError('missing_api_key', 'An API key is required', {
          hint: 'Send it in the x-api-key header or as Authorization: Bearer.',
        })
      }),
    assume: ({ token, ip }) => (token === null ? null : projects.assume(token, ip)),
    actAs: externalUsers.actAs,
    isProjectOrigin: projects.isProjectOrigin,
  }
}
