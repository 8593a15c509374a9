import { compileCondition, compileTemplate, ExpressionError } from '../../../../kernel/expressions/index.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { hideSecrets } from '../../../../kernel/secrets/mask-named.ts'
import { compileGraph } from '../../graph/compile.ts'
import { stepNameOf } from '../../graph/record.ts'
import type { ExpressionCheck } from '../../schema/expression.ts'
import type { Graph, Node } from '../../schema/graph.ts'
import type { Detail } from '../executions/detail.ts'
import { recordedRoots } from '../executions/recorded-flow.ts'
import { executionNotFound } from '../executions/refusals.ts'
import { recordingOf } from '../executions/steps.ts'
import type { ExpressionLocation } from './inspect.ts'

type PreviewRequest = { workflowId: string; graph: Graph; location: ExpressionLocation; executionId: string }

/** What an expression gives on the data of an execution, also of an older version. */
export function createPreview(detail: Pick<Detail, 'read'>) {
  return async (
    scope: Scope,
    { workflowId, graph, location, executionId }: PreviewRequest,
  ): Promise<Pick<ExpressionCheck, 'value' | 'valueError'>> => {
    const { row, steps, values, secrets } = await detail.read(scope, executionId)
    if (row.workflowId !== workflowId) throw executionNotFound()
    const { graph: reduced, nodeId } = reducedTo(graph, location)
    const { compiled } = compileGraph(reduced)
    const flow = {
      compiled,
      values,
      prefix: '',
      startedAt: Date.parse(row.createdAt),
      recording: recordingOf(steps),
    }
    const depth =
      compiled.structure.loopsAround(nodeId).length + (compiled.nodes.get(nodeId)?.forEach ? 1 : 0)
    try {
      const seen = recordedRoots(flow, stepNameOf('', nodeId, Array<string>(depth).fill('0')))
      if (!seen) return {}
      const expression =
        location.kind === 'condition' ? compileCondition(location.text) : compileTemplate(location.text)
      return { value: hideSecrets(expression.evaluate(seen), secrets) }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      return { valueError: { code: error.code, message: error.message } }
    }
  }
}

/**
 * The graph as far as it decides what the expression sees: which nodes come before it, and the lists of loops. The rest
 * need not be compiled. An edge is seen from behind its node.
 */
function reducedTo(graph: Graph, { nodeId, onEdge }: ExpressionLocation): { graph: Graph; nodeId: string } {
  const nodes = graph.nodes.map((node): Node => {
    const { id, parent } = node
    const base = { id, ...(parent === undefined ? {} : { parent }) }
    if (node.type === 'loop') {
      const { over, while: condition, max } = node
      return {
        ...base,
        type: 'loop',
        max,
        ...(over !== undefined && { over }),
        ...(condition !== undefined && { while: condition }),
      }
    }
    const forEach = id === nodeId && !onEdge && 'forEach' in node ? node.forEach : undefined
    return { ...base, type: 'set', values: {}, ...(forEach === undefined ? {} : { forEach }) }
  })
  const edges = graph.edges.map(({ from, to }) => ({ from, to }))
  if (!onEdge) return { graph: { nodes, edges }, nodeId }
  const { parent } = graph.nodes.find(({ id }) => id === nodeId)!
  // No id of a node has a space.
  const behind: Node = {
    id: 'behind it',
    type: 'set',
    values: {},
    ...(parent === undefined ? {} : { parent }),
  }
  return {
    graph: { nodes: [...nodes, behind], edges: [...edges, { from: nodeId, to: behind.id }] },
    nodeId: behind.id,
  }
}
