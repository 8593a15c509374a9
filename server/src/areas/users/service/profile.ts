import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import { findProfile } from '../read-profile.ts'
import type { Profile, UpdateProfileBody } from '../schema.ts'
import { lockAccount, updateAccount } from '../store/account.ts'

export function createProfileService({ db, clock, audit }: { db: Db; clock: Clock; audit: Audit }) {
  async function get(scope: Scope): Promise<Profile> {
    const profile = await findProfile(db, scope)
    if (!profile) throw new AppError('project_not_found', 'The project no longer exists')
    return profile
  }
  return {
    get,
    async update(scope: Scope, body: UpdateProfileBody): Promise<Profile> {
      const { accountId, kind } = scope.actor
      // A member's key is given to programs; the person behind it is not theirs to rename.
      if (kind === 'key' && scope.role !== 'admin')
        throw new AppError('admin_only', 'Only an operator key or the signed-in user can change the profile')
      if (kind === 'key') refuseTenants(scope, 'The profile of the owner')
      await db.tx(async (tx) => {
        const account = accountId === null ? null : await lockAccount(tx, accountId)
        if (!account)
          throw new AppError('invalid_state', 'This key belongs to no user account', {
            hint: 'Use a key created by a signed-in user.',
          })
        const changed = {
          ...account,
          name: body.name ?? account.name,
          avatar_url: body.avatarUrl === undefined ? account.avatar_url : body.avatarUrl,
          locale: body.locale === undefined ? account.locale : body.locale,
        }
        await updateAccount(tx, changed, clock.now())
        await audit.record(tx, scope, {
          action: 'profile.updated',
          targetType: 'account',
          targetId: account.id,
          details: { fields: Object.keys(body) },
        })
      })
      return get(scope)
    },
  }
}
