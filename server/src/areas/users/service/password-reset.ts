import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import { hashPassword } from '../../../kernel/secrets/password.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import type { PasswordReset, ResetPasswordBody } from '../schema.ts'
import {
  type AccountRow,
  claimSetupToken,
  findAccount,
  findAccountByEmail,
  setPasswordHash,
} from '../store/account.ts'
import { findMember } from '../store/member.ts'
import { deleteSessions, listMemberships } from '../store/session.ts'
import type { createOwnerService } from './owner.ts'
import { type createSessionService, noMembership, type OpenedSession } from './sessions.ts'

export type PasswordResetDeps = {
  db: Db
  clock: Clock
  audit: Audit
  publicUrl: URL
  owner: Pick<ReturnType<typeof createOwnerService>, 'newLinkTokenIn'>
  sessions: Pick<ReturnType<typeof createSessionService>, 'open' | 'limitAttempts'>
}

/**
 * A new password for someone who forgot theirs, by a link that is passed on by hand: nothing here sends mail. An account
 * may be in several projects, so only the owner of the server makes links, or who has its command line.
 */
export function createPasswordResetService(deps: PasswordResetDeps) {
  const { db, clock, audit, publicUrl, owner, sessions } = deps

  async function linkIn(tx: Tx, { id, email }: { id: string; email: string }): Promise<PasswordReset> {
    const { token, expiresAt } = await owner.newLinkTokenIn(tx, id)
    // Behind the #, so that no server and no proxy logs it.
    const fragment = new URLSearchParams({ token, email })
    const url = new URL(`/reset-password#${fragment}`, publicUrl).href
    return { email, url, expiresAt: expiresAt.toISOString() }
  }

  /** In every project of the account: its admins see that a link was made, and why the person was signed out. */
  async function recordIn(
    tx: Tx,
    { id, email }: Pick<AccountRow, 'id' | 'email'>,
    action: 'password.reset' | 'password.reset_link_created',
  ): Promise<void> {
    // Who has the command line is no account.
    const actor = { kind: 'system', accountId: action === 'password.reset' ? id : null } as const
    for (const { project_id } of await listMemberships(tx, id))
      await audit.record(
        tx,
        { ...systemScope(project_id), actor },
        { action, targetType: 'member', targetId: id, details: { email } },
      )
  }

  async function setIn(tx: Tx, token: string, passwordHash: string): Promise<AccountRow> {
    const id = await claimSetupToken(tx, hashToken(token), clock.now())
    const account = id === null ? null : await findAccount(tx, id)
    // An account without an email address was never set up: its link is the one for that.
    if (!account || account.email === null) throw invalidLink()
    await setPasswordHash(tx, account.id, passwordHash, clock.now())
    for (const ended of await deleteSessions(tx, account.id))
      await notifyAccessEnded(tx, 'invalid_session', ended)
    await recordIn(tx, account, 'password.reset')
    return account
  }

  return {
    create: (scope: Scope, id: string): Promise<PasswordReset> =>
      db.tx(async (tx) => {
        const member = await findMember(tx, scope, id)
        if (!member?.email) throw new AppError('member_not_found', 'There is no such member in this project')
        const link = await linkIn(tx, { id, email: member.email })
        await audit.record(tx, scope, {
          action: 'password.reset_link_created',
          targetType: 'member',
          targetId: id,
          details: { email: member.email },
        })
        return link
      }),
    /** Null when no account has the email address. */
    async newLinkIn(tx: Tx, email: string): Promise<PasswordReset | null> {
      const account = await findAccountByEmail(tx, email.trim().toLowerCase())
      if (!account?.email) return null
      await recordIn(tx, account, 'password.reset_link_created')
      return linkIn(tx, { id: account.id, email: account.email })
    },
    async reset({ token, password }: ResetPasswordBody, ip: string): Promise<OpenedSession> {
      sessions.limitAttempts('reset', ip)
      const passwordHash = await hashPassword(password)
      const { id } = await db.tx((tx) => setIn(tx, token, passwordHash))
      if ((await listMemberships(db, id)).length === 0) throw noMembership()
      return sessions.open(id, passwordHash)
    },
  }
}

const invalidLink = () =>
  new AppError('invalid_reset_token', 'This link is unknown, used or expired', {
    hint: 'Ask the owner of the server for a new one, who makes it under Settings, Members, or with `stoa password reset`.',
  })
