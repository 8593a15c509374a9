import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '../errors.ts'
import type { AllowedNetwork } from './allowed-networks.ts'
import { createAdmission } from './allowed-networks.ts'
import type { Deadline } from './deadline.ts'
import { maxTimerMs, startDeadline } from './deadline.ts'
import type { Destination, Resolve } from './destination.ts'
import { locate, parseDestination, systemResolve } from './destination.ts'
import { notAllowed, timedOut, tooLarge, translateFailure, upstreamFailed } from './failures.ts'
import { canDecode, limitBody } from './limited-body.ts'
import type { OutboundResponse } from './outbound-response.ts'
import { createResponse } from './outbound-response.ts'
import { createPinnedPools } from './pinned-pools.ts'
import type { Hop } from './redirects.ts'
import { followRedirect, isHostListed, isRedirect } from './redirects.ts'
import { checkHeaders, checkMethod } from './request-headers.ts'
import { startUpload } from './upload.ts'
import type { UpstreamProxy } from './upstream-proxy/upstream-proxy.ts'

export type OutboundRequest = {
  method?: string
  url: string | URL
  headers?: Readonly<Record<string, string>>
  /** A stream is read once: it is destroyed if the request fails, and cannot follow a redirect. */
  body?: string | Buffer | Readable
  /** For everything, from the lookup to the last byte of the body. */
  timeoutMs?: number
  /** For the lookup, and again for opening the connection. */
  connectTimeoutMs?: number
  /** The longest silence of the other side. */
  idleTimeoutMs?: number
  /** Of the content after decompression. */
  maxBytes?: number
  /** How many bytes one compressed byte may become. */
  maxRatio?: number
  /** 0 hands redirects to the caller as they are. */
  maxRedirects?: number
  /**
   * The hosts that the headers and the body of this request are meant for, `*.example.com` for all below it.
   * Another host is refused, and a redirect to one goes there with nothing that could be a secret.
   */
  allowedHosts?: readonly string[]
  /** Values that must not leave these hosts, also not in the URL of a redirect. */
  secrets?: readonly string[]
  signal?: AbortSignal
}

export type OutboundOptions = {
  /** What the operator opened although it is not public. */
  allowPrivate: readonly AllowedNetwork[]
  /** Ports on which public addresses may be called: 80 and 443 by default. */
  allowedPorts?: readonly number[]
  resolve?: Resolve
  /** Opens the connections; what they lead to is checked before. */
  proxy?: Pick<UpstreamProxy, 'dial'> | null
  userAgent: string
}

/**
 * The only client for URLs that come from a user, a model or a document. It reaches the public internet and what
 * the operator opened, checks every hop again, and bounds time and memory whatever the other side does.
 */
export type Outbound = {
  /** The body of the response must be read, discarded or destroyed; until then it holds a connection. */
  request(input: OutboundRequest): Promise<OutboundResponse>
  /**
   * Throws when a request to the URL would be refused today. A name that cannot be looked up passes: it may
   * get a DNS record later, and every request is checked again.
   */
  check(url: string): Promise<void>
  /** Ends all connections, also those in use. */
  close(): Promise<void>
}

const defaults = {
  timeoutMs: 30_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 15_000,
  maxBytes: 10 * 1024 * 1024,
  maxRatio: 200,
  maxRedirects: 3,
}

type Limits = typeof defaults

// A user waits for the form to be validated.
const checkTimeoutMs = 3_000

