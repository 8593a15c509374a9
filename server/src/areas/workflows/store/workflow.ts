import {
  allOf,
  likePattern,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Definition, WorkflowQuery, WorkflowRow } from '../schema/workflow.ts'
import { keepsPayloads } from './executions/payloads.ts'

type Row = {
  project_id: string
  id: string
  external_user_id: string
  name: string
  description: string
  type: WorkflowRow['type']
  version: number
  active_version: number | null
  is_ready: boolean
  is_public: boolean
  triggers: WorkflowRow['triggers']
  provenance: WorkflowRow['provenance']
  cloned_from_id: string | null
  cloned_from_version: number | null
  required_replays: number
  tools: WorkflowRow['tools']
  uses: string[]
  pins: string[]
  revision: number
  created_at: string
  updated_at: string
}

const columns = sqlText(
  `w.project_id, w.id, w.external_user_id, w.name, w.description, w.type, w.version, w.active_version, w.is_ready,
   w.is_public, w.triggers, w.provenance, w.cloned_from_id, w.cloned_from_version, w.required_replays, w.tools, w.uses,
   w.pins, w.revision, w.created_at, w.updated_at`,
)

const toWorkflow = (row: Row): WorkflowRow => ({
  projectId: row.project_id,
  id: row.id,
  userId: row.external_user_id,
  name: row.name,
  description: row.description,
  type: row.type,
  version: row.version,
  activeVersion: row.active_version,
  isReady: row.is_ready,
  isPublic: row.is_public,
  triggers: row.triggers,
  provenance: row.provenance,
  clonedFromId: row.cloned_from_id,
  clonedFromVersion: row.cloned_from_version,
  requiredReplays: row.required_replays,
  tools: row.tools,
  uses: row.uses,
  pins: row.pins,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Own ones, those of the project, public ones; all of them for an admin across users. */
export const isVisible = ({ projectId, externalUser, acrossUsers }: Scope): Statement =>
  acrossUsers
    ? sql`w.project_id = ${projectId}`
    : sql`w.project_id = ${projectId}
        and (w.external_user_id = ${externalUser.id} or w.external_user_id = w.project_id or w.is_public)`

export async function findWorkflow(q: Queryable, scope: Scope, id: string): Promise<WorkflowRow | null> {
  const [row] = await q.rows<Row>(
    sql`select ${columns} from workflow w where ${isVisible(scope)} and w.id = ${id}`,
  )
  return row ? toWorkflow(row) : null
}

/** With what its project has chosen for executions. */
export type ExecutableRow = WorkflowRow & { keepsPayloads: boolean }

export async function findExecutable(q: Queryable, scope: Scope, id: string): Promise<ExecutableRow | null> {
  const [row] = await q.rows<Row & { keeps_payloads: boolean }>(
    prepared(sql`select ${columns}, ${keepsPayloads} as keeps_payloads
        from workflow w join project p on p.id = w.project_id where ${isVisible(scope)} and w.id = ${id}`),
  )
  return row ? { ...toWorkflow(row), keepsPayloads: row.keeps_payloads } : null
}

/** As it stays until the end of the transaction. */
export async function lockWorkflow(tx: Tx, scope: Scope, id: string): Promise<WorkflowRow | null> {
  const [row] = await tx.rows<Row>(
    sql`select ${columns} from workflow w where ${isVisible(scope)} and w.id = ${id} for update`,
  )
  return row ? toWorkflow(row) : null
}

const sortColumns: Record<WorkflowQuery['sortBy'], string> = {
  createdAt: 'w.created_at',
  updatedAt: 'w.updated_at',
  name: 'lower(w.name)',
}

// Definitions of a page together; what lies beyond is left to the detail.
const pageBytes = 4 * 1024 * 1024

export type ListedWorkflow = WorkflowRow & { definition: Definition | null }

export async function listWorkflows(
  q: Queryable,
  scope: Scope,
  query: WorkflowQuery,
  withDefinitions: boolean,
): Promise<Page<ListedWorkflow>> {
  const conditions = [isVisible(scope)]
  if (query.q) {
    const pattern = likePattern(query.q)
    conditions.push(sql`(w.name ilike ${pattern} or w.description ilike ${pattern})`)
  }
  if (query.workflowType) conditions.push(sql`w.type = ${query.workflowType}`)
  if (query.isActive !== undefined) conditions.push(sql`(w.active_version is not null) = ${query.isActive}`)
  if (query.lifecycle) conditions.push(sql`w.is_ready = ${query.lifecycle === 'ready'}`)
  const where = allOf(conditions)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from workflow w where ${where}`,
  )
  const order = sqlText(`${sortColumns[query.sortBy]} ${query.sortOrder}, w.id ${query.sortOrder}`)
  const rows = await q.rows<Row & { definition: Definition | null }>(sql`
    with page as (
      select ${columns}, row_number() over (order by ${order}) as place from workflow w where ${where}
      order by ${order} limit ${query.limit} offset ${offsetOf(query)}
    ), sized as (
      select p.*, sum(v.size_bytes) over (order by p.place) as bytes
      from page p
      join workflow_version v on v.project_id = p.project_id and v.workflow_id = p.id and v.version = p.version
    )
    select s.*, v.definition from sized s
    left join workflow_version v on ${withDefinitions}::boolean and s.bytes <= ${pageBytes}
      and v.project_id = s.project_id and v.workflow_id = s.id and v.version = s.version
    order by s.place`)
  const items = rows.map((row) => ({ ...toWorkflow(row), definition: row.definition }))
  return pageOf(items, count!.total, query)
}

export async function insertWorkflow(tx: Tx, workflow: WorkflowRow): Promise<void> {
  await tx.rows(sql`
    insert into workflow (project_id, id, external_user_id, name, description, type, version, active_version, is_ready,
                          is_public, triggers, provenance, cloned_from_id, cloned_from_version, required_replays, tools,
                          uses, pins, revision, created_at, updated_at)
    values (${workflow.projectId}, ${workflow.id}, ${workflow.userId}, ${workflow.name}, ${workflow.description},
            ${workflow.type}, ${workflow.version}, ${workflow.activeVersion}, ${workflow.isReady}, ${workflow.isPublic},
            ${JSON.stringify(workflow.triggers)}, ${jsonOrNull(workflow.provenance)}, ${workflow.clonedFromId},
            ${workflow.clonedFromVersion}, ${workflow.requiredReplays}, ${JSON.stringify(workflow.tools)},
            ${workflow.uses}, ${workflow.pins}, ${workflow.revision}, ${workflow.createdAt}, ${workflow.updatedAt})`)
}

/** Everything but whose it is and where it came from. */
export async function updateWorkflow(tx: Tx, workflow: WorkflowRow): Promise<void> {
  await tx.rows(sql`
    update workflow
    set name = ${workflow.name}, description = ${workflow.description}, type = ${workflow.type},
        version = ${workflow.version}, active_version = ${workflow.activeVersion}, is_ready = ${workflow.isReady},
        is_public = ${workflow.isPublic}, triggers = ${JSON.stringify(workflow.triggers)},
        provenance = ${jsonOrNull(workflow.provenance)}, required_replays = ${workflow.requiredReplays},
        tools = ${JSON.stringify(workflow.tools)}, uses = ${workflow.uses}, pins = ${workflow.pins},
        revision = ${workflow.revision}, updated_at = ${workflow.updatedAt}
    where project_id = ${workflow.projectId} and id = ${workflow.id}`)
}

export async function setTriggers(
  tx: Tx,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
  triggers: WorkflowRow['triggers'],
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update workflow set triggers = ${JSON.stringify(triggers)}, revision = revision + 1, updated_at = ${at}
    where project_id = ${projectId} and id = ${id}`)
}

/** With its versions and bindings. */
export async function deleteWorkflow(
  tx: Tx,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
): Promise<void> {
  await tx.rows(sql`delete from workflow where project_id = ${projectId} and id = ${id}`)
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
