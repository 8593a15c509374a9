import { sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ProviderOptions } from '../schema/provider.ts'

export type ProviderRow = {
  name: string
  kind: string
  baseUrl: string | null
  options: ProviderOptions
  keysSealed: string | null
  keyEnds: readonly string[]
  isEnabled: boolean
  keysUpdatedAt: string | null
}

/** One at a time for a project: two who change the same provider must not mix their keys and URLs. */
export async function lockProviders(tx: Tx, { projectId }: Scope): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('llm_provider ' || ${projectId}::text, 0))`)
}

export async function upsertProvider(
  tx: Tx,
  { projectId }: Scope,
  row: ProviderRow,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into llm_provider (project_id, name, kind, base_url, options, keys_sealed, key_ends, is_enabled,
      keys_updated_at, created_at, updated_at)
    values (${projectId}, ${row.name}, ${row.kind}, ${row.baseUrl}, ${storableJson(row.options)}, ${row.keysSealed},
      ${JSON.stringify(row.keyEnds)}, ${row.isEnabled}, ${row.keysUpdatedAt}, ${at}, ${at})
    on conflict (project_id, name) do update set kind = excluded.kind, base_url = excluded.base_url,
      options = excluded.options, keys_sealed = excluded.keys_sealed, key_ends = excluded.key_ends,
      is_enabled = excluded.is_enabled, keys_updated_at = excluded.keys_updated_at, updated_at = excluded.updated_at`)
}

export async function deleteProvider(tx: Tx, { projectId }: Scope, name: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from llm_provider where project_id = ${projectId} and name = ${name} returning name`)
  await tx.rows(sql`delete from llm_model where project_id = ${projectId} and provider = ${name}`)
  return rows.length > 0
}

/** What a provider says it has takes the place of what it had. */
export async function replaceModels(
  tx: Tx,
  { projectId }: Scope,
  provider: string,
  models: readonly { modelId: string; name: string }[],
  at: Date,
): Promise<void> {
  await tx.rows(sql`delete from llm_model where project_id = ${projectId} and provider = ${provider}`)
  await tx.rows(sql`
    insert into llm_model (project_id, model_id, provider, name, synced_at)
    select ${projectId}, m.model_id, ${provider}, m.name, ${at}
    from unnest(${models.map(({ modelId }) => modelId)}::text[], ${models.map(({ name }) => name)}::text[]) as m (model_id, name)
    on conflict (project_id, model_id) do update set name = excluded.name, synced_at = excluded.synced_at`)
}
