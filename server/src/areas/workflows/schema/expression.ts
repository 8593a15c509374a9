import { z } from 'zod'
import { openObject, Uuid } from '../../../kernel/http/shapes.ts'
import { Graph, NodeId } from './graph.ts'
import { Problem } from './problem.ts'

const location = {
  nodeId: NodeId.describe('The node that the expression belongs to.'),
  text: z.string().max(256 * 1024),
  kind: z
    .enum(['template', 'condition'])
    .default('template')
    .describe('`template`: text with `{{ }}`. `condition`: a bare expression.'),
  onEdge: z
    .boolean()
    .default(false)
    .describe('The condition of an edge that leaves the node: it sees its output.'),
  graph: Graph.optional().describe('Instead of the newest version; nothing is saved.'),
}

export const CheckExpressionBody = z.strictObject({
  ...location,
  executionId: Uuid.optional().describe('Also evaluate it on the data of this execution.'),
})
export type CheckExpressionBody = z.output<typeof CheckExpressionBody>

export const CompleteExpressionBody = z.strictObject({
  ...location,
  offset: z.int().min(0).describe('Where the cursor is, in UTF-16 code units.'),
})
export type CompleteExpressionBody = z.output<typeof CompleteExpressionBody>

export const ExpressionCheck = z
  .object({
    type: z.string().describe('What the result is, such as `array of object`.'),
    schema: openObject().describe('The same as a JSON Schema.'),
    problems: z.array(Problem),
    value: z.unknown().optional().describe('The result on the data of the execution.'),
    valueError: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('Why it could not be evaluated on that data.'),
  })
  .meta({ id: 'ExpressionCheck' })
export type ExpressionCheck = z.output<typeof ExpressionCheck>

export const ExpressionCompletions = z
  .object({
    replace: z.object({ from: z.number(), to: z.number() }),
    items: z.array(
      z.object({
        label: z.string(),
        kind: z.enum(['variable', 'field', 'method', 'function']),
        detail: z.string(),
        documentation: z.string().optional(),
        insert: z.string().describe('What to put in place of `replace`.'),
      }),
    ),
  })
  .meta({ id: 'ExpressionCompletions' })
export type ExpressionCompletions = z.output<typeof ExpressionCompletions>
