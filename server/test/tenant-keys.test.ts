import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/kernel/db/db.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

// Projects can be spread over several PostgreSQL servers, or over the shards of one, as long as everything that belongs to
// a project begins with its id. What does not is listed here with its reason; docs/scale.md says what that means.

const sharedTables: Record<string, string> = {
  account: 'people sign in to the installation, not to a project',
  account_session: 'people sign in to the installation, not to a project',
  setup_token: 'people sign in to the installation, not to a project',
  blob_garbage: 'names of stored bytes without an owner',
  installation_fact: 'what the installation knows of itself',
  installed_piece: 'packages are installed for all projects',
  node_lease: 'nodes serve all projects',
  project: 'the list of projects itself',
  run_kind: 'which kinds of runs nodes know',
  schema_migration: 'the schema itself',
}

const byToken = 'a token is all that a request has: it leads to the project'
const byId = 'an id in a public URL is all that a request has: it leads to the project'
const bySweep = 'sweeps look for what is due in all projects, on every server by itself'
const byNode = 'what a node holds is released when the node is lost'
const bySearch = 'an index of words or fields, beside conditions that have the project'

const otherIndexes: Record<string, string> = {
  agent_share_run_expiry: bySweep,
  agent_share_workflow: 'removed with its workflow, whose id is unique',
  api_key_hash_key: byToken,
  api_key_old_hash_key: byToken,
  browser_session_ended: bySweep,
  browser_session_open: byNode,
  connected_account_due: bySweep,
  connected_account_ending: bySweep,
  connected_account_waiting: bySweep,
  connection_link_expiry: bySweep,
  connection_link_state_hash_key: byToken,
  connection_link_token_hash_key: byToken,
  demo_grant_created: bySweep,
  external_user_name_trgm: bySearch,
  external_user_token_expiry: bySweep,
  external_user_token_hash_key: byToken,
  external_user_visitor: bySweep,
  file_expiry: bySweep,
  file_incoming_expiry: bySweep,
  file_upload_expiry: bySweep,
  idempotency_key_expiry: bySweep,
  knowledge_generation_kept: bySweep,
  knowledge_source_dead_rows: bySweep,
  knowledge_source_metadata: bySearch,
  llm_media_job_open: bySweep,
  llm_quote_open: bySweep,
  mcp_grant_access: byToken,
  mcp_grant_code: byToken,
  mcp_grant_refresh: byToken,
  mcp_grant_spent_refresh: byToken,
  mcp_server_id: byId,
  node_slot_of_node: byNode,
  node_slot_pkey: byNode,
  notification_read_account: 'what an account has read, in all of its projects',
  project_invitation_expiry: bySweep,
  project_invitation_inviter: 'invitations go with the account that sent them',
  project_invitation_token_hash_key: byToken,
  project_member_account: 'the projects of a user who signed in',
  run_asleep: bySweep,
  run_created: bySweep,
  run_leased: bySweep,
  run_schedule_due: bySweep,
  run_signal_age: bySweep,
  sandbox_execution_node: byNode,
  sandbox_execution_running: bySweep,
  sandbox_session_ended: bySweep,
  sandbox_session_holder: byNode,
  sandbox_session_paused: bySweep,
  saved_item_account: 'conversations go with the account that had them',
  skill_by_id: byId,
  skill_public: 'skills that other projects may install',
  tool_execution_running: bySweep,
  trigger_dead_hook_pkey: byToken,
  trigger_instance_token: byToken,
  trigger_invocation_deduped: bySweep,
  usage_balance_renewal: bySweep,
  workflow_version_replaced: bySweep,
}

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('every table has the project of its rows, or is listed with the reason', async () => {
  const rows = await database.db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_attribute where attrelid = pg_class.oid and attname = 'project_id')
    order by 1`)
  assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(sharedTables).sort())
})

test('every index of such a table begins with the project, or is listed with the reason', async () => {
  const rows = await database.db.rows<{ name: string }>(sql`
    select indexes.relname as name from pg_index
    join pg_class indexes on indexes.oid = indexrelid
    join pg_class tables on tables.oid = indrelid
    join pg_attribute owner on owner.attrelid = indrelid and owner.attname = 'project_id'
    where tables.relnamespace = 'public'::regnamespace and not tables.relispartition
      and indkey[0] <> owner.attnum
    order by 1`)
  assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(otherIndexes).sort())
})
