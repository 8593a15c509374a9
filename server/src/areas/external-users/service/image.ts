import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/**
 * A kept image has an id of its own, which stands in the address that leads to it. A new image never takes the place
 * of an old one, so removing the old one late can never remove the new one.
 */
const addressForm = /^\/api\/v1\/external-users\/([0-9a-f-]{36})\/avatar\?v=([0-9a-f-]{36})$/

export const imageUrl = (userId: string, imageId: string): string =>
  `/api/v1/external-users/${userId}/avatar?v=${imageId}`

export const imageKey = (projectId: string, userId: string, imageId: string): string =>
  `avatars/${projectId}/${userId}/${imageId}`

/** Where the bytes behind an address are; null when the address is not ours. */
export function keyBehind(projectId: string, avatarUrl: string | null): string | null {
  const [, userId, imageId] = addressForm.exec(avatarUrl ?? '') ?? []
  return userId && imageId ? imageKey(projectId, userId, imageId) : null
}

/** Gives up the bytes of a user's image in the transaction that gives up the address. */
export async function discardImage(
  tx: Tx,
  scope: Scope,
  garbage: BlobGarbage,
  user: { avatar_url: string | null },
): Promise<void> {
  const key = keyBehind(scope.projectId, user.avatar_url)
  if (key !== null) await garbage.discard(tx, key)
}
