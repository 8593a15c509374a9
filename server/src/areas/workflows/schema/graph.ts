import { z } from 'zod'
import { openObject, Uuid } from '../../../kernel/http/shapes.ts'
import { NodeAgentInput } from './agent.ts'
import { ResponseSettings } from './response-settings.ts'

export const graphLimits = { nodes: 200, edges: 1_000, bytes: 2 * 1024 * 1024, iterations: 1_000 } as const

/** Ids are names in expressions (`nodes.find_order.output`) and parts of step names; `__` is left to JavaScript. */
export const NodeId = z
  .string()
  .regex(/^(?!__)[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ and -, and not begin with __')

/** Its own id may be left out, or empty: it is then made from the type. */
const OwnId = z
  .string()
  .regex(/^(?!__)[A-Za-z0-9_-]{0,64}$/, 'must be up to 64 letters, digits, _ and -, and not begin with __')

const Template = z.string().max(256 * 1024)
const Condition = z.string().min(1).max(4_096).describe('An expression; only its truth counts.')
/** JSON whose leaves may be templates. */
const Mapping = openObject().describe('JSON with `{{ expressions }}` in its texts.')
const JsonSchemaObject = openObject().describe('A JSON Schema.')

const Retry = z
  .strictObject({
    max: z.int().min(0).max(10),
    backoff: z.int().min(0).max(3_600_000).default(1_000).describe('Milliseconds before the first retry.'),
    factor: z.number().min(1).max(10).default(2),
    maxBackoff: z.int().min(0).max(86_400_000).default(60_000),
  })
  .describe('Retries after the first attempt, with growing pauses.')

const common = {
  id: OwnId.default('').describe('Unique in the graph; made from the type without it.'),
  name: z.string().max(200).optional().describe('The label on the canvas.'),
  description: z.string().max(2_000).optional(),
  position: z.strictObject({ x: z.number(), y: z.number() }).optional(),
  parent: NodeId.optional().describe('The loop whose body the node belongs to.'),
}

/** What every node that does something can have. */
const options = {
  ...common,
  runIf: Condition.optional().describe('The node is skipped unless this is true.'),
  forEach: Template.optional().describe(
    'A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs.',
  ),
  concurrency: z.int().min(1).max(10).optional().describe('How many items of `forEach` run in parallel.'),
  retry: Retry.optional(),
  timeoutSec: z.number().min(0.1).max(86_400).optional(),
  onError: z
    .enum(['stop', 'continue', 'route'])
    .optional()
    .describe('`continue` continues with output null; `route` follows the edges with `onError`.'),
}

export const onUncertainChoices = ['ask', 'again', 'fail'] as const
const onUncertain = z
  .enum(onUncertainChoices)
  .optional()
  .describe(
    'After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail.',
  )

const StartNode = z.strictObject({ ...common, type: z.literal('start') })
const EndNode = z.strictObject({
  ...common,
  type: z.literal('end'),
  output: z.unknown().optional().describe('The result; without it, the output of the nodes before it.'),
  response: ResponseSettings.optional(),
})
const ActionNode = z.strictObject({
  ...options,
  type: z.literal('action'),
  toolSlug: z.string().min(1).max(100),
  toolVersion: z.string().max(50).optional(),
  inputMapping: Mapping.default({}),
  connectedAccountId: z.string().max(100).optional().describe('Instead of the bound account of the toolkit.'),
  onUncertain,
})
const HttpNode = z.strictObject({
  ...options,
  type: z.literal('http'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  url: Template,
  query: Mapping.optional(),
  headers: Mapping.optional(),
  body: z.unknown().optional(),
  contentType: z
    .enum(['json', 'form', 'text'])
    .optional()
    .describe('How the body is written: JSON without it.'),
  onUncertain,
})
const CodeNode = z.strictObject({
  ...options,
  type: z.literal('code'),
  code: z.string().max(256 * 1024),
  language: z.enum(['javascript', 'python']).default('javascript'),
  inputMapping: Mapping.optional().describe(
    'What the script gets as `state`; without it, `input` and `nodes`.',
  ),
})
const LlmNode = z.strictObject({
  ...options,
  type: z.literal('llm'),
  model: z.string().max(200).optional(),
  system: Template.optional(),
  prompt: Template,
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().min(1).max(1_000_000).optional(),
  outputSchema: JsonSchemaObject.optional().describe('With it, the output is JSON of this shape.'),
})
const LlmAgentNode = z.strictObject({
  ...options,
  type: z.literal('llm_agent'),
  agent: NodeAgentInput.optional(),
  agentId: Uuid.optional().describe('An agent of the project, instead of `agent`.'),
  inputMapping: Mapping.optional(),
  outputSchema: JsonSchemaObject.optional(),
})
const HumanWaitNode = z.strictObject({
  ...common,
  type: z.literal('human_wait'),
  runIf: options.runIf,
  onError: options.onError,
  humanMessage: Template.default(''),
  assignee: z.string().max(200).optional(),
  decidedBy: z
    .enum(['end_user', 'operator', 'both'])
    .default('operator')
    .describe(
      'Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`.',
    ),
  inputSchema: JsonSchemaObject.optional().describe('The form that the person fills in.'),
  timeoutSec: z
    .number()
    .min(1)
    .max(90 * 86_400)
    .optional(),
  onTimeout: z.enum(['approve', 'reject', 'fail']).default('fail'),
})
const BranchNode = z.strictObject({ ...common, type: z.literal('branch') })
const ParallelNode = z.strictObject({ ...common, type: z.literal('parallel') })
const JoinNode = z.strictObject({
  ...common,
  type: z.literal('join'),
  mode: z
    .union([z.enum(['all', 'any']), z.int().min(1).max(graphLimits.nodes)])
    .default('all')
    .describe('How many of the incoming branches must have ended; the others are then cancelled.'),
})
const LoopNode = z.strictObject({
  ...options,
  type: z.literal('loop'),
  over: Template.optional().describe('A list; the body runs once for each item, with `item` and `index`.'),
  while: Condition.optional().describe('The body runs while this is true, with `index` and `previous`.'),
  max: z.int().min(1).max(graphLimits.iterations).default(graphLimits.iterations),
  output: z
    .unknown()
    .optional()
    .describe('The output of an iteration; without it, that of the last nodes of the body.'),
})
const WaitNode = z.strictObject({
  ...common,
  type: z.literal('wait'),
  runIf: options.runIf,
  onError: options.onError,
  seconds: z
    .union([
      z
        .number()
        .min(0)
        .max(90 * 86_400),
      Template,
    ])
    .optional(),
  until: Template.optional().describe('A date, or an expression that gives one.'),
  event: z.string().min(1).max(200).optional().describe('Resumes when this event is sent to the execution.'),
  timeoutSec: z
    .number()
    .min(1)
    .max(90 * 86_400)
    .optional()
    .describe('For `event`; afterwards the output is null.'),
})
const SubflowNode = z.strictObject({
  ...options,
  type: z.literal('subflow'),
  workflowId: Uuid,
  workflowVersion: z.int().min(1).optional().describe('A fixed version instead of the active one.'),
  inputMapping: Mapping.default({}),
})
const SetNode = z.strictObject({
  ...options,
  type: z.literal('set'),
  base: Template.optional().describe('An expression that gives an object; `values` are added to its fields.'),
  values: Mapping.default({}),
})
const PlaceholderNode = z.strictObject({
  ...common,
  type: z.literal('placeholder'),
  source: z.string().max(200).describe('What it was in the system that the graph was imported from.'),
  note: z.string().max(2_000).default('').describe('What has to be done by hand.'),
  original: openObject().optional(),
})

export const Node = z.discriminatedUnion('type', [
  StartNode,
  EndNode,
  ActionNode,
  HttpNode,
  CodeNode,
  LlmNode,
  LlmAgentNode,
  HumanWaitNode,
  BranchNode,
  ParallelNode,
  JoinNode,
  LoopNode,
  WaitNode,
  SubflowNode,
  SetNode,
  PlaceholderNode,
])
export type Node = z.output<typeof Node>
export type NodeInput = z.input<typeof Node> & { id: string }
export type NodeType = Node['type']
export type NodeOf<T extends NodeType> = Extract<Node, { type: T }>

export const Edge = z.strictObject({
  id: z.string().min(1).max(140).optional(),
  from: NodeId,
  to: NodeId,
  condition: Condition.optional().describe(
    'The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition.',
  ),
  onError: z.boolean().optional().describe('Taken when the node failed, with its option `onError: route`.'),
  label: z.string().max(200).optional(),
})
export type Edge = z.output<typeof Edge>

export const Graph = z.strictObject({
  nodes: z.array(Node).max(graphLimits.nodes),
  edges: z.array(Edge).max(graphLimits.edges).default([]),
  inputSchema: JsonSchemaObject.optional(),
  outputSchema: JsonSchemaObject.optional(),
  timeoutSec: z.int().min(1).max(86_400).optional().describe('Of a whole execution; 24 hours without it.'),
})
export type Graph = z.output<typeof Graph>
export type GraphInput = Omit<z.input<typeof Graph>, 'nodes'> & { nodes: NodeInput[] }
