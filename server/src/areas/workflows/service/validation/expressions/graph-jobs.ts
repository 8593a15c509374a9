import type { Compute } from '../../../../../kernel/compute/compute.ts'
import { isOverrun } from '../../../../../kernel/compute/compute.ts'
import { defineJob } from '../../../../../kernel/compute/job.ts'
import type { Graph } from '../../../schema/graph.ts'
import type { Problem } from '../../../schema/problem.ts'
import { checkGraph, type GraphCheck } from './check-graph.ts'
import { sitesOf } from './sites.ts'

const job = defineJob<{ check: string }, Problem[]>(new URL(import.meta.url), 'checkGraphText', {
  budgetMs: 3_000,
})

export const checkGraphText = ({ check }: { check: string }): Problem[] =>
  checkGraph(JSON.parse(check) as GraphCheck)

// Ten milliseconds of the processor at most, also for the first graph after a start.
const mostSites = 30
const mostCharacters = 4 * 1024

/** Small graphs synchronously, others in a thread with a budget. */
export async function checkGraphBounded(
  check: GraphCheck,
  compute: Compute,
  projectId: string,
): Promise<Problem[]> {
  if (isSmall(check)) return checkGraph(check)
  try {
    return await compute.run(job, { check: JSON.stringify(check) }, { projectId })
  } catch (error) {
    if (isOverrun(error)) return [tooCostly]
    throw error
  }
}

export const isSmall = ({ graph, callees = {} }: Pick<GraphCheck, 'graph' | 'callees'>): boolean =>
  [graph, ...Object.values(callees).flatMap((each) => ('graph' in each ? [each.graph] : []))].every(
    isSmallGraph,
  )

function isSmallGraph(graph: Graph): boolean {
  const sites = sitesOf(graph)
  if (sites.length > mostSites || graph.edges.length > mostSites) return false
  let characters = 0
  for (const { value } of sites) {
    characters += typeof value === 'string' ? value.length : JSON.stringify(value)!.length
    if (characters > mostCharacters) return false
  }
  return true
}

const tooCostly: Problem = {
  severity: 'error',
  code: 'graph_too_costly',
  message: 'The expressions of the graph take too long to check.',
  fix: 'Write shorter expressions, or split the graph into subflows.',
  nodeId: null,
  path: '/graph',
}
