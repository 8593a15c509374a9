import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ServerRow } from '../store/server.ts'
import { getServer } from './get-server.ts'

const maxKnown = 1_000

/**
 * Servers as they were last read here. Another node may have changed one since: what is done with it must be committed
 * together with a check of its version, or be done with the row that is read again.
 */
export function createKnownServers(db: Db) {
  const known = new Map<string, ServerRow>()
  const keyOf = ({ projectId }: Scope, idOrName: string) => `${projectId} ${idOrName}`

  return {
    find: (scope: Scope, idOrName: string): ServerRow | null => known.get(keyOf(scope, idOrName)) ?? null,
    async read(scope: Scope, idOrName: string): Promise<ServerRow> {
      const key = keyOf(scope, idOrName)
      known.delete(key)
      const row = await getServer(db, scope, idOrName)
      if (known.size >= maxKnown) known.delete(known.keys().next().value!)
      known.set(key, row)
      return row
    },
  }
}

export type KnownServers = ReturnType<typeof createKnownServers>
