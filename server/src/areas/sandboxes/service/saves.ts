import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import type { SessionKey } from '../store/hold.ts'

const purpose = 'sandbox-state'

export const stateKey = (projectId: string, blobId: string): string => `sandbox/${projectId}/${blobId}`

/** The saved states of sessions. They are sealed: what a script was given in secret may stand in its memory. */
export function createSaves({ blobs, sealer }: { blobs: Blobs; sealer: Sealer }) {
  return {
    async write({ projectId }: SessionKey, blobId: string, state: Buffer): Promise<void> {
      const sealed = sealer.seal({ projectId, purpose, rowId: blobId }, state)
      await blobs.put(stateKey(projectId, blobId), Buffer.from(sealed))
    },
    /** Null when it is gone. */
    async read({ projectId }: SessionKey, blobId: string): Promise<Buffer | null> {
      const found = await blobs.get(stateKey(projectId, blobId))
      if (!found) return null
      const sealed = Buffer.concat(await found.stream.toArray()).toString()
      return sealer.open({ projectId, purpose, rowId: blobId }, sealed)
    },
  }
}

export type Saves = ReturnType<typeof createSaves>
