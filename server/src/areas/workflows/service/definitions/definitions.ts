import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Page } from '../../../../kernel/page.ts'
import { checkIfMatch } from '../../../../kernel/preconditions.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { McpServers } from '../../engine/agents/mcp-servers.ts'
import type { Agent } from '../../schema/agent.ts'
import type { AgentPatch } from '../../schema/agent-patch.ts'
import type {
  CreateWorkflowBody,
  Definition,
  Trigger,
  UpdateWorkflowBody,
  WorkflowQuery,
  WorkflowRow,
  WorkflowSummary,
  WorkflowView,
} from '../../schema/workflow.ts'
import { listOpenExecutions } from '../../store/open-executions.ts'
import { listUsers } from '../../store/use.ts'
import { insertVersion, storedForm } from '../../store/version.ts'
import { deleteWorkflow, insertWorkflow, listWorkflows, updateWorkflow } from '../../store/workflow.ts'
import { getDefinition, getWorkflow, holdOwn, refuseForeign } from '../access.ts'
import { hasErrors, type Validate } from '../validation/validate.ts'
import { visibleDefinition } from '../visible-definition.ts'
import { approveServers, type KnownServers, noneKnown, storedAgent } from './agent-servers.ts'
import { refuseUnusablePatterns } from './check-patterns.ts'
import { refuseInvalidTriggers } from './check-triggers.ts'
import type { CountsOf, Details } from './details.ts'
import type { Edit, Editor, IfMatch } from './editor.ts'
import { emptyGraph, refuseLarge, withIds } from './new-graph.ts'
import { workflowInUse } from './refusals.ts'
import { noExecutions, toSummary } from './to-response.ts'
import type { TriggerEntries } from './trigger-entries.ts'

export type DefinitionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'cancel'>
  externalUsers: ExternalUsers
  validate: Validate
  checks: SchemaChecks
  edit: Editor
  details: Details
  mcpServers: McpServers
  countsOf: CountsOf
  triggerEntries: TriggerEntries
}

const mostUsers = 20

