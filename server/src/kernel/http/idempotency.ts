import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { type Db, type Queryable, sql } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { StreamedContent } from './request/streamed-content.ts'

const retentionMs = 24 * 60 * 60 * 1000
// A node that died in the middle of outside work never reports back; after this its key may be tried again.
const leaseMs = 120_000

/** A response that can be stored and replayed. */
export type HttpResponse = { status: number; headers: Record<string, string>; body: string }

export type KeyedRequest = {
  projectId: string
  /** Who sends it, what it is sent to, and the key: together they name one intention. */
  caller: string
  method: string
  path: string
  actingUser: string
  key: string
  /** Everything that makes two requests the same: query and body. */
  content: Buffer | string | StreamedContent
}

/** Encrypts stored responses at rest, since some of them show a secret for the only time. */
export type ResponseSeal = {
  seal(projectId: string, id: string, text: string): string
  open(projectId: string, id: string, sealed: string): string
}

export type IdempotencyDeps = {
  db: Db
  clock: Clock
  seal: ResponseSeal
}

type Row = { request_hash: string; status: number | null; answer: string | null }

/**
 * Runs a request with an `Idempotency-Key` at most once. The key's row, the effect and the stored response are one
 * transaction: after a crash either all of them are there or none.
 */
export function createIdempotency({ db, clock, seal }: IdempotencyDeps) {
  // Twins on this node wait here for free; only twins on other nodes wait in the database.
  const running = new Map<string, Promise<unknown>>()

  async function once(
    request: KeyedRequest,
    run: () => Promise<HttpResponse>,
    isInTransaction: boolean,
  ): Promise<HttpResponse & { isReplay: boolean }> {
    const id = hash(
      [request.caller, request.method, request.path, request.actingUser, request.key].join('\n'),
    )
    while (running.has(id)) await running.get(id)
    const work = startWork(id, request, run, isInTransaction)
    const settled = work.then(noted, noted)
    running.set(id, settled)
    try {
      return await work
    } finally {
      running.delete(id)
    }
  }

  async function startWork(
    id: string,
    { content, projectId }: KeyedRequest,
    run: () => Promise<HttpResponse>,
    isInTransaction: boolean,
  ) {
    if (typeof content === 'object' && 'mark' in content) return whileItIsRead(id, content, projectId, run)
    await betweenSteps(content)
    const contentHash = hash(content)
    await betweenSteps(content)
    return isInTransaction
      ? inOneTransaction(id, contentHash, projectId, run)
      : inTwoSteps(id, contentHash, projectId, run)
  }

  /** For work on our own tables: the caller that holds the key holds it until its transaction ends. */
  function inOneTransaction(
    id: string,
    contentHash: string,
    projectId: string,
    run: () => Promise<HttpResponse>,
  ) {
    return db.ambientTransaction(async (ambient) => {
      if (!(await claim(ambient, id, contentHash, projectId))) {
        return replay(await find(ambient, projectId, id), contentHash, projectId, id)
      }
      // A client error is final as well: its effect is rolled back, its response stored. What may differ next time is
      // not.
      const response = await orRefusal(ambient.attempt(run))
      await keep(ambient, projectId, id, response)
      return { ...response, isReplay: false }
    })
  }

  /**
   * For work that leaves the server: the claim is committed first, so that no transaction waits for the world. A model
   * or a script may take minutes, so the claim is renewed.
   */
  async function inTwoSteps(
    id: string,
    contentHash: string,
    projectId: string,
    run: () => Promise<HttpResponse>,
  ) {
    if (!(await claim(db, id, contentHash, projectId))) {
      return replay(await find(db, projectId, id), contentHash, projectId, id)
    }
    const stopRenewing = keepRenewing(projectId, id)
    try {
      const response = await orRefusal(run())
      await keep(db, projectId, id, response)
      return { ...response, isReplay: false }
    } catch (error) {
      await giveBack(projectId, id)
      throw error
    } finally {
      stopRenewing()
    }
  }

  /**
   * For a streamed body: its hash is known only once it was read. An error may come before its end, so it is not stored:
   * the same request would be refused again. The body may be read for as long as its sender likes, so the claim is renewed.
   */
  async function whileItIsRead(
    id: string,
    content: StreamedContent,
    projectId: string,
    run: () => Promise<HttpResponse>,
  ) {
    if (!(await claim(db, id, '', projectId))) {
      const row = await find(db, projectId, id)
      if (row?.status) await content.readToEnd(row.request_hash)
      return replay(row, content.mark(), projectId, id)
    }
    const stopRenewing = keepRenewing(projectId, id)
    try {
      const response = await run()
      await keep(db, projectId, id, response, content.mark())
      return { ...response, isReplay: false }
    } catch (error) {
      await giveBack(projectId, id)
      return { ...(await orRefusal(Promise.reject(error))), isReplay: false }
    } finally {
      stopRenewing()
    }
  }

  async function giveBack(projectId: string, id: string): Promise<void> {
    await db.rows(
      sql`delete from idempotency_key where project_id = ${projectId} and id = ${id} and status is null`,
    )
  }

  function keepRenewing(projectId: string, id: string): () => void {
    const renewal = setInterval(() => renew(projectId, id).catch(noted), leaseMs / 3)
    return () => clearInterval(renewal)
  }

  async function renew(projectId: string, id: string): Promise<void> {
    await db.rows(sql`
      update idempotency_key set created_at = ${clock.now()}
      where project_id = ${projectId} and id = ${id} and status is null`)
  }

  /**
   * Takes the key, or finds that it was used. A duplicate that is in progress on another node holds it: this one gets
   * an error immediately instead of holding a connection until the other is done.
   */
  async function claim(q: Queryable, id: string, contentHash: string, projectId: string): Promise<boolean> {
    const now = clock.now()
    const [row] = await q.rows<{ has_turn: boolean; is_claimed: boolean }>(sql`
      with turn as materialized (
        select pg_try_advisory_xact_lock(hashtextextended(${id}, 9)) as has_turn
      ), claimed as (
        insert into idempotency_key (project_id, id, request_hash, created_at, expires_at)
        select ${projectId}::uuid, ${id}, ${contentHash}, ${now}::timestamptz, ${new Date(now.getTime() + retentionMs)}::timestamptz
        from turn where has_turn
        on conflict (project_id, id) do update
          set request_hash = excluded.request_hash, status = null, answer = null,
              created_at = excluded.created_at, expires_at = excluded.expires_at
          where idempotency_key.expires_at <= ${now}
             or (idempotency_key.status is null and idempotency_key.created_at <= ${new Date(now.getTime() - leaseMs)})
        returning id
      )
      select has_turn, exists (select 1 from claimed) as is_claimed from turn`)
    if (!row!.has_turn) throw inUse()
    return row!.is_claimed
  }

  async function find(q: Queryable, projectId: string, id: string): Promise<Row | null> {
    const [row] = await q.rows<Row>(sql`
      select request_hash, status, answer from idempotency_key where project_id = ${projectId} and id = ${id}`)
    return row ?? null
  }

  async function replay(row: Row | null, contentHash: string, projectId: string, id: string) {
    if (!row || row.status === null) throw inUse()
    if (row.request_hash !== contentHash) {
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with a different request', {
        hint: 'Use a new key for a new request.',
      })
    }
    const response = seal.open(projectId, id, row.answer!)
    await betweenSteps(response)
    const { headers, body } = JSON.parse(response) as Omit<HttpResponse, 'status'>
    await betweenSteps(response)
    return { status: row.status, headers, body, isReplay: true }
  }

  async function keep(
    q: Queryable,
    projectId: string,
    id: string,
    { status, headers, body }: HttpResponse,
    contentHash: string | null = null,
  ): Promise<void> {
    await betweenSteps(body)
    const text = JSON.stringify({ headers, body })
    await betweenSteps(text)
    const response = seal.seal(projectId, id, text)
    await betweenSteps(response)
    await q.rows(sql`
      update idempotency_key
      set status = ${status}, answer = ${response}, request_hash = coalesce(${contentHash}, request_hash)
      where project_id = ${projectId} and id = ${id}`)
  }

  /** Forgets keys whose day is over. */
  async function sweep(): Promise<void> {
    await db.rows(sql`delete from idempotency_key where expires_at <= ${clock.now()}`)
  }

  return { once, sweep }
}

export type Idempotency = ReturnType<typeof createIdempotency>

const orRefusal = (work: Promise<HttpResponse>): Promise<HttpResponse> =>
  work.catch((error) => {
    if (error instanceof RefusedResponse) return error.response
    throw error
  })

/** Thrown by `run` for an error response: its effect must be rolled back although the response is stored. */
export class RefusedResponse extends Error {
  readonly response: HttpResponse

  constructor(response: HttpResponse) {
    super('refused')
    this.response = response
  }
}

const largeLength = 256 * 1024

/** Each step over megabytes takes milliseconds: others have their turn in between. */
const betweenSteps = ({ length }: { length: number }): Promise<void> | undefined =>
  length > largeLength ? yieldToEventLoop() : undefined

const noted = () => undefined
const hash = (content: Buffer | string) => createHash('sha256').update(content).digest('base64url')
const inUse = () =>
  new AppError('idempotency_key_in_use', 'A request with this Idempotency-Key is still running', {
    hint: 'Wait for it, then send the same request again.',
    headers: { 'retry-after': '1' },
  })
