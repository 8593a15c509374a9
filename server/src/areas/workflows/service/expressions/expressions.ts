import type { Compute } from '../../../../kernel/compute/compute.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  CheckExpressionBody,
  CompleteExpressionBody,
  ExpressionCheck,
  ExpressionCompletions,
} from '../../schema/expression.ts'
import type { Graph } from '../../schema/graph.ts'
import { getDefinition, getWorkflow } from '../access.ts'
import { emptyGraph, withIds } from '../definitions/new-graph.ts'
import type { Detail } from '../executions/detail.ts'
import { referencesOf } from '../validation/definition-walk.ts'
import { isSmall } from '../validation/expressions/graph-jobs.ts'
import type { FactFinder } from '../validation/facts.ts'
import { toolSchemas } from '../validation/validate.ts'
import { checkJob, completeJob } from './expression-jobs.ts'
import {
  completeExpression,
  type ExpressionLocation,
  type ExpressionRequest,
  inspectExpression,
} from './inspect.ts'
import { createPreview } from './preview.ts'

export type ExpressionDeps = { db: Db; compute: Compute; findFacts: FactFinder; detail: Pick<Detail, 'read'> }

// A longer one is worked on in a thread, as is one of a large graph.
const mostCharacters = 2_048

/** For editors: what an expression is, what is wrong with it, and the completions at the cursor. */
export function createExpressions({ db, compute, findFacts, detail }: ExpressionDeps) {
  const preview = createPreview(detail)

  async function graphOf(scope: Scope, id: string, draft: Graph | undefined): Promise<Graph> {
    const workflow = await getWorkflow(db, scope, id)
    if (draft) return withIds(draft)
    return (await getDefinition(db, scope, workflow, workflow.version)).graph ?? emptyGraph
  }

  async function requestOf(
    scope: Scope,
    id: string,
    { nodeId, text, kind, onEdge, graph: draft }: ExpressionLocation & { graph?: Graph | undefined },
  ): Promise<ExpressionRequest> {
    const graph = await graphOf(scope, id, draft)
    if (!graph.nodes.some((node) => node.id === nodeId)) throw unknownNode(nodeId)
    const definition = { graph, agent: null }
    const facts = await findFacts(scope, referencesOf(definition), definition)
    return {
      graph,
      tools: toolSchemas(facts),
      callees: facts.callees,
      location: { nodeId, text, kind, onEdge },
    }
  }

  const isLight = (request: ExpressionRequest) =>
    request.location.text.length <= mostCharacters && isSmall(request)

  return {
    async check(scope: Scope, id: string, body: CheckExpressionBody): Promise<ExpressionCheck> {
      const request = await requestOf(scope, id, body)
      const checked = isLight(request)
        ? inspectExpression(request)
        : await compute.run(checkJob, { request: JSON.stringify(request) }, scope)
      if (body.executionId === undefined) return checked
      const { graph, location } = request
      return {
        ...checked,
        ...(await preview(scope, { workflowId: id, graph, location, executionId: body.executionId })),
      }
    },
    async complete(scope: Scope, id: string, body: CompleteExpressionBody): Promise<ExpressionCompletions> {
      const { offset } = body
      const request = await requestOf(scope, id, body)
      return isLight(request)
        ? completeExpression(request, offset)
        : compute.run(completeJob, { request: JSON.stringify(request), offset }, scope)
    },
  }
}

export type Expressions = ReturnType<typeof createExpressions>

const unknownNode = (id: string) =>
  new AppError('invalid_parameter', `There is no node "${id}" in the graph`, {
    details: [{ in: 'body', path: '/nodeId', rule: 'node', message: 'is not a node of the graph' }],
  })
