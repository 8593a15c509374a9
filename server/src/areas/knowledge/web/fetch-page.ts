import { charsetIn, decoderFor } from '../../../kernel/compute/large-content.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import { closedRobots, isAllowed, openRobots, parseRobots, type Robots } from './robots.ts'
import { type Conditions, conditionsOf, type Validators, validatorIn } from './validators.ts'

export type FetchedPage = {
  bytes: Buffer
  mimeType: string
  /** After redirects. */
  url: string
  name: string
  /** The rules of the response header, as a page can have them in itself. */
  robotsTag: string
  validators: Validators
}

/** A site that wants to be left alone for a while. */
export class RetryLater extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('The site limits requests.')
    this.retryAfterMs = retryAfterMs
  }
}

/** The site says that it has no such page. */
export class PageMissing extends PermanentFailure {}

export type WebOptions = { outbound: Pick<Outbound, 'request'>; timeoutMs?: number }

const maxPageBytes = 10 * 1024 * 1024
const maxRobotsBytes = 512 * 1024
const maxRedirects = 5
const maxRetryAfterMs = 3_600_000

/** Pages of others, through the guarded client. Failures have the codes that sources show. */
export function createWeb({ outbound, timeoutMs = 60_000 }: WebOptions) {
  async function request(url: string, maxBytes: number, signal: AbortSignal, conditions: Conditions = {}) {
    try {
      const accept = 'text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8'
      const response = await outbound.request({
        url,
        headers: { accept, ...conditions },
        timeoutMs,
        maxBytes,
        maxRedirects,
        signal,
      })
      return { response, bytes: await response.bytes() }
    } catch (error) {
      signal.throwIfAborted()
      throw failureOf(error)
    }
  }

  async function robotsOf(address: string, signal: AbortSignal): Promise<Robots> {
    try {
      const { response, bytes } = await request(new URL('/robots.txt', address).href, maxRobotsBytes, signal)
      // A site whose server fails has not said what may be read.
      if (response.status >= 500) return closedRobots
      return response.status >= 400 ? openRobots : parseRobots(bytes.toString('utf8'))
    } catch (error) {
      if (error instanceof PermanentFailure && error.code === 'too_large') return openRobots
      throw error
    }
  }

  /** Null when it is still the one that the validators are of. */
  async function page(
    address: string,
    signal: AbortSignal,
    known: Validators | null = null,
  ): Promise<FetchedPage | null> {
    const conditions = conditionsOf(known)
    const { response, bytes } = await request(address, maxPageBytes, signal, conditions)
    const { status, headers, url } = response
    if (status === 304 && Object.keys(conditions).length > 0) return null
    const host = new URL(url).host
    if (status === 429 || status === 503) throw new RetryLater(retryAfterOf(headers['retry-after']))
    if (status === 401 || status === 403 || status === 451)
      throw new PermanentFailure('fetch_blocked', `${host} does not allow access (${status}).`, 'fetching')
    if (status >= 500) throw new AppError('upstream_error', `${host} responded with ${status}.`)
    if (status === 404 || status === 410)
      throw new PageMissing('fetch_failed', `${host} responded with ${status}.`, 'fetching')
    if (status >= 300)
      throw new PermanentFailure('fetch_failed', `${host} responded with ${status}.`, 'fetching')
    const mimeType = String(headers['content-type'] ?? 'text/html')
      .split(';', 1)[0]!
      .trim()
      .toLowerCase()
    const isText = mimeType.startsWith('text/') || mimeType === 'application/xhtml+xml'
    const charset = charsetIn(headers['content-type'])
    return {
      // Text of another character set becomes UTF-8 here, where the header is known.
      bytes:
        isText && headers['content-type']?.includes('charset')
          ? Buffer.from(decoderFor(charset).decode(bytes))
          : bytes,
      mimeType,
      url,
      name: decodeName(url),
      robotsTag: String(headers['x-robots-tag'] ?? '').toLowerCase(),
      validators: { etag: validatorIn(headers.etag), lastModified: validatorIn(headers['last-modified']) },
    }
  }

  return {
    robotsOf,
    page,
    /** A single page, if the site allows it. */
    async allowedPage(
      address: string,
      signal: AbortSignal,
      known: Validators | null = null,
    ): Promise<FetchedPage | null> {
      if (!isAllowed(await robotsOf(address, signal), address))
        throw new PermanentFailure(
          'fetch_blocked',
          'The robots.txt of the site forbids this page.',
          'fetching',
        )
      return page(address, signal, known)
    },
    /** Of a sitemap; null where there is none. */
    async text(address: string, signal: AbortSignal): Promise<string | null> {
      const { response, bytes } = await request(address, maxPageBytes, signal)
      return response.status < 300 ? bytes.toString('utf8') : null
    },
  }
}

export type Web = ReturnType<typeof createWeb>

function failureOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'address_not_allowed')
    return new PermanentFailure('fetch_blocked', error.message, 'fetching')
  if (error.code === 'upstream_too_large')
    return new PermanentFailure('too_large', 'The page is larger than 10 MiB.', 'fetching')
  if (error.status < 500) return new PermanentFailure('fetch_failed', error.message, 'fetching')
  return error
}

function retryAfterOf(header: string | string[] | undefined): number {
  const value = String(header ?? '')
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Math.min(Math.max(Number.isFinite(ms) ? ms : 30_000, 1_000), maxRetryAfterMs)
}

function decodeName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
