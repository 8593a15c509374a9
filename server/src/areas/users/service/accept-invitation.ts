import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { systemScope } from '../../../kernel/scope.ts'
import { hashPassword } from '../../../kernel/secrets/password.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import { type AcceptInvitationBody, NewPassword, type OpenedInvitation } from '../schema.ts'
import { findAccountByEmail, insertClaimedAccount, insertMember } from '../store/account.ts'
import { claimInvitation, findOpenInvitation, type OpenInvitation } from '../store/invitation.ts'
import type { createSessionService, OpenedSession } from './sessions.ts'

export type AcceptDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  sessions: ReturnType<typeof createSessionService>
}

type Caller = { ip: string; deviceCookie: string | null }
type Account = { id: string; passwordHash: string }

/**
 * What the holder of a link can do before they are in the project. A link makes an account, but does not open one that
 * exists: that takes its password, because the inviter has seen the link, too.
 */
export function createAcceptService({ db, clock, newId, audit, sessions }: AcceptDeps) {
  async function find(token: string): Promise<OpenInvitation> {
    const invitation = await findOpenInvitation(db, hashToken(token), clock.now())
    if (!invitation) throw invalidInvitation()
    return invitation
  }

  async function join(tx: Tx, token: string, accountId: string): Promise<void> {
    const claimed = await claimInvitation(tx, hashToken(token), clock.now())
    if (!claimed) throw invalidInvitation()
    await insertMember(tx, claimed.project_id, accountId, claimed.role, clock.now())
    const scope = { ...systemScope(claimed.project_id), actor: { kind: 'system', accountId } as const }
    await audit.record(tx, scope, {
      action: 'member.joined',
      targetType: 'member',
      targetId: accountId,
      details: { role: claimed.role, email: claimed.email },
    })
  }

  async function joinAsNew(body: AcceptInvitationBody, email: string): Promise<Account> {
    if (!NewPassword.safeParse(body.password).success)
      throw new AppError('invalid_parameter', 'The password must have 10 characters or more', {
        details: [
          { in: 'body', path: '/password', rule: 'too_small', message: 'must have 10 characters or more' },
        ],
      })
    const passwordHash = await hashPassword(body.password)
    const id = newId()
    await db.tx(async (tx) => {
      const account = { id, email, passwordHash, name: body.name ?? email.split('@')[0]!, at: clock.now() }
      if (!(await insertClaimedAccount(tx, account)))
        throw new AppError('name_conflict', 'This email address has got an account meanwhile', {
          hint: 'Open the link again and enter the password of that account.',
        })
      await join(tx, body.token, id)
    })
    return { id, passwordHash }
  }

  return {
    async read(token: string, { ip }: Caller): Promise<OpenedInvitation> {
      sessions.limitAttempts('invitation', ip)
      const invitation = await find(token)
      return {
        email: invitation.email,
        role: invitation.role,
        project: { name: invitation.project_name },
        invitedBy: invitation.inviter_name,
        hasAccount: (await findAccountByEmail(db, invitation.email)) !== null,
        expiresAt: invitation.expires_at,
      }
    },
    async accept(body: AcceptInvitationBody, { ip, deviceCookie }: Caller): Promise<OpenedSession> {
      sessions.limitAttempts('accept', ip)
      const { email } = await find(body.token)
      if ((await findAccountByEmail(db, email)) === null) {
        const { id, passwordHash } = await joinAsNew(body, email)
        return sessions.open(id, passwordHash)
      }
      const account = await sessions.checkPassword({ email, password: body.password }, ip, deviceCookie)
      await db.tx((tx) => join(tx, body.token, account.id))
      return sessions.open(account.id, account.password_hash)
    },
  }
}

const invalidInvitation = () =>
  new AppError('invalid_invitation', 'This invitation is unknown, used, revoked or expired', {
    hint: 'Ask who invited you for a new link.',
  })
