import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { Projects } from '../projects/index.ts'
import { usersManifest } from './manifest.ts'
import { userRoutes } from './routes.ts'
import { createOwnProjectService } from './service/own-projects.ts'
import { createOwnerService } from './service/owner.ts'
import { createProfileService } from './service/profile.ts'
import { createSessionService, type SessionDeps } from './service/sessions.ts'
import { deleteExpiredSessions } from './store/session.ts'

/**
 * The dashboard users: accounts with passwords, their sessions, and the profile that shows a key or a session
 * who it is. Passwords and session tokens are stored only as hashes.
 */
export type Users = {
  /** The id of the first account, made when there is none. */
  ensureOwnerIn(tx: Tx): Promise<string>
  addOwnerTo(tx: Tx, projectId: string, accountId: string): Promise<void>
  setOwnerCredentialsIn(tx: Tx, email: string, password: string): Promise<boolean>
  newSetupToken(q: Queryable): Promise<string | null>
  newResetTokenIn(tx: Tx): Promise<string>
}

type UsersParts = Omit<UsersDeps, 'csrfKey' | 'isHttps'> & {
  deriveKey(purpose: string): Buffer
  publicUrl: URL
}

export type UsersDeps = SessionDeps & { db: Db; projects: Pick<Projects, 'createIn'>; isHttps: boolean }

export function createUsers(deps: UsersDeps) {
  const owner = createOwnerService(deps)
  const sessions = createSessionService(deps)
  const area: Users = {
    ensureOwnerIn: owner.ensureIn,
    addOwnerTo: owner.addTo,
    setOwnerCredentialsIn: owner.setCredentialsIn,
    newSetupToken: owner.newSetupToken,
    newResetTokenIn: owner.newResetTokenIn,
  }
  return {
    ...area,
    authenticateSession: sessions.authenticate,
    sweep: () => deleteExpiredSessions(deps.db, deps.clock.now()),
    routes: userRoutes({
      profiles: createProfileService(deps),
      sessions,
      ownProjects: createOwnProjectService({ ...deps, owner, sessions }),
      isHttps: deps.isHttps,
    }),
  }
}

export const usersArea = {
  manifest: usersManifest,
  key: 'users',
  create: ({ deriveKey, publicUrl, ...deps }: UsersParts) =>
    createUsers({ ...deps, csrfKey: deriveKey('csrf'), isHttps: publicUrl.protocol === 'https:' }),
} as const
