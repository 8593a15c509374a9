import { setTimeout as delay } from 'node:timers/promises'
import { betweenPieces } from '../../../kernel/compute/pace.ts'
import { isDatabaseOutage } from '../../../kernel/db/outage.ts'
import { AppError } from '../../../kernel/errors.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import type { CallRequest, PendingEnd } from '../../llm/index.ts'
import { toModelMessages } from '../messages/to-model.ts'
import type { StoredMessage, ToolCall } from '../schema/message.ts'
import { compactNow, contextExceeded, viewOf, wasCompactedNow } from './compact.ts'
import { guardOutput, refusalOf } from './guarded.ts'
import { creditsOf, listen, type ModelOutput } from './listen.ts'
import { addEntry, type Loop, modelEntry, spend, spendUnknown } from './loop.ts'
import { calibrate, estimateOf } from './prompt-size.ts'
import type { ModelRecord } from './records.ts'
import { type ModelRequest, toCallRequest } from './request.ts'
import { type StepCall, stepCall } from './step-call.ts'
import { storing } from './storing.ts'

const timeoutMs = 660_000
const charsPerToken = 4
const maxTries = 3
const firstDelayMs = 300
// Failures that pass: the gateway has tried other keys and models before it reports one.
const transient = new Set([429, 502, 503, 504])

/** Calls the model; a conversation that is too long for it is summarised, and it is called once more. */
export async function modelStep(loop: Loop, request: ModelRequest): Promise<ModelRecord> {
  if (wasCompactedNow(loop)) {
    await compactNow(loop)
    return callStep(loop, request, true)
  }
  try {
    return await callStep(loop, request, false)
  } catch (error) {
    const isTooLong = error instanceof PermanentFailure && error.code === contextExceeded
    if (!isTooLong || !(await compactNow(loop))) throw error
    return callStep(loop, request, true)
  }
}

/**
 * One call. Its record commits with its message: before anything with side effects that it wants is done, with the end of
 * the run if it was the last, and within milliseconds otherwise.
 */
async function callStep(loop: Loop, request: ModelRequest, isRetried: boolean): Promise<ModelRecord> {
  const { context, turn, emitter } = loop
  const place = loop.modelCalls
  const callRequest = toCallRequest(loop, request, viewOf(loop))
  const estimate = estimateOf(loop, callRequest)
  await betweenPieces(charsPerToken * estimate)
  const key = keyOf(loop, callRequest)
  await betweenPieces(charsPerToken * estimate)
  const pending: PendingEnd[] = []
  const call = stepCall(loop, callRequest)
  const recorded = context.step<ModelRecord>(
    `${turn.prefix}model:${place}${isRetried ? '~1' : ''}`,
    async ({ signal, hasRows }) => {
      const stopped = AbortSignal.any([signal, turn.signal])
      try {
        const tries = { place, triesBefore: isRetried ? maxTries : 0, hasRows, pending }
        const output = await respond(loop, tries, call, stopped)
        const record = await toRecord(loop, request, output)
        emitter.emit('message', { id: record.m.id, message: record.m })
        turn.onPartial?.(null)
        return record
      } catch (error) {
        // What has no record is paid for by itself.
        await Promise.all(pending.map(({ finish }) => finish()))
        throw error
      }
    },
    {
      class: 'repeatable',
      key,
      timeoutMs,
      before: call.before,
      ...storing(turn.conversation, context, ({ m }) => [modelEntry(loop, m)], {
        class: 'repeatable',
        extraRows: () => pending.map(({ rows }) => rows),
      }),
    },
  )
  const record = await recorded.finally(call.close)
  loop.modelCalls++
  calibrate(loop, estimate, record.m.usage?.inputTokens)
  loop.creditsMicro += record.c
  spend(loop, 'ai_model', record.c)
  for (const { id } of record.m.toolCalls ?? []) loop.callIds.add(id)
  addEntry(loop, modelEntry(loop, record.m))
  return record
}

/** By what the same request is known again: what is said, without the bytes of files. */
const keyOf = ({ entries, system }: Loop, { model, parameters }: CallRequest): string =>
  stepKeyOf({
    model,
    parameters,
    system,
    messages: toModelMessages(entries, (url) => ({ type: 'url', mediaType: '', url })),
  })

type Tries = { place: number; triesBefore: number; hasRows: boolean; pending: PendingEnd[] }
type BilledOutput = ModelOutput & { creditsMicro: number }

