import { sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Drift } from '../ports/project-toolkit.ts'

export type Check = { fault: string | null; drift: Drift | null; driftedAt: string | null }

/** What a look at the origin found. It changes nothing that a caller could hold on to, so the revision stays. */
export async function noteCheck(
  tx: Tx,
  scope: Scope,
  id: string,
  { fault, drift, driftedAt }: Check,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update toolkit
    set checked_at = ${at}, check_fault = ${fault}, drift = ${drift === null ? null : storableJson(drift)},
        drifted_at = ${driftedAt}
    where project_id = ${scope.projectId} and id = ${id}`)
}
