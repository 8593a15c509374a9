import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { column, jsonColumn, rowTable } from '../../../kernel/db/rows/row-table.ts'
import { isAbandoned } from '../../../kernel/leases/abandoned.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { workTable } from '../../../kernel/work-table.ts'
import type { Subject } from '../../usage/index.ts'
import type { CallResult, NewCall } from '../schema/stored-call.ts'

/**
 * False when there is a call with the id already: a quote that was used. It travels with the next statement.
 *
 * Its transaction does not wait for the disk, which would cost every call as long again as its end does. A killed
 * process loses nothing by it. If the database's machine dies within the same moment, the call and its hold are lost
 * together and no one is charged; what a later commit has made safe, it has made safe with all before it.
 */
export async function insertCall(tx: Tx, scope: Scope, call: NewCall): Promise<boolean> {
  tx.pipeline(sql`set local synchronous_commit = off`)
  return (await tx.pipelineAndAwait(insertingCall(scope, call))).length > 0
}

const always = sqlText('true')

/** The condition of a call that was planned with what was known of its project. */
export const isSettingsVersion = ({ projectId }: Scope, version: string): Statement => sql`
  exists (select from llm_settings_mark where project_id = ${projectId} and mark = ${version})`

/** Nothing is inserted, either, where a condition is not met. */
export function insertingCall(scope: Scope, call: NewCall, condition: Statement = always): Statement {
  return prepared(sql`
    with begun as (
      insert into llm_call (project_id, id, external_user_id, api_key_id, request_id, kind, status, model_asked, provider,
        is_streamed, held_micro, metadata, prompt, keeps_payloads, created_at)
      select ${scope.projectId}::uuid, ${call.id}::uuid, ${scope.externalUser.id}::uuid, ${call.apiKeyId}::uuid,
        ${scope.requestId}, ${call.kind}, 'running', ${call.requestedModel}, ${call.provider}, ${call.isStreamed}::boolean,
        ${call.heldMicro}::bigint, ${storableJson(call.metadata)}::jsonb,
        ${call.prompt === null ? null : storableJson(call.prompt)}::jsonb, ${call.storesPayloads}::boolean,
        ${call.at}::timestamptz
      where ${condition}
      on conflict (project_id, id) do nothing returning project_id, id
    )
    insert into llm_call_open (project_id, id, node_id, alive_until, subject)
    select project_id, id, ${call.nodeId}, now() + interval '1 day', ${openSubjectOf(call)} from begun returning id`)
}

const openSubjectOf = ({ subject, beginId }: NewCall): string =>
  JSON.stringify(beginId === null ? subject : { ...subject, beginId })

/** In front of calls that begin together: the condition of one of them. */
export const demanding = (condition: Statement): Statement => prepared(sql`select demand(${condition})`)

export type BegunCall = { scope: Scope; call: NewCall }

const beginTable = rowTable<BegunCall>('batch', {
  project_id: column('uuid', ({ scope }) => scope.projectId),
  id: column('uuid', ({ call }) => call.id),
  external_user_id: column('uuid', ({ scope }) => scope.externalUser.id),
  api_key_id: column('uuid', ({ call }) => call.apiKeyId),
  request_id: column('text', ({ scope }) => scope.requestId),
  kind: column('text', ({ call }) => call.kind),
  model_asked: column('text', ({ call }) => call.requestedModel),
  provider: column('text', ({ call }) => call.provider),
  is_streamed: column('boolean', ({ call }) => call.isStreamed),
  held_micro: column('bigint', ({ call }) => call.heldMicro),
  keeps_payloads: column('boolean', ({ call }) => call.storesPayloads),
  created_at: column('timestamptz', ({ call }) => call.at),
  settings_version: column('uuid', ({ call }) => call.settingsVersion),
  node_id: column('uuid', ({ call }) => call.nodeId),
  metadata: jsonColumn(({ call }) => storableJson(call.metadata)),
  prompt: column('text', ({ call }) => (call.prompt === null ? null : storableJson(call.prompt))),
  subject: jsonColumn(({ call }) => openSubjectOf(call)),
})

const beginningCalls = (calls: readonly BegunCall[]): Statement => sql`
    with batch as (
      select * from ${beginTable(calls)}
    ), begun as (
      insert into llm_call (project_id, id, external_user_id, api_key_id, request_id, kind, status, model_asked, provider,
        is_streamed, held_micro, metadata, prompt, keeps_payloads, created_at)
      select project_id, id, external_user_id, api_key_id, request_id, kind, 'running', model_asked, provider,
        is_streamed, held_micro, metadata, prompt::jsonb, keeps_payloads, created_at
      from batch
      where settings_version is null or exists (
        select from llm_settings_mark m where m.project_id = batch.project_id and m.mark = batch.settings_version)
      on conflict (project_id, id) do nothing returning project_id, id
    ), opened as (
    insert into llm_call_open (project_id, id, node_id, alive_until, subject)
    select begun.project_id, begun.id, batch.node_id, now() + interval '1 day', batch.subject
    from begun join batch on batch.project_id = begun.project_id and batch.id = begun.id returning id
    )`