export function createOutbound(options: OutboundOptions): Outbound {
  const { allowPrivate, allowedPorts = [80, 443], resolve = systemResolve, proxy = null, userAgent } = options
  const admits = createAdmission(allowPrivate, allowedPorts)
  const pools = createPinnedPools(proxy)

  async function lookUp(url: URL, limits: Limits, outer: Deadline): Promise<Destination> {
    const late = () => timedOut(`${url.hostname} could not be looked up in time.`)
    const deadline = startDeadline(limits.connectTimeoutMs, late, outer.signal)
    try {
      return await deadline.race(locate(url, admits, resolve))
    } finally {
      deadline.end()
    }
  }

  async function send(hop: Hop, limits: Limits, deadline: Deadline): Promise<Dispatcher.ResponseData> {
    const { method, url, headers, body } = hop
    try {
      const destination = await lookUp(url, limits, deadline)
      return await pools.poolFor(destination, limits.connectTimeoutMs).request({
        method: method as Dispatcher.HttpMethod,
        path: url.pathname + url.search,
        headers,
        body,
        signal: deadline.signal,
        headersTimeout: limits.idleTimeoutMs,
        bodyTimeout: limits.idleTimeoutMs,
      })
    } catch (error) {
      deadline.signal.throwIfAborted()
      throw translateFailure(error, url.hostname)
    }
  }

  async function exchange(
    input: OutboundRequest,
    limits: Limits,
    deadline: Deadline,
  ): Promise<OutboundResponse> {
    let hop = firstHop(input, userAgent)
    for (let redirects = 0; ; redirects++) {
      const response = await send(hop, limits, deadline)
      if (!isRedirect(response.statusCode) || limits.maxRedirects === 0)
        return open(response, hop, limits, deadline)
      release(response.body)
      if (redirects === limits.maxRedirects) {
        throw upstreamFailed(`${hop.url.hostname} redirects too often.`, 'Call the final URL directly.')
      }
      const location = [response.headers.location].flat()[0]
      hop = followRedirect(hop, response.statusCode, location, {
        hosts: input.allowedHosts ?? null,
        secrets: input.secrets ?? [],
      })
    }
  }

  return {
    async request(input) {
      const limits = limitsOf(input)
      const upload = input.body instanceof Readable ? startUpload(input.body) : null
      const deadline = startDeadline(
        limits.timeoutMs,
        () => timedOut('The request took too long.'),
        input.signal,
      )
      try {
        return await exchange(upload ? { ...input, body: upload.body } : input, limits, deadline)
      } catch (error) {
        deadline.end()
        upload?.body.destroy()
        throw upload?.failure() ?? error
      }
    },
    async check(input) {
      const url = parseDestination(input)
      const deadline = startDeadline(checkTimeoutMs, () =>
        timedOut('The host name was not resolved in time.'),
      )
      try {
        await deadline.race(locate(url, admits, resolve))
      } catch (error) {
        if (error instanceof AppError && error.code === 'address_not_allowed') throw error
      } finally {
        deadline.end()
      }
    },
    close: () => pools.close(),
  }
}

function limitsOf(input: OutboundRequest): Limits {
  const limits = { ...defaults }
  for (const name of Object.keys(defaults) as (keyof Limits)[]) {
    const value = input[name] ?? defaults[name]
    if (!(value >= 0)) throw new Error(`${name} must be a number that is not negative`)
    limits[name] = name.endsWith('Ms') ? Math.min(value, maxTimerMs) : value
  }
  return limits
}

function firstHop(input: OutboundRequest, userAgent: string): Hop {
  const url = parseDestination(input.url)
  const { allowedHosts } = input
  if (allowedHosts && !isHostListed(url.hostname, allowedHosts)) {
    throw notAllowed(
      `${url.hostname} is not among the hosts this request is meant for.`,
      `Use one of: ${allowedHosts.join(', ')}.`,
    )
  }
  const headers = {
    'user-agent': userAgent,
    'accept-encoding': 'gzip, deflate, br',
    ...checkHeaders(input.headers ?? {}),
  }
  // The length of what is in memory is known better here than to the caller.
  if (!(input.body instanceof Readable)) delete (headers as Record<string, string>)['content-length']
  return { method: checkMethod(input.method ?? 'GET'), url, headers, body: input.body ?? null }
}

function open(
  response: Dispatcher.ResponseData,
  hop: Hop,
  limits: Limits,
  deadline: Deadline,
): OutboundResponse {
  const host = hop.url.hostname
  const hasContent = hop.method !== 'HEAD' && response.statusCode !== 204 && response.statusCode !== 304
  const named = String(response.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase()
  const encoding = hasContent && canDecode(named) ? named : null
  if (hasContent && encoding === null && Number(response.headers['content-length']) > limits.maxBytes) {
    release(response.body)
    throw tooLarge(`${host} announced more than ${limits.maxBytes} bytes.`)
  }
  const { maxBytes, maxRatio } = limits
  const body = limitBody(response.body, { host, encoding, maxBytes, maxRatio, onClose: deadline.end })
  deadline.signal.addEventListener('abort', () => body.destroy(deadline.signal.reason))
  return createResponse(response, hop.url, body, encoding !== null)
}

/** Ends a stream that no one will read. */
function release(stream: Readable): void {
  stream.on('error', () => {}).destroy()
}
