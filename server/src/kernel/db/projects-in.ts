import { type Queryable, sql, sqlText } from './db.ts'

/** The projects that have rows in a table whose key they lead: one look into the index for each of them. */
export async function listProjectsIn(q: Queryable, table: string): Promise<string[]> {
  const rows = await q.rows<{ project_id: string }>(sql`
    with recursive project as (
      (select project_id from ${sqlText(table)} order by project_id limit 1)
      union all
      select (select t.project_id from ${sqlText(table)} t where t.project_id > p.project_id
              order by t.project_id limit 1)
      from project p where p.project_id is not null
    )
    select project_id from project where project_id is not null`)
  return rows.map((row) => row.project_id)
}
