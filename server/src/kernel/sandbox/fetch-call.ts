import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Outbound } from '../net/outbound.ts'
import type { HostCall } from './driver.ts'
import { sandboxLimits } from './protocol/limits.ts'

const FetchArgs = z.strictObject({
  url: z.string().max(8192),
  method: z.string().max(20),
  headers: z.record(z.string(), z.string()),
})

export type FetchOptions = {
  outbound: Outbound
  /** The hosts that scripts may reach, `*.example.com` for all below one. */
  allowedHosts: readonly string[]
  timeoutMs?: number
}

/**
 * The network of a sandbox: `fetch` in a script becomes a request of the server, to listed hosts only, by the one way
 * that checks URLs. Redirects are left to the script, so that each hop is checked against the list.
 */
export function createFetchCall({ outbound, allowedHosts, timeoutMs = 10_000 }: FetchOptions): HostCall {
  return async (input, body, signal) => {
    const parsed = FetchArgs.safeParse(input)
    if (!parsed.success)
      throw new AppError('invalid_parameter', 'fetch requires a URL, a method and headers.')
    const { url, method, headers } = parsed.data
    const response = await outbound.request({
      url,
      method,
      headers,
      ...(body === null ? {} : { body }),
      allowedHosts,
      maxRedirects: 0,
      maxBytes: sandboxLimits.callBytes / 2,
      timeoutMs,
      signal,
    })
    const content = await response.bytes()
    return {
      value: { status: response.status, url: response.url, headers: flat(response.headers) },
      body: content,
    }
  }
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
