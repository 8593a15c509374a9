import { createHash, createHmac } from 'node:crypto'
import { retryOnDeadlock } from '../../../kernel/db/retry-on-deadlock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AuditOfUsers } from '../../audit/index.ts'
import { findUser, type VersionedUser } from '../read-users.ts'
import type { Deletion, DeletionReceipt } from '../schema.ts'
import { deleteUser, lockUser, moveNames } from '../store/external-user.ts'
import { findReceipt, insertReceipt } from '../store/receipt.ts'
import { moveStats } from '../store/stats.ts'
import { discardImage } from './image.ts'
import type { UserDataRegistry } from './user-data-registry.ts'
import { concerning, lockExisting, notFound, refuseDefault, type UserDeps } from './users.ts'

export type EraseUserDeps = UserDeps & { audit: AuditOfUsers; userData: UserDataRegistry; receiptKey: Buffer }

/** Erasing, merging and exporting: what concerns everything a user owns. */
export function createEraseUserService({
  db,
  clock,
  newId,
  audit,
  events,
  userData,
  garbage,
  receiptKey,
}: EraseUserDeps) {
  function receiptFor(
    scope: Scope,
    userId: string,
    name: string,
    counts: DeletionReceipt['counts'],
  ): DeletionReceipt {
    const fields = {
      id: newId(),
      projectId: scope.projectId,
      externalUserId: userId,
      nameHash: createHash('sha256').update(name).digest('hex'),
      counts,
      deletedAt: clock.now().toISOString(),
    }
    return {
      ...fields,
      signature: createHmac('sha256', receiptKey).update(JSON.stringify(fields)).digest('base64url'),
    }
  }

  return {
    async erase(scope: Scope, id: string, dryRun: boolean): Promise<Deletion> {
      refuseDefault(scope, id, 'deleted')
      if (dryRun) {
        if (!(await findUser(db, scope, id, clock.now()))) throw notFound()
        return { ...(await userData.count(db, scope, id)), dryRun, receiptId: null }
      }
      return retryOnDeadlock(() =>
        db.tx(async (tx) => {
          const user = await lockExisting(tx, scope, id)
          const counts = await userData.count(tx, scope, id)
          await userData.erase(tx, scope, id)
          await audit.eraseNames(tx, scope, id)
          await discardImage(tx, scope, garbage, user)
          await deleteUser(tx, scope, id)
          await notifyAccessEnded(tx, 'external_user_not_found', id)
          const receipt = receiptFor(scope, id, user.name, counts)
          await insertReceipt(tx, scope, receipt)
          await audit.record(tx, scope, {
            action: 'external_user.deleted',
            targetType: 'external_user',
            targetId: id,
            details: { receiptId: receipt.id },
          })
          await events.publish(tx, concerning(scope, user), {
            type: 'external_user.deleted',
            data: { id, receiptId: receipt.id, mergedIntoId: null },
          })
          return { ...counts, dryRun, receiptId: receipt.id }
        }),
      )
    },
    async receipt(scope: Scope, id: string): Promise<DeletionReceipt> {
      const receipt = await findReceipt(db, scope, id)
      if (!receipt) throw new AppError('deletion_receipt_not_found', 'Deletion receipt not found')
      return receipt
    },
    async merge(scope: Scope, id: string, intoId: string): Promise<VersionedUser> {
      refuseDefault(scope, id, 'merged into another')
      if (id === intoId) throw new AppError('invalid_parameter', 'A user cannot be merged into itself')
      await retryOnDeadlock(() =>
        db.tx(async (tx) => {
          // In one order, so that two merges that cross cannot wait for each other.
          for (const each of [id, intoId].sort()) await lockUser(tx, scope, each)
          const from = await lockExisting(tx, scope, id)
          await lockExisting(tx, scope, intoId)
          await userData.move(tx, scope, id, intoId)
          await moveStats(tx, scope, id, intoId)
          await audit.moveEntries(tx, scope, id, intoId)
          await moveNames(tx, scope, from, intoId, clock.now())
          await discardImage(tx, scope, garbage, from)
          await deleteUser(tx, scope, id)
          await notifyAccessEnded(tx, 'external_user_not_found', id)
          await audit.record(tx, scope, {
            action: 'external_user.merged',
            targetType: 'external_user',
            targetId: id,
            details: { intoId },
          })
          await events.publish(tx, concerning(scope, from), {
            type: 'external_user.deleted',
            data: { id, receiptId: null, mergedIntoId: intoId },
          })
        }),
      )
      const user = await findUser(db, scope, intoId, clock.now())
      if (!user) throw notFound()
      return user
    },
    /** One line for the user, then one for each thing the user owns. */
    async export(scope: Scope, id: string): Promise<AsyncIterable<string>> {
      userData.refuseUnpermitted(scope)
      const found = await findUser(db, scope, id, clock.now())
      if (!found) throw notFound()
      const { version: _, ...user } = found
      return (async function* () {
        yield `${JSON.stringify({ type: 'external_user', ...user })}\n`
        for await (const line of userData.export(db, scope, id)) yield `${JSON.stringify(line)}\n`
      })()
    },
  }
}

export type EraseUserService = ReturnType<typeof createEraseUserService>
