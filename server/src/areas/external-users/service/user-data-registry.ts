import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { UserDataCounts } from '../schema.ts'

/**
 * What an area above stores for end users. Areas register it, so that erasing, merging and exporting a user reaches
 * everything the user owns without this area knowing where it is stored.
 */
export type UserData = Counted & {
  /** The scope that reads it in its own area; a key without it exports no user. */
  permission: string
  erase(tx: Tx, scope: Scope, userId: string): Promise<void>
  move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void>
  /** Each value becomes one line of the archive. */
  export(q: Queryable, scope: Scope, userId: string): AsyncIterable<Record<string, unknown>>
}

/** Under which word it is counted; null when it is too small a thing to report. */
type Counted =
  | { countedAs: null }
  | {
      countedAs: keyof UserDataCounts
      count(q: Queryable, scope: Scope, userId: string): Promise<number>
    }

export function createUserDataRegistry() {
  const registered: UserData[] = []
  return {
    register: (data: UserData) => void registered.push(data),
    async count(q: Queryable, scope: Scope, userId: string): Promise<UserDataCounts> {
      const counts: UserDataCounts = {
        connections: 0,
        triggers: 0,
        workflows: 0,
        threads: 0,
        files: 0,
        collections: 0,
      }
      for (const data of registered) {
        if (data.countedAs !== null) counts[data.countedAs] += await data.count(q, scope, userId)
      }
      return counts
    },
    /** Last registered first: higher areas may refer to lower ones. */
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      for (const data of registered.toReversed()) await data.erase(tx, scope, userId)
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      for (const data of registered) await data.move(tx, scope, fromId, intoId)
    },
    refuseUnpermitted({ permissions }: Scope): void {
      for (const { permission } of registered) refuseUnpermitted(permissions, permission)
    },
    async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
      for (const data of registered) yield* data.export(q, scope, userId)
    },
  }
}

export type UserDataRegistry = ReturnType<typeof createUserDataRegistry>
