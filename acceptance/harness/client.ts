import assert from 'node:assert/strict'

type SentHeaders = Record<string, string>

/** One response of the server, with the request that led to it for the messages of failed assertions. */
export type ApiResponse = { request: string; status: number; headers: Headers; text: string; body: unknown }

/** Sends requests with its own standing headers: who it is, and as whom it acts. */
export type Caller = {
  readonly baseUrl: string
  send(method: string, path: string, body?: unknown, headers?: SentHeaders): Promise<ApiResponse>
  get(path: string, headers?: SentHeaders): Promise<ApiResponse>
  post(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiResponse>
  put(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiResponse>
  patch(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiResponse>
  delete(path: string, headers?: SentHeaders): Promise<ApiResponse>
  /** A stream of events that ends by itself, as a whole. */
  readEvents(path: string, body: unknown): Promise<string>
  as(username: string): Caller
  with(headers: SentHeaders): Caller
}

export function createCaller(baseUrl: string, standing: SentHeaders = {}): Caller {
  async function send(method: string, path: string, body?: unknown, headers: SentHeaders = {}) {
    const type: SentHeaders = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...type, ...standing, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: payloadOf(body) }),
    })
    const text = await contentOf(response)
    return {
      request: `${method} ${path}`,
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(response.headers.get('content-type'), text),
    }
  }
  return {
    baseUrl,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    async readEvents(path, body) {
      const headers = { 'content-type': 'application/json', ...standing }
      const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: payloadOf(body) })
      return response.text()
    },
    as: (username) => createCaller(baseUrl, { ...standing, 'x-username': username }),
    with: (headers) => createCaller(baseUrl, { ...standing, ...headers }),
  }
}

/** A stream of events may have no end: that it began is all that is read of it here. */
async function contentOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

/** Text and bytes go out as they are, so that a test can send what is not JSON. */
const payloadOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body)

const jsonType = /^application\/(problem\+)?json\b/

const parsed = (contentType: string | null, text: string): unknown =>
  jsonType.test(contentType ?? '') && text !== '' ? (JSON.parse(text) as unknown) : null

type Target = { baseUrl: string; adminKey: string; admin: Caller; anonymous: Caller }

/** The server under test and an admin of the throwaway project in it. */
export function target(): Target {
  const { STOA_BASE_URL, STOA_API_KEY } = process.env
  if (!STOA_BASE_URL || !STOA_API_KEY) {
    throw new Error('Set STOA_BASE_URL and STOA_API_KEY, or run npm run acceptance')
  }
  const baseUrl = STOA_BASE_URL.replace(/\/+$/, '')
  return {
    baseUrl,
    adminKey: STOA_API_KEY,
    admin: createCaller(baseUrl, { 'x-api-key': STOA_API_KEY }),
    anonymous: createCaller(baseUrl),
  }
}

const described = ({ request, status, text }: ApiResponse) =>
  `${request} returned ${status} ${text.slice(0, 600)}`

function assertEnvelope(response: ApiResponse, members: string[]): Record<string, unknown> {
  assert.equal(response.status, 200, described(response))
  assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/, described(response))
  const body = response.body as Record<string, unknown>
  assert.deepEqual(Object.keys(body).sort(), [...members].sort(), described(response))
  assert.equal(body.success, true, described(response))
  assert.equal(typeof body.message, 'string', described(response))
  assert.notEqual(body.message, '', described(response))
  return body
}

/** The response is the success envelope; returns its `data`. */
export const assertSuccess = <Data>(response: ApiResponse): Data =>
  assertEnvelope(response, ['success', 'message', 'data']).data as Data

/** The response is the success envelope without `data`. */
export function assertDone(response: ApiResponse): void {
  assertEnvelope(response, ['success', 'message'])
}

export type Page<Item> = {
  data: Item[]
  total: number
  page: number
  limit: number
  totalPages: number
  hasNextPage: boolean
  hasPreviousPage: boolean
}

const pageMembers = [
  'success',
  'message',
  'data',
  'total',
  'page',
  'limit',
  'totalPages',
  'hasNextPage',
  'hasPreviousPage',
]

/** The response is one page of a list whose figures agree with one another. */
export function assertPage<Item>(response: ApiResponse): Page<Item> {
  // Only logs that grow while they are read have it.
  const hasCursor = 'nextCursor' in ((response.body ?? {}) as object)
  const hasTools = /^GET \/api\/v1\/toolkits(\/with-tools)?(\?|$)/.test(response.request)
  const members = [...pageMembers, ...(hasCursor ? ['nextCursor'] : []), ...(hasTools ? ['totalTools'] : [])]
  const page = assertEnvelope(response, members) as unknown as Page<Item>
  assert.ok(Array.isArray(page.data), described(response))
  for (const metric of [page.total, page.page, page.limit, page.totalPages]) {
    assert.ok(Number.isInteger(metric) && metric >= 0, described(response))
  }
  assert.ok(page.data.length <= page.limit, described(response))
  assert.equal(page.totalPages, Math.ceil(page.total / page.limit), described(response))
  assert.equal(page.hasNextPage, page.page < page.totalPages, described(response))
  assert.equal(page.hasPreviousPage, page.page > 1 && page.total > 0, described(response))
  return page
}

type ErrorDetail = { in: string; path: string; rule: string; message: string; received?: unknown }
export type ErrorBody = {
  success: false
  message: string
  requestId: string
  error: {
    code: string
    type: string
    status: number
    details: ErrorDetail[]
    retryable: boolean
    hint?: string
  } & Record<string, unknown>
}

/** The response is the error envelope with this code and status. */
export function assertError(response: ApiResponse, code: string, status: number): ErrorBody {
  assert.equal(response.status, status, described(response))
  assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/, described(response))
  const body = response.body as ErrorBody
  assert.equal(body.success, false, described(response))
  assert.equal(typeof body.message, 'string', described(response))
  assert.notEqual(body.message, '', described(response))
  assert.ok(!('data' in body), described(response))
  assert.equal(body.error.code, code, described(response))
  assert.equal(body.error.status, status, described(response))
  assert.equal(typeof body.error.type, 'string', described(response))
  assert.equal(typeof body.error.retryable, 'boolean', described(response))
  assert.ok(Array.isArray(body.error.details), described(response))
  assert.equal(body.requestId, response.headers.get('x-request-id'), described(response))
  return body
}
