import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/**
 * A stored image has its own id, which is part of its URL. A new image never takes the place
 * of an old one, so removing the old one late can never remove the new one.
 */
const addressForm = /^\/api\/v1\/external-users\/([0-9a-f-]{36})\/avatar\?v=([0-9a-f-]{36})$/

export const imageUrl = (userId: string, imageId: string): string =>
  `/api/v1/external-users/${userId}/avatar?v=${imageId}`

export const imageKey = (projectId: string, userId: string, imageId: string): string =>
  `avatars/${projectId}/${userId}/${imageId}`

/** The location of the bytes behind a URL; null when the URL is not ours. */
export function keyBehind(projectId: string, avatarUrl: string | null): string | null {
  const [, userId, imageId] = addressForm.exec(avatarUrl ?? '') ?? []
  return userId && imageId ? imageKey(projectId, userId, imageId) : null
}

/** Releases the bytes of a user's image in the transaction that removes the URL. */
export async function discardImage(
  tx: Tx,
  scope: Scope,
  garbage: BlobGarbage,
  user: { avatar_url: string | null },
): Promise<void> {
  const key = keyBehind(scope.projectId, user.avatar_url)
  if (key !== null) await garbage.discard(tx, key)
}
