import { checkCondition, checkTemplate, complete } from '../../../../kernel/expressions/index.ts'
import { readStructure } from '../../graph/structure.ts'
import type { CheckExpressionBody, ExpressionCheck, ExpressionCompletions } from '../../schema/expression.ts'
import { checkSite, type GraphCheck } from '../validation/expressions/check-graph.ts'
import type { Site } from '../validation/expressions/sites.ts'
import { createTypes } from '../validation/expressions/types.ts'

export type ExpressionLocation = Pick<CheckExpressionBody, 'nodeId' | 'text' | 'kind' | 'onEdge'>

export type ExpressionRequest = GraphCheck & { location: ExpressionLocation }

function typesAt({ graph, tools, callees, location: { nodeId, text, kind, onEdge } }: ExpressionRequest) {
  const { structure } = readStructure(graph)
  const types = createTypes(graph, structure, { tools, callees })
  const site: Site = {
    nodeId,
    path: `/graph/nodes/${graph.nodes.findIndex((node) => node.id === nodeId)}`,
    kind,
    value: text,
    isPerItem: true,
    ...(onEdge ? { sees: 'itself' } : {}),
  }
  return { site, types, structure }
}

export function inspectExpression(request: ExpressionRequest): ExpressionCheck {
  const { text, kind } = request.location
  const { site, types, structure } = typesAt(request)
  const check = kind === 'condition' ? checkCondition : checkTemplate
  const { type, schema } = check(text, { roots: types.rootsAt(site) })
  return { type, schema, problems: checkSite(site, types, structure.nodes, new Map()) }
}

export function completeExpression(request: ExpressionRequest, offset: number): ExpressionCompletions {
  const { text, kind } = request.location
  const { site, types } = typesAt(request)
  const isTemplate = kind === 'template' || /^\s*\{\{/.test(text)
  return complete(text, Math.min(offset, text.length), { roots: types.rootsAt(site), isTemplate })
}
