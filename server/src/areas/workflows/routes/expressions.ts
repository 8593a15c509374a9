import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  CheckExpressionBody,
  CompleteExpressionBody,
  ExpressionCheck,
  ExpressionCompletions,
} from '../schema/expression.ts'
import type { Expressions } from '../service/expressions/expressions.ts'
import { area, base, definitionBytes } from './definitions.ts'
import { exampleParams } from './examples.ts'

const shared = {
  area,
  access: 'end-user',
  permission: 'workflow:read',
  isRead: true,
  params: IdParams,
  bodyLimitBytes: definitionBytes,
} as const

export const expressionRoutes = (expressions: Expressions) => [
  endpoint({
    ...shared,
    method: 'POST',
    path: `${base}/{id}/expressions/check`,
    summary: 'Check an expression of a workflow',
    description:
      'Its type and problems at a node, from the schemas of the input and of the tools before it; with `executionId` also its value on the data of that execution (of the first iteration in a loop).',
    body: CheckExpressionBody,
    response: data(ExpressionCheck),
    message: 'Expression',
    errors: ['workflow_not_found', 'execution_not_found'],
    example: {
      params: exampleParams,
      body: { nodeId: 'end', text: '{{ 1 + 1 }}' },
      response: { type: 'number', schema: { type: 'number' }, problems: [] },
    },
    handle: ({ scope, params: { id }, body }) => expressions.check(scope, id, body),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${base}/{id}/expressions/complete`,
    summary: 'Complete an expression of a workflow',
    description: 'Completions at the cursor: variables, nodes, fields, methods and functions.',
    body: CompleteExpressionBody,
    response: data(ExpressionCompletions),
    message: 'Completions',
    errors: ['workflow_not_found'],
    example: {
      params: exampleParams,
      body: { nodeId: 'end', text: '{{ inp }}', offset: 6 },
      response: {
        replace: { from: 3, to: 6 },
        items: [{ label: 'input', kind: 'variable', detail: 'unknown', insert: 'input' }],
      },
    },
    handle: ({ scope, params: { id }, body }) => expressions.complete(scope, id, body),
  }),
]
