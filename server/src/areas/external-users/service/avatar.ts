import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createSemaphore } from '../../../kernel/limits/semaphore.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findUser, type VersionedUser } from '../read-users.ts'
import { lockUser, updateUser } from '../store/external-user.ts'
import { discardImage, imageKey, imageUrl, keyBehind } from './image.ts'
import { notFound, type UserDeps } from './users.ts'

const maxBytes = 5 * 1024 * 1024
const timeoutMs = 10_000

/** Concurrent fetches of this process; the rest wait. Each may take as much memory as the largest image. */
const maxConcurrentFetches = 16

export type AvatarDeps = UserDeps & { blobs: Blobs; outbound: Outbound }

/**
 * Stores a copy of a user's image, so that showing it reveals nothing to other sites. Calls for the same user
 * that come while one is in progress share its fetch.
 */
export function createAvatarService({ db, clock, newId, garbage, blobs, outbound }: AvatarDeps) {
  const inFlight = new Map<string, Promise<boolean>>()
  const semaphore = createSemaphore(maxConcurrentFetches)

  async function refetch(scope: Scope, userId: string): Promise<boolean> {
    const source = await sourceOf(scope, userId)
    if (source === null) return false
    const bytes = await semaphore.take(() => fetchImage(outbound, source))
    const imageId = newId()
    const key = imageKey(scope.projectId, userId, imageId)
    await blobs.put(key, bytes)
    const isStored = await db.tx(async (tx) => {
      const row = await lockUser(tx, scope, userId)
      // Noted and not deleted here: the caller that fails in between must not leave bytes that nothing leads to.
      if (!row) await garbage.discard(tx, key)
      if (!row) return false
      await discardImage(tx, scope, garbage, row)
      const address = imageUrl(userId, imageId)
      await updateUser(tx, scope, { ...row, avatar_url: address, avatar_source_url: source }, clock.now())
      return true
    })
    if (!isStored) throw notFound()
    return true
  }

  /** The image the channel reported last; without a channel, the URL that was set by hand. */
  async function sourceOf(scope: Scope, id: string): Promise<string | null> {
    const row = await db.tx((tx) => lockUser(tx, scope, id))
    const profile = row?.metadata.profile as { photoUrl?: unknown } | undefined
    return typeof profile?.photoUrl === 'string' ? profile.photoUrl : (row?.avatar_source_url ?? null)
  }

  async function get(scope: Scope, id: string): Promise<VersionedUser> {
    const user = await findUser(db, scope, id, clock.now())
    if (!user) throw notFound()
    return user
  }

  return {
    async refresh(scope: Scope, id: string): Promise<VersionedUser & { refreshed: boolean }> {
      await get(scope, id)
      const key = `${scope.projectId}/${id}`
      const fetching = inFlight.get(key) ?? refetch(scope, id).finally(() => inFlight.delete(key))
      inFlight.set(key, fetching)
      const refreshed = await fetching
      return { ...(await get(scope, id)), refreshed }
    },
    async read(scope: Scope, id: string): Promise<{ body: Buffer; contentType: string }> {
      const key = keyBehind(scope.projectId, (await get(scope, id)).avatarUrl)
      const found = key === null ? null : await blobs.get(key)
      if (found === null) {
        throw new AppError('avatar_not_found', 'This user has no avatar', {
          hint: 'Fetch it with POST …/refresh-avatar.',
        })
      }
      const body = Buffer.concat(await found.stream.toArray())
      return { body, contentType: imageTypeOf(body) ?? 'application/octet-stream' }
    },
  }
}

async function fetchImage(outbound: Outbound, url: string): Promise<Buffer> {
  const response = await outbound.request({ url, headers: { accept: 'image/*' }, timeoutMs, maxBytes })
  if (response.status !== 200) {
    response.discard()
    throw new AppError('upstream_error', `The avatar server responded with status ${response.status}`, {
      facts: { upstreamStatus: response.status },
    })
  }
  const bytes = await response.bytes()
  if (imageTypeOf(bytes) === null) {
    throw new AppError('upstream_error', 'The avatar is not a PNG, JPEG, GIF or WebP image')
  }
  return bytes
}

/** By its first bytes: what the sender calls it proves nothing, and an SVG could carry a script. */
export function imageTypeOf(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 12).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return null
}
