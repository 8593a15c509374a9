import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../../../kernel/db/db.ts'
import { PermanentFailure, type RunContext, type RunKind } from '../../../../kernel/runs/run.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { ScheduledInput } from '../../../../kernel/runs/schedules/schedule.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import { isOpen, type Source } from '../../schema/source.ts'
import { lockCollection } from '../../store/collection.ts'
import { noteLook } from '../../store/refresh.ts'
import { findSourceByNo, type OwnCollection } from '../../store/source.ts'
import { RetryLater } from '../../web/fetch-page.ts'
import type { Validators } from '../../web/validators.ts'
import { hashOf, type IngestService, textBlobKey } from '../ingest.ts'
import type { IngestRunDeps } from '../ingest-run.ts'
import { permanently } from '../permanent.ts'
import { createSourceReader } from '../read-source.ts'
import { type RefreshInput, refreshRun } from './schedule.ts'

export type RefreshDeps = Omit<IngestRunDeps, 'embedder'> & {
  ingest: Pick<IngestService, 'startPage' | 'crawlAgain'>
  schedules: Pick<Runs['schedules'], 'remove'>
  owners: Pick<ExternalUsers, 'isActive'>
}

/** What a look at a page found. */
type Look =
  | { kind: 'unchanged'; validators: Validators | null }
  | {
      kind: 'changed'
      blob: string
      hash: string
      /** Null for what is text already. */
      pages: number | null
      validators: Validators
    }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'later'; waitMs: number }
  /** Deleted or being indexed. */
  | { kind: 'busy' }

type Target = { collection: OwnCollection; no: number; scheduleId: string }

const maxTries = 3

/**
 * Looks at the origin of a source again. A page that has changed becomes the next revision of its source, which is searched
 * when it is indexed as a whole; one that has not, or that cannot be read, leaves everything as it is and costs nothing.
 */
