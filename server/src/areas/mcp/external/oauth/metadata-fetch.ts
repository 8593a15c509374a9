import type { FetchLike } from '@modelcontextprotocol/client'
import type { Outbound } from '../../../../kernel/net/outbound.ts'

const timeoutMs = 10_000
const maxBytes = 256 * 1024

/** Fetch for documents about a server: small, fast, without credentials, and from the requested URL alone. */
export const metadataFetch =
  (outbound: Outbound): FetchLike =>
  async (input, init = {}) => {
    const url = new URL(input)
    const { status, headers, text } = await outbound
      .request({
        url,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
        allowedHosts: [url.hostname],
        // Another place would answer for this one.
        maxRedirects: 0,
        timeoutMs,
        maxBytes,
      })
      .then(async (response) => ({
        status: response.status,
        headers: response.headers,
        // The body of a challenge may be a stream that does not end.
        text: response.status === 401 ? discarded(response) : await response.text(),
      }))
    const passed = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    )
    const hasBody = ![204, 205, 304].includes(status)
    return new Response(hasBody ? text : null, { status: Math.max(status, 200), headers: passed })
  }

function discarded(response: { discard(): void }): string {
  response.discard()
  return ''
}
