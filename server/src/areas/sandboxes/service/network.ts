import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { HostCalls } from '../../../kernel/sandbox/driver.ts'
import { createFetchCall } from '../../../kernel/sandbox/fetch-call.ts'
import type { EgressRequest } from '../schema/stored-execution.ts'

export type Network = { calls: HostCalls; requests: EgressRequest[] }

/** What a script may ask of the outside: `fetch` to the listed hosts, each request noted for the receipt; else nothing. */
export function openNetwork(outbound: Outbound, allowedHosts: readonly string[]): Network {
  const requests: EgressRequest[] = []
  if (allowedHosts.length === 0) return { calls: {}, requests }
  const fetchCall = createFetchCall({ outbound, allowedHosts })
  return {
    requests,
    calls: {
      async fetch(args, body, signal) {
        const request: EgressRequest = { ...described(args), status: null }
        requests.push(request)
        const response = await fetchCall(args, body, signal)
        request.status = (response.value as { status: number }).status
        return response
      },
    },
  }
}

// Whatever else a script calls a method is refused, and would be in the way of writing the receipt down.
const methodForm = /^[A-Za-z]{1,20}$/

/** Host and method only: paths and queries may carry what no one wants in a history. */
function described(args: unknown): { method: string; host: string } {
  const { url, method } = (args ?? {}) as { url?: unknown; method?: unknown }
  const host = typeof url === 'string' ? (URL.parse(url)?.host ?? '') : ''
  const isMethod = typeof method === 'string' && methodForm.test(method)
  return { method: isMethod ? method : '', host: host.slice(0, 255) }
}
