import { allOf, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { selectCursorPage } from '../../kernel/db/rows/cursor-page.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { CallQuery } from './schema/call.ts'
import type { Attempt } from './schema/stored-call.ts'

/** A call as it is stored. */
export type StoredCall = {
  id: string
  userId: string
  apiKeyId: string | null
  requestId: string
  kind: 'chat' | 'generate' | 'embedding'
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  requestedModel: string
  servedModel: string | null
  provider: string
  isStreamed: boolean
  finishReason: string | null
  promptTokens: number
  cachedTokens: number
  cacheCreationTokens: number
  completionTokens: number
  reasoningTokens: number
  isEstimated: boolean
  isUnpriced: boolean
  usedMicro: number
  usd: string
  firstTokenMs: number | null
  totalMs: number | null
  attempts: Attempt[]
  errorCode: string | null
  errorMessage: string | null
  metadata: Record<string, string>
  createdAt: string
  endedAt: string | null
}

export type WholeCall = StoredCall & { prompt: unknown; answer: unknown }

const columns =
  sqlText(`c.id, c.external_user_id as "userId", c.api_key_id as "apiKeyId", c.request_id as "requestId",
  c.kind, c.status, c.model_asked as "requestedModel", c.model_served as "servedModel", c.provider,
  c.is_streamed as "isStreamed", c.finish_reason as "finishReason", coalesce(o.prompt_tokens, c.prompt_tokens) as "promptTokens",
  c.cached_tokens as "cachedTokens", c.cache_creation_tokens as "cacheCreationTokens",
  coalesce(o.completion_tokens, c.completion_tokens) as "completionTokens", c.reasoning_tokens as "reasoningTokens", c.is_estimated as "isEstimated",
  c.is_unpriced as "isUnpriced", c.used_micro as "usedMicro", c.usd_cost::text as usd,
  c.first_token_ms as "firstTokenMs", c.total_ms as "totalMs", c.attempts, c.error_code as "errorCode",
  c.error_message as "errorMessage", c.metadata, c.created_at as "createdAt", c.ended_at as "endedAt"`)

/** While a call runs, how far it has come is noted beside it. */
const calls = sqlText('llm_call c left join llm_call_open o on o.project_id = c.project_id and o.id = c.id')

/** An admin who names no user sees the calls of all of them; the caller that calls for one sees that user's. */
function isVisible({ projectId, acrossUsers, externalUser, role }: Scope): Statement {
  const sees = sql`c.project_id = ${projectId} and not c.is_forgotten`
  const seesAll = acrossUsers || (role === 'admin' && externalUser.id === projectId)
  return seesAll ? sees : sql`${sees} and c.external_user_id = ${externalUser.id}`
}

function matching(scope: Scope, query: CallQuery): Statement {
  const conditions = [isVisible(scope)]
  if (query.model !== undefined)
    conditions.push(sql`(c.model_asked = ${query.model} or c.model_served = ${query.model})`)
  if (query.provider !== undefined) conditions.push(sql`c.provider = ${query.provider}`)
  if (query.status !== undefined) conditions.push(sql`c.status = ${query.status}`)
  if (query.kind !== undefined) conditions.push(sql`c.kind = ${query.kind}`)
  if (query.eUID !== undefined) conditions.push(sql`c.external_user_id = ${query.eUID}`)
  if (query.from !== undefined) conditions.push(sql`c.created_at >= ${query.from}`)
  if (query.to !== undefined) conditions.push(sql`c.created_at < ${query.to}`)
  return allOf(conditions)
}

/** Newest first. */
export const listCalls = (q: Queryable, scope: Scope, query: CallQuery): Promise<Page<StoredCall>> =>
  selectCursorPage(
    q,
    {
      columns,
      tables: calls,
      alias: 'c',
      where: matching(scope, query),
      countTables: sqlText('llm_call c'),
      countLimit: 10_000,
    },
    query,
  )

export async function findCall(q: Queryable, scope: Scope, id: string): Promise<WholeCall | null> {
  const [row] = await q.rows<WholeCall>(sql`
    select ${columns}, c.prompt, c.answer from ${calls} where ${isVisible(scope)} and c.id = ${id}`)
  return row ?? null
}

/** The calls of one user, in the order of ids. */
export async function listCallsOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<WholeCall[]> {
  return q.rows<WholeCall>(sql`
    select ${columns}, c.prompt, c.answer from ${calls}
    where c.project_id = ${projectId} and c.external_user_id = ${userId} and not c.is_forgotten and c.id > ${after}
    order by c.id limit ${limit}`)
}
