import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { NoticeItem } from '../schema.ts'

const maxOfKind = 10

/** What waits for a decision or an answer of a user, newest first. */
export const pendingPauses = (q: Queryable, { projectId }: Scope) =>
  q.rows<NoticeItem>(sql`
    select 'approval' as kind, e.id::text as id, null as "parentId", e.workflow_name as title,
      null as reason, 'waiting' as state, p.created_at as at
    from workflow_pause p join workflow_execution e on e.project_id = p.project_id and e.id = p.execution_id
    where p.project_id = ${projectId} and p.answered_at is null
    order by p.created_at desc limit ${maxOfKind}`)

export const pendingQuestions = (q: Queryable, { projectId }: Scope, now: Date) =>
  q.rows<NoticeItem>(sql`
    select 'question' as kind, id::text as id, null as "parentId", left(question, 200) as title,
      null as reason, 'waiting' as state, created_at as at
    from tool_question where project_id = ${projectId} and status = 'waiting' and expires_at > ${now}
    order by id desc limit ${maxOfKind}`)

export const pendingProposals = (q: Queryable, { projectId }: Scope) =>
  q.rows<NoticeItem>(sql`
    select 'proposal' as kind, p.id::text as id, c.id as "parentId", c.name as title,
      left(p.reason, 300) as reason, 'waiting' as state, p.created_at as at
    from collection c join lateral (
      select * from document_proposal d
      where d.project_id = c.project_id and d.collection_id = c.id and d.status = 'pending'
      order by d.id desc limit ${maxOfKind}) p on true
    where c.project_id = ${projectId}
    order by p.created_at desc limit ${maxOfKind}`)
