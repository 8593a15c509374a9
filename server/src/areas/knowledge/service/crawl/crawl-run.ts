import { setTimeout as delay } from 'node:timers/promises'
import type { Tx } from '../../../../kernel/db/db.ts'
import { PermanentFailure, type RunContext, type RunKind } from '../../../../kernel/runs/run.ts'
import { keyOf, type Source } from '../../schema/source.ts'
import { noteLook } from '../../store/refresh.ts'
import {
  endCrawl,
  findSource,
  findSourceByNo,
  listPages,
  type OwnCollection,
  type Revision,
} from '../../store/source.ts'
import { isWithin, normalizedAddress } from '../../web/addresses.ts'
import { PageMissing, RetryLater } from '../../web/fetch-page.ts'
import { isAllowed, type Robots } from '../../web/robots.ts'
import type { Validators } from '../../web/validators.ts'
import { holdCollection } from '../access.ts'
import { endedJob, revisionOf } from '../end-source.ts'
import { crawlRun, hashOf, type IngestService, textBlobKey } from '../ingest.ts'
import type { IngestRunDeps } from '../ingest-run.ts'
import { permanently } from '../permanent.ts'
import { createReport } from '../progress.ts'
import { createSourceReader } from '../read-source.ts'
import { createMissingPages, type MissingPagesDeps } from './missing-pages.ts'
import { isCrawled, linksOf, maxFound, planOf, type SitePlan } from './plan.ts'

export type CrawlDeps = Omit<IngestRunDeps, 'embedder'> &
  MissingPagesDeps & {
    ingest: Pick<IngestService, 'startPage'>
    crawlDelayMs: number
  }

type Plan = SitePlan & {
  /** Pages of an earlier crawl: one that has not changed does not say what it links to. */
  known: string[]
}

/** What became of an address; links are those that a crawl may follow. */
type Visit =
  | {
      kind: 'page'
      address: string
      blob: string
      hash: string
      title: string
      links: string[]
      /** Null for what is text already. */
      pages?: number | null
      validators: Validators
    }
  /** As it was when it was read; its links are known pages. */
  | { kind: 'unchanged'; address: string }
  | { kind: 'skipped'; links: string[]; isMissing: boolean }
  /** A site that does not respond, and not just a page that cannot be read, ends a crawl after a while. */
  | { kind: 'failed'; code: string; message: string; isUnreachable: boolean; isMissing: boolean }
  | { kind: 'later'; waitMs: number }

const maxFailuresInRow = 3
const maxTries = 3

/**
 * Finds the pages of a site: those of its sitemap, then those that pages link to, breadth first, on one host and below one
 * folder. Every page becomes a source that is indexed, fails and is deleted by itself.
 */
