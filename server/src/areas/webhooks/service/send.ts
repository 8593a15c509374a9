import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { OutboundResponse } from '../../../kernel/net/outbound-response.ts'
import type { DeliveryTarget, NewAttempt } from '../store/delivery.ts'
import { readRetryAfter } from './retry-schedule.ts'
import { type SecretBox, signatureOf } from './secret.ts'

const timeoutMs = 15_000
const excerptBytes = 2_048
// Only the status matters; a slow response body is cut off.
const excerptMs = 2_000

export type Attempt = Omit<NewAttempt, 'number'> & { isDelivered: boolean; retryAfterMs: number | null }

type Outcome = Pick<Attempt, 'statusCode' | 'errorCode' | 'error' | 'responseExcerpt' | 'retryAfterMs'>

/** The headers of a request but the signature, also to be shown afterwards. */
export const headersOf = (eventId: string, startedAt: Date) => ({
  'content-type': 'application/json',
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(startedAt.getTime() / 1000)),
})

export type SenderDeps = { outbound: Outbound; secrets: SecretBox; clock: Clock; log: Log }

/** Sends one event to one webhook once. Whatever the other side does is an outcome, not an exception. */
export function createSender({ outbound, secrets, clock, log }: SenderDeps) {
  function honouredSecrets(projectId: string, target: DeliveryTarget, now: Date): string[] {
    const isOldHonoured =
      target.oldSecret !== null && target.oldSecretUntil !== null && new Date(target.oldSecretUntil) > now
    return [target.secret, ...(isOldHonoured ? [target.oldSecret!] : [])].map((sealed) =>
      secrets.open(projectId, target.webhookId, sealed),
    )
  }

  async function exchange(
    projectId: string,
    target: DeliveryTarget,
    startedAt: Date,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const headers = headersOf(target.eventId, startedAt)
    const content = { id: target.eventId, timestamp: Number(headers['webhook-timestamp']), body: target.body }
    const signature = signatureOf(honouredSecrets(projectId, target, startedAt), content)
    const response = await outbound.request({
      method: 'POST',
      url: target.url,
      headers: { ...headers, 'webhook-signature': signature },
      body: target.body,
      timeoutMs,
      maxRedirects: 0,
      // Only the first bytes are ever read, so a response may announce any length.
      maxBytes: Number.MAX_SAFE_INTEGER,
      ...(signal ? { signal } : {}),
    })
    const retryAfter = [response.headers['retry-after']].flat()[0]
    return {
      statusCode: response.status,
      ...faultIn(response.status),
      responseExcerpt: await excerptOf(response),
      retryAfterMs: [429, 503].includes(response.status) ? readRetryAfter(retryAfter, clock.now()) : null,
    }
  }

  /** Throws only when the signal ends it: then nothing is known about the outcome. */
  return async function send(
    projectId: string,
    target: DeliveryTarget,
    signal?: AbortSignal,
  ): Promise<Attempt> {
    const startedAt = clock.now()
    const started = performance.now()
    const outcome = await exchange(projectId, target, startedAt, signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      if (!(error instanceof AppError))
        log.error({ err: error, webhookId: target.webhookId }, 'a webhook could not be sent')
      return failed(error)
    })
    return {
      ...outcome,
      url: target.url,
      startedAt,
      durationMs: Math.round(performance.now() - started),
      isDelivered: outcome.errorCode === null,
    }
  }
}

export type Send = ReturnType<typeof createSender>

const failed = (error: unknown): Outcome => ({
  statusCode: null,
  errorCode: error instanceof AppError ? error.code : 'internal_error',
  error: error instanceof AppError ? error.message : 'The request could not be made.',
  responseExcerpt: null,
  retryAfterMs: null,
})

function faultIn(status: number): Pick<Outcome, 'errorCode' | 'error'> {
  if (status >= 200 && status < 300) return { errorCode: null, error: null }
  if (status >= 300 && status < 400)
    return {
      errorCode: 'redirect_not_followed',
      error: `The endpoint redirects (${status}), which webhooks do not follow: set the final URL.`,
    }
  if (status === 410) return { errorCode: 'endpoint_gone', error: 'The endpoint responded with 410 Gone.' }
  return { errorCode: 'unexpected_status', error: `The endpoint responded with ${status} instead of 2xx.` }
}

/** The beginning of the response as text, for debugging. Null when there is none. */
async function excerptOf(response: OutboundResponse): Promise<string | null> {
  const timer = setTimeout(() => response.discard(), excerptMs)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= excerptBytes) break
    }
  } catch {
    // What broke off is still worth showing.
  } finally {
    clearTimeout(timer)
    response.discard()
  }
  const text = Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8').replaceAll('\0', '')
  return text === '' ? null : text
}
