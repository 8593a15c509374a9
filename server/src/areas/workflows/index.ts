import type { RetainedSince } from '../../kernel/area.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import { createJsonSchemas } from '../../kernel/json-schema/json-schemas.ts'
import { createSchemaChecks } from '../../kernel/json-schema/schema-checks.ts'
import type { Log } from '../../kernel/log.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Agents } from '../agents/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Connections } from '../connections/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Files } from '../files/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { Llm } from '../llm/index.ts'
import type { Projects } from '../projects/index.ts'
import type { Sandboxes } from '../sandboxes/index.ts'
import type { Skills } from '../skills/index.ts'
import type { Threads } from '../threads/index.ts'
import type { ToolSearch } from '../tool-search/index.ts'
import type { Toolkits } from '../toolkits/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Usage } from '../usage/index.ts'
import { workflowTemplates } from './catalogue/templates.ts'
import { createMcpServers } from './engine/agents/mcp-servers.ts'
import { createEngine } from './engine/engine.ts'
import { workflowsManifest } from './manifest.ts'
import { bindingRoutes } from './routes/bindings.ts'
import { definitionRoutes } from './routes/definitions.ts'
import { createExecutions } from './routes/executions/create.ts'
import { expressionRoutes } from './routes/expressions.ts'
import { graphOpsRoutes } from './routes/graph-ops.ts'
import { portableRoutes } from './routes/portable.ts'
import { templateRoutes } from './routes/templates.ts'
import { versionRoutes } from './routes/versions.ts'
import { ExecuteBody } from './schema/execution.ts'
import { WorkflowQuery } from './schema/workflow.ts'
import { createBindings } from './service/bindings/bindings.ts'
import { createDefaultAgent } from './service/definitions/default-agent.ts'
import { createDefinitions } from './service/definitions/definitions.ts'
import { createDetails } from './service/definitions/details.ts'
import { createEditor } from './service/definitions/editor.ts'
import { createVersionSweep } from './service/definitions/prune-versions.ts'
import { createTriggerEntries } from './service/definitions/trigger-entries.ts'
import { workflowUserData } from './service/definitions/user-data.ts'
import { createVersions } from './service/definitions/versions.ts'
import {
  dependantsOfAccounts,
  dependantsOfSkill,
  dependantsOfTool,
  dependantsOfToolkits,
} from './service/dependants.ts'
import { createExpressions } from './service/expressions/expressions.ts'
import { createGraphEdits } from './service/graph-ops/edit-graph.ts'
import { createN8nImports } from './service/imports/n8n.ts'
import { createPortable } from './service/portable/portable.ts'
import { createFactFinder } from './service/validation/facts.ts'
import { createValidation } from './service/validation/validate.ts'
import { findExecutionCounts } from './store/executions/count.ts'
import { findWorkflow } from './store/workflow.ts'

export type WorkflowsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  runs: Runs
  events: Events
  compute: Compute
  audit: Audit
  projects: Projects
  usage: Usage
  files: Files
  externalUsers: ExternalUsers
  llm: Llm
  sandboxes: Sandboxes
  connections: Connections
  toolSearch: ToolSearch
  toolkits: Toolkits
  tools: Tools
  threads: Threads
  agents: Agents
  skills: Skills
  knowledge: Knowledge
  creditsPerUsd: number
  /** For how many hours event logs of agent runs are stored after their end. */
  runLogHours?: number | undefined
}

/**
 * Graphs of tools, code, models and people, executed as durable runs: each node is a recorded step, and an execution
 * resumes after a lost server after the last recorded node.
 */
export function createWorkflows(deps: WorkflowsDeps) {
  const checks = createSchemaChecks(createJsonSchemas(), deps.compute)
  const mcpServers = createMcpServers()
  const findFacts = createFactFinder({ ...deps, mcpServers })
  const validate = createValidation({ ...deps, findFacts, checks })
  const engine = createEngine({ ...deps, mcpServers })
  const executions = createExecutions({ ...deps, engine, checks })
  const edit = createEditor({ ...deps, validate, requireReplays: executions.evals.requirePassing })
  const details = createDetails({ ...deps, countsOf: findExecutionCounts })
  const triggerEntries = createTriggerEntries()
  const definitions = createDefinitions({
    ...deps,
    triggerEntries,
    validate,
    checks,
    edit,
    details,
    mcpServers,
    countsOf: findExecutionCounts,
  })
  const defaultAgent = createDefaultAgent({ ...deps, definitions })
  deps.projects.registerAgentCheck(defaultAgent.check)
  const versions = createVersions({ ...deps, edit, details })
  const sweepVersions = createVersionSweep(deps)
  deps.tools.registerDependants(dependantsOfTool)
  deps.skills.registerDependants(dependantsOfSkill)
  deps.toolkits.registerDependants(dependantsOfToolkits)
  deps.connections.registerDependants(dependantsOfAccounts)
  deps.agents.registerAgents(async (scope, id) => (await findWorkflow(deps.db, scope, id))?.type === 'agent')
  return {
    engine,
    agentRuns: executions.agentRuns,
    /** The agent of a run that names none. */
    ensureDefaultAgent: defaultAgent.ensure,
    /** The active version, in the name of the acting user; waits for its output at most this long. */
    execute: (
      scope: Scope,
      id: string,
      { input, waitMs, signal }: { input: unknown; waitMs: number; signal: AbortSignal },
    ) => executions.execute(scope, id, ExecuteBody.parse({ input, wait: waitMs }), signal),
    /** What is active and visible to the acting user, newest first. */
    listExecutable: (scope: Scope, { q, limit }: { q?: string | undefined; limit: number }) =>
      definitions.list(
        scope,
        WorkflowQuery.parse({ limit: String(limit), isActive: 'true', ...(q === undefined ? {} : { q }) }),
      ),
    /** The area of MCP gives agents the tools of other servers. */
    registerMcpServers: mcpServers.register,
    /** For the area of triggers. */
    triggered: { ...executions.triggered, registerEntries: triggerEntries.register },
    userData: [workflowUserData({ ...deps, triggerEntries }), ...executions.userData],
    async sweep(retainedSince: RetainedSince): Promise<void> {
      await executions.sweep(retainedSince)
      await sweepVersions(retainedSince)
    },
    routes: [
      ...definitionRoutes(definitions),
      ...versionRoutes(versions),
      ...templateRoutes({
        templates: workflowTemplates,
        n8n: createN8nImports({ ...deps, definitions }),
      }),
      ...graphOpsRoutes(createGraphEdits({ ...deps, edit, validate })),
      ...bindingRoutes(createBindings({ ...deps, edit })),
      ...portableRoutes(createPortable({ ...deps, checks, definitions })),
      ...expressionRoutes(createExpressions({ ...deps, findFacts, detail: executions.detail })),
      ...executions.routes,
    ],
  }
}

export type Workflows = ReturnType<typeof createWorkflows>
export type { McpServers } from './engine/agents/mcp-servers.ts'
export type { FlowResponse as EndedResponse } from './graph/record.ts'
export type { WaitedFor } from './service/executions/triggered.ts'

export const workflowsArea = {
  manifest: workflowsManifest,
  key: 'workflows',
  create: createWorkflows,
} as const
