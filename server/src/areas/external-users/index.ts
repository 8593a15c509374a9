import type { Queryable, Statement, Tx } from '../../kernel/db/db.ts'
import type { Demand } from '../../kernel/db/plan/demand.ts'
import { AppError } from '../../kernel/errors.ts'
import { NIL_UUID } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Projects } from '../projects/index.ts'
import type { Usage } from '../usage/index.ts'
import { externalUsersManifest } from './manifest.ts'
import { externalUserRoutes } from './routes.ts'
import type { EndUserToken, ResourceStats } from './schema.ts'
import { createActAs, lookAheadFor } from './service/act-as.ts'
import { type AvatarDeps, createAvatarService } from './service/avatar.ts'
import { createEraseUserService, type EraseUserDeps } from './service/erase-user.ts'
import { type ChatTokenRequest, createTokenService, type TokenDeps } from './service/tokens.ts'
import { createUserDataRegistry } from './service/user-data-registry.ts'
import { userInactive } from './service/user-inactive.ts'
import { createUserService } from './service/users.ts'
import { createVisitorService, type VisitorRequest } from './service/visitors.ts'
import { demandingActiveUser, holdUser, isUserActive, isUserHeld } from './store/external-user.ts'
import { addingToStats } from './store/stats.ts'
import { deleteExpiredTokens } from './store/token.ts'

export type { EndUserToken } from './schema.ts'
export type { UserData } from './service/user-data-registry.ts'

/**
 * The end users of a project: the people for whom a developer's product acts, selected with `x-username`. A user exists
 * from its first write, owns what is made in its name, and can be erased with everything it owns. Names are never
 * guessed: an unknown one on a read is no one.
 */
export type ExternalUsers = {
  /** Updates the counts of the acting user, in the transaction that changes the counted rows. */
  count(tx: Tx, scope: Scope, by: Partial<ResourceStats>): Promise<void>
  /** The statement of `count` for one user. */
  addToStats(scope: Scope, userId: string, by: Partial<ResourceStats>): Statement
  /**
   * For writes without a foreign key to the user: prevents the acting user from being erased or merged until the
   * transaction ends. Otherwise what is written meanwhile would belong to a deleted id, and could not be found.
   */
  hold(tx: Tx, scope: Scope): Promise<void>
  /** The demand of a plan that the acting user exists and stays until the commit. Empty for users that are never erased. */
  demandUser(scope: Scope): Demand[]
  /** The same for work in the name of the user. It throws where the user is inactive, with what to do. */
  holdActive(tx: Tx, scope: Scope): Promise<void>
  /** Whether the acting user is there and active, for work that no request of theirs has caused. */
  isActive(q: Queryable, scope: Scope): Promise<boolean>
  /** Short-lived tokens for conversations with one agent. */
  chatTokens: {
    create(tx: Tx, scope: Scope, request: ChatTokenRequest): Promise<EndUserToken>
    findVisitor(tx: Tx, projectId: string, name: string): Promise<'known' | 'merged' | null>
    createForVisitor(tx: Tx, request: VisitorRequest): Promise<EndUserToken>
    /** False where there is no such token. */
    revoke(tx: Tx, scope: Scope, token: { agentId: string; id: string }): Promise<boolean>
    revokeVisitors(tx: Tx, scope: Scope, agentId: string): Promise<void>
  }
}

export type ExternalUsersDeps = Omit<EraseUserDeps, 'userData'> &
  AvatarDeps &
  TokenDeps & {
    log: Log
    projects: Projects
    usage: Pick<Usage, 'registerUserLock'>
    /** After how many days without a visit anonymous visitors are erased. */
    visitorDays?: number | undefined
  }

type ExternalUsersParts = Omit<ExternalUsersDeps, 'receiptKey'> & { deriveKey(purpose: string): Buffer }

export function createExternalUsers(deps: ExternalUsersDeps) {
  const userData = createUserDataRegistry()
  const users = createUserService(deps)
  const tokens = createTokenService(deps)
  const eraseUser = createEraseUserService({ ...deps, userData })
  deps.projects.onCreated(async (tx, projectId) => void (await users.insertDefaultIn(tx, projectId)))
  const visitors = createVisitorService({ ...deps, tokens, eraseUser })
  const area: ExternalUsers = {
    chatTokens: {
      create: tokens.createForChat,
      findVisitor: visitors.find,
      createForVisitor: visitors.createToken,
      revoke: tokens.revokeForChat,
      revokeVisitors: tokens.revokeVisitors,
    },
    count: async (tx, scope, by) => tx.pipeline(addingToStats(scope, scope.externalUser.id, by)),
    addToStats: addingToStats,
    isActive: async (q, scope) => isPermanent(scope) || isUserActive(q, scope, scope.externalUser.id),
    hold: async (tx, scope) => void (await held(tx, scope)),
    async holdActive(tx, scope) {
      const user = await held(tx, scope)
      if (user?.is_active === false) throw userInactive(user.name)
    },
    demandUser: (scope) =>
      isPermanent(scope)
        ? []
        : [
            {
              name: 'external-user',
              key: scope.externalUser.id,
              condition: isUserHeld(scope, scope.externalUser.id),
              reason: 'external_user_not_found',
              error: userDeleted,
            },
          ],
  }
  deps.usage.registerUserLock({
    locking: (scope) => (isPermanent(scope) ? [] : [demandingActiveUser(scope, scope.externalUser.id)]),
    lock: area.holdActive,
  })
  return {
    ...area,
    /** How the data of an area for end users is counted, erased, moved and exported. */
    registerUserData: userData.register,
    lookAheadFor,
    actAs: createActAs(deps),
    isTokenForm: tokens.isTokenForm,
    authenticateToken: tokens.authenticate,
    async sweep() {
      await deleteExpiredTokens(deps.db, deps.clock.now())
      await visitors.sweep()
    },
    routes: externalUserRoutes({ users, eraseUser, tokens, avatars: createAvatarService(deps) }),
  }
}

/** The default user is never erased or merged; an unknown name on a delete is no user and owns nothing. */
const isPermanent = ({ projectId, externalUser: { id } }: Scope): boolean =>
  id === projectId || id === NIL_UUID

async function held(tx: Tx, scope: Scope) {
  if (isPermanent(scope)) return null
  const user = await holdUser(tx, scope, scope.externalUser.id)
  if (user) return user
  throw userDeleted()
}

const userDeleted = () =>
  new AppError('external_user_not_found', 'The end user was deleted in the meantime', {
    hint: 'Send the request again.',
  })

export const externalUsersArea = {
  manifest: externalUsersManifest,
  key: 'externalUsers',
  create: ({ deriveKey, ...deps }: ExternalUsersParts) =>
    createExternalUsers({ ...deps, receiptKey: deriveKey('deletion-receipt') }),
} as const