/** The same for many: returns the ids of those that were inserted. */
export const insertingCalls = (calls: readonly BegunCall[]): Statement =>
  prepared(sql`${beginningCalls(calls)} select id from opened`)

/** The same in the commit of others: refused where one of them is not inserted, or the condition is not met. */
export const demandingCalls = (calls: readonly BegunCall[], condition: Statement = always): Statement =>
  prepared(sql`
    ${beginningCalls(calls)} select demand((select count(*) from opened) = ${calls.length} and ${condition})`)

export async function updateHeld(tx: Tx, scope: Scope, id: string, heldMicro: number): Promise<void> {
  await tx.rows(sql`
    update llm_call set held_micro = ${heldMicro} where project_id = ${scope.projectId} and id = ${id}`)
}

/** False when it is not running any more: given up as that of a node that died, or erased with its user. It travels with the next statement. */
export const endCall = async (tx: Tx, projectId: string, id: string, result: CallResult): Promise<boolean> =>
  (await tx.pipelineAndAwait(prepared(sql`${endingCall(projectId, id, result)} select from ended`))).length >
  0

/** The same for one that is required to run. It ends before the locks are taken, as everywhere. */
export const endCallStatement = (
  projectId: string,
  id: string,
  result: CallResult,
  locks: Statement,
): Statement =>
  prepared(sql`
    ${endingCall(projectId, id, result)}
    select demand(exists (select from ended)) as is_ended, ${locks}`)

function endingCall(projectId: string, id: string, result: CallResult): Statement {
  const { usage } = result
  return sql`
    with ended as (
    update llm_call set status = ${result.status}, model_served = ${result.servedModel}, provider = ${result.provider},
      finish_reason = ${result.finishReason}, prompt_tokens = ${usage.promptTokens},
      cached_tokens = ${usage.cachedInputTokens}, cache_creation_tokens = ${usage.cacheCreationInputTokens},
      completion_tokens = ${usage.completionTokens}, reasoning_tokens = ${usage.reasoningTokens},
      is_estimated = ${result.isEstimated}, is_unpriced = ${result.isUnpriced}, used_micro = ${result.usedMicro},
      usd_cost = ${result.usd}, first_token_ms = ${result.firstTokenMs}, total_ms = ${result.totalMs},
      attempts = ${storableJson(result.attempts)}, error_code = ${result.errorCode},
      error_message = ${storableText(result.errorMessage)},
      answer = case when keeps_payloads then ${result.answer === null ? null : storableJson(result.answer)}::jsonb end,
      ended_at = ${result.at}
    where project_id = ${projectId} and id = ${id} and status = 'running' returning id
    ), closed as (
      delete from llm_call_open where project_id = ${projectId} and id = ${id}
    )`
}

export type EndedCall = { projectId: string; id: string; result: CallResult }

const endTable = rowTable<EndedCall>('batch', {
  project_id: column('uuid', ({ projectId }) => projectId),
  id: column('uuid', ({ id }) => id),
  status: column('text', ({ result }) => result.status),
  model_served: column('text', ({ result }) => result.servedModel),
  provider: column('text', ({ result }) => result.provider),
  finish_reason: column('text', ({ result }) => result.finishReason),
  prompt_tokens: column('int', ({ result }) => result.usage.promptTokens),
  cached_tokens: column('int', ({ result }) => result.usage.cachedInputTokens),
  cache_creation_tokens: column('int', ({ result }) => result.usage.cacheCreationInputTokens),
  completion_tokens: column('int', ({ result }) => result.usage.completionTokens),
  reasoning_tokens: column('int', ({ result }) => result.usage.reasoningTokens),
  is_estimated: column('boolean', ({ result }) => result.isEstimated),
  is_unpriced: column('boolean', ({ result }) => result.isUnpriced),
  used_micro: column('bigint', ({ result }) => result.usedMicro),
  usd_cost: column('numeric', ({ result }) => result.usd),
  first_token_ms: column('int', ({ result }) => result.firstTokenMs),
  total_ms: column('int', ({ result }) => result.totalMs),
  attempts: jsonColumn(({ result }) => storableJson(result.attempts)),
  error_code: column('text', ({ result }) => result.errorCode),
  error_message: column('text', ({ result }) => result.errorMessage),
  answer: column('text', ({ result }) => (result.answer === null ? null : storableJson(result.answer))),
  ended_at: column('timestamptz', ({ result }) => result.at),
})

const noLocks = sqlText('null')

