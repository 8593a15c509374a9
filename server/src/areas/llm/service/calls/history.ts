import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { mapPage, type Page } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { exportUserRows } from '../../../../kernel/user-rows.ts'
import { findCall, listCalls, listCallsOf, type StoredCall } from '../../read-calls.ts'
import type { CallQuery, LlmCall, LlmCallDetail } from '../../schema/call.ts'
import { callTable } from '../../store/call.ts'
import { moveQuotes } from '../../store/quote.ts'

const perCredit = 1_000_000

/** The calls that were made, for those who look back at them. */
export function createHistory(db: Db) {
  return {
    list: async (scope: Scope, query: CallQuery): Promise<Page<LlmCall>> =>
      mapPage(await listCalls(db, scope, query), toCall),
    async get(scope: Scope, id: string): Promise<LlmCallDetail> {
      const found = await findCall(db, scope, id)
      if (!found) throw new AppError('llm_call_not_found', 'Call not found')
      return { ...toCall(found), prompt: found.prompt, answer: found.answer }
    },
  }
}

export type History = ReturnType<typeof createHistory>

const toCall = (stored: StoredCall): LlmCall => ({
  id: stored.id,
  kind: stored.kind,
  status: stored.status,
  requestedModel: stored.requestedModel,
  servedModel: stored.servedModel,
  provider: stored.provider,
  stream: stored.isStreamed,
  finishReason: stored.finishReason as LlmCall['finishReason'],
  usage: {
    promptTokens: stored.promptTokens,
    completionTokens: stored.completionTokens,
    cachedInputTokens: stored.cachedTokens,
    cacheCreationInputTokens: stored.cacheCreationTokens,
    reasoningTokens: stored.reasoningTokens,
    credits: stored.usedMicro / perCredit,
    usd: Number(stored.usd),
    estimated: stored.isEstimated,
    unpriced: stored.isUnpriced,
  },
  firstTokenMs: stored.firstTokenMs,
  totalMs: stored.totalMs,
  attempts: stored.attempts,
  requestId: stored.requestId,
  apiKeyId: stored.apiKeyId,
  eUID: stored.userId,
  error: stored.errorCode === null ? null : { code: stored.errorCode, message: stored.errorMessage },
  metadata: stored.metadata,
  createdAt: stored.createdAt,
  endedAt: stored.endedAt,
})

/** What happens to the calls of an end user who is erased, merged or exported. */
export const callUserData = {
  countedAs: null,
  permission: 'llm:read',
  erase: callTable.forgetUser,
  async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
    await callTable.moveUser(tx, scope, fromId, intoId)
    await moveQuotes(tx, scope, fromId, intoId)
  },
  export: exportUserRows('llm_call', listCallsOf, (call) => ({
    ...toCall(call),
    prompt: call.prompt,
    answer: call.answer,
  })),
} as const