export function refreshJob(deps: RefreshDeps): RunKind {
  const { db, clock, newId, blobs, garbage, web, ingest, billing, schedules, owners } = deps
  const reader = createSourceReader(deps)

  async function held(
    tx: Tx,
    { scope }: RunContext,
    { collection: { id }, no, scheduleId }: Target,
  ): Promise<{ collection: Collection; source: Source } | null> {
    const collection = await lockCollection(tx, scope, id)
    if (!collection) return null
    const source = await findSourceByNo(tx, collection, no)
    return source?.scheduleId === scheduleId ? { collection, source } : null
  }

  /** Crawls are runs themselves. */
  async function begin(context: RunContext, target: Target): Promise<string> {
    return db.tx(async (tx) => {
      if (!(await owners.isActive(tx, context.scope))) return 'owner_inactive'
      const found = await held(tx, context, target)
      if (!found) {
        await schedules.remove(tx, context.scope, target.scheduleId)
        return 'deleted'
      }
      if (isOpen(found.source.status)) return 'busy'
      if (found.source.origin.mode !== 'crawl') return 'page'
      await ingest.crawlAgain(tx, context.scope, found.collection, found.source)
      return 'crawl'
    })
  }

  async function look({ collection, no }: Target, signal: AbortSignal): Promise<Look> {
    try {
      const source = await findSourceByNo(db, collection, no)
      return !source || isOpen(source.status) ? { kind: 'busy' } : await read(collection, source, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RetryLater) return { kind: 'later', waitMs: error.retryAfterMs }
      const message = error instanceof Error ? error.message : String(error)
      return {
        kind: 'failed',
        code: error instanceof PermanentFailure ? error.code : 'fetch_failed',
        message,
      }
    }
  }

  async function read({ projectId }: OwnCollection, source: Source, signal: AbortSignal): Promise<Look> {
    // What is not searched is read whatever the site says: the last attempt to index it has failed.
    const isReady = source.status === 'ready'
    const fetched = await web.allowedPage(source.origin.url!, signal, isReady ? source : null)
    if (fetched === null) return { kind: 'unchanged', validators: null }
    const { validators } = fetched
    const hash = hashOf(fetched.bytes)
    if (isReady && hash === source.contentHash) return { kind: 'unchanged', validators }
    const { text, pages } = await reader.text(projectId, fetched, signal)
    if (text.toString().trim() === '')
      throw new PermanentFailure('empty_text', 'The page has no text any more.', 'parsing')
    // Pages change around their text: a counter, a date, an advertisement.
    if (isReady && source.textBlob !== null && (await isStored(source.textBlob, text)))
      return { kind: 'unchanged', validators }
    const blob = textBlobKey(projectId, newId())
    await garbage.expect(blob)
    await blobs.put(blob, text)
    return { kind: 'changed', blob, hash, pages, validators }
  }

  async function isStored(key: string, text: Buffer): Promise<boolean> {
    const blob = await blobs.get(key)
    return blob !== null && (await buffer(blob.stream)).equals(text)
  }

  async function store(tx: Tx, context: RunContext, target: Target, seen: Look): Promise<void> {
    if (seen.kind === 'later' || seen.kind === 'busy') return
    const found = await held(tx, context, target)
    const isUsable = found !== null && !isOpen(found.source.status)
    if (seen.kind !== 'changed') {
      const error = seen.kind === 'failed' ? { code: seen.code, message: seen.message } : null
      const validators = seen.kind === 'unchanged' ? seen.validators : null
      if (isUsable) await noteLook(tx, target, { at: clock.now(), validators, error })
    } else if (isUsable) await storeChanged(tx, context, found, seen)
    else await garbage.discard(tx, seen.blob)
  }

  async function storeChanged(
    tx: Tx,
    { scope, run }: RunContext,
    { collection, source }: { collection: Collection; source: Source },
    { blob, hash, pages, validators }: Extract<Look, { kind: 'changed' }>,
  ): Promise<void> {
    const { key, kind, title, origin, no } = source
    const { stored } = await ingest.startPage(tx, scope, collection, {
      key,
      kind,
      title,
      origin,
      contentHash: hash,
      nextBlob: blob,
      body: {},
    })
    await noteLook(tx, { collection, no }, { at: clock.now(), validators, error: null })
    const revision = { projectId: collection.projectId, id: collection.id, no, revision: stored.lastRevision }
    if (pages !== null) await billing.charge(tx, scope, run.id, revision, pages)
  }

  async function lookWithRetries(context: RunContext, target: Target): Promise<Look['kind']> {
    for (let tries = 1; ; tries++) {
      const seen = await context.step(
        `look:${tries}`,
        async ({ signal }) => {
          const found = await look(target, AbortSignal.any([signal, context.signal]))
          return found.kind === 'later' && tries === maxTries
            ? ({ kind: 'failed', code: 'fetch_failed', message: 'The site limits requests.' } as const)
            : found
        },
        {
          timeoutMs: 40 * 60_000,
          commit: (tx, output: Look) => permanently(() => store(tx, context, target, output), 'fetching'),
        },
      )
      if (seen.kind !== 'later') return seen.kind
      await context.sleep(`later:${tries}`, new Date(clock.now().getTime() + seen.waitMs))
    }
  }

  return {
    kind: refreshRun,
    pool: 'outgoing',
    perProject: 4,
    async handle(context) {
      const target = targetOf(context.run)
      const begun = await context.step('begin', () => begin(context, target), { retries: 3 })
      return { outcome: begun === 'page' ? await lookWithRetries(context, target) : begun }
    },
    /** What was searchable stays; the source says why it is not newer. */
    async onEnd(tx, run, { status, error }) {
      if (status !== 'failed' || !error) return
      const { code, message } = error
      await noteLook(tx, targetOf(run), { at: clock.now(), validators: null, error: { code, message } })
    },
  }
}

function targetOf({ projectId, input }: { projectId: string; input: unknown }): Target {
  const { schedule, input: given } = input as ScheduledInput
  const { collectionId, no } = given as RefreshInput
  return { collection: { projectId, id: collectionId }, no, scheduleId: schedule.id }
}
