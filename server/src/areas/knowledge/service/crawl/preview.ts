import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { CrawlPreview, PreviewCrawlBody } from '../../schema/crawl-preview.ts'
import { normalizedAddress } from '../../web/addresses.ts'
import { RetryLater, type Web } from '../../web/fetch-page.ts'
import { getCollection } from '../access.ts'
import { createSourceReader, type ReadDeps } from '../read-source.ts'
import { linksOf, planOf } from './plan.ts'

export type PreviewDeps = ReadDeps & {
  db: Db
  outbound: Pick<Outbound, 'check'>
  web: Web
  crawlDelayMs: number
}

// Someone waits for it.
const timeoutMs = 20_000
const maxListed = 100

/**
 * What a crawl would begin with: the rules of the site, its sitemap, and the links of the start page. Nothing is stored or charged, and no
 * further page is requested, so a site without a sitemap may have more pages than are listed.
 */
export function createCrawlPreview(deps: PreviewDeps) {
  const { db, outbound, web, crawlDelayMs } = deps
  const reader = createSourceReader(deps)

  async function look(projectId: string, start: string, signal: AbortSignal): Promise<CrawlPreview> {
    const { robots, pages } = await planOf(web, start, signal)
    const fetched = (await web.page(start, signal))!
    const { title, page } = await reader.text(projectId, fetched, signal)
    const linked = linksOf(page, start, robots)
    const all = [...new Set([start, ...pages, ...linked])]
    return {
      url: start,
      title,
      pageCount: all.length,
      sitemapCount: pages.length,
      delayMs: Math.max(crawlDelayMs, robots.delayMs ?? 0),
      pages: all.slice(0, maxListed),
    }
  }

  return async (
    scope: Scope,
    collectionId: string,
    { url }: PreviewCrawlBody,
    caller: AbortSignal,
  ): Promise<CrawlPreview> => {
    const { projectId } = await getCollection(db, scope, collectionId)
    const start = normalizedAddress(url)!
    await outbound.check(start)
    const late = AbortSignal.timeout(timeoutMs)
    try {
      return await look(projectId, start, AbortSignal.any([caller, late]))
    } catch (error) {
      throw late.aborted ? tooSlow() : failureOf(error)
    }
  }
}

export type PreviewCrawl = ReturnType<typeof createCrawlPreview>

const tooSlow = () => new AppError('upstream_timeout', 'The site did not respond in time')

function failureOf(error: unknown): unknown {
  if (error instanceof RetryLater || error instanceof PermanentFailure)
    return new AppError('knowledge_site_unreadable', error.message, {
      hint: 'Try another URL of the site, or add the page alone.',
    })
  return error
}
