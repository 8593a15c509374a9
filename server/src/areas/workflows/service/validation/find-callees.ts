import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { Graph } from '../../schema/graph.ts'
import type { Definition } from '../../schema/workflow.ts'
import { findDefinition, findExecutableVersion } from '../../store/definition.ts'
import { maxSubflowDepth } from './check-cycles.ts'
import { type Reference, referencesOf } from './definition-walk.ts'
import { type Callee, type Callees, calleeKeyOf } from './expressions/outside.ts'

// A graph that calls more has outputs of unknown types; it is valid all the same.
const mostCallees = 20
const mostBytes = 512 * 1024

type Call = { id: string; version?: number | undefined; isAgent: boolean }

const callsOf = ({ nodes }: Graph): Call[] =>
  nodes.flatMap((node): Call[] => {
    if (node.type === 'subflow')
      return [{ id: node.workflowId, version: node.workflowVersion, isAgent: false }]
    return node.type === 'llm_agent' && node.agentId ? [{ id: node.agentId, isAgent: true }] : []
  })

/** The workflows and agents that a graph executes, and those that these execute, in the versions that would run now. */
export async function findCallees(db: Queryable, scope: Scope, graph: Graph): Promise<Callees> {
  const found: Record<string, Callee> = {}
  let bytes = 0
  let level = callsOf(graph)
  for (let depth = 0; level.length > 0 && depth < maxSubflowDepth; depth++) {
    const next: Call[] = []
    for (const call of level) {
      const key = calleeKeyOf(call.id, call.version)
      if (found[key] || Object.keys(found).length >= mostCallees || bytes > mostBytes) continue
      const callee = await findCallee(db, scope, call)
      if (!callee) continue
      found[key] = callee
      bytes += JSON.stringify(callee).length
      if ('graph' in callee) next.push(...callsOf(callee.graph))
    }
    level = next
  }
  return bytes > mostBytes ? {} : found
}

async function findCallee(
  db: Queryable,
  scope: Scope,
  { id, version, isAgent }: Call,
): Promise<Callee | null> {
  const executable = await findExecutableVersion(db, scope, id, version)
  if (!executable?.version) return null
  const stored = await findDefinition(db, scope, id, executable.version)
  const { graph, agent } = (stored?.definition ?? {}) as Partial<Definition>
  if (isAgent) return agent ? { outputSchema: agent.outputSchema ?? null } : null
  const parsed = Graph.safeParse(graph)
  return parsed.success ? { graph: parsed.data } : null
}

export const toolsWithin = (callees: Callees): Reference[] =>
  Object.values(callees).flatMap((callee) =>
    'graph' in callee ? referencesOf({ graph: callee.graph, agent: null }).tools : [],
  )
