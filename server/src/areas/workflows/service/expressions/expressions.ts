import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { checkCondition, checkTemplate, complete } from '../../../../kernel/expressions/index.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { readStructure } from '../../graph/structure.ts'
import type {
  CheckExpressionBody,
  CompleteExpressionBody,
  ExpressionCheck,
  ExpressionCompletions,
} from '../../schema/expression.ts'
import type { Graph } from '../../schema/graph.ts'
import { getDefinition, getWorkflow } from '../access.ts'
import { emptyGraph, withIds } from '../definitions/new-graph.ts'
import { referencesOf } from '../validation/definition-walk.ts'
import { checkSite } from '../validation/expressions/check-graph.ts'
import type { Site } from '../validation/expressions/sites.ts'
import { createTypes } from '../validation/expressions/types.ts'
import type { FactFinder } from '../validation/facts.ts'
import { toolSchemas } from '../validation/validate.ts'

export type ExpressionDeps = { db: Db; findFacts: FactFinder }

type Place = Pick<CheckExpressionBody, 'nodeId' | 'text' | 'kind' | 'onEdge' | 'graph'>

/** For editors: what an expression is, what is wrong with it, and the completions at the cursor. */
export function createExpressions({ db, findFacts }: ExpressionDeps) {
  async function graphOf(scope: Scope, id: string, given: Graph | undefined): Promise<Graph> {
    const workflow = await getWorkflow(db, scope, id)
    if (given) return withIds(given)
    return (await getDefinition(db, scope, workflow, workflow.version)).graph ?? emptyGraph
  }

  async function typesAt(scope: Scope, id: string, { nodeId, text, kind, onEdge, graph: given }: Place) {
    const graph = await graphOf(scope, id, given)
    const index = graph.nodes.findIndex((node) => node.id === nodeId)
    if (index < 0) throw unknownNode(nodeId)
    const definition = { graph, agent: null }
    const { structure } = readStructure(graph)
    const types = createTypes(
      graph,
      structure,
      toolSchemas(await findFacts(scope, referencesOf(definition), definition)),
    )
    const site: Site = {
      nodeId,
      path: `/graph/nodes/${index}`,
      kind,
      value: text,
      isPerItem: true,
      ...(onEdge ? { sees: 'itself' } : {}),
    }
    return { site, types, structure }
  }

  return {
    async check(scope: Scope, id: string, body: CheckExpressionBody): Promise<ExpressionCheck> {
      const { site, types, structure } = await typesAt(scope, id, body)
      const roots = types.rootsAt(site)
      const { type, schema } = (body.kind === 'condition' ? checkCondition : checkTemplate)(body.text, {
        roots,
      })
      return { type, schema, problems: checkSite(site, types, structure.nodes, new Map()) }
    },
    async complete(scope: Scope, id: string, body: CompleteExpressionBody): Promise<ExpressionCompletions> {
      const { site, types } = await typesAt(scope, id, body)
      const isTemplate = body.kind === 'template' || /^\s*\{\{/.test(body.text)
      return complete(body.text, Math.min(body.offset, body.text.length), {
        roots: types.rootsAt(site),
        isTemplate,
      })
    },
  }
}

export type Expressions = ReturnType<typeof createExpressions>

const unknownNode = (id: string) =>
  new AppError('invalid_parameter', `There is no node "${id}" in the graph`, {
    details: [{ in: 'body', path: '/nodeId', rule: 'node', message: 'is not a node of the graph' }],
  })
