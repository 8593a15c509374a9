import type { Db } from '../../../../kernel/db/db.ts'
import type { Log } from '../../../../kernel/log.ts'
import { listUnsealedRequests, replaceRequest } from '../../store/unsealed.ts'
import type { RequestSealer } from './sealed-request.ts'

const batch = 100

type SealStoredDeps = { db: Db; log: Log; requestSealer: RequestSealer }

/** Seals what earlier releases stored in clear: a batch at a time, while the server is already running. */
export function createSealStored({ db, log, requestSealer }: SealStoredDeps) {
  async function sealBatch(table: 'tool' | 'tool_version'): Promise<number> {
    let count = 0
    for (const row of await listUnsealedRequests(db, table, batch)) {
      const sealed = requestSealer.seal(row, row.toolId, row.implementation)
      if (await replaceRequest(db, table, row, sealed!)) count++
    }
    return count
  }

  async function sealAll(): Promise<void> {
    // What was changed meanwhile was sealed by that change.
    for (const table of ['tool', 'tool_version'] as const) while ((await sealBatch(table)) > 0);
  }

  return (): Promise<void> =>
    sealAll().catch((error) => log.warn({ err: error }, 'values of custom tools could not be sealed yet'))
}
