import type { Tx } from '../../../kernel/db/db.ts'
import { type StoredMessage, textOf } from '../schema/message.ts'
import type { TurnEnd, TurnFinish } from '../schema/turn.ts'
import { addEntry, type Loop } from './loop.ts'
import type { FinishRecord } from './records.ts'

/** The end of a turn: what it gives, and what it cost as the ledger has it. */
export async function finish(loop: Loop, finishReason: TurnFinish): Promise<TurnEnd> {
  const { turn, emitter, context, creditsMicro, taint, stopped } = loop
  const last =
    finishReason === 'human_reply'
      ? null
      : (loop.entries.findLast(({ message }) => message.role === 'ai')?.message ?? null)
  const text = last === null ? '' : textOf(last)
  const messageId = last?.id ?? null
  const output = loop.submitted ? loop.submitted.value : { text, messageId, finishReason }
  const end = { output, text, messageId, finishReason, creditsMicro, taint, stopped }
  const { usage } = turn
  if (!usage) return end
  const { spending } = loop
  await context.step<FinishRecord>(
    `${turn.prefix}finish`,
    async () => {
      const used = { ...(await usage(spending)), ...countsOf(loop), finishReason }
      emitter.emit('usage', used)
      return { output, finishReason, usage: used }
    },
    // The mark of a step commits with all records before it, and their charges: the ledger is read behind them.
    { class: spending ? 'pure' : 'repeatable' },
  )
  return end
}

function countsOf({ all, modelCalls, toolCalls, context }: Loop) {
  const own = all.filter(({ message }) => message.id.startsWith(`${context.run.id}:`))
  const sum = (key: 'inputTokens' | 'outputTokens') =>
    own.reduce((total, { message }) => total + (message.usage?.[key] ?? 0), 0)
  return { modelCalls, toolCalls, inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
}

/** What else is done with a conclusion: in its step, and in the transaction that records it. */
type Sibling = { onStep?(): void; commit?(tx: Tx): Promise<void> }

/** Ends the turn with words that no model had to find. */
export async function concluded(
  loop: Loop,
  reason: TurnFinish,
  text: string,
  concurrent: Sibling = {},
): Promise<TurnEnd> {
  const { turn, context, emitter } = loop
  const { commit } = turn.conversation
  const step = `${turn.prefix}conclusion`
  const message = await context.step<StoredMessage>(
    step,
    async () => {
      const output: StoredMessage = {
        id: `${context.run.id}:${step}`,
        role: 'ai',
        content: text,
        finishReason: reason,
      }
      concurrent.onStep?.()
      emitter.emit('message', { id: output.id, message: output })
      return output
    },
    {
      class: 'pure',
      ...(commit
        ? {
            commit: async (tx, output) => {
              await commit(tx, [{ message: output, taint: null }])
              await concurrent.commit?.(tx)
            },
          }
        : {}),
    },
  )
  addEntry(loop, { message, taint: null })
  return finish(loop, reason)
}
