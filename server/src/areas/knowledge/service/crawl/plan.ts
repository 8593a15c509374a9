import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import type { PageFacts } from '../../parsers/protocol/messages.ts'
import { isWithin, mayBePage, normalizedAddress } from '../../web/addresses.ts'
import type { Web } from '../../web/fetch-page.ts'
import { isAllowed, type Robots } from '../../web/robots.ts'
import { parseSitemap } from '../../web/sitemap.ts'

export type SitePlan = { robots: Robots; pages: string[] }

export const maxFound = 1_000
const maxSitemaps = 10
const maxLinks = 300

/** Whether a crawl from this start follows an address. */
export const isCrawled = (address: string, start: string, robots: Robots): boolean =>
  isWithin(address, start) && mayBePage(address) && isAllowed(robots, address)

/** The links of a page that a crawl follows. */
export function linksOf(page: PageFacts | null, start: string, robots: Robots): string[] {
  if (!page?.isFollowable) return []
  const addresses = new Set(page.links.flatMap((link) => normalizedAddress(link) ?? []))
  return [...addresses].filter((address) => isCrawled(address, start, robots)).slice(0, maxLinks)
}

/** What the site says about itself: its rules, and the pages of its sitemap. */
export async function planOf(
  web: Pick<Web, 'robotsOf' | 'text'>,
  start: string,
  signal: AbortSignal,
): Promise<SitePlan> {
  const robots = await web.robotsOf(start, signal)
  if (!isAllowed(robots, start))
    throw new PermanentFailure('fetch_blocked', 'The robots.txt of the site forbids this page.', 'fetching')
  const sitemaps = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [new URL('/sitemap.xml', start).href]
  const pages = new Set<string>()
  for (let i = 0; i < sitemaps.length && i < maxSitemaps; i++) {
    const address = normalizedAddress(sitemaps[i]!, start)
    const text =
      address !== null && new URL(address).host === new URL(start).host
        ? await web.text(address, signal).catch(() => null)
        : null
    signal.throwIfAborted()
    const listed = parseSitemap(text ?? '')
    sitemaps.push(...listed.sitemaps.slice(0, maxSitemaps))
    for (const each of listed.pages) {
      const page = pages.size < maxFound ? normalizedAddress(each) : null
      if (page !== null && page !== start && isCrawled(page, start, robots)) pages.add(page)
    }
  }
  return { robots: { ...robots, sitemaps: [] }, pages: [...pages] }
}
