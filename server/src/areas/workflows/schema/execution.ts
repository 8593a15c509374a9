import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
  uuidParam,
} from '../../../kernel/http/shapes.ts'
import { StoppedBy, type TurnLimit, turnLimits } from '../../../kernel/limits/turn-limits.ts'
import type { StoppedPart } from '../../agents/index.ts'
import { VersionInput } from './version-number.ts'

export const endedStatuses = ['completed', 'failed', 'timeout', 'cancelled'] as const
export type EndedStatus = (typeof endedStatuses)[number]
export const executionStatuses = ['queued', 'running', 'paused', ...endedStatuses] as const
export type ExecutionStatus = (typeof executionStatuses)[number]
export const executionModes = ['test', 'production'] as const
export type ExecutionMode = (typeof executionModes)[number]

export const maxWaitMs = 60_000
export const maxInputBytes = 1024 * 1024

/** The limit that ended a turn; null where none did. */
export const limitOf = ({ finishReason }: { finishReason: string }): TurnLimit | null =>
  turnLimits.find((limit) => limit === finishReason) ?? null

export type ExecutionSummary = {
  completedNodes: string[]
  failedNodes: string[]
  errors: { nodeId: string; nodeType: string; error: string; step?: string }[]
  totalNodes: number
  /** Present for an agent. */
  stoppedBy?: TurnLimit
  /** Agents inside of it that a limit ended. */
  stoppedParts?: readonly StoppedPart[]
  /** Present for a graph that has an end. */
  isEndSkipped?: boolean
}

export const RequiredConnection = z
  .object({
    toolkitSlug: z.string(),
    authConfigId: z.uuid().nullable(),
    connectedAccountId: z.uuid().nullable(),
    state: z.string().nullable().describe('The status of the account; null where there is none.'),
    redirectUrl: z
      .string()
      .nullable()
      .describe('Where the end user connects it; null without an auth config.'),
    expiresAt: Timestamp.nullable(),
  })
  .partial()
  .describe('With `connection_required`: what the end user needs to connect the account.')

export type ExecutionError = {
  code: string
  message: string
  nodeId: string | null
  step: string | null
  connection?: z.output<typeof RequiredConnection>
}

const ThreadId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9._:@-]+$/, 'must consist of letters, digits and . _ : @ -')

const Metadata = openObject().refine(
  (value) => JSON.stringify(value).length <= 16_384,
  'must not be larger than 16 KiB',
)

export const ExecuteBody = z.strictObject({
  input: openObject().optional().describe('Checked against the `inputSchema` of the graph.'),
  mode: z
    .enum(executionModes)
    .default('production')
    .describe('`test` mocks tools, approves human waits and is not charged; it uses the newest version.'),
  wait: z
    .int()
    .min(0)
    .max(maxWaitMs)
    .optional()
    .describe('Milliseconds to wait for the result. The execution continues when they are over.'),
  version: VersionInput.optional(),
  threadId: ThreadId.optional().describe('Groups executions; a new one is created if omitted.'),
  allowWhenInactive: z
    .boolean()
    .default(false)
    .describe('Executes the newest version of a workflow that is not active.'),
  metadata: Metadata.optional(),
})
export type ExecuteBody = z.output<typeof ExecuteBody>

const Breakdown = z.object({
  ai_model: z.number(),
  tool: z.number(),
  sandbox: z.number(),
  browser: z.number(),
  workflow: z.number(),
  media: z.number(),
})
export type Breakdown = z.output<typeof Breakdown>

export const ExecutionUsage = z
  .object({ credits: z.number(), usdCost: z.number().nullable(), breakdown: Breakdown })
  .meta({ id: 'ExecutionUsage' })
export type ExecutionUsage = z.output<typeof ExecutionUsage>

const ErrorShape = z.object({
  code: z.string(),
  message: z.string(),
  nodeId: z.string().nullable(),
  step: z.string().nullable(),
  connection: RequiredConnection.optional(),
})

const StoppedPartView = z
  .object({
    step: z.string(),
    nodeId: z.string().nullable().describe('The node on the outermost level; null in executions of agents.'),
    workflowId: z.uuid().describe('The agent; for one that is written in a node, the workflow of the node.'),
    stoppedBy: StoppedBy,
  })
  .meta({ id: 'StoppedPart' })

/** Why an execution that did not fail has less than its work. */
export const endFields = {
  stoppedBy: StoppedBy.nullable().describe(
    'The limit of the agent that ended an execution with the status `completed` before its work was done.',
  ),
  stoppedParts: z
    .array(StoppedPartView)
    .describe(
      'Agents inside of the execution that a limit ended: those of nodes, of subflows and of tools. The first 20.',
    ),
  isEndSkipped: z
    .boolean()
    .describe('The execution completed, and all `end` nodes were skipped: it has no output.'),
}

