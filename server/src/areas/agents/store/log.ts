import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Run } from '../../../kernel/runs/run.ts'

/** Messages that attempts of a run began and did not complete, as its log has them. */
export const listOpenMessages = (q: Queryable, { projectId, id }: Pick<Run, 'projectId' | 'id'>) =>
  q.rows<{ id: string; ns: string[] | null }>(sql`
    select started.data->>'id' as id, started.data->'ns' as ns from run_event started
    where started.project_id = ${projectId} and started.run_id = ${id} and started.type = 'message.start'
      and not exists (
        select from run_event ended
        where ended.project_id = ${projectId} and ended.run_id = ${id} and ended.seq > started.seq
          and ended.type in ('message', 'message.dropped') and ended.data->>'id' = started.data->>'id')
    order by started.seq`)
