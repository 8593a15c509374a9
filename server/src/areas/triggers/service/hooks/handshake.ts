import { z } from 'zod'
import type { RawReply } from '../../../../kernel/http/endpoint.ts'
import type { SubscriptionConfig } from '../../schema/config.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import type { ToolkitCalls } from '../toolkits/calls.ts'
import type { TriggerTypes } from '../types.ts'
import { parsedBody } from './content.ts'

/** A request as the code of toolkits is given it, without its body. */
export type ToolkitRequest = {
  method: string
  headers: Record<string, string>
  query: Record<string, unknown>
}

export const toolkitPayload = ({ method, headers, query }: ToolkitRequest, body: Buffer) => ({
  method,
  headers,
  queryParams: query,
  body: parsedBody(body, headers['content-type'] ?? ''),
  // Signatures are over the bytes.
  rawBody: body.toString('base64'),
})

// The service waits for the response.
const timeoutMs = 10_000

const HandshakeResponse = z.object({
  status: z.int().min(200).max(499).catch(200),
  headers: z.record(z.string(), z.string()).catch({}),
  body: z.unknown().optional(),
})

/** Answers what a service sends to confirm a URL, by the code of its toolkit; null for a request with events. */
export const createHandshake =
  ({ types, calls }: { types: TriggerTypes; calls: Pick<ToolkitCalls, 'callFor'> }) =>
  async (trigger: TriggerRow, request: ToolkitRequest, body: Buffer): Promise<RawReply | null> => {
    const { handshake } = (await types.findOfToolkit(trigger.slug)) ?? {}
    if (!handshake) return null
    const payload = toolkitPayload(request, body)
    const place = { header: payload.headers, query: payload.queryParams, body: payload.body }[handshake.in]
    const name = handshake.in === 'header' ? handshake.name.toLowerCase() : handshake.name
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return null
    const returned = await calls.callFor(trigger, {
      hook: 'onHandshake',
      arguments: (trigger.config as SubscriptionConfig).arguments,
      signal: AbortSignal.timeout(timeoutMs),
      payload,
    })
    if (!('commit' in returned)) return { status: 502, body: '', contentType: 'text/plain; charset=utf-8' }
    return replyOf(HandshakeResponse.safeParse(returned.data ?? {}).data ?? { status: 200, headers: {} })
  }

export type HandshakeReply = ReturnType<typeof createHandshake>

function replyOf({ status, headers, body }: z.output<typeof HandshakeResponse>): RawReply {
  const isText = typeof body === 'string'
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const isPlain = isText && type !== 'application/json'
  return {
    status,
    body: isText ? body : body === undefined ? '' : JSON.stringify(body),
    // Never a type that a browser would execute.
    contentType: isPlain ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
  }
}
