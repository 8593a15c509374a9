import type { Db } from '../../../kernel/db/db.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Download } from '../schema/event.ts'
import { listEvents, type StoredEvent } from '../store/event.ts'
import type { Sessions } from './sessions.ts'

type EventQuery = { type?: string | undefined; after?: number | undefined; limit: number }

/** What happened in a session, for as long as it is stored. */
export function createHistory({ db, sessions }: { db: Db; sessions: Sessions }) {
  async function list(scope: Scope, id: string, query: EventQuery): Promise<Page<StoredEvent>> {
    const session = await sessions.get(scope, id)
    const { after = 0, limit, type = null } = query
    const { events, total } = await listEvents(db, session, { after, limit, type })
    return { items: events, total, page: 1, limit }
  }

  return {
    list,
    async downloads(scope: Scope, id: string): Promise<Download[]> {
      const { items } = await list(scope, id, { type: 'download', limit: 1000 })
      return items.map(({ number, createdAt, data }) => ({
        ...(data as Omit<Download, 'number' | 'createdAt'>),
        number,
        createdAt,
      }))
    },
  }
}

export type History = ReturnType<typeof createHistory>
