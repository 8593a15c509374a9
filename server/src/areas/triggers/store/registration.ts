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
    update trigger_instance set registration = ${registration && JSON.stringify(registration)}, registering_at = null
    where project_id = ${projectId} and id = ${id}`)
}

/** Before the service is called. True where an attempt before has called it and left no result. */
export async function markRegistering(
  q: Queryable,
  { projectId, id }: TriggerRef,
  at: Date,
): Promise<boolean> {
  const [row] = await q.rows<{ isUncertain: boolean }>(sql`
    update trigger_instance t
    set registering_at = ${at},
        registration_uncertain_at = case when was.registering_at is null then t.registration_uncertain_at else ${at}::timestamptz end
    from (select registering_at from trigger_instance where project_id = ${projectId} and id = ${id} for update) was
    where t.project_id = ${projectId} and t.id = ${id}
    returning was.registering_at is not null as "isUncertain"`)
  return row?.isUncertain ?? false
}

/** The service has refused: nothing was registered. */
export async function clearRegistering(q: Queryable, { projectId, id }: TriggerRef): Promise<void> {
  await q.rows(sql`
    update trigger_instance set registering_at = null where project_id = ${projectId} and id = ${id}`)
}

export async function setUncertain(q: Queryable, { projectId, id }: TriggerRef, at: Date): Promise<void> {
  await q.rows(sql`
    update trigger_instance set registration_uncertain_at = ${at} where project_id = ${projectId} and id = ${id}`)
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

/** Some of those of a project, locked. Of two nodes one waits for what the other has set aside, and does not erase it unseen. */
export const lockRegisteredOfProject = (tx: Tx, projectId: string, limit: number): Promise<TriggerRow[]> =>
  tx.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t
    where t.project_id = ${projectId} and t.registration is not null
    order by t.id limit ${limit} for update`)
