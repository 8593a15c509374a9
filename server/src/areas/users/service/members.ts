import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ChangeRoleBody, Member, PageQuery } from '../schema.ts'
import { deleteSetupTokens } from '../store/account.ts'
import { deleteInvitationsBy } from '../store/invitation.ts'
import { deleteMember, findMember, listMembers, lockAdmins, setMemberRole } from '../store/member.ts'
import { listMemberships } from '../store/session.ts'
import { endStreams } from './end-streams.ts'

/** The people of a project. It always has an admin, and the owner of the server is one of every project. */
export function createMemberService({ db, audit }: { db: Db; audit: Audit }) {
  /** The member, once no one else can change who is an admin. */
  async function take(tx: Tx, scope: Scope, id: string): Promise<{ member: Member; isLastAdmin: boolean }> {
    const adminIds = await lockAdmins(tx, scope)
    const member = await findMember(tx, scope, id)
    if (!member) throw new AppError('member_not_found', 'There is no such member in this project')
    return { member, isLastAdmin: adminIds.length === 1 && adminIds[0] === id }
  }

  function refuseLoss({ member, isLastAdmin }: Awaited<ReturnType<typeof take>>): void {
    if (member.isOwner)
      throw new AppError('server_owner', 'The owner of the server is an admin of every project', {
        hint: 'Other members can be changed and removed.',
      })
    if (isLastAdmin)
      throw new AppError('last_admin', 'A project needs an admin', {
        hint: 'Make another member an admin first.',
      })
  }

  /** Links that someone made as an admin are worth no more than their rights. */
  async function revokeInvitationsBy(tx: Tx, scope: Scope, id: string): Promise<void> {
    for (const { id: targetId, email } of await deleteInvitationsBy(tx, scope, id))
      await audit.record(tx, scope, {
        action: 'invitation.revoked',
        targetType: 'invitation',
        targetId,
        details: { email },
      })
  }

  return {
    list: (scope: Scope, query: PageQuery): Promise<Page<Member>> => listMembers(db, scope, query),
    changeRole: (scope: Scope, id: string, { role }: ChangeRoleBody): Promise<Member> =>
      db.tx(async (tx) => {
        const taken = await take(tx, scope, id)
        if (taken.member.role === role) return taken.member
        if (role !== 'admin') refuseLoss(taken)
        await setMemberRole(tx, scope, id, role)
        if (role !== 'admin') await revokeInvitationsBy(tx, scope, id)
        await endStreams(tx, id)
        await audit.record(tx, scope, {
          action: 'member.role_changed',
          targetType: 'member',
          targetId: id,
          details: { email: taken.member.email, from: taken.member.role, to: role },
        })
        return { ...taken.member, role }
      }),
    /** Everyone may leave; others are removed by admins. */
    remove: (scope: Scope, id: string): Promise<void> =>
      db.tx(async (tx) => {
        if (scope.role !== 'admin' && scope.actor.accountId !== id)
          throw new AppError('admin_only', 'Only admins remove other members', { hint: 'Ask an admin.' })
        const taken = await take(tx, scope, id)
        refuseLoss(taken)
        await deleteMember(tx, scope, id)
        // Nor is a link to set a password left, once there is no project to sign in to.
        if ((await listMemberships(tx, id)).length === 0) await deleteSetupTokens(tx, id)
        await revokeInvitationsBy(tx, scope, id)
        await endStreams(tx, id)
        await audit.record(tx, scope, {
          action: 'member.removed',
          targetType: 'member',
          targetId: id,
          details: { email: taken.member.email },
        })
      }),
  }
}
