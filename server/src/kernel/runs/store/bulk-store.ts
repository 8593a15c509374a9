import { sql, type Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import type { Scope } from '../../scope.ts'
import type { NewRun } from '../run.ts'
import { toStoredScope } from '../run-scope.ts'

/** Runs whose id exists are passed over: starting twice under one id starts once. */
export async function insertRuns(
  tx: Tx,
  scope: Scope,
  runs: readonly (NewRun & { id: string })[],
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into run (project_id, id, external_user_id, scope, kind, input, status, run_at, created_at)
    select ${scope.projectId}::uuid, batch.id, ${scope.externalUser.id}::uuid,
           ${JSON.stringify(toStoredScope(scope))}::jsonb, batch.kind, batch.input,
           case when batch.run_at <= ${at}::timestamptz then 'queued' else 'waiting' end, batch.run_at, ${at}::timestamptz
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ kind }) => kind)}::text[],
                ${runs.map(({ input }) => storableJson(input))}::jsonb[],
                ${runs.map(({ runAt }) => runAt ?? at)}::timestamptz[]) as batch (id, kind, input, run_at)
    on conflict do nothing`)
}
