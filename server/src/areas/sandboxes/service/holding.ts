import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Saved } from '../../../kernel/sandbox/session.ts'
import {
  announceSave,
  findStateBlob,
  lockHold,
  markDirty,
  releaseHold,
  type SessionKey,
  takeHold,
} from '../store/hold.ts'
import { aliveMs } from './executions.ts'
import { sessionBusy, sessionGone, sessionNotFound } from './refusals.ts'
import { type Saves, stateKey } from './saves.ts'

export type HoldingDeps = {
  db: Db
  clock: Clock
  newId: NewId
  garbage: BlobGarbage
  saves: Saves
  nodeId: string
}

/** Asks the node that has a session to save it and let go of it. */
export const wantedChannel = 'stoa_sandbox_wanted'
/** Told when a session has ended: whoever has it ends its processes. */
export const endedChannel = 'stoa_sandbox_ended'

export type Taken = { kind: 'taken'; holdNumber: number; isCurrent: boolean } | { kind: 'elsewhere' }

/**
 * Which node has a session. One at a time: it holds the session from its first use until everything is saved, and then
 * lets go. A hold is kept alive by its node; one that is not is taken over, and if the session had gone on since its
 * last save, that is noted as a loss to be told.
 */
export function createHolding({ db, clock, newId, garbage, saves, nodeId }: HoldingDeps) {
  return {
    /** `lastNumber` is the hold under which this node last had the session; null if it never did. */
    take: (key: SessionKey, lastNumber: number | null): Promise<Taken> =>
      db.tx(async (tx) => {
        const hold = await lockHold(tx, key)
        if (!hold) throw sessionNotFound()
        if (hold.status === 'ended') throw sessionGone(hold)
        const now = clock.now()
        const isFree = hold.holder === null || hold.holder === nodeId || new Date(hold.heldUntil!) < now
        if (!isFree) {
          await notify(tx, wantedChannel, key.id)
          return { kind: 'elsewhere' }
        }
        const isCurrent = hold.holdNumber === lastNumber
        if (hold.incomingBlobId !== null)
          await garbage.discard(tx, stateKey(key.projectId, hold.incomingBlobId))
        const until = new Date(now.getTime() + aliveMs)
        await takeHold(tx, key, { nodeId, until, isLost: hold.isDirty && !isCurrent })
        return { kind: 'taken', holdNumber: hold.holdNumber + 1, isCurrent }
      }),

    async markDirty(key: SessionKey, holdNumber: number): Promise<void> {
      if (!(await markDirty(db, key, nodeId, holdNumber, clock.now()))) throw sessionBusy()
    },

    /**
     * Saves and lets go; null when the session is as it was, or is given up as it is. False when it is not ours any
     * more: then what it did here is void.
     */
    async letGo(
      key: SessionKey,
      holdNumber: number,
      saved: Exclude<Saved, { kind: 'unsavable' }> | null,
    ): Promise<boolean> {
      const blobId = saved?.kind === 'saved' ? newId() : null
      if (blobId !== null && saved?.kind === 'saved') {
        if (!(await announceSave(db, key, nodeId, holdNumber, blobId))) return false
        await saves.write(key, blobId, saved.bytes)
      }
      return db.tx(async (tx) => {
        const hold = await lockHold(tx, key)
        const isOurs = hold?.status !== 'ended' && hold?.holder === nodeId && hold.holdNumber === holdNumber
        if (isOurs) await releaseHold(tx, key, { isSaved: saved !== null, stateBlobId: blobId })
        const unused = isOurs ? hold.stateBlobId : blobId
        if (blobId !== null && unused !== null) await garbage.discard(tx, stateKey(key.projectId, unused))
        return isOurs
      })
    },

    async lastSave(key: SessionKey): Promise<Buffer | null> {
      const blobId = await findStateBlob(db, key)
      return blobId === null ? null : saves.read(key, blobId)
    },
  }
}

export type Holding = ReturnType<typeof createHolding>