/** Tries again what passes, and what is empty: some models return nothing where they should have called a tool. */
async function respond(
  loop: Loop,
  { place, triesBefore, hasRows, pending }: Tries,
  call: StepCall,
  signal: AbortSignal,
): Promise<BilledOutput> {
  let creditsMicro = 0
  for (let tries = 1; ; tries++) {
    const id = messageIdOf(loop, place, triesBefore + tries)
    const begins = { hasRows: hasRows && tries === 1, defersEnd: loop.context.canDeferRows }
    const output = await listen(loop, id, call.events(signal, begins), signal)
    signal.throwIfAborted()
    if (output.pending) pending.push(output.pending)
    if (output.failure !== null) spendUnknown(loop)
    creditsMicro += creditsOf(output)
    const isLast = tries >= maxTries
    const isWhole = output.failure === null && output.reply !== null
    if (isWhole && (!isEmpty(output) || isLast)) return { ...output, creditsMicro }
    if (output.callId !== null) loop.emitter.emit('message.dropped', { id: output.id })
    if (!isWhole && (isLast || !isTransient(output.failure))) throw toFailure(loop, output.failure)
    await delay(firstDelayMs * 2 ** (tries - 1), undefined, { signal })
  }
}

/** One for each attempt and try, so that what was shown of another is never continued. */
function messageIdOf({ turn, context }: Loop, place: number, tries: number): string {
  const { id, attempt } = context.run
  return `${id}:${turn.prefix}${place}:${attempt}${tries === 1 ? '' : `.${tries}`}`
}

const isEmpty = ({ text, calls, reply }: ModelOutput): boolean =>
  text.trim() === '' && calls.length === 0 && reply?.finishReason === 'stop'

const isTransient = (failure: unknown): boolean =>
  failure === null || (failure instanceof AppError && transient.has(failure.status))

/** The run fails with what the gateway says. A database that is away is no failure of the run. */
function toFailure({ turn, deps }: Loop, failure: unknown): unknown {
  if (failure instanceof PermanentFailure || isDatabaseOutage(failure)) return failure
  const step = `${turn.prefix}model`
  if (failure instanceof AppError) return new PermanentFailure(failure.code, failure.message, step)
  deps.log.error({ err: failure }, 'a model call of an agent failed')
  return new PermanentFailure('internal_error', 'The model could not be called.', step)
}

async function toRecord(
  loop: Loop,
  { endedBy = null }: ModelRequest,
  output: BilledOutput,
): Promise<ModelRecord> {
  const { thoughts, reply, callId, creditsMicro } = output
  const { usage, model } = reply!
  const guarded = await guardOutput(loop, { ...output, calls: uniqueCalls(loop, output.calls) })
  const finishReason = guarded === null ? 'guardrail' : reply!.finishReason
  const { text, reasoning, calls } = guarded ?? { text: refusalOf(loop.turn.agent), reasoning: '', calls: [] }
  const content = text === '' && calls.length === 0 ? wordsFor(loop, finishReason) : text
  const message: StoredMessage = {
    id: output.id,
    role: 'ai',
    content: reasoning === '' ? content : [{ type: 'reasoning', text: reasoning }, ...textBlock(content)],
    model,
    usage: { inputTokens: usage.promptTokens, outputTokens: usage.completionTokens, creditsMicro },
    // A limit that ended the turn is stored here, so that every reader of the conversation sees it.
    finishReason: guarded === null ? finishReason : (endedBy ?? finishReason),
    ...(calls.length > 0 ? { toolCalls: calls } : {}),
    ...(guarded !== null && thoughts.some(({ signature }) => signature) ? { thoughts } : {}),
  }
  return { m: message, f: finishReason, c: creditsMicro, x: callId, at: loop.deps.clock.now().getTime() }
}

/** What the agent says where its model said nothing. */
function wordsFor({ turn: { agent, outputSchema } }: Loop, finishReason: string): string {
  const { guardrails, cannedResponses } = agent.behavior ?? {}
  if (finishReason === 'content_filter') return guardrails?.refusalMessage ?? ''
  return finishReason === 'stop' && outputSchema === null ? (cannedResponses?.fallback ?? '') : ''
}

const textBlock = (text: string) => (text === '' ? [] : [{ type: 'text' as const, text }])

/** Models repeat the ids of calls, within a message and across them; a result must belong to one call. */
function uniqueCalls({ callIds, modelCalls }: Loop, calls: readonly ToolCall[]): ToolCall[] {
  const taken = new Set(callIds)
  return calls.map((call, at) => {
    const id = call.id === '' || taken.has(call.id) ? `call_${modelCalls}_${at}` : call.id
    taken.add(id)
    return { ...call, id }
  })
}
