import { AppError } from '../../../../../kernel/errors.ts'
import { PermanentFailure } from '../../../../../kernel/runs/run.ts'
import type { StoredMessage, ToolOutcome, TurnEffects } from '../../../../agents/index.ts'
import { limitOf } from '../../../schema/execution.ts'
import type { CallRecord, RecordedTurn, TurnStep } from './recorded-turn.ts'

const microPerCredit = 1_000_000
const tryForm = /~\w+$/

/** What models and tools returned in a turn, by the step that called them. */
export function createRecordedCalls({ steps }: RecordedTurn) {
  const unmatched = new Set<string>()
  const byName = new Map(steps.map((step) => [step.name, step]))
  const lastTries = new Map<string, TurnStep>()
  for (const step of steps)
    if ((step.output as CallRecord | null)?.k === undefined)
      lastTries.set(step.name.replace(tryForm, ''), step)

  /** The last try of a call; null where it was not executed. */
  function resultOf(step: string): { record: CallRecord; wasExecuted: boolean } | null {
    const found = lastTries.get(step.replace(tryForm, ''))
    return found ? { record: found.output as CallRecord, wasExecuted: found.key !== null } : null
  }

  const messageAt = (step: string): StoredMessage | null =>
    (byName.get(step)?.output as CallRecord | undefined)?.m ?? resultOf(step)?.record.m ?? null

  return {
    unmatched,
    has: (step: string): boolean => byName.has(step),
    outputOf: (step: string): unknown => byName.get(step)?.output,
    resultOf,
    /** What the tool of a step returned then. */
    outcomeOf(step: string, { isOfScope = false } = {}): ToolOutcome {
      const found = resultOf(step)
      if (found && (found.wasExecuted || isOfScope) && found.record.m)
        return toOutcome(found.record.m, found.record)
      unmatched.add(step)
      return failure('not_recorded', 'The recording has no result of this call.')
    },
    /** What the model said in a step. Throws where the recording ends before it. */
    async *respond(step: string): ReturnType<TurnEffects['callModel']> {
      const message = messageAt(step)
      if (!message) {
        unmatched.add(step)
        throw step.includes('model:')
          ? new PermanentFailure('replay_diverged', 'The recording has no response to this request.', step)
          : new AppError('upstream_error', 'The recording has no response to this request.')
      }
      yield* eventsOf(message)
    },
  }
}

export type RecordedCalls = ReturnType<typeof createRecordedCalls>

function toOutcome({ status, content }: StoredMessage, { c = 0 }: CallRecord): ToolOutcome {
  const output = parsed(String(content))
  if (status !== 'error') return { isOk: true, output, creditsMicro: c, logId: null }
  const { error, message } = output as { error?: unknown; message?: unknown }
  return { ...failure(String(error ?? 'error'), String(message ?? '')), creditsMicro: c }
}

const failure = (code: string, message: string) => ({
  isOk: false as const,
  code,
  message,
  creditsMicro: 0,
  logId: null,
  isRetryable: false,
  hadNoEffect: false,
  retryAfterMs: null,
  connection: null,
})

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type ModelEvents = AsyncIterable<
  ReturnType<TurnEffects['callModel']> extends AsyncIterable<infer Event> ? Event : never
>

async function* eventsOf(message: StoredMessage): ModelEvents {
  const { model = '', usage, toolCalls = [], finishReason } = message
  yield { type: 'start', id: message.id, model, provider: 'recorded', fallbackFrom: null }
  for (const [type, delta] of piecesOf(message)) yield { type, delta }
  for (const [index, call] of toolCalls.entries())
    yield { type: 'tool-call', index, ...call, arguments: call.arguments as Record<string, unknown> }
  const text = piecesOf(message)
    .flatMap(([type, delta]) => (type === 'text' ? [delta] : []))
    .join('')
  yield {
    type: 'end',
    reply: {
      id: message.id,
      text,
      message: { role: 'assistant', content: text },
      finishReason: reportedOf(finishReason),
      model,
      provider: 'recorded',
      latencyMs: 0,
      usage: {
        promptTokens: usage?.inputTokens ?? 0,
        completionTokens: usage?.outputTokens ?? 0,
        cachedInputTokens: 0,
        cacheCreationInputTokens: 0,
        reasoningTokens: 0,
        credits: (usage?.creditsMicro ?? 0) / microPerCredit,
        usd: 0,
        estimated: false,
        unpriced: false,
      },
    },
  }
}

/** A limit that ended the recorded turn may not end this one: what the model reported was not stored with it. */
const reportedOf = (finishReason = 'stop') =>
  (limitOf({ finishReason }) === null ? finishReason : 'stop') as 'stop'

function piecesOf({ role, content }: StoredMessage): ['text' | 'reasoning', string][] {
  // A summary has a line in front of it.
  if (typeof content === 'string')
    return [['text', role === 'system' ? content.slice(content.indexOf('\n') + 1) : content]]
  return content.flatMap((block): ['text' | 'reasoning', string][] =>
    (block.type === 'text' || block.type === 'reasoning') && typeof block.text === 'string'
      ? [[block.type, block.text]]
      : [],
  )
}
