import { cursorOf, positionOf } from '../../../kernel/cursor.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { exportUserRows } from '../../../kernel/user-rows.ts'
import { countCalls, findCall, type KeptCall, listCalls, listCallsOf } from '../read-calls.ts'
import type { CallQuery, LlmCall, LlmCallDetail } from '../schema/call.ts'
import { callTable } from '../store/call.ts'
import { moveQuotes } from '../store/quote.ts'

const perCredit = 1_000_000

/** The calls that were made, for those who look back at them. */
export function createHistory(db: Db) {
  return {
    async list(scope: Scope, query: CallQuery): Promise<Page<LlmCall>> {
      const position = query.cursor === undefined ? null : positionOf(query.cursor)
      const offset = position ? 0 : offsetOf(query)
      const [rows, total] = await Promise.all([
        // One more than asked for tells whether there is a next page.
        listCalls(db, scope, query, { position, limit: query.limit + 1, offset }),
        countCalls(db, scope, query),
      ])
      const shown = rows.slice(0, query.limit)
      const nextCursor = rows.length > shown.length ? cursorOf(shown.at(-1)!) : null
      return { ...pageOf(shown.map(toCall), total, query), nextCursor }
    },
    async get(scope: Scope, id: string): Promise<LlmCallDetail> {
      const found = await findCall(db, scope, id)
      if (!found) throw new AppError('llm_call_not_found', 'There is no such call')
      return { ...toCall(found), prompt: found.prompt, answer: found.answer }
    },
  }
}

export type History = ReturnType<typeof createHistory>

const toCall = (kept: KeptCall): LlmCall => ({
  id: kept.id,
  kind: kept.kind,
  status: kept.status,
  modelAsked: kept.modelAsked,
  modelServed: kept.modelServed,
  provider: kept.provider,
  stream: kept.isStreamed,
  finishReason: kept.finishReason as LlmCall['finishReason'],
  usage: {
    promptTokens: kept.promptTokens,
    completionTokens: kept.completionTokens,
    cachedInputTokens: kept.cachedTokens,
    cacheCreationInputTokens: kept.cacheCreationTokens,
    reasoningTokens: kept.reasoningTokens,
    credits: kept.usedMicro / perCredit,
    usd: Number(kept.usd),
    estimated: kept.isEstimated,
    unpriced: kept.isUnpriced,
  },
  firstTokenMs: kept.firstTokenMs,
  totalMs: kept.totalMs,
  attempts: kept.attempts,
  requestId: kept.requestId,
  apiKeyId: kept.apiKeyId,
  eUID: kept.userId,
  error: kept.errorCode === null ? null : { code: kept.errorCode, message: kept.errorMessage },
  metadata: kept.metadata,
  createdAt: kept.createdAt,
  endedAt: kept.endedAt,
})

/** What happens to the calls of an end user who is erased, merged or exported. */
export const ownedCalls = {
  countedAs: null,
  erase: callTable.forgetUser,
  async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
    await callTable.moveUser(tx, scope, fromId, intoId)
    await moveQuotes(tx, scope, fromId, intoId)
  },
  export: exportUserRows('llm_call', listCallsOf, (call) => ({
    ...toCall(call),
    ...{ prompt: call.prompt, answer: call.answer },
  })),
} as const
