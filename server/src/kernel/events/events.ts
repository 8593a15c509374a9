import type { Clock } from '../clock.ts'
import { sql, type Tx } from '../db/db.ts'
import { notify } from '../db/listen.ts'
import type { NewId } from '../ids.ts'
import type { Scope } from '../scope.ts'
import type { EventType } from './event-types.ts'

export const eventChannel = 'stoa_event'

export type NewEvent = { type: EventType; data: Record<string, unknown> }

/** Tells the outside what happened: as webhooks and as a stream, at least once, after the transaction has committed. */
export type Events = {
  /** Demands a `Tx`: what was rolled back never happened. */
  publish(tx: Tx, scope: Scope, event: NewEvent): Promise<void>
}

export function createEvents({ newId, clock }: { newId: NewId; clock: Clock }): Events {
  return {
    async publish(tx, scope, { type, data }) {
      await tx.rows(sql`
        insert into event (project_id, id, type, external_user_id, data, created_at)
        values (${scope.projectId}, ${newId()}, ${type}, ${scope.externalUser.id}, ${JSON.stringify(data)}, ${clock.now()})`)
      await notify(tx, eventChannel, '')
    },
  }
}
