import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import { StaleSave } from '../../../kernel/sandbox/driver.ts'
import type { Saved } from '../../../kernel/sandbox/session.ts'
import {
  announceChange,
  announceSave,
  findBlobs,
  type Hold,
  lockHold,
  markDirty,
  releaseHold,
  type SessionKey,
  setState,
  takeHold,
} from '../store/hold.ts'
import { sessionBusy, sessionEnded, sessionNotFound } from './refusals.ts'
import { type Saves, stateKey } from './saves.ts'

export type HoldingDeps = {
  db: Db
  clock: Clock
  newId: NewId
  garbage: BlobGarbage
  saves: Saves
  lease: Pick<NodeLease, 'nodeId' | 'hold'>
}

/** Requests the node that holds a session to save and release it. */
export const handoverChannel = 'stoa_sandbox_wanted'
/** Called when a session has ended: the node that holds it ends its processes. */
export const endedChannel = 'stoa_sandbox_ended'

export type Taken = { kind: 'taken'; holdNumber: number; isCurrent: boolean } | { kind: 'elsewhere' }

/** What is left of a session: what was saved of it, or nothing of what it held since its last save. */
export type ReleaseState = Saved | { kind: 'unsaved' }

/**
 * Which node has a session. One at a time: it holds the session from its first use until everything is saved, and then
 * releases it. A hold lasts as long as the lease of its node; after that it is taken over, and if the session had
 * changed since its last save, that is recorded as a loss to be reported.
 */
export function createHolding({ db, clock, newId, garbage, saves, lease }: HoldingDeps) {
  const { nodeId } = lease

  async function write(key: SessionKey, holdNumber: number, bytes: Buffer): Promise<string | false> {
    const blobId = newId()
    if (!(await announceSave(db, key, nodeId, holdNumber, blobId))) return false
    await saves.write(key, blobId, bytes)
    return blobId
  }

  return {
    /** `lastNumber` is the hold under which this node last had the session; null if it never did. */
    async take(key: SessionKey, lastNumber: number | null): Promise<Taken> {
      await lease.hold()
      return db.tx(async (tx) => {
        const hold = await lockHold(tx, key)
        if (!hold) throw sessionNotFound()
        if (hold.status === 'ended') throw sessionEnded(hold)
        if (hold.isHeld && hold.holder !== nodeId) {
          await notify(tx, handoverChannel, key.id)
          return { kind: 'elsewhere' }
        }
        const isCurrent = hold.holdNumber === lastNumber
        if (hold.incomingBlobId !== null)
          await garbage.discard(tx, stateKey(key.projectId, hold.incomingBlobId))
        await takeHold(tx, key, { nodeId, isLost: hold.isDirty && !isCurrent })
        return { kind: 'taken', holdNumber: hold.holdNumber + 1, isCurrent }
      })
    },

    async markDirty(key: SessionKey, holdNumber: number): Promise<void> {
      if (!(await markDirty(db, key, nodeId, holdNumber, clock.now()))) throw sessionBusy()
    },

    /** Saves and releases it. False when it is not ours any more: then what it did here is void. */
    async release(key: SessionKey, holdNumber: number, saved: ReleaseState): Promise<boolean> {
      const blobId = 'bytes' in saved ? await write(key, holdNumber, saved.bytes) : null
      if (blobId === false) return false
      return db.tx(async (tx) => {
        const hold = await lockHold(tx, key)
        const isOurs = hold?.status !== 'ended' && hold?.holder === nodeId && hold.holdNumber === holdNumber
        if (isOurs && blobId !== null) await setState(tx, key, blobId)
        if (isOurs && saved.kind !== 'unsavable')
          await releaseHold(tx, key, { isSaved: saved.kind !== 'unsaved' })
        const unused = blobId === null ? [] : isOurs ? replacedBy(hold) : [blobId]
        await garbage.discardAll(
          tx,
          unused.map((unusedId) => stateKey(key.projectId, unusedId)),
        )
        return isOurs
      })
    },

    async lastSave(key: SessionKey): Promise<Buffer | null> {
      const blobId = (await findBlobs(db, key))?.stateBlobId ?? null
      return blobId === null ? null : saves.read(key, blobId)
    },

    /** Changes to files that the last save does not have, in their order. */
    async listChanges(key: SessionKey): Promise<Buffer[]> {
      const blobIds = (await findBlobs(db, key))?.changeBlobIds ?? []
      const changes: Buffer[] = []
      for (const [index, blobId] of blobIds.entries()) {
        try {
          changes.push(await saves.read(key, blobId))
        } catch (error) {
          // The last may have been noted by a node that died before it wrote it: it was never acknowledged.
          if (!(error instanceof StaleSave) || index < blobIds.length - 1) throw error
        }
      }
      return changes
    },

    async addChange(key: SessionKey, holdNumber: number, archive: Buffer): Promise<boolean> {
      const blobId = newId()
      if (!(await announceChange(db, key, nodeId, holdNumber, blobId))) return false
      await saves.write(key, blobId, archive)
      return true
    },
  }
}

const replacedBy = ({ stateBlobId, changeBlobIds }: Hold): string[] =>
  stateBlobId === null ? changeBlobIds : [stateBlobId, ...changeBlobIds]

export type Holding = ReturnType<typeof createHolding>
