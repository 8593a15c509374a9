import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Registration, TriggerRow } from '../schema/trigger.ts'
import { type TriggerRef, triggerColumns } from './trigger.ts'

/** What is registered at the service from now on; null for nothing. */
export async function setRegistration(
  q: Queryable,
  { projectId, id }: TriggerRef,
  registration: Registration | null,
): Promise<void> {
  await q.rows(sql`
    update trigger_instance set registration = ${registration && JSON.stringify(registration)}
    where project_id = ${projectId} and id = ${id}`)
}

/** False while another request creates the trigger. */
export async function reserveCreation(
  q: Queryable,
  { projectId, id }: TriggerRef,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await q.rows(sql`
    insert into trigger_creation (project_id, id, until) values (${projectId}, ${id}, ${until})
    on conflict (project_id, id) do update set until = excluded.until where trigger_creation.until < ${now}
    returning 1`)
  return rows.length > 0
}

export async function releaseCreation(q: Queryable, { projectId, id }: TriggerRef): Promise<void> {
  await q.rows(sql`delete from trigger_creation where project_id = ${projectId} and id = ${id}`)
}

/** Those of an end user whose webhook is registered at a service, locked. */
export const lockRegisteredOfUser = (tx: Tx, { projectId }: Scope, userId: string): Promise<TriggerRow[]> =>
  tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.external_user_id = ${userId} and t.registration is not null
    order by t.id for update`)

/** Those of all owners whose webhook is registered at a service, locked. */
export const lockRegisteredOfWorkflow = (
  tx: Tx,
  { projectId, id }: Pick<TriggerRow, 'projectId' | 'id'>,
): Promise<TriggerRow[]> =>
  tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.workflow_id = ${id} and t.registration is not null
    order by t.id for update`)
