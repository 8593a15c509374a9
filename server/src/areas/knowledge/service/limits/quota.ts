import type { Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Collection } from '../../schema/collection.ts'
import { lockUsedBytes } from '../../store/quota.ts'

/** In bytes of text; null means without limit. */
export type KnowledgeLimits = { readonly projectBytes: number | null; readonly userBytes: number | null }

export const noLimits: KnowledgeLimits = { projectBytes: null, userBytes: null }

/**
 * Refuses text that would take the project, or the end user whose collection it is, above its quota. Where the size is not known yet,
 * one byte must fit: work that cannot be of use is not begun.
 */
export async function refuseAboveQuota(
  tx: Tx,
  collection: Pick<Collection, 'projectId' | 'externalUserId'>,
  limits: KnowledgeLimits,
  addedBytes: number,
): Promise<void> {
  if (addedBytes <= 0 || (limits.projectBytes === null && limits.userBytes === null)) return
  const used = await lockUsedBytes(tx, collection)
  const [limit, sum, whose] =
    limits.userBytes !== null && used.user + addedBytes > limits.userBytes
      ? [limits.userBytes, used.user, 'the end user']
      : [limits.projectBytes, used.project, 'the project']
  if (limit === null || sum + addedBytes <= limit) return
  throw new AppError('storage_quota_exceeded', `The knowledge of ${whose} takes too much storage`, {
    facts: { usedBytes: sum, limitBytes: limit },
    hint: 'Delete sources, or ask the operator to raise the limit.',
  })
}
