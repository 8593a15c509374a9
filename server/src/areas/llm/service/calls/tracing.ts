import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { FetchLike } from '../../../../kernel/net/upstream.ts'
import type { CallResult } from '../../schema/stored-call.ts'
import type { Run } from './run.ts'

/** Called for every call that has ended. It never throws and never makes a call wait. */
export type Tracer = {
  record(run: Run, result: CallResult): void
  /** Sends what is still there. */
  stop(): Promise<void>
}

export type TracerDeps = {
  clock: Clock
  log: Log
  fetch: FetchLike
  /** Null records nothing. */
  otlp: { endpoint: string; headers: string | null } | null
  everyMs?: number
}

// A collector that is away must not fill the memory: what does not fit is lost, and that is said once.
const maxQueued = 2_048
const batchSize = 256
const defaultEveryMs = 2_000
const sendMs = 10_000

type Attribute = { key: string; value: Record<string, unknown> }
type Span = Record<string, unknown>

/** Sends a span for every call, and one for every try within it, as OTLP over HTTP with JSON. */
export function createTracer({ clock, log, fetch, otlp, everyMs = defaultEveryMs }: TracerDeps): Tracer {
  if (!otlp) return { record: () => undefined, stop: async () => undefined }
  const queue: Span[] = []
  const url = otlp.endpoint.endsWith('/v1/traces') ? otlp.endpoint : `${otlp.endpoint}/v1/traces`
  const headers = { 'content-type': 'application/json', ...headersOf(otlp.headers) }
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let lost = 0

  async function send(): Promise<void> {
    while (queue.length > 0) {
      const spans = queue.splice(0, batchSize)
      const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(sendMs),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`the collector responded with status ${response.status}`)
    }
    lost = 0
  }

  function flush(): Promise<void> {
    sending ??= send()
      .catch((error) => {
        if (lost === 0) log.warn({ err: error }, 'spans of model calls could not be sent')
        lost++
      })
      .finally(() => {
        sending = null
      })
    return sending
  }

  return {
    record(run, result) {
      const spans = spansOf(run, result, clock.now().getTime())
      if (queue.length + spans.length > maxQueued) return
      queue.push(...spans)
      timer ??= setInterval(flush, everyMs).unref()
      if (queue.length >= batchSize) void flush()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await sending
      await flush()
    },
  }
}

const resource = { attributes: attributesOf({ 'service.name': 'stoa' }) }
const scope = { name: 'stoa.llm' }

/** `name=value` joined by commas, values percent-encoded, as OTEL_EXPORTER_OTLP_HEADERS is written. */
function headersOf(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim().toLowerCase(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

function attributesOf(facts: Record<string, string | number | boolean | null>): Attribute[] {
  return Object.entries(facts).flatMap(([key, value]): Attribute[] => {
    if (value === null) return []
    if (typeof value === 'number')
      return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }]
    return [{ key, value: typeof value === 'boolean' ? { boolValue: value } : { stringValue: value } }]
  })
}

const nanos = (ms: number): string => `${Math.round(ms)}000000`
const failed = 2
const client = 3
const internal = 1

/** Named by the OpenTelemetry conventions for model calls. They never contain text of a prompt or a response. */
function spansOf({ metered, request, plan }: Run, result: CallResult, endedAt: number): Span[] {
  // The request id leads from a span to everything else that is stored of the request.
  const traceId = createHash('sha256').update(metered.scope.requestId).digest('hex').slice(0, 32)
  const spanId = metered.id.replaceAll('-', '').slice(-16)
  const startedAt = endedAt - result.totalMs
  const { usage } = result
  const root: Span = {
    traceId,
    spanId,
    kind: internal,
    name: `chat ${plan.requestedModel}`,
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(endedAt),
    status: result.status === 'failed' ? { code: failed, message: result.errorCode } : {},
    attributes: attributesOf({
      'gen_ai.operation.name': request.kind === 'chat' ? 'chat' : 'text_completion',
      'gen_ai.provider.name': result.provider,
      'gen_ai.request.model': plan.requestedModel,
      'gen_ai.response.model': result.servedModel,
      'gen_ai.response.id': metered.id,
      'gen_ai.response.finish_reasons': result.finishReason,
      'gen_ai.request.max_tokens': request.parameters.maxTokens,
      'gen_ai.request.temperature': request.parameters.temperature,
      'gen_ai.usage.input_tokens': usage.promptTokens,
      'gen_ai.usage.output_tokens': usage.completionTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
      'gen_ai.usage.cache_creation.input_tokens': usage.cacheCreationInputTokens,
      'error.type': result.errorCode,
      'stoa.project.id': metered.scope.projectId,
      'stoa.request.id': metered.scope.requestId,
      'stoa.credits': result.usedMicro / 1_000_000,
      'stoa.first_token_ms': result.firstTokenMs,
      'stoa.usage.estimated': result.isEstimated,
    }),
  }
  const tries = result.attempts.map(
    (attempt): Span => ({
      traceId,
      spanId: randomBytes(8).toString('hex'),
      parentSpanId: spanId,
      kind: client,
      name: `try ${attempt.model}`,
      startTimeUnixNano: nanos(startedAt + attempt.startMs),
      endTimeUnixNano: nanos(startedAt + attempt.endMs),
      status: attempt.outcome === 'failed' ? { code: failed, message: attempt.error } : {},
      attributes: attributesOf({
        'gen_ai.provider.name': attempt.provider,
        'gen_ai.request.model': attempt.model,
        'http.response.status_code': attempt.status,
        'stoa.key.place': attempt.key,
      }),
    }),
  )
  return [root, ...tries]
}
