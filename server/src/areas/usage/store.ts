import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'

export type NewUsage = { id: string; type: string; microCredits: number; at: Date }

export async function insertUsage(tx: Tx, scope: Scope, usage: NewUsage): Promise<void> {
  await tx.rows(sql`
    insert into usage_entry (project_id, id, external_user_id, type, micro_credits, created_at)
    values (${scope.projectId}, ${usage.id}, ${scope.externalUser.id}, ${usage.type}, ${usage.microCredits}, ${usage.at})`)
}
