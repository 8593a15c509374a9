import { createHmac } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import type { Credentials, Principal } from '../../../kernel/http/auth/identity.ts'
import { isUuid, type NewId, newToken } from '../../../kernel/ids.ts'
import { addressGroup } from '../../../kernel/limits/address-group.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  burnVerification,
  hashPassword,
  needsRehash,
  verifyPassword,
} from '../../../kernel/secrets/password.ts'
import { hashToken, sameToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import type { ChangePasswordBody, Session, SetUpBody, SignInBody } from '../schema.ts'
import {
  type AccountRow,
  claimSetupToken,
  deleteSetupTokens,
  findAccount,
  findAccountByEmail,
  findOwner,
  replacePasswordHash,
  setCredentials,
} from '../store/account.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  findAnyMembership,
  findSession,
  findSessionExpiry,
  insertSession,
  listMemberships,
  touchSession,
} from '../store/session.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

export const sessionLifeSeconds = 14 * 24 * 60 * 60
const touchEveryMs = 60_000

export type SessionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  /** Signs the tokens that prove that a change comes from our own page. */
  csrfKey: Buffer
}

/** A session that was just opened, with the tokens that only its cookies will hold. */
export type OpenedSession = { session: Session; token: string; deviceToken: string }

export function createSessionService({ db, clock, newId, audit, csrfKey }: SessionDeps) {
  const throttle = createSignInThrottle({ clock, key: csrfKey })

  const csrfTokenOf = (sessionId: string) =>
    createHmac('sha256', csrfKey).update(sessionId).digest('base64url')

  async function describe(sessionId: string, accountId: string): Promise<Session> {
    const account = await findAccount(db, accountId)
    const memberships = await listMemberships(db, accountId)
    const expiresAt = await findSessionExpiry(db, sessionId)
    const owner = await findOwner(db)
    if (!account || expiresAt === null) throw new AppError('invalid_session', 'The session has ended')
    return {
      account: {
        id: account.id,
        email: account.email,
        name: account.name,
        isOwner: owner?.id === account.id,
      },
      projects: memberships.map(({ project_id: id, name, slug, role }) => ({ id, name, slug, role })),
      csrfToken: csrfTokenOf(sessionId),
      expiresAt,
    }
  }

  /** Only while the password that was checked is still the account's: a change of it must leave no door open. */
  async function open(accountId: string, passwordHash: string): Promise<OpenedSession> {
    const token = newToken(32)
    const id = newId()
    const at = clock.now()
    const expiresAt = new Date(at.getTime() + sessionLifeSeconds * 1000)
    const session = { id, accountId, tokenHash: hashToken(token), at, expiresAt }
    if (!(await insertSession(db, session, passwordHash))) throw wrongCredentials()
    const opened = await describe(id, accountId)
    return { session: opened, token, deviceToken: throttle.newDevice(opened.account.email ?? '') }
  }

  /** The account whose password it is. Attempts are limited. */
  async function checkPassword(
    { email, password }: SignInBody,
    ip: string,
    deviceCookie: string | null,
  ): Promise<AccountRow & { password_hash: string }> {
    throttle.limitSignIn(email, ip, deviceCookie)
    const account = await findAccountByEmail(db, email)
    const hash = account?.password_hash
    // The same work for an unknown email address, so that the response time does not reveal who has an account.
    const isRight = hash ? await verifyPassword(password, hash) : await burnVerification(password)
    if (!account || !hash || !isRight) throw wrongCredentials()
    return { ...account, password_hash: hash }
  }

  /** Null when there is no such session. One that is right is no guess, whichever project it names. */
  async function refuseWithoutProject(tokenHash: string, now: Date): Promise<null> {
    const session = await findAnyMembership(db, tokenHash, now)
    if (!session) return null
    throw session.isMember
      ? new AppError('project_not_found', 'You have no such project', {
          hint: 'GET /api/v1/auth/session without x-project-id lists yours.',
        })
      : new AppError('invalid_session', 'You are not a member of any project', {
          hint: 'Ask an admin of a project for an invitation.',
        })
  }

  return {
    open,
    checkPassword,
    limitAttempts: (what: string, ip: string) => throttle.limitAttemptsOf(`${what} ${addressGroup(ip)}`),
    async signIn(body: SignInBody, ip: string, deviceCookie: string | null): Promise<OpenedSession> {
      const account = await checkPassword(body, ip, deviceCookie)
      if ((await listMemberships(db, account.id)).length === 0) throw noMembership()
      const opened = await open(account.id, account.password_hash)
      if (needsRehash(account.password_hash))
        await replacePasswordHash(db, account, await hashPassword(body.password), clock.now())
      return opened
    },
    async setUp(body: SetUpBody, ip: string): Promise<OpenedSession> {
      throttle.limitAttemptsOf(`set-up ${addressGroup(ip)}`)
      const passwordHash = await hashPassword(body.password)
      const accountId = await db.tx(async (tx) => {
        const claimed = await claimSetupToken(tx, hashToken(body.token), clock.now())
        // A link to reset a password sets nothing but a password.
        if (claimed === null || (await findOwner(tx))?.id !== claimed) {
          throw new AppError('invalid_setup_token', 'This set-up link is unknown, used or expired', {
            hint: 'Run `stoa owner reset`, which prints a new one.',
          })
        }
        if (!(await setCredentials(tx, claimed, body.email, passwordHash, body.name ?? null, clock.now()))) {
          throw new AppError('name_conflict', 'This email address is already in use')
        }
        // A link that resets the password ends what the old one opened.
        for (const ended of await deleteSessions(tx, claimed))
          await notifyAccessEnded(tx, 'invalid_session', ended)
        return claimed
      })
      return open(accountId, passwordHash)
    },
    current(scope: Scope): Promise<Session> {
      const { sessionId, accountId } = sessionOf(scope)
      return describe(sessionId, accountId)
    },
    signOut: (scope: Scope): Promise<void> =>
      db.tx(async (tx) => {
        const { sessionId } = sessionOf(scope)
        await deleteSession(tx, sessionId)
        await notifyAccessEnded(tx, 'invalid_session', sessionId)
      }),
    async changePassword(scope: Scope, body: ChangePasswordBody): Promise<void> {
      const { accountId, sessionId } = sessionOf(scope)
      throttle.limitAttemptsOf(`password ${sessionId}`)
      const account = await findAccount(db, accountId)
      if (!account?.password_hash || !(await verifyPassword(body.currentPassword, account.password_hash))) {
        throw wrongCurrentPassword()
      }
      const passwordHash = await hashPassword(body.newPassword)
      await db.tx(async (tx) => {
        if (!(await replacePasswordHash(tx, account, passwordHash, clock.now()))) throw wrongCurrentPassword()
        // A link that someone else may have seen must not open the account once more.
        await deleteSetupTokens(tx, accountId)
        for (const ended of await deleteOtherSessions(tx, accountId, sessionId))
          await notifyAccessEnded(tx, 'invalid_session', ended)
        await audit.record(tx, scope, {
          action: 'password.changed',
          targetType: 'account',
          targetId: accountId,
        })
      })
    },
    /** Null when there is no such session; refuses changes that do not come from our own page. */
    async authenticate(credentials: Credentials): Promise<Principal | null> {
      const { sessionToken, projectId } = credentials
      if (sessionToken === null || sessionToken.length > 200) return null
      const now = clock.now()
      const tokenHash = hashToken(sessionToken)
      const isNamed = projectId === null || isUuid(projectId)
      const found = isNamed ? await findSession(db, tokenHash, projectId, now) : null
      if (!found) return refuseWithoutProject(tokenHash, now)
      if (credentials.isWrite && !sameToken(credentials.csrfToken ?? '', csrfTokenOf(found.id))) {
        throw new AppError('csrf_token_required', 'The x-csrf-token header is required', {
          hint: 'Get it from GET /api/v1/auth/session.',
        })
      }
      if (now.getTime() - new Date(found.last_used_at).getTime() > touchEveryMs) {
        touchSession(db, found.id, now).catch(() => undefined)
      }
      return {
        projectId: found.project_id,
        role: found.role,
        isOperator: found.is_owner,
        actor: { kind: 'session', sessionId: found.id, accountId: found.account_id },
        permissions: [],
        rateKey: found.id,
        boundUser: null,
      }
    },
  }
}

export const noMembership = () =>
  new AppError('no_membership', 'You are not a member of any project', {
    hint: 'Ask an admin of a project for an invitation.',
  })

const wrongCurrentPassword = () => new AppError('invalid_credentials', 'The current password is wrong')

const wrongCredentials = () => new AppError('invalid_credentials', 'Invalid email or password')

function sessionOf({ actor }: Scope) {
  if (actor.kind !== 'session')
    throw new AppError('invalid_session', 'This endpoint requires a dashboard session')
  return actor
}
