import type { Clock } from '../clock.ts'
import type { Db, Queryable, Tx } from '../db/db.ts'
import type { Listener } from '../db/listen.ts'
import type { NewId } from '../ids.ts'
import type { Log } from '../log.ts'
import { deferRows, type RowBatch, type RowWriter } from '../runs/deferred-rows.ts'
import type { Scope } from '../scope.ts'
import { toPayload } from './event.ts'
import type { EventType } from './event-types.ts'
import { createReader } from './reader.ts'
import { createRelay, type EventSubscriber, publishedChannel } from './relay.ts'
import {
  blankEventsOf,
  deleteOldEvents,
  type EventToInsert,
  insertingEvents,
  listEventsOf,
  moveEventsOf,
  type RetainSince,
} from './store.ts'

const exportPage = 500
const sweepBatch = 1_000

const eventWriter: RowWriter<EventToInsert> = {
  statements: (events) => [insertingEvents(publishedChannel, events)],
}

export type NewEvent = {
  type: EventType
  /** Ids and facts. It goes to the caller that subscribed, so never a secret. */
  data: Record<string, unknown>
}

export type EventsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  listener: Listener
  batchSize?: number
  pollMs?: number
}

/**
 * Publishes what happened: as webhooks and as a stream, at least once, after the transaction has committed.
 * Events are written where they happen, numbered by a relay and passed to subscribers in the transaction that numbers
 * them, so that neither a crash nor a second node loses or doubles one.
 */
export function createEvents({
  db,
  clock,
  newId,
  log,
  listener,
  batchSize = 100,
  pollMs = 1_000,
}: EventsDeps) {
  const subscribers: EventSubscriber[] = []
  const toInsert = (
    { projectId, externalUser, triggerDepth = 0 }: Scope,
    { type, data }: NewEvent,
  ): EventToInsert => ({
    projectId,
    id: newId(),
    type,
    externalUserId: externalUser.id,
    data,
    at: clock.now(),
    triggerDepth,
  })
  const deferredEvents = (scope: Scope, event: NewEvent): RowBatch =>
    deferRows(eventWriter, toInsert(scope, event))
  const relay = createRelay({ db, log, listener, subscribers, batchSize, pollMs })
  return {
    /**
     * Demands a `Tx`: what was rolled back never happened. The event concerns the scope's end user. Its statement travels with
     * the next one of the transaction.
     */
    async publish(tx: Tx, scope: Scope, event: NewEvent): Promise<void> {
      tx.pipeline(insertingEvents(publishedChannel, [toInsert(scope, event)]))
    },
    /** Many in one statement, each with the end user whom it concerns. */
    async publishMany(
      tx: Tx,
      scope: Scope,
      events: readonly (NewEvent & { externalUserId: string })[],
    ): Promise<void> {
      const rows = events.map(({ externalUserId, ...event }) => ({
        ...toInsert(scope, event),
        externalUserId,
      }))
      tx.pipeline(insertingEvents(publishedChannel, rows))
    },
    /** The same for many, as rows that commit with those of a run. */
    publishing: deferredEvents,
    subscribe: (subscriber: EventSubscriber) => void subscribers.push(subscriber),
    follow: createReader({ db, listener, pollMs }),
    /** Begins to relay in this process. */
    start: relay.start,
    stop: relay.stop,
    /** Blanks what events say about a user; their places stay, so that numbers have no gaps. */
    eraseUser: (tx: Tx, { projectId }: Scope, userId: string) => blankEventsOf(tx, projectId, userId),
    moveUser: (tx: Tx, { projectId }: Scope, fromId: string, intoId: string) =>
      moveEventsOf(tx, projectId, fromId, intoId),
    async *exportUser(q: Queryable, { projectId }: Scope, userId: string) {
      for (let position = 0; ; ) {
        const events = await listEventsOf(q, projectId, userId, position, exportPage)
        for (const event of events) yield toPayload(event)
        if (events.length < exportPage) return
        position = events.at(-1)!.place
      }
    },
    /** Deletes events that are older than the retention of their project. */
    async sweep(limits: readonly RetainSince[]): Promise<void> {
      while ((await deleteOldEvents(db, limits, sweepBatch)) === sweepBatch);
    },
  }
}

export type Events = ReturnType<typeof createEvents>
