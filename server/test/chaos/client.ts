import { apiKey } from '../process/stoa.ts'

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>

// Longer than anything that is waited for; what hangs for longer is a failure like any other.
const maxMs = 60_000

/** Where the server is may change with every start; a request to one that is down fails like any other. */
export const createClient =
  (api: () => string, onStatus: (status: number) => void): Client =>
  async (method, path, body, headers) => {
    const isForm = body instanceof FormData
    const base = path.startsWith('/hooks/') ? new URL(api()).origin : api()
    const response = await fetch(`${base}${path}`, {
      method,
      signal: AbortSignal.timeout(maxMs),
      headers: {
        // Requests of a browser carry its own credentials.
        ...(headers?.authorization || headers?.cookie ? {} : { 'x-api-key': apiKey }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    onStatus(response.status)
    return { status: response.status, text: await response.text() }
  }

export const dataOf = (text: string) => (JSON.parse(text) as { data: Record<string, string> }).data
