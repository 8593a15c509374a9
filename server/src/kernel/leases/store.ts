import { type Queryable, type Statement, sql, sqlText } from '../db/db.ts'

/** Reckoned by the clock of the database: those of nodes need not agree. */
export async function renewLease(
  q: Queryable,
  { nodeId, url, aliveMs }: { nodeId: string; url: string | null; aliveMs: number },
): Promise<void> {
  await q.rows(sql`
    insert into node_lease (node_id, alive_until, url)
    values (${nodeId}, now() + make_interval(secs => ${aliveMs / 1000}), ${url})
    on conflict (node_id) do update set alive_until = excluded.alive_until`)
}

/** Where other nodes reach it; null when it does not say, or has ended. */
export async function findNodeUrl(q: Queryable, nodeId: string): Promise<string | null> {
  const [row] = await q.rows<{ url: string | null }>(
    sql`select url from node_lease where node_id = ${nodeId} and alive_until > now()`,
  )
  return row?.url ?? null
}

/** It stays for a while, so that whatever the node has left behind is known to be abandoned. */
export async function endLease(q: Queryable, nodeId: string): Promise<void> {
  await q.rows(sql`update node_lease set alive_until = now() - interval '1 hour' where node_id = ${nodeId}`)
}

/** Long after everything was given up that such a node had begun. */
export async function deleteExpiredLeases(q: Queryable): Promise<void> {
  await q.rows(sql`delete from node_lease where alive_until < now() - interval '1 day'`)
}

/** Holds where the node of a row lives; `column` names the node. */
export const livesIn = (column: Statement): Statement => sql`
  exists (select from node_lease l where l.node_id = ${column} and l.alive_until > now())`

export type TakenSlots = { kind: string; projectId: string; nodeId: string; taken: number }

const slotNode = sqlText('s.node_id')

/** How many slots of the project all other nodes that live have taken. */
export const takenElsewhere = ({ kind, projectId, nodeId }: TakenSlots): Statement => sql`
  select coalesce(sum(s.taken), 0) from node_slot s
  where s.kind = ${kind} and s.project_id = ${projectId}::uuid and s.node_id <> ${nodeId}::uuid and ${livesIn(slotNode)}`

/** Publishes how many slots this node has taken. */
export const publishingSlots = ({ kind, projectId, nodeId, taken }: TakenSlots): Statement => sql`
  insert into node_slot (kind, project_id, node_id, taken)
  values (${kind}, ${projectId}::uuid, ${nodeId}::uuid, ${taken}::int)
  on conflict (kind, project_id, node_id) do update set taken = excluded.taken`

/** Lowers the counts of several projects in one statement. */
export async function publishReleased(q: Queryable, slots: readonly TakenSlots[]): Promise<void> {
  const [first] = slots
  if (!first) return
  await q.rows(sql`
    update node_slot s set taken = batch.taken
    from unnest(${slots.map(({ projectId }) => projectId)}::uuid[], ${slots.map(({ taken }) => taken)}::int[])
      as batch (project_id, taken)
    where s.kind = ${first.kind} and s.node_id = ${first.nodeId}::uuid and s.project_id = batch.project_id`)
}
