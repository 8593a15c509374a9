import { Readable } from 'node:stream'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { StaleSave } from '../../../kernel/sandbox/driver.ts'
import { SealError, type Sealer } from '../../../kernel/secrets/seal.ts'
import type { SessionKey } from '../store/hold.ts'

const purpose = 'sandbox-state'

export const stateKey = (projectId: string, blobId: string): string => `sandbox/${projectId}/${blobId}`

/** The saved states of sessions. They are sealed: secrets of a script may be in its memory. */
export function createSaves({ blobs, sealer }: { blobs: Blobs; sealer: Sealer }) {
  return {
    async write({ projectId }: SessionKey, blobId: string, state: Buffer): Promise<void> {
      const sealed = sealer.sealLarge({ projectId, purpose, rowId: blobId }, state)
      await blobs.put(stateKey(projectId, blobId), Readable.from(sealed))
    },
    /** Throws a StaleSave when it is missing or damaged: no later attempt would find more. */
    async read({ projectId }: SessionKey, blobId: string): Promise<Buffer> {
      const found = await blobs.get(stateKey(projectId, blobId))
      if (!found) throw new StaleSave('the save is missing')
      const sealed = Buffer.concat(await found.stream.toArray())
      try {
        return await sealer.openLarge({ projectId, purpose, rowId: blobId }, sealed)
      } catch (error) {
        // A key that is not known here may come back with the next start, and the save with it.
        const isDamaged = error instanceof SealError && error.reason !== 'unknown_key'
        throw isDamaged ? new StaleSave('the save is damaged') : error
      }
    },
  }
}

export type Saves = ReturnType<typeof createSaves>
