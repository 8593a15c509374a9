import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import { flat } from '../schema/document.ts'
import { type FeedChange, type FeedState, findFeed, listChanges } from '../store/feed.ts'
import { getCollection } from './access.ts'

const pageSize = 200
// How soon a reader hears of a change. Asking one row is cheap, and a notice with every write would make all writers of
// the database wait for each other.
const defaultPollMs = 250

/** Follows a collection: every change once, in order, from any number on, for as long as the reader stays. */
export function createChangeService({ db, pollMs = defaultPollMs }: { db: Db; pollMs?: number }) {
  const requesting = new Map<string, Promise<FeedState | null>>()

  async function* follow(
    scope: Scope,
    collection: Collection,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerEvent> {
    let seen = after
    yield { id: String(seen), event: 'ready', data: { cursor: seen } }
    while (!signal.aborted) {
      const changes = await listChanges(db, scope, collection, seen, pageSize)
      // Read after the changes, so that none made under a stricter rule is judged by the one before it.
      const access = changes.length > 0 ? (await findFeed(db, scope, collection.id))?.access : undefined
      for (const change of changes) if (access && isVisible(scope, access, change)) yield eventOf(change)
      seen = changes.at(-1)?.seq ?? seen
      if (changes.length === pageSize) continue
      // Whatever came since the page was read shows in the number.
      let feed = await feedSoon(scope, collection.id)
      while (feed && feed.lastSeq <= seen && !signal.aborted) feed = await feedSoon(scope, collection.id)
      if (!feed) {
        yield { event: 'end', data: { reason: 'the collection was deleted' } }
        return
      }
    }
  }

  /** All readers of a collection on this node wait for one and the same question. */
  function feedSoon(scope: Scope, id: string): Promise<FeedState | null> {
    const key = `${scope.projectId} ${id}`
    const known = requesting.get(key)
    if (known) return known
    const request = sleep(pollMs, undefined, { ref: false }).then(() => {
      requesting.delete(key)
      return findFeed(db, scope, id)
    })
    requesting.set(key, request)
    return request
  }

  return {
    async open(
      scope: Scope,
      reference: string,
      cursor: number | null,
      signal: AbortSignal,
    ): Promise<AsyncIterable<ServerEvent>> {
      const collection = await getCollection(db, scope, reference)
      const feed = await findFeed(db, scope, collection.id)
      const lastSeq = feed?.lastSeq ?? 0
      if (cursor !== null && cursor > lastSeq)
        throw new AppError('invalid_parameter', `cursor is ahead of the last change, which is ${lastSeq}`)
      if (cursor !== null && cursor > 0 && cursor < (feed?.prunedSeq ?? 0))
        throw new AppError('cursor_expired', 'Changes since this cursor are no longer retained', {
          facts: { oldestCursor: feed!.prunedSeq, lastCursor: lastSeq },
          hint: 'Read the documents again, then resume from lastCursor.',
        })
      return follow(scope, collection, cursor ?? lastSeq, signal)
    },
  }
}

export type ChangeService = ReturnType<typeof createChangeService>

const isVisible = (scope: Scope, access: Collection['access'], { document }: FeedChange) =>
  access !== 'owner' || scope.acrossUsers || document.ownerId === scope.externalUser.id

const eventOf = ({ seq, kind, document, changedAt }: FeedChange): ServerEvent => ({
  id: String(seq),
  event: kind,
  data: {
    seq,
    change: kind,
    documentId: document.id,
    version: document.version,
    changedAt,
    document: kind === 'deleted' ? null : flat(document),
  },
})
