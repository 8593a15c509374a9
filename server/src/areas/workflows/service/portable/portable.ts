import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Agent } from '../../schema/agent.ts'
import type { Graph, Node } from '../../schema/graph.ts'
import { type ImportBody, type PortableWorkflow, portableFormat } from '../../schema/portable.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type { Definition, UsedTool, WorkflowRow, WorkflowView } from '../../schema/workflow.ts'
import { findUsable } from '../../store/use.ts'
import { getDefinition, getWorkflow } from '../access.ts'
import { noneKnown, storedAgent } from '../definitions/agent-servers.ts'
import { refuseUnusablePatterns } from '../definitions/check-patterns.ts'
import type { Definitions } from '../definitions/definitions.ts'
import { withIds } from '../definitions/new-graph.ts'
import { referencesOf } from '../validation/definition-walk.ts'
import { stripAgent, stripGraph } from './strip.ts'

export type PortableDeps = {
  db: Db
  clock: Clock
  checks: SchemaChecks
  definitions: Pick<Definitions, 'add' | 'newRow'>
}

/** Copies of workflows: within a project, and to others as a file without secrets. */
export function createPortable({ db, clock, checks, definitions }: PortableDeps) {
  async function workflowsIn(scope: Scope, definition: Definition): Promise<PortableWorkflow['workflows']> {
    const { subflows, agents } = referencesOf(definition)
    const named = Map.groupBy([...subflows, ...agents], ({ name }) => name)
    const known = await findUsable(db, scope, [...named.keys()])
    return [...named].map(([id, references]) => {
      const found = known.get(id)
      return { id, ...(found ? { name: found.name } : {}), paths: references.map(({ path }) => path) }
    })
  }

  return {
    /** Belongs to the acting user, whosever the original is; starts as a draft of version 1. */
    async duplicate(scope: Scope, id: string, name: string | undefined): Promise<WorkflowView> {
      const workflow = await getWorkflow(db, scope, id)
      const definition = await getDefinition(db, scope, workflow, workflow.version)
      const row = definitions.newRow(scope, workflow.type, name ?? `${workflow.name} (copy)`.slice(0, 200))
      const { graph, agent } = definition
      const isOwn = workflow.userId === row.userId
      const copy = {
        graph: graph && !isOwn ? (await stripGraph(graph)).graph : graph,
        agent: agent && (isOwn ? agent : stripAgent(agent).agent),
      }
      const origin = { clonedFromId: workflow.id, clonedFromVersion: workflow.version }
      const { description, provenance } = workflow
      const triggers = withoutIds(workflow)
      return definitions.add(
        scope,
        { ...row, ...origin, description, isPublic: false, triggers, provenance },
        copy,
        '',
      )
    },
    async export(scope: Scope, id: string): Promise<PortableWorkflow> {
      const workflow = await getWorkflow(db, scope, id)
      const { graph, agent } = await getDefinition(db, scope, workflow, workflow.version)
      const ofGraph = graph && (await stripGraph(graph))
      const ofAgent = agent && stripAgent(agent)
      return {
        format: portableFormat,
        name: workflow.name,
        description: workflow.description,
        workflowType: workflow.type,
        graph: ofGraph?.graph ?? null,
        agent: ofAgent?.agent ?? null,
        triggers: withoutIds(workflow),
        connections: slotsOf(workflow, graph),
        workflows: await workflowsIn(scope, { graph, agent }),
        stripped: [...(ofGraph?.stripped ?? []), ...(ofAgent?.stripped ?? [])],
        version: versionLabel(workflow.version),
        exportedAt: clock.now().toISOString(),
      }
    },
    async import(
      scope: Scope,
      { workflow: file, name, workflowIds = {} }: ImportBody,
    ): Promise<WorkflowView> {
      const row = definitions.newRow(scope, file.workflowType, name ?? file.name)
      await refuseUnusablePatterns(checks, scope, file.agent, '/workflow/agent')
      const mapped = (id: string) => (Object.hasOwn(workflowIds, id) ? workflowIds[id]! : id)
      const definition = {
        graph: file.graph ? withIds(withWorkflows(file.graph, mapped)) : null,
        agent: file.agent ? storedAgent(withMapped(file.agent, mapped), null, noneKnown) : null,
      }
      const rest = { description: file.description, isPublic: false, triggers: [], provenance: null }
      return definitions.add(scope, { ...row, ...rest }, definition, 'Imported')
    },
  }
}

export type Portable = ReturnType<typeof createPortable>

const withMapped = <T extends Pick<Agent, 'subAgentIds' | 'workflowIds'>>(
  agent: T,
  mapped: (id: string) => string,
): T => ({
  ...agent,
  ...(agent.subAgentIds ? { subAgentIds: agent.subAgentIds.map(mapped) } : {}),
  ...(agent.workflowIds ? { workflowIds: agent.workflowIds.map(mapped) } : {}),
})

function withWorkflows(graph: Graph, mapped: (id: string) => string): Graph {
  const nodes = graph.nodes.map((node): Node => {
    if (node.type === 'subflow') return { ...node, workflowId: mapped(node.workflowId) }
    if (node.type === 'llm_agent' && node.agentId) return { ...node, agentId: mapped(node.agentId) }
    return node
  })
  return { ...graph, nodes }
}

/** Toolkits for which the user of the copy must connect an account. */
function slotsOf({ tools }: WorkflowRow, graph: Graph | null): PortableWorkflow['connections'] {
  const needed = tools.filter(({ needsAccount }) => needsAccount)
  const nodeIds = (slugs: ReadonlySet<string>) =>
    (graph?.nodes ?? []).flatMap((node) =>
      node.type === 'action' && slugs.has(node.toolSlug) ? [node.id] : [],
    )
  return [...Map.groupBy(needed, ({ toolkitSlug }: UsedTool) => toolkitSlug)].map(([toolkitSlug, of]) => ({
    toolkitSlug,
    toolkitName: of[0]!.toolkitName,
    toolSlugs: of.map(({ slug }) => slug),
    nodeIds: nodeIds(new Set(of.map(({ slug }) => slug))),
  }))
}

/** A trigger starts the workflow that it was created for, and no copy of it. */
const withoutIds = ({ triggers }: Pick<WorkflowRow, 'triggers'>) =>
  triggers.map(({ triggerId: _, ...trigger }) => trigger)
