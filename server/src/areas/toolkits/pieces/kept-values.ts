import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  deletePiecePlace,
  deletePieceValue,
  erasePieceValues,
  findPieceValue,
  listPieceValues,
  movePieceValues,
  type PieceValueRow,
  putPieceValue,
} from '../store/piece-value.ts'
import type { PieceStore } from './host/answers.ts'

const sharedPlace = 'shared'
const mostKeys = 1000
const longestValue = 512 * 1024
const exportedAtOnce = 200

/** What pieces remember, for each end user apart. */
export function createKeptValues({ db, clock }: { db: Db; clock: Clock }) {
  return {
    storeFor(scope: Scope, piece: string, place: string): PieceStore {
      const at = (isShared: boolean) => ({ piece, place: isShared ? sharedPlace : place })
      return {
        get: (key, isShared) => findPieceValue(db, scope, at(isShared), key),
        async put(key, isShared, value) {
          if ((JSON.stringify(value) ?? '').length > longestValue)
            throw full(`a value of ${longestValue} bytes`)
          const entry = { key, value, at: clock.now(), mostKeys }
          if (!(await putPieceValue(db, scope, at(isShared), entry))) throw full(`${mostKeys} keys`)
        },
        delete: (key, isShared) => deletePieceValue(db, scope, at(isShared), key),
      }
    },
    /** For whoever removes a trigger: what it had kept goes with it. */
    forgetPlace: (tx: Tx, scope: Scope, place: string) => deletePiecePlace(tx, scope, place),
    owned: {
      countedAs: null,
      count: async () => 0,
      erase: erasePieceValues,
      move: movePieceValues,
      async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
        let after: Omit<PieceValueRow, 'value'> = { piece: '', place: '', key: '' }
        for (;;) {
          const rows = await listPieceValues(q, scope, userId, after, exportedAtOnce)
          for (const row of rows) yield { type: 'piece_value', ...row }
          if (rows.length < exportedAtOnce) return
          after = rows.at(-1)!
        }
      },
    },
  } as const
}

const full = (limit: string) =>
  new AppError('storage_quota_exceeded', `A tool can keep ${limit} at most`, {
    hint: 'Delete what is not needed any more.',
  })
