import {
  errorOfResponse,
  invalidCall,
  isStoaError,
  networkError,
  type StoaError,
  timeoutError,
} from './error.ts'
import { type CallOptions, type Identity, refuseKeyInBrowser, type StoaOptions } from './options.ts'
import { hasXhr, streamedUpload, type UploadInput, uploadByXhr } from './upload.ts'
import { baseOf, callUrl, type Params, type Query } from './url.ts'
import { backoffMs, wait } from './wait.ts'

/** One call, before it is known who makes it. */
export type Outgoing = CallOptions & {
  method: string
  /** As documented, with its parameters in braces. */
  path: string
  params?: Params | undefined
  query?: Query | undefined
  body?: string | Blob | ReadableStream<Uint8Array> | null | undefined
  /** Sending it twice does what sending it once does. */
  isRepeatable: boolean
  /** Absolute, when the server returned the URL itself. */
  url?: string | undefined
}

export type Transport = ReturnType<typeof createTransport>

const defaultRetries = 2
const defaultTimeoutMs = 120_000
/** A file may take as long as its line is slow. */
const uploadTimeoutMs = 60 * 60 * 1000
/** For a longer wait an error is better than blocking the caller. */
const maxWaitMs = 30_000
const passingStatuses = new Set([429, 502, 503, 504])

export function createTransport(options: StoaOptions) {
  const baseUrl = baseOf(options.baseUrl ?? pageOrigin() ?? 'http://localhost:4400')
  const doFetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))

  async function credentials(): Promise<Record<string, string>> {
    const credential = options.token ?? options.apiKey
    if (credential === undefined) return {}
    const token = typeof credential === 'string' ? credential : await credential()
    refuseKeyInBrowser(token, options.dangerouslyAllowBrowser)
    // Not as x-api-key: this header alone is left behind when a download leads to another server.
    return { authorization: `Bearer ${token}` }
  }

  const urlOf = ({ url, path, params, query }: Outgoing) => url ?? callUrl(baseUrl, path, params, query)

  const headersOf = async (call: Outgoing, identity: Identity): Promise<Record<string, string>> =>
    sendable({ ...identityHeaders(identity), ...(await credentials()), ...call.headers })

  function show(response: Response, call: Outgoing): void {
    options.onResponse?.(response)
    call.onResponse?.(response)
  }

  /** One try, from the first byte sent to the last byte that `read` wants. */
  async function attempt<T>(
    call: Outgoing,
    identity: Identity,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    // Before anything can fail on the way: what fails here is the caller's and must not pass for a broken line.
    const url = urlOf(call)
    const headers = await headersOf(call, identity)
    const ms = call.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(timeoutError(ms)), ms)
    const withNetworkErrors = <R>(work: Promise<R>): Promise<R> =>
      work.catch((error: unknown) => {
        if (call.signal?.aborted) throw call.signal.reason
        if (limit.signal.aborted) throw limit.signal.reason
        throw isStoaError(error) ? error : networkError(error)
      })
    try {
      const request = {
        method: call.method,
        headers,
        credentials: options.session ? 'same-origin' : 'omit',
        // A change must not arrive elsewhere, or as a read, because something in between moved.
        redirect: call.method === 'GET' ? 'follow' : 'error',
        signal: call.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal,
        ...(call.body === undefined || call.body === null ? {} : { body: call.body }),
        ...(isStream(call.body) ? { duplex: 'half' } : {}),
      } as RequestInit
      const response = await withNetworkErrors(doFetch(url, request))
      show(response, call)
      return await withNetworkErrors(outcomeOf(response, read))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a call and repeats it while that is safe and promises something. */
  async function send<T>(
    call: Outgoing,
    identity: Identity,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const retries = call.retries ?? options.retries ?? defaultRetries
    for (let failed = 0; ; failed++) {
      try {
        return await attempt(call, identity, read)
      } catch (error) {
        if (!isStoaError(error)) throw error
        if (isAccessEnded(error)) options.onUnauthorized?.(error)
        const delay = failed < retries ? delayBefore(failed, error, call) : null
        if (delay === null) throw error
        await wait(delay, call.signal)
      }
    }
  }

  /** One attempt: a request that was partly sent cannot be distinguished from one that was processed. */
  async function upload<T>(
    call: Outgoing,
    identity: Identity,
    input: UploadInput,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const timeoutMs = call.timeoutMs ?? uploadTimeoutMs
    if (hasXhr()) return uploadFromPage({ ...call, timeoutMs }, identity, input, read)
    const { body, contentType, stop } = streamedUpload(input)
    const headers = { ...call.headers, 'content-type': contentType }
    return send({ ...call, body, headers, timeoutMs, retries: 0 }, identity, read).finally(stop)
  }

  async function uploadFromPage<T>(
    call: Outgoing,
    identity: Identity,
    input: UploadInput,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal, timeoutMs } = call
    const headers = await headersOf(call, identity)
    const response = await uploadByXhr({ url: urlOf(call), headers, input, signal, timeoutMs })
    show(response, call)
    return outcomeOf(response, read).catch((error: unknown) => {
      if (isStoaError(error) && isAccessEnded(error)) options.onUnauthorized?.(error)
      throw error
    })
  }

  /** A key has one project, which does not end while the key is valid. */
  const isAccessEnded = ({ status, code }: StoaError): boolean =>
    status === 401 || (options.session === true && code === 'project_not_found')

  return { send, upload, baseUrl, isSession: options.session === true }
}

async function outcomeOf<T>(response: Response, read: (response: Response) => Promise<T>): Promise<T> {
  if (response.ok) return read(response)
  throw await errorOfResponse(response)
}

/** Headers that can be sent; `fetch` would only say that it failed. */
function sendable(headers: Record<string, string>): Record<string, string> {
  try {
    new Headers(headers)
    return headers
  } catch (error) {
    throw invalidCall(`A header cannot hold what it was given: ${String(error)}`)
  }
}

/** How long to wait before the call is sent again; null when it must not be. */
function delayBefore(failed: number, error: StoaError, { method, isRepeatable }: Outgoing): number | null {
  if (error.code === 'network_error') return isRepeatable ? backoffMs(failed) : null
  // The server may still be at it. Asking again would not be faster, and reading again is for free.
  if (error.code === 'timeout') return method === 'GET' ? backoffMs(failed) : null
  // A browser has tried for as long as it may: sent again, the actions before that one would be done twice.
  if (error.code === 'action_timeout') return null
  const isTwin = error.code === 'idempotency_key_in_use'
  if (!isTwin && !passingStatuses.has(error.status)) return null
  // What was turned away at the door has not been done; of everything else that is not sure.
  if (!isRepeatable && error.status !== 429) return null
  const least = error.retryAfterMs ?? 0
  return least > maxWaitMs ? null : backoffMs(failed, least)
}

function identityHeaders({ username, projectId, headers }: Identity): Record<string, string> {
  return {
    ...(username === undefined ? {} : { 'x-username': username }),
    ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
    ...headers,
  }
}

const isStream = (body: unknown) => typeof ReadableStream !== 'undefined' && body instanceof ReadableStream

const pageOrigin = (): string | undefined =>
  (globalThis as { location?: { origin?: string } }).location?.origin
