import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type NewId, newToken } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import type { Invitation, InviteBody, NewInvitation, PageQuery } from '../schema.ts'
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
  replaceLink,
} from '../store/invitation.ts'
import { isMemberByEmail, lockAdmins } from '../store/member.ts'

const linkLifeMs = 7 * 24 * 60 * 60 * 1000
const maxInvitations = 100

export type InvitationDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit; publicUrl: URL }

/** Invitations to a project. The link is returned once and stored as a hash; the inviter passes it on. */
export function createInvitationService({ db, clock, newId, audit, publicUrl }: InvitationDeps) {
  function newLink() {
    const token = newToken(32)
    const at = clock.now()
    // Behind the #, so that no server and no proxy logs it.
    const url = new URL(`/invitation#token=${token}`, publicUrl).href
    return { url, tokenHash: hashToken(token), at, expiresAt: new Date(at.getTime() + linkLifeMs) }
  }

  async function getIn(tx: Tx, scope: Scope, id: string): Promise<Invitation> {
    const invitation = await findInvitation(tx, scope, id, clock.now())
    if (!invitation) throw unknownInvitation()
    return invitation
  }

  /** Who was removed while the request was on its way must not leave a link behind. */
  async function takeAsAdmin(tx: Tx, scope: Scope): Promise<void> {
    const adminIds = await lockAdmins(tx, scope)
    const { accountId } = scope.actor
    if (accountId === null || !adminIds.includes(accountId))
      throw new AppError('admin_only', 'Only admins invite others', { hint: 'Ask an admin.' })
  }

  async function refuseMembers(tx: Tx, scope: Scope, email: string): Promise<void> {
    if (await isMemberByEmail(tx, scope, email))
      throw new AppError('already_member', 'This person is already a member of the project')
  }

  return {
    list: (scope: Scope, query: PageQuery): Promise<Page<Invitation>> =>
      listInvitations(db, scope, query, clock.now()),
    create: (scope: Scope, { email, role }: InviteBody): Promise<NewInvitation> =>
      db.tx(async (tx) => {
        const [id, link] = [newId(), newLink()]
        await takeAsAdmin(tx, scope)
        if ((await countInvitations(tx, scope)) >= maxInvitations)
          throw new AppError(
            'invitation_limit_reached',
            `A project has at most ${maxInvitations} invitations`,
            {
              hint: 'Revoke pending invitations first.',
            },
          )
        await refuseMembers(tx, scope, email)
        if (
          !(await insertInvitation(tx, scope, { ...link, id, email, role, invitedBy: scope.actor.accountId }))
        )
          throw new AppError('name_conflict', 'This email address has been invited already', {
            hint: 'Make a new link for that invitation, or revoke it.',
          })
        const details = { email, role }
        await audit.record(tx, scope, {
          action: 'invitation.created',
          targetType: 'invitation',
          targetId: id,
          details,
        })
        return { ...(await getIn(tx, scope, id)), url: link.url }
      }),
    /** A new link, valid for as long as the first one was; that one stops working. */
    resend: (scope: Scope, id: string): Promise<NewInvitation> =>
      db.tx(async (tx) => {
        const link = newLink()
        await takeAsAdmin(tx, scope)
        if (!(await replaceLink(tx, scope, id, link))) throw unknownInvitation()
        const invitation = await getIn(tx, scope, id)
        await audit.record(tx, scope, {
          action: 'invitation.resent',
          targetType: 'invitation',
          targetId: id,
          details: { email: invitation.email },
        })
        return { ...invitation, url: link.url }
      }),
    revoke: (scope: Scope, id: string): Promise<void> =>
      db.tx(async (tx) => {
        const email = await deleteInvitation(tx, scope, id)
        if (email === null) throw unknownInvitation()
        await audit.record(tx, scope, {
          action: 'invitation.revoked',
          targetType: 'invitation',
          targetId: id,
          details: { email },
        })
      }),
  }
}

const unknownInvitation = () =>
  new AppError('invitation_not_found', 'There is no such invitation in this project', {
    hint: 'It may have been accepted or revoked.',
  })
