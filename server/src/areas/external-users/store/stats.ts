import { type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ResourceStats } from '../schema.ts'

/** Adds to the counts of one user; a count never falls below zero, whatever order deletions arrive in. */
export const addingToStats = (scope: Scope, userId: string, by: Partial<ResourceStats>): Statement => sql`
    update external_user_stats
    set agent_count = greatest(0, agent_count + ${by.agentCount ?? 0}),
        workflow_count = greatest(0, workflow_count + ${by.workflowCount ?? 0}),
        knowledge_storage_kb = greatest(0, knowledge_storage_kb + ${by.knowledgeStorageKb ?? 0}),
        database_storage_kb = greatest(0, database_storage_kb + ${by.databaseStorageKb ?? 0}),
        storage_used_kb = greatest(0, storage_used_kb + ${by.storageUsedKb ?? 0}),
        connection_count = greatest(0, connection_count + ${by.connectionCount ?? 0})
    where project_id = ${scope.projectId} and external_user_id = ${userId}`

export async function moveStats(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update external_user_stats t
    set agent_count = t.agent_count + f.agent_count, workflow_count = t.workflow_count + f.workflow_count,
        knowledge_storage_kb = t.knowledge_storage_kb + f.knowledge_storage_kb,
        database_storage_kb = t.database_storage_kb + f.database_storage_kb,
        storage_used_kb = t.storage_used_kb + f.storage_used_kb, connection_count = t.connection_count + f.connection_count
    from external_user_stats f
    where t.project_id = ${scope.projectId} and t.external_user_id = ${intoId}
      and f.project_id = ${scope.projectId} and f.external_user_id = ${fromId}`)
}
