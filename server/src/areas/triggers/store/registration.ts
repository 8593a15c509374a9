import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Registration } from '../schema/trigger.ts'
import type { TriggerRef } from './trigger.ts'

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
