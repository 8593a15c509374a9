import type { Stoa } from '@stoa/sdk'
import type { Copied } from '../harness/copy-rows.ts'
import { converse, createAgent } from './seed-chat.ts'
import { proposal } from './seed-objects.ts'

const id = 'uuidv7()'
const isDone = "status = 'succeeded'"
const isEnded = "status not in ('queued', 'starting', 'running')"

const copiedName = "'copied-' || n"

const hookUrl = 'https://receiver.invalid/filled'

/** What fills a list, by the rows that one of them is copied to. */
export const copies: readonly Copied[] = [
  {
    table: 'external_user',
    changes: { id, name: copiedName },
    where: "source = 'username'",
    after: `insert into external_user_stats (project_id, external_user_id)
            select project_id, id from external_user where name like 'copied-%'`,
  },
  { table: 'audit_entry', changes: { id } },
  { table: 'tool_execution', changes: { id }, where: isDone },
  { table: 'llm_call', changes: { id }, where: isDone },
  { table: 'usage_entry', changes: { id, work_id: copiedName } },
  { table: 'file', changes: { id } },
  { table: 'workflow_execution', changes: { id }, where: "status is not null and mode = 'production'" },
  {
    table: 'webhook_delivery',
    changes: {
      id,
      event_id: id,
      webhook_id: `(select id from webhook where url = '${hookUrl}')`,
      status: "'failed'",
      run_id: 'null',
      turn: 'null',
      next_attempt_at: 'null',
      ended_at: 'now()',
    },
  },
  { table: 'sandbox_execution', changes: { id }, where: isDone },
  { table: 'thread', changes: { id, root_id: id } },
  { table: 'trigger_invocation', changes: { id, execution_id: 'null', dedupe_key: 'null' }, where: isEnded },
  { table: 'llm_media_job', changes: { id }, where: isDone },
  { table: 'connected_account', changes: { id, display_name: copiedName }, where: "status = 'ACTIVE'" },
  { table: 'browser_session', changes: { id }, where: "status = 'completed'" },
  { table: 'sandbox_session', changes: { id, state_blob_id: 'null' }, where: "status = 'ended'" },
  { table: 'tool_question', changes: { id, question: copiedName } },
  { table: 'document_proposal', changes: { id }, where: "status = 'pending'" },
  { table: 'mcp_call', changes: { id } },
  {
    table: 'knowledge_source',
    changes: { no: '1000 + n', key: "'text:copied-' || n", title: copiedName },
    where:
      "status = 'ready' and collection_id in (select id from knowledge_collection where name = 'Support handbook')",
  },
  { table: 'knowledge_test', changes: { id, query: copiedName } },
  { table: 'thread_feedback', changes: { message_id: copiedName } },
  {
    table: 'api_key',
    changes: { id, name: copiedName, hash: copiedName },
    where: 'old_hash is null',
  },
]

/** A list, and a filter that leaves so many of its rows. */
type FilledList = { path: string; narrowed?: { query: string; rows: number } }

const one = { query: 'q=copied-9999', rows: 1 }
const none = (query: string) => ({ query, rows: 0 })

async function rateReply(stoa: Stoa): Promise<void> {
  const alice = stoa.as('alice')
  const thread = await converse(alice, await createAgent(stoa, 'Rated'), '/say Yes')
  const path = '/api/v1/graphify/threads/{thread_id}/messages'
  const messages = await alice.get(path, { params: { thread_id: thread } })
  const { id: messageId } = messages.findLast(({ role }) => role === 'ai')!
  await alice.post(`${path}/{messageId}/feedback`, {
    params: { thread_id: thread, messageId },
    body: { score: 1 },
  })
}

async function callMcpServer(stoa: Stoa, apiKey: string): Promise<string> {
  const server = await stoa.post('/api/v1/mcp_manager', {
    body: { name: 'called', mode: 'NORMAL', selectedTools: ['text_slugify'] },
  })
  await fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': apiKey,
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'text_slugify', arguments: { text: 'Hello' } },
    }),
  })
  return server.id
}

/** Creates what the copies are of, where no test before has left one; returns where each is listed. */
export async function filledLists(stoa: Stoa, apiKey: string): Promise<FilledList[]> {
  await stoa.post('/api/v1/graphify/threads', { body: { metadata: { title: 'Returning a bike' } } })
  // Its deliveries are the copies alone: copied accounts expire, and are events.
  const hook = await stoa.post('/api/v1/webhooks', {
    body: { url: hookUrl, eventTypes: ['skill.updated'] },
  })
  await stoa.post('/api/v1/webhooks/{id}/test', { params: { id: hook.id } })
  const [handbook] = await stoa.get('/api/v1/knowledge/collections', { query: { q: 'Support handbook' } })
  await stoa.post('/api/v1/knowledge/collections/{id}/evals', {
    params: { id: handbook!.id },
    body: { tests: [{ query: 'What does a refund take?', mustContain: 'refund' }] },
  })
  await rateReply(stoa)
  await proposal(stoa)
  const [invocation] = await stoa.get('/api/v1/trigger_instances/invocation-logs')
  const mcpServer = await callMcpServer(stoa, apiKey)
  return [
    { path: '/end-users', narrowed: one },
    { path: '/audit', narrowed: none('q=no-such-action') },
    { path: '/tool-runs', narrowed: none('q=no-such-tool') },
    { path: '/models/calls', narrowed: none('model=none') },
    { path: '/files', narrowed: none('q=no-such-file') },
    { path: '/usage/ledger' },
    { path: '/workflow-executions', narrowed: none('status=cancelled') },
    { path: `/webhooks/${hook.id}` },
    { path: '/sandbox/executions', narrowed: none('errorCode=memory_limit') },
    { path: '/inbox' },
    { path: `/triggers/${invocation!.triggerId}`, narrowed: none('status=failed') },
    { path: '/models/media', narrowed: none('status=cancelled') },
    { path: '/connections', narrowed: one },
    { path: '/browsers', narrowed: none('status=error') },
    { path: '/sandbox/sessions', narrowed: none('threadId=none') },
    { path: '/questions?state=all' },
    { path: '/tables/companies/proposals' },
    { path: `/mcp-servers/${mcpServer}` },
    { path: `/knowledge/${handbook!.id}`, narrowed: one },
    { path: `/knowledge/${handbook!.id}/evaluations`, narrowed: one },
    { path: '/feedback' },
    { path: '/keys', narrowed: one },
  ]
}
