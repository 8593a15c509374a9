import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  countPieceValues,
  deletePiecePlace,
  deletePieceValue,
  erasePieceValues,
  findPieceValue,
  listPieceValues,
  listPlaceValues,
  movePieceValues,
  type PieceValueRow,
  putPieceValue,
  type StoredValue,
} from '../store/piece-value.ts'
import {
  createPendingWrites,
  type PendingWrite,
  type PendingWrites,
  type ValueStore,
} from './pending-writes.ts'

const sharedPlace = 'shared'
const maxKeys = 1000
// Of what one execution writes; until it has ended, all of it is in memory.
const maxPendingBytes = 4 * 1024 * 1024
const exportBatchSize = 200

/** What pieces remember, for each end user apart. */
export function createStoredValues({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Reads go through; writes are stored when they are committed. */
    writesFor(scope: Scope, piece: string, place: string): PendingWrites<Tx> {
      const at = (isShared: boolean) => ({ piece, place: isShared ? sharedPlace : place })
      const stored: ValueStore<Tx> = {
        get: (key, isShared) => findPieceValue(db, scope, at(isShared), key),
        async checkKeys(isShared, pending) {
          const others = await countPieceValues(db, scope, at(isShared), pending)
          if (others + pending.length > maxKeys) throw full(`${maxKeys} keys`)
        },
        async write(tx, writes) {
          for (const { key, isShared, json } of inOrder(writes))
            if (json === null) await deletePieceValue(tx, scope, at(isShared), key)
            else await putPieceValue(tx, scope, at(isShared), { key, json, at: clock.now() })
        },
      }
      return createPendingWrites(stored, {
        maxBytes: maxPendingBytes,
        tooMuch: () => full(`${maxPendingBytes} bytes in one execution`),
      })
    },
    /** What a trigger has stored, for a call that comes when it is deleted. */
    valuesOf: (tx: Tx, scope: Scope, place: string): Promise<StoredValue[]> =>
      listPlaceValues(tx, scope, { place, sharedPlace }),
    /** For the removal of a trigger: its stored values are deleted with it. */
    forgetPlace: (tx: Tx, scope: Scope, place: string) => deletePiecePlace(tx, scope, place),
    userData: {
      countedAs: null,
      permission: 'tools:read',
      erase: erasePieceValues,
      move: movePieceValues,
      async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
        let after: Omit<PieceValueRow, 'value'> = { piece: '', place: '', key: '' }
        for (;;) {
          const rows = await listPieceValues(q, scope, userId, after, exportBatchSize)
          for (const row of rows) yield { type: 'piece_value', ...row }
          if (rows.length < exportBatchSize) return
          after = rows.at(-1)!
        }
      },
    },
  } as const
}

/** For a call whose values were taken along: what it writes is of no use to anyone. */
export function writesOver(values: readonly StoredValue[]): PendingWrites<Tx> {
  const nameOf = ({ key, isShared }: Pick<StoredValue, 'key' | 'isShared'>) => `${isShared} ${key}`
  const taken = new Map(values.map((each) => [nameOf(each), each.value]))
  const stored: ValueStore<Tx> = {
    get: async (key, isShared) => taken.get(nameOf({ key, isShared })) ?? null,
    checkKeys: async () => undefined,
    write: async () => undefined,
  }
  return createPendingWrites(stored, {
    maxBytes: maxPendingBytes,
    tooMuch: () => full(`${maxPendingBytes} bytes in one execution`),
  })
}

/** In one order for all, so that two executions that write the same do not wait for each other. */
const inOrder = (writes: readonly PendingWrite[]): PendingWrite[] =>
  writes.toSorted((a, b) => Number(a.isShared) - Number(b.isShared) || (a.key < b.key ? -1 : 1))

const full = (limit: string) =>
  new AppError('storage_quota_exceeded', `A tool can store at most ${limit}`, {
    hint: 'Delete unused values.',
  })