/** Workflows and agents: created, changed, activated, deleted. */
export function createDefinitions(deps: DefinitionDeps) {
  const { db, clock, newId, audit, runs, externalUsers, validate, checks, edit, details, countsOf } = deps
  const { triggerEntries, mcpServers } = deps

  /** How many its owner has, of the kind that it is. */
  const count = (tx: Tx, scope: Scope, { type, userId }: WorkflowRow, by: 1 | -1) =>
    externalUsers.count(tx, { ...scope, externalUser: { id: userId, name: '' } }, statOf(type, by))

  async function recount(tx: Tx, scope: Scope, was: WorkflowRow, next: WorkflowRow): Promise<void> {
    if (was.type === next.type) return
    await count(tx, scope, was, -1)
    await count(tx, scope, next, 1)
  }

  /** A workflow that was just made, by hand, as a copy or from a file. */
  async function add(
    scope: Scope,
    row: Omit<WorkflowRow, 'isReady' | 'tools' | 'uses' | 'pins'>,
    definition: Definition,
    note: string,
    entries: readonly Trigger[] = [],
  ): Promise<WorkflowView> {
    const stored = storedForm(definition)
    refuseLarge(stored)
    const inspection = await validate(scope, row, definition)
    const workflow = { ...row, isReady: !hasErrors(inspection), tools: inspection.tools, uses: [], pins: [] }
    await db.tx(async (tx) => {
      await externalUsers.hold(tx, scope)
      await insertWorkflow(tx, workflow)
      await insertVersion(tx, workflow, stored, { note, createdBy: actorOf(scope) })
      await count(tx, scope, workflow, 1)
      if (entries.length > 0) {
        workflow.triggers = await triggerEntries.apply(tx, scope, workflow, { was: [], next: entries })
        await updateWorkflow(tx, workflow)
      }
      await audit.record(tx, scope, {
        action: 'workflow.created',
        targetType: 'workflow',
        targetId: workflow.id,
        details: { name: workflow.name, type: workflow.type },
      })
    })
    return details(scope, workflow, definition)
  }

  function newRow(scope: Scope, type: WorkflowRow['type'], name: string) {
    const at = clock.now().toISOString()
    return {
      projectId: scope.projectId,
      id: newId(),
      userId: scope.externalUser.id,
      name,
      type,
      version: 1,
      activeVersion: null,
      clonedFromId: null,
      clonedFromVersion: null,
      requiredReplays: 0,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    }
  }

  async function removeIn(tx: Tx, scope: Scope, workflow: WorkflowRow): Promise<void> {
    for (const id of await listOpenExecutions(tx, workflow)) await runs.cancel(tx, scope, id)
    await triggerEntries.apply(tx, scope, workflow, { was: workflow.triggers, next: [], isDeleted: true })
    await deleteWorkflow(tx, workflow)
    await count(tx, scope, workflow, -1)
    await audit.record(tx, scope, {
      action: 'workflow.deleted',
      targetType: 'workflow',
      targetId: workflow.id,
      details: { name: workflow.name, type: workflow.type },
    })
  }

  /** Only who may change the agent gets its servers approved. */
  async function approveFor(scope: Scope, id: string, agent: AgentPatch): Promise<KnownServers> {
    refuseForeign(scope, await getWorkflow(db, scope, id))
    await refuseUnusablePatterns(checks, scope, agent)
    return approveServers({ db, mcpServers }, scope, agent)
  }

  return {
    add,
    newRow,
    async create(scope: Scope, body: CreateWorkflowBody): Promise<WorkflowView> {
      refuseInvalidTriggers(body.triggers)
      const { graph, agent, note, ...properties } = body
      const type = body.workflowType ?? (graph ? 'static' : 'agent')
      const name = body.name ?? (type === 'agent' ? 'New Agent' : 'New Workflow')
      const row = newRow(scope, type, name)
      await refuseUnusablePatterns(checks, scope, agent)
      const known = await approveServers({ db, mcpServers }, scope, agent)
      const definition = {
        graph: graph ? withIds(graph) : type === 'static' ? emptyGraph : null,
        agent: agent || type === 'agent' ? storedAgent(agent ?? {}, null, known) : null,
      }
      const { description, isPublic, triggers, provenance = null } = properties
      const whole = { ...row, description, isPublic, triggers, provenance }
      return add(scope, whole, definition, note, triggers)
    },
    async list(scope: Scope, query: WorkflowQuery): Promise<Page<WorkflowSummary>> {
      const { fields } = query
      const wantsDefinition =
        !fields || fields.length === 0 || fields.some((each) => /^(graph|agent|marketplace)/.test(each))
      const page = await listWorkflows(db, scope, query, wantsDefinition)
      const counts = await countsOf(
        db,
        scope,
        page.items.map(({ id }) => id),
      )
      const items: WorkflowSummary[] = []
      for (const each of page.items) {
        const definition = each.definition && (await visibleDefinition(scope, each, each.definition))
        const counted = counts.get(each.id) ?? noExecutions
        items.push(toSummary(scope, { ...each, definition }, counted, wantsDefinition))
      }
      return { ...page, items }
    },
    async get(scope: Scope, id: string): Promise<WorkflowView> {
      const workflow = await getWorkflow(db, scope, id)
      return details(scope, workflow, await getDefinition(db, scope, workflow, workflow.version))
    },
    async update(
      scope: Scope,
      id: string,
      body: UpdateWorkflowBody,
      ifMatch: IfMatch,
    ): Promise<WorkflowView> {
      refuseInvalidTriggers(body.triggers ?? [])
      const known = body.agent ? await approveFor(scope, id, body.agent) : noneKnown
      const { workflow, definition } = await edit(scope, id, ifMatch, (current) =>
        editOf(body, current, {
          storedAgent: (was) => storedAgent(body.agent ?? {}, was, known),
          async within(tx, next) {
            await recount(tx, scope, current.workflow, next)
            if (!body.triggers) return
            const change = { was: current.workflow.triggers, next: body.triggers }
            next.triggers = await triggerEntries.apply(tx, scope, next, change)
          },
        }),
      )
      return details(scope, workflow, definition)
    },
    async setActive(scope: Scope, id: string, isActive: boolean, ifMatch: IfMatch): Promise<WorkflowView> {
      const { workflow, definition } = await edit(scope, id, ifMatch, () => activation(isActive))
      return details(scope, workflow, definition)
    },
    async remove(scope: Scope, id: string, ifMatch: IfMatch, isForced: boolean): Promise<void> {
      await db.tx(async (tx) => {
        const workflow = await holdOwn(tx, scope, id)
        checkIfMatch(ifMatch, workflow.revision)
        const users = isForced ? [] : await listUsers(tx, workflow, mostUsers)
        // What others have is not named to an end user who cannot see it.
        if (users.length > 0)
          throw workflowInUse(
            users.filter(
              ({ userId }) =>
                scope.acrossUsers || userId === scope.externalUser.id || userId === scope.projectId,
            ),
          )
        await removeIn(tx, scope, workflow)
      })
    },
  }
}

export type Definitions = ReturnType<typeof createDefinitions>

const statOf = (type: WorkflowRow['type'], by: 1 | -1) =>
  type === 'agent' ? { agentCount: by } : { workflowCount: by }

const activation = (isActive: boolean): Edit => ({
  isActive,
  action: isActive ? 'workflow.activated' : 'workflow.deactivated',
})

/** What an update says; what it does not name stays. */
function editOf(
  body: UpdateWorkflowBody,
  { workflow, definition }: { workflow: WorkflowRow; definition: Definition },
  {
    storedAgent: stored,
    within,
  }: { storedAgent(was: Agent | null): Agent; within: NonNullable<Edit['within']> },
): Edit {
  const { name, description, isPublic, triggers, provenance, requiredReplays } = body
  const { isActive, graph, agent, note, publish } = body
  const type = body.workflowType ?? workflow.type
  const next: Definition = {
    graph: graph ? withIds(graph) : (definition.graph ?? (type === 'static' ? emptyGraph : null)),
    agent: agent ? stored(definition.agent) : (definition.agent ?? (type === 'agent' ? {} : null)),
  }
  const fields = Object.fromEntries(
    Object.entries({ name, description, isPublic, triggers, provenance, requiredReplays }).filter(
      ([, each]) => each !== undefined,
    ),
  )
  return {
    fields: { ...fields, type },
    definition: next,
    note,
    isAmendment: body.amend === true,
    publish: publish ?? (type === 'agent' ? 'if-valid' : false),
    ...(isActive === undefined ? {} : activation(isActive)),
    within,
    details: { fields: Object.keys(body).filter((key) => body[key as keyof typeof body] !== undefined) },
  }
}
