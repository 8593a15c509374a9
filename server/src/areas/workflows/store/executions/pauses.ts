import { allOf, type Queryable, type Statement, sql, sqlText } from '../../../../kernel/db/db.ts'
import { selectCursorPage } from '../../../../kernel/db/rows/cursor-page.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { PauseQuery } from '../../schema/pause.ts'
import type { PauseKind } from '../pause.ts'
import { isVisible } from './read.ts'

/** Where an execution waits for a human; what waits for an event is not listed. */
export type PauseRow = {
  id: string
  executionId: string
  userId: string
  workflowId: string
  workflowName: string
  threadId: string
  kind: PauseKind
  nodeId: string
  step: string
  request: Record<string, unknown>
  assignee: string | null
  expiresAt: string | null
  onTimeout: string | null
  answer: unknown
  answeredBy: unknown
  answeredAt: string | null
  createdAt: string
}

const columns = sqlText(`p.id, p.execution_id as "executionId", p.external_user_id as "userId",
  e.workflow_id as "workflowId", e.workflow_name as "workflowName", e.thread_id as "threadId", p.kind,
  p.node_id as "nodeId", p.step, p.request, p.assignee, p.expires_at as "expiresAt", p.on_timeout as "onTimeout",
  p.answer, p.answered_by as "answeredBy", p.answered_at as "answeredAt", p.created_at as "createdAt"`)

const joined = sqlText(
  'workflow_pause p join workflow_execution e on e.project_id = p.project_id and e.id = p.execution_id',
)

/** Open pauses of an execution, oldest first. */
export const listOpenPauses = (q: Queryable, { projectId }: Pick<Scope, 'projectId'>, executionId: string) =>
  q.rows<PauseRow>(sql`
    select ${columns} from ${joined}
    where p.project_id = ${projectId} and p.execution_id = ${executionId} and p.answered_at is null
    order by p.created_at, p.id`)

/** All pauses of an execution that a node waited at. */
export const listPausesOf = (q: Queryable, { projectId }: Pick<Scope, 'projectId'>, executionId: string) =>
  q.rows<PauseRow>(sql`
    select ${columns} from ${joined}
    where p.project_id = ${projectId} and p.execution_id = ${executionId} and p.node_id <> ''
    order by p.created_at, p.id`)

const matching = (scope: Scope, query: PauseQuery): Statement =>
  allOf([
    isVisible(scope),
    sqlText("p.answered_at is null and p.kind <> 'event' and e.status is null"),
    ...(query.workflowId === undefined ? [] : [sql`e.workflow_id = ${query.workflowId}`]),
    ...(query.assignee === undefined ? [] : [sql`p.assignee = ${query.assignee}`]),
    ...(query.kind === undefined ? [] : [sql`p.kind = ${query.kind}`]),
  ])

/** What waits for a human, newest first. */
export const listPauses = (q: Queryable, scope: Scope, query: PauseQuery): Promise<Page<PauseRow>> =>
  selectCursorPage(q, { columns, tables: joined, alias: 'p', where: matching(scope, query) }, query)
