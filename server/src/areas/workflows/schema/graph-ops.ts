import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'
import { Edge, Graph, graphLimits, Node, NodeId } from './graph.ts'
import { Problem } from './problem.ts'
import { Amend } from './version.ts'

const EdgeName = z.string().min(1).max(140).describe('The id of the edge, or `from->to` where it has none.')

export const GraphOp = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('addNode'), node: Node, index: z.int().min(0).optional() }),
  z.strictObject({
    op: z.literal('updateNode'),
    id: NodeId,
    set: openObject().default({}).describe('Fields that are replaced, each as a whole.'),
    unset: z.array(z.string().max(100)).max(50).default([]).describe('Fields that are removed.'),
  }),
  z
    .strictObject({ op: z.literal('removeNode'), id: NodeId })
    .describe('With its edges, and the nodes of its body.'),
  z
    .strictObject({ op: z.literal('renameNode'), id: NodeId, to: NodeId })
    .describe('Also in edges and in the expressions that name it.'),
  z.strictObject({ op: z.literal('addEdge'), edge: Edge, index: z.int().min(0).optional() }),
  z.strictObject({
    op: z.literal('updateEdge'),
    edge: EdgeName,
    set: openObject().default({}),
    unset: z.array(z.string().max(100)).max(50).default([]),
  }),
  z.strictObject({ op: z.literal('removeEdge'), edge: EdgeName }),
  z
    .strictObject({
      op: z.literal('setGraph'),
      set: openObject().default({}),
      unset: z.array(z.string().max(100)).max(50).default([]),
    })
    .describe('`inputSchema`, `outputSchema` and `timeoutSec`.'),
])
export type GraphOp = z.output<typeof GraphOp>

export const GraphOpsBody = z.strictObject({
  ops: z
    .array(GraphOp)
    .min(1)
    .max(graphLimits.nodes + graphLimits.edges),
  ifVersion: z
    .int()
    .min(1)
    .optional()
    .describe('The version that the operations are meant for; 409 when there is a newer one.'),
  note: z.string().max(500).default(''),
  amend: Amend.optional(),
})
export type GraphOpsBody = z.output<typeof GraphOpsBody>

export const GraphOpsResult = z
  .object({
    version: z.string(),
    versionNumber: z.number(),
    revision: z.number(),
    lifecycle: z.enum(['draft', 'ready']),
    graph: Graph,
    inverse: z.array(openObject()).describe('Operations that undo these, in their order.'),
    problems: z.array(Problem),
  })
  .meta({ id: 'WorkflowGraphEdit' })
export type GraphOpsResult = z.output<typeof GraphOpsResult>

export const ValidateBody = z.strictObject({
  graph: Graph.optional().describe('Instead of the newest version; nothing is saved.'),
})

export const ValidationResult = z
  .object({
    valid: z.boolean().describe('There are no errors; there may be warnings.'),
    version: z.string().nullable().describe('Null for a graph that is not saved.'),
    errorCount: z.number(),
    warningCount: z.number(),
    problems: z.array(Problem),
  })
  .meta({ id: 'WorkflowValidation' })
export type ValidationResult = z.output<typeof ValidationResult>
