import type { PieceStore } from '../host/host-requests.ts'
import type { StoredValue } from '../store/piece-value.ts'

/** The backing store: what was stored by earlier executions. */
export type ValueStore<Writer> = {
  get(key: string, isShared: boolean): Promise<unknown>
  /** Throws where there may be no more keys; `pending` are new or written over by this execution. */
  checkKeys(isShared: boolean, pending: readonly string[]): Promise<void>
  write(writer: Writer, writes: readonly PendingWrite[]): Promise<void>
}

/** A value as JSON, or null where the key was deleted. */
export type PendingWrite = { readonly key: string; readonly isShared: boolean; readonly json: string | null }

export type PendingWrites<Writer> = {
  /** As the piece sees it: its own writes are visible immediately. */
  readonly store: PieceStore
  readonly count: number
  /** Those that are not deletions, for a caller that cannot store them any longer. */
  values(): StoredValue[]
  /** Stores them, in the transaction that stores the outcome of the execution. */
  commit(writer: Writer): Promise<void>
}

/**
 * What a piece writes while it works is stored only when the work has ended: one that fails half-way, or
 * whose process dies, must find what it had seen before, or it would never look at the rest again.
 */
export function createPendingWrites<Writer>(
  stored: ValueStore<Writer>,
  { maxBytes, tooMuch }: { maxBytes: number; tooMuch(): Error },
): PendingWrites<Writer> {
  const pending = new Map<string, PendingWrite>()
  const nameOf = (key: string, isShared: boolean) => `${isShared ? 'shared' : 'own'} ${key}`
  let bytes = 0

  function note(write: PendingWrite): void {
    const name = nameOf(write.key, write.isShared)
    const added = (write.json?.length ?? 0) - (pending.get(name)?.json?.length ?? 0)
    if (bytes + added > maxBytes) throw tooMuch()
    bytes += added
    pending.set(name, write)
  }

  return {
    store: {
      async get(key, isShared) {
        const write = pending.get(nameOf(key, isShared))
        if (write === undefined) return stored.get(key, isShared)
        return write.json === null ? null : (JSON.parse(write.json) as unknown)
      },
      async put(key, isShared, value) {
        const json = JSON.stringify(value ?? null)
        if (!pending.get(nameOf(key, isShared))?.json) {
          const others = [...pending.values()].filter(
            (each) => each.isShared === isShared && each.json !== null && each.key !== key,
          )
          await stored.checkKeys(isShared, [...others.map((each) => each.key), key])
        }
        note({ key, isShared, json })
      },
      async delete(key, isShared) {
        note({ key, isShared, json: null })
      },
    },
    get count() {
      return pending.size
    },
    values: () =>
      [...pending.values()].flatMap(({ key, isShared, json }) =>
        json === null ? [] : [{ key, isShared, value: JSON.parse(json) as unknown }],
      ),
    commit: (writer) => stored.write(writer, [...pending.values()]),
  }
}
