import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { ProjectErasure } from '../../kernel/erasure/project-erasure.ts'
import type { Projects } from '../projects/index.ts'
import { usersManifest } from './manifest.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { memberRoutes } from './routes/members.ts'
import { passwordResetRoutes } from './routes/password-reset.ts'
import { userRoutes } from './routes/sign-in.ts'
import type { PasswordReset } from './schema.ts'
import { createAcceptService } from './service/accept-invitation.ts'
import { createInvitationService } from './service/invitations.ts'
import { createMemberService } from './service/members.ts'
import { createOwnProjectService } from './service/own-projects.ts'
import { createOwnerService } from './service/owner.ts'
import { createPasswordResetService } from './service/password-reset.ts'
import { createProfileService } from './service/profile.ts'
import { createSessionService, type SessionDeps } from './service/sessions.ts'
import { deleteOldInvitations } from './store/invitation.ts'
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
  /** A link to set a new password; null when no account has the email address. */
  newPasswordLinkIn(tx: Tx, email: string): Promise<PasswordReset | null>
}

type UsersParts = Omit<UsersDeps, 'csrfKey' | 'isHttps'> & {
  deriveKey(purpose: string): Buffer
}

export type UsersDeps = SessionDeps & {
  db: Db
  projects: Pick<Projects, 'createIn' | 'deleteIn'>
  erasure: Pick<ProjectErasure, 'begin'>
  publicUrl: URL
  isHttps: boolean
}

const expiredInvitationsMs = 30 * 24 * 60 * 60 * 1000

export function createUsers(deps: UsersDeps) {
  const owner = createOwnerService(deps)
  const sessions = createSessionService(deps)
  const resets = createPasswordResetService({ ...deps, owner, sessions })
  const area: Users = {
    ensureOwnerIn: owner.ensureIn,
    addOwnerTo: owner.addTo,
    setOwnerCredentialsIn: owner.setCredentialsIn,
    newSetupToken: owner.newSetupToken,
    newResetTokenIn: owner.newResetTokenIn,
    newPasswordLinkIn: resets.newLinkIn,
  }
  return {
    ...area,
    authenticateSession: sessions.authenticate,
    async sweep() {
      const now = deps.clock.now()
      await deleteExpiredSessions(deps.db, now)
      await deleteOldInvitations(deps.db, new Date(now.getTime() - expiredInvitationsMs))
    },
    routes: [
      ...userRoutes({
        profiles: createProfileService(deps),
        sessions,
        ownProjects: createOwnProjectService({ ...deps, owner, sessions }),
        isHttps: deps.isHttps,
      }),
      ...memberRoutes(createMemberService(deps)),
      ...passwordResetRoutes(resets, deps.isHttps),
      ...invitationRoutes({
        invitations: createInvitationService(deps),
        accepting: createAcceptService({ ...deps, sessions }),
        isHttps: deps.isHttps,
      }),
    ],
  }
}

export const usersArea = {
  manifest: usersManifest,
  key: 'users',
  create: ({ deriveKey, ...deps }: UsersParts) =>
    createUsers({ ...deps, csrfKey: deriveKey('csrf'), isHttps: deps.publicUrl.protocol === 'https:' }),
} as const
