import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** What providers of the project have beyond the catalogue. */
export async function listOwnModels(
  db: Queryable,
  scope: Scope,
): Promise<{ provider: string; vendorId: string; name: string }[]> {
  return db.rows(sql`
    select provider, substr(model_id, length(provider) + 2) as "vendorId", name
    from llm_model where project_id = ${scope.projectId} order by model_id`)
}

export type ModelSetting = { modelId: string; isActive: boolean; updatedAt: Date }

/** False when the model already was as wanted, so that nothing happened. */
export async function updateModelSetting(tx: Tx, scope: Scope, setting: ModelSetting): Promise<boolean> {
  const { modelId, isActive, updatedAt } = setting
  const rows = await tx.rows(
    isActive
      ? sql`
        update model_setting set is_active = true, updated_at = ${updatedAt}
        where project_id = ${scope.projectId} and model_id = ${modelId} and not is_active
        returning model_id`
      : sql`
        insert into model_setting (project_id, model_id, is_active, updated_at)
        values (${scope.projectId}, ${modelId}, false, ${updatedAt})
        on conflict (project_id, model_id) do update set is_active = false, updated_at = excluded.updated_at
        where model_setting.is_active
        returning model_id`,
  )
  return rows.length > 0
}