export function crawlJob(deps: CrawlDeps): RunKind {
  const { db, clock, newId, blobs, garbage, web, ingest, billing } = deps
  const reader = createSourceReader(deps)
  const missingPages = createMissingPages(deps)

  async function crawl(context: RunContext, revision: Revision, source: Source): Promise<object> {
    const { step, scope } = context
    const report = createReport(db, revision, context.emit)
    await report('fetching', 0)
    const { url: start, maxPages } = source.origin as { url: string; maxPages: number }
    const plan = await step('plan', ({ signal }) => planWithKnown(revision, source, start, signal), {
      timeoutMs: 10 * 60_000,
      retries: 2,
      backoffMs: 2_000,
    })
    const seen = new Set([start, ...plan.pages, ...plan.known])
    const queue = [...seen]
    const found = new Set<string>()
    const missing = new Set<string>()
    let [failures, lastFailure]: [number, Extract<Visit, { kind: 'failed' }> | null] = [0, null]
    for (let i = 0; i < 3 * maxPages && found.size < maxPages && failures < maxFailuresInRow; i++) {
      const address = queue.shift()
      if (address === undefined) break
      const visit = await visitWithRetries(context, { revision, source, plan, address, i })
      failures = visit.kind === 'failed' && visit.isUnreachable ? failures + 1 : 0
      if (visit.kind === 'failed') lastFailure = visit
      if (visit.kind === 'page' || visit.kind === 'unchanged') found.add(visit.address)
      if (isMissing(visit, address)) missing.add(address)
      for (const link of 'links' in visit ? visit.links : [])
        if (seen.size < maxFound && !seen.has(link)) {
          seen.add(link)
          queue.push(link)
        }
      context.emit('page', pageEventOf(address, visit))
      await report('fetching', found.size / maxPages)
    }
    if (found.size === 0 && lastFailure)
      throw new PermanentFailure(lastFailure.code, lastFailure.message, 'fetching')
    if (found.size === 0)
      throw new PermanentFailure('empty_text', 'The site has no page to index.', 'fetching')
    const isPartial = failures >= maxFailuresInRow
    return step('finish', async () => ({ pageCount: found.size, isPartial }), {
      commit: async (tx, result) => {
        const collection = await holdCollection(tx, scope, revision.id)
        // A site that stopped responding says nothing about its pages.
        const removed = isPartial
          ? 0
          : await missingPages.note(tx, scope, collection, source.key, { found, missing })
        await endCrawl(tx, revision, { ...result, removedCount: removed }, clock.now())
      },
    })
  }

  type Target = { revision: Revision; source: Source; plan: Plan; address: string; i: number }

  async function visitWithRetries(context: RunContext, target: Target): Promise<Visit> {
    for (let tries = 1; ; tries++) {
      const name = `page:${target.i}:${tries}`
      const visit = await context.step(
        name,
        ({ signal }) => visitPage(target, AbortSignal.any([signal, context.signal])),
        {
          timeoutMs: 5 * 60_000,
          commit: (tx, output) => permanently(() => storePage(tx, context, target, output), 'fetching'),
        },
      )
      if (visit.kind !== 'later') return visit
      if (tries === maxTries)
        return {
          kind: 'failed',
          code: 'fetch_failed',
          message: 'The site limits requests.',
          isUnreachable: true,
          isMissing: false,
        }
      await context.sleep(`later:${name}`, new Date(clock.now().getTime() + visit.waitMs))
    }
  }

  async function visitPage(
    { revision, source, plan, address, i }: Target,
    signal: AbortSignal,
  ): Promise<Visit> {
    if (i > 0) await delay(Math.max(deps.crawlDelayMs, plan.robots.delayMs ?? 0), undefined, { signal })
    try {
      return await readPage(revision, source, plan.robots, address, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RetryLater) return { kind: 'later', waitMs: error.retryAfterMs }
      const message = error instanceof Error ? error.message : String(error)
      return error instanceof PermanentFailure
        ? {
            kind: 'failed',
            code: error.code,
            message,
            isUnreachable: false,
            isMissing: error instanceof PageMissing,
          }
        : { kind: 'failed', code: 'fetch_failed', message, isUnreachable: true, isMissing: false }
    }
  }

  async function readPage(
    collection: OwnCollection,
    crawled: Source,
    robots: Robots,
    address: string,
    signal: AbortSignal,
  ): Promise<Visit> {
    const { projectId } = collection
    const start = crawled.origin.url!
    const stored = await findSource(db, collection, keyOf('url', address))
    const isKnown = stored?.status === 'ready' && stored.origin.parent === crawled.key
    const fetched = await web.page(address, signal, isKnown ? stored : null)
    if (fetched === null) return { kind: 'unchanged', address }
    const landed = normalizedAddress(fetched.url)
    // A redirect may lead to another site; guarded as it was, it is not what was to be crawled.
    if (landed === null || !isWithin(landed, start)) return { kind: 'skipped', links: [], isMissing: true }
    if (!isAllowed(robots, landed)) return { kind: 'skipped', links: [], isMissing: false }
    const { text, title, page, pages } = await reader.text(projectId, fetched, signal)
    const links = linksOf(page, start, robots)
    const isIndexable = (page?.isIndexable ?? true) && !/\bno(?:index|ne)\b/.test(fetched.robotsTag)
    if (!isIndexable || text.toString().trim() === '')
      return { kind: 'skipped', links, isMissing: !isIndexable }
    const canonical = page?.canonical ? normalizedAddress(page.canonical) : null
    const known = canonical !== null && isCrawled(canonical, start, robots) ? canonical : landed
    const blob = textBlobKey(projectId, newId())
    await garbage.expect(blob)
    await blobs.put(blob, text)
    const { validators } = fetched
    return {
      kind: 'page',
      address: known,
      blob,
      hash: hashOf(text),
      title: title ?? known,
      links,
      pages,
      validators,
    }
  }

  async function storePage(
    tx: Tx,
    { scope, run }: RunContext,
    { revision, source }: Target,
    visit: Visit,
  ): Promise<void> {
    if (visit.kind === 'unchanged') return noteUnchanged(tx, revision, visit.address)
    if (visit.kind !== 'page') return
    const { isUsed, stored } = await ingest.startPage(
      tx,
      scope,
      await holdCollection(tx, scope, revision.id),
      {
        key: keyOf('url', visit.address),
        kind: 'url',
        title: visit.title.slice(0, 200),
        origin: { url: visit.address, parent: source.key },
        contentHash: visit.hash,
        nextBlob: visit.blob,
        body: {
          ...(source.hasOwnChunking
            ? { chunkSize: source.chunkSize, chunkOverlap: source.chunkOverlap }
            : {}),
          metadata: source.metadata,
        },
      },
    )
    const look = { at: clock.now(), validators: visit.validators, error: null }
    await noteLook(tx, { collection: revision, no: stored.no }, look)
    if (!isUsed) await garbage.discard(tx, visit.blob)
    else if (typeof visit.pages === 'number')
      await billing.charge(
        tx,
        scope,
        run.id,
        { ...revision, no: stored.no, revision: stored.lastRevision },
        visit.pages,
      )
  }

  async function noteUnchanged(tx: Tx, collection: OwnCollection, address: string): Promise<void> {
    const page = await findSource(tx, collection, keyOf('url', address))
    const look = { at: clock.now(), validators: null, error: null }
    if (page) await noteLook(tx, { collection, no: page.no }, look)
  }

  async function planWithKnown(
    collection: OwnCollection,
    { key }: Source,
    start: string,
    signal: AbortSignal,
  ): Promise<Plan> {
    const known = await listPages(db, collection, key)
    const plan = await planOf(web, start, signal)
    const isAllowedNow = (url: string) => isWithin(url, start) && isAllowed(plan.robots, url)
    const urls = known.flatMap(({ origin }) => origin.url ?? []).filter(isAllowedNow)
    return { ...plan, known: urls.slice(0, maxFound) }
  }

  return {
    kind: crawlRun,
    pool: 'outgoing',
    perProject: 4,
    // One request at a time for a host.
    perConcurrencyKey: 1,
    async handle(context) {
      const revision = revisionOf(context.run)
      const source = await findSourceByNo(db, revision, revision.no)
      if (source?.lastRevision !== revision.revision) return { isSuperseded: true }
      return crawl(context, revision, source)
    },
    onEnd: endedJob(deps),
  }
}

/** Whether the site no longer has a page at this address: it says so, or leads elsewhere. */
const isMissing = (visit: Visit, address: string): boolean =>
  visit.kind === 'page' ? visit.address !== address : 'isMissing' in visit && visit.isMissing

const outcomes: Record<Visit['kind'], string> = {
  page: 'added',
  unchanged: 'unchanged',
  skipped: 'skipped',
  failed: 'failed',
  later: 'skipped',
}

/** What became of an address, for those who follow the crawl. */
const pageEventOf = (url: string, visit: Visit) => ({
  url,
  outcome: outcomes[visit.kind],
  error: visit.kind === 'failed' ? { code: visit.code, message: visit.message } : null,
})