export const StartedExecution = z
  .object({
    executionId: z.uuid(),
    threadId: z.string(),
    status: z.enum(executionStatuses),
    outputData: z.unknown().optional().describe('Present when the execution has completed.'),
    error: ErrorShape.nullable().optional(),
    usage: ExecutionUsage.nullable().optional().describe('Present when the execution has ended.'),
    ...z.object(endFields).partial().shape,
  })
  .meta({ id: 'StartedExecution' })
export type StartedExecution = z.output<typeof StartedExecution>

const Summary = z.object({
  completedNodes: z.array(z.string()),
  failedNodes: z.array(z.string()),
  errors: z.array(
    z.object({
      nodeId: z.string(),
      nodeType: z.string(),
      error: z.string(),
      step: z.string().optional(),
    }),
  ),
  totalNodes: z.number(),
})

export const Execution = z
  .object({
    id: z.uuid(),
    workflowId: z.uuid(),
    workflowName: z.string(),
    workflowType: z.enum(['agent', 'static']),
    version: z.string(),
    projectId: z.uuid(),
    eUID: z.uuid().describe('The end user who executes it.'),
    userId: z.uuid().describe('The same as `eUID`.'),
    isOwnExecution: z.boolean(),
    threadId: z.string(),
    assistantId: z.uuid().nullable(),
    triggerId: z.uuid().nullable(),
    retryOf: z.uuid().nullable().describe('The execution that this one retries.'),
    inputData: z.unknown().nullable(),
    outputData: z.unknown().nullable(),
    status: z.enum(executionStatuses),
    currentNodeId: z.string().nullable(),
    resumesAt: Timestamp.nullable().describe('When a wait ends by itself.'),
    executionSummary: Summary.nullable(),
    ...endFields,
    error: ErrorShape.nullable(),
    executionMode: z.enum(executionModes),
    metadata: openObject().nullable(),
    startedAt: Timestamp,
    begunAt: Timestamp.nullable().describe(
      'When it left the queue; null before. `startedAt` is when it was requested.',
    ),
    completedAt: Timestamp.nullable(),
    executionDurationMs: z.number().nullable(),
    usage: ExecutionUsage.nullable(),
  })
  .meta({ id: 'WorkflowExecution' })
export type Execution = z.output<typeof Execution>

export const executionSorts = [
  'startedAt',
  'createdAt',
  'completedAt',
  'executionDurationMs',
  'credits',
] as const

export const ExecutionQuery = z
  .strictObject({
    q: textParam(100).optional().describe('Part of the name of the workflow, or an execution or thread id.'),
    workflowId: uuidParam().optional(),
    status: choiceParam(executionStatuses).optional(),
    isStopped: booleanParam()
      .optional()
      .describe(
        '`true`: executions that completed although a limit had ended their agent, or an agent inside of them. `false`: all others.',
      ),
    mode: choiceParam(executionModes, 'production')
      .default('production')
      .describe('Test executions are listed with `test` only.'),
    threadId: textParam(200).optional(),
    from: timestampParam().optional().describe('Started at this time or later.'),
    to: timestampParam().optional().describe('Started before this time.'),
    cursor: textParam(200)
      .optional()
      .describe('`nextCursor` of the previous page; stable while executions are added. Overrides `page`.'),
    sortBy: choiceParam(executionSorts, 'startedAt').default('startedAt'),
    sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
    ...pageParams,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'must not be later than to',
  })
export type ExecutionQuery = z.output<typeof ExecutionQuery>

export const ThreadParams = z.object({ threadId: ThreadId })

export const ResumeBody = z.strictObject({
  resumeValue: z
    .unknown()
    .optional()
    .describe(
      'For an approval `true`, `false`, `{approved, ...}`, fields of the form alone or, for calls of an agent, `{decisions: [{id?, type: approve|edit|reject, args?, message?, hash?}]}`; for a step whose outcome is not known `{choice: done|again|stop, output?}`.',
    ),
  input: openObject().optional().describe('Fields of the form, beside `resumeValue`.'),
  comment: z
    .string()
    .max(4_000)
    .optional()
    .describe('Why. It is stored with the decision, and the agent is given it.'),
  executionId: Uuid.optional().describe('Instead of the newest execution of the thread.'),
  pauseId: Uuid.optional().describe('Which pause, where several are open.'),
})
export type ResumeBody = z.output<typeof ResumeBody>

export const SendEventBody = z.strictObject({
  event: z.string().min(1).max(200),
  data: z.unknown().optional(),
})
export type SendEventBody = z.output<typeof SendEventBody>

export const RetryBody = z.strictObject({
  from: z
    .enum(['start', 'failed_node'])
    .default('failed_node')
    .describe('`failed_node` keeps the recorded outputs of nodes that succeeded and request the same again.'),
  version: z
    .enum(['original', 'current'])
    .default('original')
    .describe('`current` is the active version, or the newest one of an inactive workflow.'),
})
export type RetryBody = z.output<typeof RetryBody>