/** The same for many, in the order of their ids: refused as a whole where one of them is not running any more. */
export const endCallsStatement = (calls: readonly EndedCall[], locks: Statement = noLocks): Statement =>
  prepared(sql`
    with batch as (
      select * from ${endTable(calls.toSorted((left, right) => (left.id < right.id ? -1 : 1)))}
    ), ended as (
      update llm_call c set status = batch.status, model_served = batch.model_served, provider = batch.provider,
        finish_reason = batch.finish_reason, prompt_tokens = batch.prompt_tokens, cached_tokens = batch.cached_tokens,
        cache_creation_tokens = batch.cache_creation_tokens, completion_tokens = batch.completion_tokens,
        reasoning_tokens = batch.reasoning_tokens, is_estimated = batch.is_estimated, is_unpriced = batch.is_unpriced,
        used_micro = batch.used_micro, usd_cost = batch.usd_cost, first_token_ms = batch.first_token_ms,
        total_ms = batch.total_ms, attempts = batch.attempts, error_code = batch.error_code,
        error_message = batch.error_message,
        answer = case when c.keeps_payloads then batch.answer::jsonb end, ended_at = batch.ended_at
      from batch where c.project_id = batch.project_id and c.id = batch.id and c.status = 'running' returning c.id
    ), closed as (
      delete from llm_call_open o using batch where o.project_id = batch.project_id and o.id = batch.id
    )
    select demand((select count(*) from ended) = ${calls.length}), ${locks}`)

const storableText = (text: string | null): string | null =>
  text && (JSON.parse(storableJson(text)) as string)

export type Progress = { projectId: string; id: string; promptTokens: number; completionTokens: number }

/**
 * Notes how far each call of the node has come: what is paid if it dies. A call that is locked is about to end, and
 * no one waits for it.
 */
export async function noteProgress(
  q: Queryable,
  nodeId: string,
  progress: readonly Progress[],
): Promise<void> {
  await q.rows(sql`
    update llm_call_open c set prompt_tokens = p.prompt, completion_tokens = p.completion
    from (select r.project_id, r.id, p.prompt, p.completion from llm_call_open r join unnest(${progress.map(({ projectId }) => projectId)}::uuid[], ${progress.map(({ id }) => id)}::uuid[],
                ${progress.map(({ promptTokens }) => promptTokens)}::int[],
                ${progress.map(({ completionTokens }) => completionTokens)}::int[]) as p (project_id, id, prompt, completion)
            on r.project_id = p.project_id and r.id = p.id
          where r.node_id = ${nodeId} order by r.id for update of r skip locked) p
    where c.project_id = p.project_id and c.id = p.id`)
}

export type AbandonedCall = {
  projectId: string
  id: string
  userId: string
  model: string
  promptTokens: number
  completionTokens: number
  heldMicro: number
  subject: Subject
}

const isLost = isAbandoned({ node: sqlText('o.node_id'), until: sqlText('o.alive_until') })

/** Of all projects. */
export async function listAbandonedCalls(q: Queryable, limit: number): Promise<AbandonedCall[]> {
  return q.rows(sql`
    select c.project_id as "projectId", c.id, c.external_user_id as "userId", c.model_asked as model,
           o.prompt_tokens as "promptTokens", o.completion_tokens as "completionTokens", c.held_micro as "heldMicro", o.subject - 'beginId' as subject
    from llm_call_open o join llm_call c on c.project_id = o.project_id and c.id = o.id
    where ${isLost} order by o.alive_until limit ${limit}`)
}

/**
 * One of which no one knows whether it has begun is given up, although its node lives; not another one that has begun
 * under the same id.
 */
export const disownCall = (
  q: Queryable,
  { projectId, id, beginId }: { projectId: string; id: string; beginId: string | null },
): Promise<unknown> =>
  q.rows(sql`
    update llm_call_open set alive_until = '-infinity'
    where project_id = ${projectId} and id = ${id} and subject ->> 'beginId' is not distinct from ${beginId}::text`)

/** False when it has ended by itself or is alive again. */
export async function abandonCall(
  tx: Tx,
  call: AbandonedCall & { usedMicro: number; usd: number; isUnpriced: boolean },
  at: Date,
  message: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    with gone as (
      delete from llm_call_open o
      where o.project_id = ${call.projectId} and o.id = ${call.id} and ${isLost} returning o.project_id, o.id
    )
    update llm_call c set status = 'failed', error_code = 'internal_error', error_message = ${message},
      finish_reason = 'error', is_estimated = true, is_unpriced = ${call.isUnpriced}, used_micro = ${call.usedMicro},
      usd_cost = ${call.usd}, prompt_tokens = ${call.promptTokens}, completion_tokens = ${call.completionTokens},
      ended_at = ${at}
    from gone where c.project_id = gone.project_id and c.id = gone.id and c.status = 'running' returning c.id`)
  return rows.length > 0
}

export const callTable = workTable({
  name: 'llm',
  table: 'llm_call',
  isOpen: "status = 'running'",
  // A quote holds credits before there is a call.
  reserved: 'select project_id, id from llm_quote',
  isStored: 'not is_forgotten',
  forget: "is_forgotten = true, prompt = null, answer = null, error_message = null, metadata = '{}'",
  // It is only stripped, so that its end is still paid for.
  forgetOpen: "prompt = null, answer = null, metadata = '{}', error_message = null, keeps_payloads = false",
  // The end of a call touches no index.
  ageColumn: 'created_at',
})

/** Deletes prompts and completions of calls; what they cost and when they were remains. */
export async function deletePayloads(tx: Tx, { projectId }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.rows(sql`
      update llm_call set prompt = null, answer = null, error_message = null, metadata = '{}'
      where project_id = ${projectId} and id = any(${ids}::uuid[])`)
}
